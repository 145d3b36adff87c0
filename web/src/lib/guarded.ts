// Keeps the stream and the session in step. The stream is the first to notice that a session was ended elsewhere: by time, by a
// person, or because somebody was barred.
import { live } from './floor';
import { askSession, signedIn } from './session';

// A subscription on the stream's state alone asks once for each refusal. An effect would also run when the session changes, and ask
// again.
live.state.subscribe((state) => {
    if (state === 'refused') void askSession();
});

// After a sign-in the stream connects again at once, without waiting for its next attempt.
signedIn.subscribe((person) => {
    if (person && live.state.peek() === 'refused') live.again();
});
