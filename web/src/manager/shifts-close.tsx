// Hands a shift over (PIT-6): what is still open goes by name to the person who takes over, and the next shift begins at the same
// event.
import type { ComponentChild } from 'preact';
import { useState } from 'preact/hooks';
import { post } from '../lib/api';
import { house } from '../lib/house';
import { money } from '../lib/money';
import { roleMay } from '../lib/rights';
import { Choice, TextField } from '../ui/field';
import { say } from '../ui/toast';
import { useAsk } from './ask';
import { ActionForm } from './link-actions';
import { unread } from './shifts-counters';
import { alarmsOf } from './shifts-form';
import type { Shift } from './shifts-types';
import { claims } from './state';
import { me, people } from './who';

function claimWords(number: number): string {
    const claim = claims.value.find((each) => each.claim === number);
    return claim ? `${claim.award}, ${claim.table} seat ${claim.seat}, ${money(claim.amount)}` : `claim ${number}`;
}

function Open({ title, children }: { title: string; children: ComponentChild[] }) {
    if (children.length === 0) return null;
    return <><dt>{title}</dt><dd><ul class="plain-list">{children}</ul></dd></>;
}

function HandedOver({ open }: { open: Shift['open'] }) {
    const { claims: waiting, disputes, in_play: playing } = open;
    if (waiting.length + disputes.length + playing.length === 0) return <p class="quiet">Nothing is open: no jackpot, no dispute, no round.</p>;
    return (
        <section class="changes" aria-label="What is handed over">
            <h3>Handed over</h3>
            <dl class="facts">
                <Open title="Jackpots">{waiting.map((claim) => <li key={claim}><a href={`#/claims/${claim}`}>{claimWords(claim)}</a></li>)}</Open>
                <Open title="Disputes">{disputes.map((dispute) => <li key={dispute}><a href="#/disputes">Dispute {dispute}</a></li>)}</Open>
                <Open title="Rounds in play">{playing.map((table) => <li key={table}>{table}</li>)}</Open>
            </dl>
        </section>
    );
}

// Proposes the next shift of the house's list. A house without a list writes a name, or none.
function NextShift({ value, onValue, fault }: { value: string; onValue: (name: string) => void; fault: string | null }) {
    const names = house.value?.shifts ?? [];
    if (names.length > 0)
        return <Choice label="The shift that begins" value={value} onValue={onValue} fault={fault}
            options={names.map((name) => ({ value: name, label: name }))} />;
    return <TextField label="The shift that begins" value={value} onValue={onValue} fault={fault}
        hint="It begins with the readings at which this one ends. Empty: none is open until somebody opens it." />;
}

const relief = () => people.value.filter((person) => !person.barred && roleMay(person.role, 'house') && person.name !== me.value)
    .map(({ name, role }) => ({ value: name, label: `${name}, ${role}` }));

export function CloseShift({ shift, onEnd }: { shift: Shift; onEnd: () => void }) {
    const [text, setText] = useState('');
    const [next, setNext] = useState(shift.next ?? house.value?.shifts?.[0] ?? '');
    const [person, setPerson] = useState('');
    const asking = useAsk(['text', 'next', 'person']);
    const off = alarmsOf(shift);
    const missing = unread(shift);
    const send = async () => {
        const said = Object.fromEntries(Object.entries({ text, next, person }).map(([name, value]) => [name, value.trim()]).filter(([, value]) => value));
        if (!(await asking.run((user) => post('/shifts/close', { user, ...said })))) return;
        say(`Shift ${shift.name} is closed. Its form is below.`);
        onEnd();
    };
    return (
        <ActionForm title={`Close shift ${shift.name}`} act="Close the shift" danger={off.length > 0} ready
            asking={asking} onSend={send} onEnd={onEnd}>
            {off.length > 0 && <p class="banner bad">The form does not balance: {off.join(', ')}. An alarm is raised with the close.</p>}
            {missing.length > 0 && (
                <p class="banner gold">
                    {missing.length === 1 ? 'The counter of ' : 'The counters of '}{missing.join(', ')} {missing.length === 1 ? 'was' : 'were'} not
                    read in this shift. Closing asks for it once more; acceptors that do not tell their counter are read at the
                    table: <b>Menu, Read the counter</b>.
                </p>
            )}
            <HandedOver open={shift.open} />
            <NextShift value={next} onValue={setNext} fault={asking.fault('next')} />
            <Choice label="Who takes over" value={person} onValue={setPerson} fault={asking.fault('person')}
                options={[{ value: '', label: 'I go on myself' }, ...relief()]} />
            <TextField label="Remark (goes into the log)" value={text} onValue={setText} lines={2} fault={asking.fault('text')} />
            <p class="quiet small" role="status">
                {asking.busy ? 'Every table is read; then the shift is closed.'
                    : 'Every table is read first. What does not answer is called unread on the form; the readings are final when it is closed.'}
            </p>
        </ActionForm>
    );
}
