// The person whose name is recorded: the one who signed in, or on an open floor the one who says that they sit here.
import { computed, signal } from '@preact/signals';
import { useState } from 'preact/hooks';
import { get } from '../lib/api';
import { live, onEvent } from '../lib/floor';
import { roleMay } from '../lib/rights';
import { isOpen, may, session, signedIn } from '../lib/session';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { Choice } from '../ui/field';
import { kept } from './kept';

export interface Person {
    name: string;
    role: string;
    department: string | null;
    has_password: boolean;
    has_pin: boolean;
    invited: boolean;
    barred: boolean;
    locked_until: number | null;
}

export const people = signal<Person[]>([]);
const chosen = kept('me', '');
export const me = computed(() => signedIn.value?.person ?? (isOpen.value ? chosen.value : ''));

export async function loadPeople(): Promise<void> {
    if (!may('books')) return; // the manager would refuse it
    people.value = (await get<{ people: Person[] }>('/people')).people;
    if (chosen.value && !people.value.some((p) => p.name === chosen.value)) chosen.value = '';
}

onEvent((name) => {
    if (name === 'person') loadPeople().catch(() => undefined);
});

// Loads the list now and whenever the connection is back or another person signs in, because people may have been added meanwhile.
const arrival = computed(() => (live.state.value === 'live' ? `${session.value.is} ${signedIn.value?.person ?? ''}` : ''));
arrival.subscribe((now) => {
    if (now) loadPeople().catch(() => undefined);
});

type Answer = (name: string | null) => void;
const asked = signal<Answer | null>(null);

// Resolves to the name to record, and asks for it when nobody has said who sits here; null when they do not answer.
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

const choice = (p: Person) => ({ value: p.name, label: [p.name, p.role, p.department].filter(Boolean).join(' · ') });

function WhoForm({ onEnd }: { onEnd: Answer }) {
    const [name, setName] = useState(me.value);
    const choose = (event: Event) => {
        event.preventDefault();
        chosen.value = name;
        onEnd(name);
    };
    if (people.value.length === 0)
        return <p>Nobody is on this floor's list yet. <a href="#/people" onClick={() => onEnd(null)}>Add the first two people</a>.</p>;
    return (
        <form class="stack" onSubmit={choose}>
            <Choice label="Your name" value={name} required onValue={setName}
                hint="It goes into the log with everything you do, until you choose another or close this tab."
                options={[{ value: '', label: 'Choose…' }, ...people.value.map(choice)]} />
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

// The people who may sign as the second person (REG-6): not the one who sits here, and none of `never`.
export function seconds(never: string[] = []): { value: string; label: string }[] {
    const fits = (p: Person) => p.name !== me.value && !never.includes(p.name) && !p.barred && roleMay(p.role, 'cosign');
    return people.value.filter((p) => fits(p) && (isOpen.value || p.has_password)).map(choice);
}
