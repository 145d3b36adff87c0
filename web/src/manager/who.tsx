// Who sits at this screen: everything that is written down carries a name.
import { signal } from '@preact/signals';
import { useState } from 'preact/hooks';
import { get } from '../lib/api';
import { live, onEvent } from '../lib/floor';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { Choice } from '../ui/field';
import { kept } from './kept';

export interface Person {
    name: string;
    role: string;
}

export const people = signal<Person[]>([]);
export const me = kept('me', '');

export async function loadPeople(): Promise<void> {
    people.value = (await get<{ people: Person[] }>('/people')).people;
    if (me.value && !people.value.some((p) => p.name === me.value)) me.value = '';
}

onEvent((name) => {
    if (name === 'person') void loadPeople();
});

// Now, and whenever the connection is back: people may have come meanwhile.
live.state.subscribe((state) => {
    if (state === 'live') loadPeople().catch(() => undefined);
});

type Answer = (name: string | null) => void;
const asked = signal<Answer | null>(null);

// The name to write down; asks for it when nobody has said who sits here. Null: they will not say.
export function whoWrites(): Promise<string | null> {
    if (me.value) return Promise.resolve(me.value);
    return new Promise((done) => {
        asked.value?.(null);
        asked.value = done;
    });
}

export function askWho(): void {
    asked.value = () => undefined;
}

const listed = () => people.value.map((p) => ({ value: p.name, label: `${p.name} · ${p.role}` }));

function WhoForm({ onEnd }: { onEnd: Answer }) {
    const [name, setName] = useState(me.value);
    const choose = (event: Event) => {
        event.preventDefault();
        me.value = name;
        onEnd(name);
    };
    if (people.value.length === 0)
        return <p>Nobody is on this floor's list yet. <a href="#/people" onClick={() => onEnd(null)}>Add the first two people</a>.</p>;
    return (
        <form class="stack" onSubmit={choose}>
            <Choice label="Your name" value={name} required onValue={setName}
                hint="It goes into the log with everything you do, until you choose another or close this tab."
                options={[{ value: '', label: 'Choose…' }, ...listed()]} />
            <div class="ends">
                <Button onClick={() => onEnd(null)}>Cancel</Button>
                <Button kind="main" type="submit" disabled={!name}>That is me</Button>
            </div>
        </form>
    );
}

export function WhoDialog() {
    const answer = asked.value;
    if (!answer) return null;
    const end = (name: string | null) => {
        asked.value = null;
        answer(name);
    };
    return <Dialog title="Who sits here?" onClose={() => end(null)}><WhoForm onEnd={end} /></Dialog>;
}

// A person other than the one who sits here (REG-6).
export function SecondPerson({ value, onValue, fault }: { value: string; onValue: (name: string) => void; fault?: string | null }) {
    const others = listed().filter((p) => p.value !== me.value);
    return (
        <Choice label="Second person" value={value} onValue={onValue} required {...(fault ? { fault } : {})}
            hint="Who stands behind this change with you. Never yourself."
            options={[{ value: '', label: 'Choose…' }, ...others]} />
    );
}
