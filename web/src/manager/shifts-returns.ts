// How often the connection has come to life: what is only told once is asked for again then.
import { signal } from '@preact/signals';
import { live } from '../lib/floor';

export const returns = signal(0);
live.state.subscribe((state) => {
    if (state === 'live') returns.value++;
});
