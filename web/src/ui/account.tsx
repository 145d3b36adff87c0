// The part of a page about the person who is signed in: name and role, signing out, changing the password, a PIN for the keys 008
// and 009.
import { signal } from '@preact/signals';
import { useState } from 'preact/hooks';
import { post, Refusal, why } from '../lib/api';
import { may, signedIn, signOut, takeSession, type Person } from '../lib/session';
import { Button } from './button';
import { Dialog } from './dialog';
import { TextField } from './field';
import { isNewPassword, NewPassword } from './new-password';
import { Fault } from './sign-in';
import { say } from './toast';

type Opened = 'menu' | 'password' | 'pin' | null;
const opened = signal<Opened>(null);
const shut = () => (opened.value = null);

export function openAccount(): void {
    opened.value = 'menu';
}

// Sends a change of the person's own password or PIN, which takes the present password.
function useSecret(fields: string[]) {
    const [busy, setBusy] = useState(false);
    const [refused, setRefused] = useState<unknown>(null);
    const isHere = (field: string) => refused instanceof Refusal && refused.field === field;
    const run = async (work: () => Promise<void>) => {
        setBusy(true);
        setRefused(null);
        try {
            await work();
            shut();
        } catch (error) {
            setRefused(error);
            setBusy(false);
        }
    };
    return {
        busy, run,
        fault: (field: string) => (isHere(field) ? why(refused) : null),
        rest: refused && !fields.some(isHere) ? why(refused) : null,
    };
}

function Menu({ person }: { person: Person }) {
    const leave = () => {
        shut();
        signOut().catch((error) => say(why(error), true));
    };
    return (
        <Dialog title={person.person} onClose={shut}>
            <p>{person.role}{person.department ? `, ${person.department}` : ''}. Everything you do here is written down under your name.</p>
            <div class="stack">
                <Button onClick={() => (opened.value = 'password')}>Change my password…</Button>
                {may('key') && <Button onClick={() => (opened.value = 'pin')}>Set my PIN for the keys 008 and 009…</Button>}
                <Button kind="main" onClick={leave}>Sign out</Button>
            </div>
            <div class="ends"><Button kind="plain" onClick={shut}>Close</Button></div>
        </Dialog>
    );
}

function Password() {
    const [old, setOld] = useState('');
    const [next, setNext] = useState(['', '']);
    const secret = useSecret(['password', 'new_password']);
    const ready = old !== '' && isNewPassword(next);
    const send = (event: Event) => {
        event.preventDefault();
        if (!ready || secret.busy) return;
        void secret.run(async () => {
            takeSession(await post<Person>('/session/password', { password: old, new_password: next[0] }));
            say('Your password is changed. Other screens where you were signed in are signed out.');
        });
    };
    return (
        <Dialog title="Change my password" onClose={shut}>
            <form class="stack" onSubmit={send}>
                <TextField label="Password that you have" type="password" autocomplete="current-password" value={old} onValue={setOld}
                    required fault={secret.fault('password')} />
                <NewPassword value={next} onValue={setNext} fault={secret.fault('new_password')} />
                <Fault text={secret.rest} />
                <div class="ends">
                    <Button onClick={shut}>Cancel</Button>
                    <Button kind="main" type="submit" disabled={!ready || secret.busy}>Change it</Button>
                </div>
            </form>
        </Dialog>
    );
}

const isPin = (text: string) => /^\d{6,12}$/.test(text);

function Pin() {
    const [password, setPassword] = useState('');
    const [pin, setPin] = useState('');
    const [again, setAgain] = useState('');
    const secret = useSecret(['password', 'pin']);
    const ready = password !== '' && isPin(pin) && pin === again;
    const send = (event: Event) => {
        event.preventDefault();
        if (!ready || secret.busy) return;
        void secret.run(async () => {
            await post('/session/pin', { password, pin });
            say('Your PIN is set. Type it with your name when you bring a key to a table.');
        });
    };
    return (
        <Dialog title="Set my PIN" onClose={shut}>
            <form class="stack" onSubmit={send}>
                <p class="quiet">Six to twelve digits. Tables ask for it with your name when you turn key 008 or 009.</p>
                <TextField label="Your password" type="password" autocomplete="current-password" value={password} onValue={setPassword}
                    required fault={secret.fault('password')} />
                <TextField label="PIN" type="password" inputMode="numeric" value={pin} onValue={setPin} required
                    fault={secret.fault('pin') ?? (pin && !isPin(pin) ? 'Six to twelve digits.' : null)} />
                <TextField label="PIN, again" type="password" inputMode="numeric" value={again} onValue={setAgain} required
                    fault={again && pin !== again ? 'The two are not the same.' : null} />
                <Fault text={secret.rest} />
                <div class="ends">
                    <Button onClick={shut}>Cancel</Button>
                    <Button kind="main" type="submit" disabled={!ready || secret.busy}>Set it</Button>
                </div>
            </form>
        </Dialog>
    );
}

export function AccountDialogs() {
    const person = signedIn.value;
    if (!person) return null;
    if (opened.value === 'menu') return <Menu person={person} />;
    if (opened.value === 'password') return <Password />;
    return opened.value === 'pin' ? <Pin /> : null;
}

// Shown when the stored hash of the password is weaker than those made today.
export function WeakPassword() {
    if (!signedIn.value?.must_change) return null;
    return (
        <div class="banner gold row apart">
            <span>Your password was stored by an older version. Choose a new one.</span>
            <Button onClick={() => (opened.value = 'password')}>Change my password…</Button>
        </div>
    );
}
