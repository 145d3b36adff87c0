// The two ways to sign in: with a password, or with a code that two people gave to somebody who has none yet.
import { useState } from 'preact/hooks';
import { Refusal, why } from '../lib/api';
import { session, signIn } from '../lib/session';
import { Button } from './button';
import { NewPassword, isNewPassword } from './new-password';
import { TextField } from './field';

// Sends one request at a time. A refusal is shown at the field that it is about, or else above the button.
function useWayIn(path: string, fields: string[]) {
    const [busy, setBusy] = useState(false);
    const [refused, setRefused] = useState<unknown>(null);
    const isHere = (field: string) => refused instanceof Refusal && refused.field === field;
    const go = async (body: Record<string, string>) => {
        setBusy(true);
        setRefused(null);
        try {
            await signIn(path, body);
        } catch (error) {
            setRefused(error);
            setBusy(false);
        }
    };
    return {
        busy,
        go,
        fault: (field: string) => (isHere(field) ? why(refused) : null),
        rest: refused && !fields.some(isHere) ? why(refused) : null,
    };
}

export function Fault({ text }: { text: string | null }) {
    return <div role="alert">{text && <p class="banner bad">{text}</p>}</div>;
}

function ByPassword({ name, setName }: { name: string; setName: (name: string) => void }) {
    const [password, setPassword] = useState('');
    const [isKnown] = useState(name !== ''); // the name is known, so only the password is asked for
    const { busy, go, rest } = useWayIn('/session', []);
    const send = async (event: Event) => {
        event.preventDefault();
        await go({ person: name.trim(), password });
        setPassword('');
    };
    return (
        <form class="stack" onSubmit={send}>
            <TextField label="Your name" value={name} onValue={setName} required autocomplete="username" autofocus={!isKnown} />
            <TextField label="Password" type="password" value={password} onValue={setPassword} required
                autocomplete="current-password" autofocus={isKnown} canShow />
            <Fault text={rest} />
            <Button kind="main" type="submit" disabled={busy || name.trim() === '' || password === ''}>
                {busy ? 'Signing in…' : 'Sign in'}
            </Button>
        </form>
    );
}

function ByCode({ name, setName }: { name: string; setName: (name: string) => void }) {
    const [code, setCode] = useState('');
    const [password, setPassword] = useState(['', '']);
    const { busy, go, fault, rest } = useWayIn('/invitation', ['code', 'password']);
    const ready = name.trim() !== '' && code.trim() !== '' && isNewPassword(password);
    const send = async (event: Event) => {
        event.preventDefault();
        if (ready) await go({ person: name.trim(), code: code.replace(/\s/g, ''), password: password[0]! });
    };
    return (
        <form class="stack" onSubmit={send}>
            <TextField label="Your name" value={name} onValue={setName} required hint="As it was written on the invitation"
                autocomplete="username" />
            <TextField label="Code" value={code} onValue={setCode} required fault={fault('code')}
                hint="It works once, and for a few days." />
            <NewPassword value={password} onValue={setPassword} fault={fault('password')} />
            <Fault text={rest} />
            <Button kind="main" type="submit" disabled={busy || !ready}>Choose this password and sign in</Button>
        </form>
    );
}

function SetupFirst() {
    return (
        <div class="banner gold">
            Nobody on this floor has a password yet. The manager's program printed an address with a code when it was started;
            {' '}<a href="/setup">set up the first person</a> with it.
        </div>
    );
}

export function SignIn() {
    const now = session.value;
    const [name, setName] = useState(now.is === 'nobody' ? (now.wasHere ?? '') : '');
    const [byCode, setByCode] = useState(false);
    if (now.is !== 'nobody') return null;
    return (
        <div class="stack">
            {now.reason && <p role="status">{now.reason} What you had typed is still there, but for passwords.</p>}
            {now.needsSetup && <SetupFirst />}
            {byCode ? <ByCode name={name} setName={setName} /> : <ByPassword name={name} setName={setName} />}
            <Button kind="plain" onClick={() => setByCode(!byCode)}>{byCode ? 'I have a password' : 'First time here: I have a code'}</Button>
        </div>
    );
}
