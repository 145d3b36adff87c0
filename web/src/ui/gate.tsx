// Lets only people who are signed in see a page. When a session ends during work, the sign-in dialog covers the page: what was
// typed is still there for the same person, and gone for another.
import { Fragment, type ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { askHouse, house, lastName } from '../lib/house';
import { askSession, session, watchIdle } from '../lib/session';
import { Dialog } from './dialog';
import { SignIn } from './sign-in';

interface GateProps {
    title: string;
    guests?: boolean; // the page tells nothing of the floor, so where the manager admits guests nobody needs to sign in
    children: ComponentChildren;
}

function Stranger({ title, children }: Omit<GateProps, 'guests'>) {
    return (
        <main class="gate">
            <section class="panel stack">
                <div class="gate-head"><img src="/web/icon.svg" alt="" width="40" height="40" />
                    <div><h1>{title}</h1>{lastName.value && <p class="quiet">{lastName.value}</p>}</div>
                </div>
                {children}
            </section>
        </main>
    );
}

// The pages that a manager opens to guests.
function Guests() {
    return (
        <nav class="row" aria-label="Open to guests">
            <span class="quiet small">Without signing in:</span>
            <a class="button" href="/math">Mathematics</a>
            <a class="button" href="/practice">Practice</a>
        </nav>
    );
}

export function Gate({ title, guests, children }: GateProps) {
    const last = useRef<string | null>(null);
    useEffect(() => {
        void askSession();
        watchIdle();
    }, []);
    const now = session.value;
    const isIn = now.is === 'person' || now.is === 'open';
    useEffect(() => {
        if (isIn) void askHouse();
    }, [isIn]);
    void house.value; // read here, so that the page is drawn again when the house's money or time zone changes
    if (now.is === 'asking') return <Stranger title={title}><p class="quiet" role="status">Asking the manager…</p></Stranger>;
    if (now.is === 'nobody' && now.wasHere === null) last.current = null;
    else if (now.is !== 'nobody') last.current = now.is === 'person' ? `person ${now.person}` : 'open';
    if (guests && now.is === 'nobody' && now.guests) return <>{children}</>;
    if (last.current === null) return <Stranger title={title}><SignIn />{now.is === 'nobody' && now.guests && <Guests />}</Stranger>;
    return (
        <>
            <Fragment key={last.current}>{children}</Fragment>
            {now.is === 'nobody' && <Dialog title="Sign in again" class="covering"><SignIn /></Dialog>}
        </>
    );
}
