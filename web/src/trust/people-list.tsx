// The list of the people of the floor, with their roles and whether they have passwords.
import { useState } from 'preact/hooks';
import { clock } from '../lib/time';
import { isOpen, may, whyNot } from '../lib/session';
import { Button } from '../ui/button';
import { TextField } from '../ui/field';
import { Sheet } from '../ui/table';
import { me, people, type Person } from '../manager/who';
import { ChangePerson } from './people-change';
import { Invite } from './people-invite';

const FILTER_FROM = 12;

function States({ person }: { person: Person }) {
    return (
        <span class="row states">
            {person.name === me.value && <span class="badge info">you</span>}
            {person.barred && <span class="badge bad">barred</span>}
            {person.locked_until !== null && <span class="badge bad">locked until {clock(person.locked_until)}</span>}
            {person.invited && <span class="badge gold">invited</span>}
            {!isOpen.value && !person.barred && !person.has_password && !person.invited && <span class="badge">no password yet</span>}
            {person.has_pin && <span class="badge good">PIN</span>}
        </span>
    );
}

type Doing = { what: 'invite' | 'change'; person: Person } | null;

function Row({ person, onDo }: { person: Person; onDo: (doing: Doing) => void }) {
    const isSelf = person.name === me.value;
    const can = may('set') && !isSelf;
    return (
        <tr>
            <td class="break">{person.name}</td>
            <td class="break">{person.role}{person.department && person.department.toLowerCase() !== person.role && <span class="quiet">, {person.department}</span>}</td>
            <td><States person={person} /></td>
            <td>
                <span class="row acts">
                    {!isOpen.value && (
                        <Button disabled={!can || person.barred} aria-label={`Invite ${person.name}…`}
                            onClick={() => onDo({ what: 'invite', person })}>
                            Invite…
                        </Button>
                    )}
                    <Button disabled={!can} aria-label={`Change ${person.name}…`}
                        onClick={() => onDo({ what: 'change', person })}>Change…</Button>
                </span>
            </td>
        </tr>
    );
}

export function PeopleList() {
    const [search, setSearch] = useState('');
    const [doing, setDoing] = useState<Doing>(null);
    const all = people.value;
    const found = all.filter((p) => `${p.name} ${p.role} ${p.department ?? ''}`.toLowerCase().includes(search.trim().toLowerCase()));
    const end = () => setDoing(null);
    const reason = whyNot('set');
    return (
        <section class="panel stack" aria-labelledby="people-list">
            <h2 id="people-list">On this floor <span class="quiet">{all.length}</span></h2>
            {reason && <p class="quiet small">{reason}</p>}
            {all.length > FILTER_FROM && <TextField label="Find" type="search" value={search} onValue={setSearch} />}
            {all.length === 0 && <p class="quiet">Nobody yet.</p>}
            {all.length > 0 && found.length === 0 && <p class="quiet">Nobody of that name, role or department.</p>}
            {found.length > 0 && (
                <Sheet label="People" columns={['Name', 'Role', 'State', '(Actions)']} class="stacks">
                    {found.map((person) => <Row key={person.name} person={person} onDo={setDoing} />)}
                </Sheet>
            )}
            {doing?.what === 'invite' && <Invite person={doing.person} onEnd={end} />}
            {doing?.what === 'change' && <ChangePerson person={doing.person} onEnd={end} />}
        </section>
    );
}
