import { useState } from 'preact/hooks';
import { post } from '../lib/api';
import { Choice, TextField, Tick } from '../ui/field';
import { say } from '../ui/toast';
import { useAsk } from '../manager/ask';
import { Changes, changeWords, hasChange, type Change } from '../manager/changes';
import { ActionForm } from '../manager/link-actions';
import { SecondPerson, useSecond } from '../manager/second';
import { loadPeople, type Person } from '../manager/who';
import { roleChoices } from './people';

interface Wish {
    role: string;
    department: string;
    barred: boolean;
}

function changesOf(person: Person, wish: Wish): Change[] {
    return [
        { what: 'Role', old: person.role, now: wish.role },
        { what: 'Department', old: person.department ?? '', now: wish.department.trim() },
        { what: 'Barred', old: person.barred ? 'yes' : 'no', now: wish.barred ? 'yes' : 'no' },
    ];
}

// Only members that change are sent; the manager leaves the others as they are.
function bodyOf(person: Person, wish: Wish, text: string): Record<string, unknown> {
    return {
        ...(wish.role !== person.role && { item: wish.role }),
        ...(wish.department.trim() !== (person.department ?? '') && { department: wish.department.trim() }),
        is_barred: wish.barred,
        ...(text.trim() && { text: text.trim() }),
    };
}

// Changes a person's role or department, or bars them. Two other people sign it; nobody changes their own.
export function ChangePerson({ person, onEnd }: { person: Person; onEnd: () => void }) {
    const [wish, setWish] = useState<Wish>({ role: person.role, department: person.department ?? '', barred: person.barred });
    const [text, setText] = useState('');
    const second = useSecond([person.name]);
    const asking = useAsk(['item', 'department', 'is_barred', 'text', 'approver']);
    const set = (part: Partial<Wish>) => setWish({ ...wish, ...part });
    const changes = changesOf(person, wish);
    const path = `/people/${encodeURIComponent(person.name)}/change`;
    const send = async () => {
        const done = await asking.run((user, signed) => post(path, { ...bodyOf(person, wish, text), user, ...signed }), {
            title: 'Sign the change of a person', act: 'Change it', second,
            says: [person.name, ...changeWords(changes, false), ...(text.trim() ? [`Reason: ${text.trim()}`] : [])],
        });
        if (!done) return;
        say(`${person.name} is changed.`);
        await loadPeople();
        onEnd();
    };
    return (
        <ActionForm title={`Change ${person.name}`} act="Change it" danger={wish.barred && !person.barred} asking={asking} onSend={send}
            onEnd={onEnd} ready={hasChange(changes) && second.isReady}>
            <Choice label="Role" value={wish.role} onValue={(role) => set({ role })} options={roleChoices()} fault={asking.fault('item')} />
            <TextField label="Department" value={wish.department} onValue={(department) => set({ department })}
                fault={asking.fault('department')} />
            <Tick label="Barred: may do nothing here, and is signed out at once" checked={wish.barred}
                onValue={(barred) => set({ barred })} />
            <TextField label="Why (goes into the log)" value={text} onValue={setText} lines={2} fault={asking.fault('text')} />
            <Changes rows={changes} isNew={false} />
            <SecondPerson second={second} fault={asking.fault('approver')} />
        </ActionForm>
    );
}
