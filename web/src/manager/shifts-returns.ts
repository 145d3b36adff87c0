// Counts how often the connection came back; data that the stream does not repeat are fetched again then.
import { signal } from '@preact/signals';
import { live } from '../lib/floor';

export const returns = signal(0);
live.state.subscribe((state) => {
    if (state === 'live') returns.value++;
});
