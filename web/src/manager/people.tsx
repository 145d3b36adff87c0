// Who may sign for something on this floor. The first two bring in themselves, then it takes two (REG-6).
import './people.css';
import { useState } from 'preact/hooks';
import { post, Refusal, why } from '../lib/api';
import { Button } from '../ui/button';
import { Choice, TextField } from '../ui/field';
import { say } from '../ui/toast';
import { useAsk } from './ask';
import { returns } from './shifts-returns';
import { useLoad } from './use-load';
import { loadPeople, me, people, SecondPerson } from './who';

const roles = ['manager', 'supervisor', 'surveillance', 'cashier', 'dealer'];
const OTHER = 'another role';
const FILTER_FROM = 12;

interface Entry {
    person: string;
    item: string;
}

interface EntryProps extends Entry {
    onEntry: (entry: Entry) => void;
    fault: (field: string) => string | null;
}

function EntryFields({ person, item, onEntry, fault }: EntryProps) {
    const known = [...new Set([...roles, ...people.value.map((p) => p.role)])].map((role) => ({ value: role, label: role }));
    const [other, setOther] = useState(false);
    const choose = (role: string) => {
        setOther(role === OTHER);
        onEntry({ person, item: role === OTHER ? '' : role });
    };
    return (
        <>
            <TextField label="Name" value={person} onValue={(name) => onEntry({ person: name, item })} required fault={fault('person')}
                hint="As it is written in the log; it stays for good." />
            <Choice label="Role" value={other ? OTHER : item} onValue={choose} required {...(other ? {} : { fault: fault('item') })}
                options={[{ value: '', label: 'Choose…' }, ...known, { value: OTHER, label: 'Another role…' }]} />
            {other && (
                <TextField label="The other role" value={item} onValue={(role) => onEntry({ person, item: role })} required
                    fault={fault('item')} />
            )}
        </>
    );
}

const nobody: Entry = { person: '', item: '' };
const trimmed = ({ person, item }: Entry): Entry => ({ person: person.trim(), item: item.trim() });
const isWhole = ({ person, item }: Entry) => person.trim() !== '' && item.trim() !== '';

// The first two of an empty floor: nobody is there yet who could sign.
function FirstPeople() {
    const [entry, setEntry] = useState(nobody);
    const [busy, setBusy] = useState(false);
    const [refused, setRefused] = useState<Refusal | null>(null);
    const send = async (event: Event) => {
        event.preventDefault();
        if (busy) return;
        setBusy(true);
        setRefused(null);
        try {
            await post('/people', { ...trimmed(entry), user: 'setup' });
            await loadPeople();
            setEntry(nobody);
        } catch (error) {
            if (error instanceof Refusal && (error.field === 'person' || error.field === 'item')) setRefused(error);
            else say(why(error), true);
        }
        setBusy(false);
    };
    return (
        <section class="panel stack" aria-labelledby="first-people">
            <h2 id="first-people">{people.value.length === 0 ? 'Add the first person' : 'Add the second person'}</h2>
            <p class="quiet">The first two people of a floor need no signature. From then on two of them bring in everyone else.</p>
            <form class="stack" onSubmit={send} key={people.value.length}>
                <EntryFields {...entry} onEntry={setEntry} fault={(field) => (refused?.field === field ? refused.message : null)} />
                <div class="row"><Button kind="main" type="submit" disabled={busy || !isWhole(entry)}>Add</Button></div>
            </form>
        </section>
    );
}

function AddPerson() {
    const [entry, setEntry] = useState(nobody);
    const [approver, setApprover] = useState('');
    const [added, setAdded] = useState(0);
    const asking = useAsk(['person', 'item', 'approver']);
    const send = async (event: Event) => {
        event.preventDefault();
        const body = trimmed(entry);
        if (!(await asking.run((user) => post('/people', { ...body, user, approver })))) return;
        say(`${body.person} is on the list.`);
        await loadPeople();
        setEntry(nobody);
        setApprover('');
        setAdded(added + 1);
    };
    return (
        <section class="panel stack" aria-labelledby="add-person">
            <h2 id="add-person">Add a person</h2>
            <form class="stack" onSubmit={send} key={added}>
                <EntryFields {...entry} onEntry={setEntry} fault={asking.fault} />
                <SecondPerson value={approver} onValue={setApprover} fault={asking.fault('approver')} />
                <div class="row">
                    <Button kind="main" type="submit" disabled={asking.busy || !isWhole(entry) || approver === ''}>Add the person</Button>
                </div>
            </form>
        </section>
    );
}

function List() {
    const [search, setSearch] = useState('');
    const all = people.value;
    const found = all.filter(({ name, role }) => `${name} ${role}`.toLowerCase().includes(search.trim().toLowerCase()));
    return (
        <section class="panel stack" aria-labelledby="people-list">
            <h2 id="people-list">On this floor <span class="quiet">{all.length}</span></h2>
            {all.length > FILTER_FROM && <TextField label="Find" type="search" value={search} onValue={setSearch} />}
            {all.length === 0 && <p class="quiet">Nobody yet.</p>}
            {all.length > 0 && found.length === 0 && <p class="quiet">Nobody of that name or role.</p>}
            {found.length > 0 && (
                <div class="table-scroll" role="region" aria-label="People" tabIndex={0}>
                    <table class="table">
                        <thead><tr><th>Name</th><th>Role</th></tr></thead>
                        <tbody>
                            {found.map(({ name, role }) => (
                                <tr key={name}>
                                    <td class="break">{name} {name === me.value && <span class="badge info">you</span>}</td>
                                    <td class="break">{role}</td>
                                </tr>
                            ))}
                        </tbody>
                    </table>
                </div>
            )}
        </section>
    );
}

// The list is loaded before anything is offered: an empty one is a new floor.
const load = async () => {
    await loadPeople();
    return true;
};

export function People() {
    const { value: loaded, fault } = useLoad(load, 'people', returns.value);
    return (
        <>
            <h1>People</h1>
            {fault && <p class="banner bad" role="alert">{fault}</p>}
            {loaded && (
                <div class="beside">
                    <List />
                    {people.value.length < 2 ? <FirstPeople /> : <AddPerson />}
                </div>
            )}
        </>
    );
}
