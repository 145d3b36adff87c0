// The stream notices first that a session has ended elsewhere: by time, by hand, or because somebody was barred.
import { effect } from '@preact/signals';
import { live } from './floor';
import { askSession } from './session';

effect(() => {
    if (live.state.value === 'refused') void askSession();
});
