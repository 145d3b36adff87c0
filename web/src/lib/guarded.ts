// The stream notices first that a session has ended elsewhere: by time, by hand, or because somebody was barred.
import { effect } from '@preact/signals';
import { live } from './floor';
import { askSession, signedIn } from './session';

effect(() => {
    if (live.state.value === 'refused') void askSession();
});

// Whoever has just signed in waits for nothing.
signedIn.subscribe((person) => {
    if (person && live.state.peek() === 'refused') live.again();
});
