// The stream notices first that a session has ended elsewhere: by time, by hand, or because somebody was barred.
import { live } from './floor';
import { askSession, signedIn } from './session';

// Asked once for each refusal: an effect would hear the answer too, and ask again.
live.state.subscribe((state) => {
    if (state === 'refused') void askSession();
});

// Whoever has just signed in waits for nothing.
signedIn.subscribe((person) => {
    if (person && live.state.peek() === 'refused') live.again();
});
