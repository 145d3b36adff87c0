// The people of this floor and their roles. The first two people register themselves; from then on every change takes two people
// (REG-6).
import { useState } from 'preact/hooks';
import { post, Refusal, why } from '../lib/api';
import { roles } from '../lib/rights';
import { isOpen, signedIn } from '../lib/session';
import { Allowed } from '../ui/allowed';
import { Button } from '../ui/button';
import { Choice, TextField } from '../ui/field';
import { say } from '../ui/toast';
import { useAsk } from '../manager/ask';
import { SecondPerson, useSecond } from '../manager/second';
import { returns } from '../manager/shifts-returns';
import { useLoad } from '../manager/use-load';
import { loadPeople, people } from '../manager/who';
import { PeopleList } from './people-list';

interface Entry {
    person: string;
    item: string;
    department: string;
}

interface EntryProps {
    entry: Entry;
    onEntry: (entry: Entry) => void;
    fault: (field: string) => string | null;
}

export const roleChoices = () => roles().map((role) => ({ value: role, label: role }));

function EntryFields({ entry, onEntry, fault }: EntryProps) {
    const set = (part: Partial<Entry>) => onEntry({ ...entry, ...part });
    return (
        <>
            <TextField label="Name" value={entry.person} onValue={(person) => set({ person })} required fault={fault('person')}
                hint="As it is written in the log; it stays for good." />
            <Choice label="Role" value={entry.item} onValue={(item) => set({ item })} required fault={fault('item')}
                options={[{ value: '', label: 'Choose…' }, ...roleChoices()]} />
            <TextField label="Department" value={entry.department} onValue={(department) => set({ department })} fault={fault('department')}
                hint="Where a link asks for two departments, its approvals come from different ones." />
        </>
    );
}

const nobody: Entry = { person: '', item: '', department: '' };

function bodyOf({ person, item, department }: Entry): Record<string, string> {
    return { person: person.trim(), item, ...(department.trim() && { department: department.trim() }) };
}

const isWhole = ({ person, item }: Entry) => person.trim() !== '' && item !== '';

// The form for the first two people of an empty, open floor, where nobody is there yet who could sign.
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
            await post('/people', { ...bodyOf(entry), user: 'setup' });
            await loadPeople();
            setEntry(nobody);
        } catch (error) {
            if (error instanceof Refusal && error.field && error.field in entry) setRefused(error);
            else say(why(error), true);
        }
        setBusy(false);
    };
    return (
        <section class="panel stack" aria-labelledby="first-people">
            <h2 id="first-people">{people.value.length === 0 ? 'Add the first person' : 'Add the second person'}</h2>
            <p class="quiet">The first two people of a floor need no signature. From then on two of them bring in everyone else.</p>
            <form class="stack" onSubmit={send} key={people.value.length}>
                <EntryFields entry={entry} onEntry={setEntry} fault={(field) => (refused?.field === field ? refused.message : null)} />
                <div class="row"><Button kind="main" type="submit" disabled={busy || !isWhole(entry)}>Add</Button></div>
            </form>
        </section>
    );
}

function AddPerson() {
    const [entry, setEntry] = useState(nobody);
    const [added, setAdded] = useState(0);
    const second = useSecond();
    const asking = useAsk(['person', 'item', 'department', 'approver']);
    const isAlone = people.value.length < 2;
    const send = async (event: Event) => {
        event.preventDefault();
        const body = bodyOf(entry);
        const done = await asking.run((user, signed) => post('/people', { ...body, user, ...signed }), {
            title: 'Sign for a new person', act: 'Add the person', second: isAlone ? null : second,
            says: [`${body['person']} becomes ${body['item']}${body['department'] ? `, ${body['department']}` : ''}.`,
                'The person can sign in once invited.'],
        });
        if (!done) return;
        say(`${body['person']} is on the list.`);
        await loadPeople();
        setEntry(nobody);
        second.set('');
        setAdded(added + 1);
    };
    return (
        <section class="panel stack" aria-labelledby="add-person">
            <h2 id="add-person">Add a person</h2>
            <Allowed right="set">
                <form class="stack" onSubmit={send} key={added}>
                    <EntryFields entry={entry} onEntry={setEntry} fault={asking.fault} />
                    {!isAlone && <SecondPerson second={second} fault={asking.fault('approver')} />}
                    <div class="row">
                        <Button kind="main" type="submit" disabled={asking.busy || !isWhole(entry) || !second.isReady}>Add the person</Button>
                    </div>
                </form>
            </Allowed>
        </section>
    );
}

// A warning that one person with a password can do nothing that takes two.
function Alone() {
    if (!signedIn.value || people.value.filter((p) => p.has_password).length !== 1) return null;
    return (
        <p class="banner gold" role="status">
            You are the only person with a password. Invite the second one: from then on every change here takes two.
        </p>
    );
}

// The list is loaded before any form is shown, because an empty list is what marks a new floor.
const load = async () => {
    await loadPeople();
    return true;
};

export function People() {
    const { value: loaded, fault } = useLoad(load, 'people', returns.value);
    return (
        <>
            {fault && <p class="banner bad" role="alert">{fault}</p>}
            {loaded && <Alone />}
            {loaded && (
                <div class="beside">
                    <PeopleList />
                    {isOpen.value && people.value.length < 2 ? <FirstPeople /> : <AddPerson />}
                </div>
            )}
        </>
    );
}
