// Sets up the first person of a floor, with the code that the manager's program printed when it started.
import '../design/base.css';
import { useEffect, useState } from 'preact/hooks';
import { get, Refusal, why } from '../lib/api';
import { session, signIn } from '../lib/session';
import { Button } from '../ui/button';
import { Choice, TextField } from '../ui/field';
import { mount } from '../ui/mount';
import { isNewPassword, NewPassword } from '../ui/new-password';
import { Fault } from '../ui/sign-in';

interface State {
    needed: boolean;
    people: { person: string; role: string }[];
}

const OTHER = ' '; // cannot be the name of a person

// Takes the code out of the address and out of the browser's history, because it works only once.
function takeCode(): string {
    const code = decodeURIComponent(location.hash.slice(1));
    if (code) history.replaceState(null, '', location.pathname);
    return code;
}

const given = takeCode();

function Who({ people, name, setName, fault }: { people: State['people']; name: string; setName: (name: string) => void; fault: string | null }) {
    const [chosen, setChosen] = useState(people.length > 0 ? '' : OTHER);
    const choose = (value: string) => {
        setChosen(value);
        setName(value === OTHER ? '' : value);
    };
    const known = people.map(({ person, role }) => ({ value: person, label: `${person} · ${role}` }));
    return (
        <>
            {people.length > 0 && (
                <Choice label="Who are you?" value={chosen} onValue={choose} required {...(chosen === OTHER ? {} : { fault })}
                    options={[{ value: '', label: 'Choose…' }, ...known, { value: OTHER, label: 'Somebody new…' }]} />
            )}
            {chosen === OTHER && (
                <TextField label="Your name" value={name} onValue={setName} required autocomplete="username" fault={fault}
                    hint="As it is written in the log; it stays for good. You become a manager." />
            )}
        </>
    );
}

function Form({ people }: { people: State['people'] }) {
    const [code, setCode] = useState(given);
    const [name, setName] = useState('');
    const [password, setPassword] = useState(['', '']);
    const [busy, setBusy] = useState(false);
    const [refused, setRefused] = useState<Refusal | null>(null);
    const fault = (field: string) => (refused?.field === field ? refused.message : null);
    const ready = code.trim() !== '' && name.trim() !== '' && isNewPassword(password);
    const send = async (event: Event) => {
        event.preventDefault();
        if (!ready || busy) return;
        setBusy(true);
        setRefused(null);
        try {
            await signIn('/setup', { code: code.trim(), person: name.trim(), password: password[0]! });
        } catch (error) {
            setRefused(error instanceof Refusal ? error : new Refusal(0, '', why(error), null));
            setBusy(false);
        }
    };
    return (
        <form class="stack" onSubmit={send}>
            <p>You are the first who signs in here. Everybody else is invited by you and a second person.</p>
            <TextField label="Code" value={code} onValue={setCode} required fault={fault('code')}
                hint="From the line “setup:” that the manager's program printed. It works once." />
            <Who people={people} name={name} setName={setName} fault={fault('person')} />
            <NewPassword value={password} onValue={setPassword} fault={fault('password')} />
            <Fault text={refused && !['code', 'person', 'password'].includes(refused.field ?? '') ? refused.message : null} />
            <Button kind="main" type="submit" disabled={busy || !ready}>Set up this floor</Button>
        </form>
    );
}

function Done({ name }: { name: string }) {
    return (
        <div class="stack">
            <p class="banner good" role="status">{name} is signed in as the first manager.</p>
            <p>Nothing that takes two people can be done yet. Invite the second person now: they get a code, and choose a password of their own.</p>
            <a class="button main" href="/manager#/people">Invite the second person</a>
            <a class="button plain" href="/manager">Go to the Game Manager</a>
        </div>
    );
}

function Page() {
    const [state, setState] = useState<State | null>(null);
    const [fault, setFault] = useState<string | null>(null);
    useEffect(() => {
        get<State>('/setup').then(setState, (error) => setFault(why(error)));
    }, []);
    const now = session.value;
    return (
        <main class="gate">
            <section class="panel stack">
                <div class="gate-head"><img src="/web/icon.svg" alt="" width="40" height="40" /><h1>Set up this floor</h1></div>
                {now.is === 'person' ? <Done name={now.person} />
                    : fault ? <p class="banner bad" role="alert">{fault}</p>
                        : !state ? <p class="quiet" role="status">Asking the manager…</p>
                            : state.needed ? <Form people={state.people} />
                                : <p>This floor is set up. <a href="/manager">Sign in</a>; whoever has no password yet is invited by two people.</p>}
            </section>
        </main>
    );
}

mount(<Page />);
