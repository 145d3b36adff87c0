// What a supervisor records about a table: an irregularity (PIT-7), a wrong payment (PIT-4), seats of one patron (UTH-15), one hand
// for each patron (UTH-16).
import { useState } from 'preact/hooks';
import { get, post } from '../lib/api';
import { exact } from '../lib/money';
import type { FloorEvent } from '../lib/types';
import { Allowed } from '../ui/allowed';
import { Button } from '../ui/button';
import { Choice, Tick, TextField } from '../ui/field';
import { say } from '../ui/toast';
import { useAsk } from './ask';
import { ActionForm, changeFault } from './link-actions';
import { logHead, readBack } from './log-read';
import { SecondPerson, useSecond } from './second';
import type { Table } from './types';
import { useLoad } from './use-load';

interface Props {
    table: Table;
    onEnd: () => void;
}

const SEATS = [1, 2, 3, 4, 5, 6, 7];

// The words of the house's manual; the manager program accepts exactly these.
const irregularities = ['misdeal', 'exposed card', 'fouled deck', 'boxed card', 'late wager', 'touched cards', 'wrong payment', 'other'];

const pathOf = ({ table }: Table, what: string) => `/tables/${encodeURIComponent(table)}/${what}`;

function SeatTicks({ label, seats, onSeats }: { label: string; seats: number[]; onSeats: (seats: number[]) => void }) {
    const set = (seat: number, on: boolean) => onSeats(on ? [...seats, seat].sort() : seats.filter((other) => other !== seat));
    return (
        <fieldset class="plain-set">
            <legend>{label}</legend>
            <div class="row">{SEATS.map((seat) => <Tick key={seat} label={`${seat}`} checked={seats.includes(seat)} onValue={(on) => set(seat, on)} />)}</div>
        </fieldset>
    );
}

function Irregularity({ table, onEnd }: Props) {
    const [item, setItem] = useState('');
    const [seats, setSeats] = useState<number[]>([]);
    const [person, setPerson] = useState('');
    const [text, setText] = useState('');
    const asking = useAsk(['item', 'seats', 'person', 'text']);
    const { value: rules } = useLoad((signal) => get<{ irregularities: string[] }>(`/tables/${encodeURIComponent(table.table)}`, signal), table.table, null);
    const send = async () => {
        const said = { item, text: text.trim(), ...(seats.length > 0 && { seats }), ...(person.trim() && { person: person.trim() }) };
        if (!(await asking.run((user) => post(pathOf(table, 'irregularity'), { ...said, user })))) return;
        say('The irregularity is on record.');
        onEnd();
    };
    return (
        <ActionForm title={`Irregularity at ${table.table}`} act="Record it" ready={item !== '' && text.trim() !== ''} asking={asking} onSend={send} onEnd={onEnd}>
            <p class="quiet">It stands in the log with round {table.round}, and in the activity report.</p>
            <Choice label="What happened" value={item} onValue={setItem} required fault={asking.fault('item')}
                options={[{ value: '', label: 'Choose…' }, ...irregularities.map((value) => ({ value, label: value }))]} />
            {rules && rules.irregularities.length > 0 && (
                <details>
                    <summary>What this house does when something is wrong with the cards</summary>
                    <ul>{rules.irregularities.map((says) => <li key={says}>{says}</li>)}</ul>
                </details>
            )}
            <SeatTicks label="Seats" seats={seats} onSeats={setSeats} />
            <TextField label="Who was there (optional)" value={person} onValue={setPerson} fault={asking.fault('person')} />
            <TextField label="What was decided" value={text} onValue={setText} lines={3} required fault={asking.fault('text')} />
        </ActionForm>
    );
}

// The floor allows corrections of this many of a table's last payments from the tray.
const PAYMENTS = 32;

async function trayPayments(table: string, signal: AbortSignal): Promise<FloorEvent[]> {
    const head = await logHead();
    const kinds = ['award_paid', 'claim_paid'];
    const parts = await Promise.all(kinds.map((kind) => readBack({ kind, table }, head, 1, PAYMENTS, signal)));
    const all = parts.flatMap(({ events }) => events).filter(({ from }) => from === 'tray');
    return all.sort((a, b) => b.seq - a.seq).slice(0, PAYMENTS);
}

const paymentChoice = ({ seq, seat, award, amount, round }: FloorEvent) =>
    ({ value: `${seq}`, label: `Seat ${seat}, ${award}, ${exact(amount as string)}, round ${round} (event ${seq})` });

function WrongPayment({ table, onEnd }: Props) {
    const [change, setChange] = useState('');
    const [payment, setPayment] = useState('');
    const { value: payments, fault } = useLoad((signal) => trayPayments(table.table, signal), table.table, table.round);
    const [text, setText] = useState('');
    const second = useSecond();
    const asking = useAsk(['payment', 'change', 'text', 'approver']);
    const wrong = changeFault(change);
    const send = async () => {
        const body = { payment: Number(payment), change, text: text.trim() };
        const done = await asking.run((user, signed) => post(pathOf(table, 'correct'), { ...body, user, ...signed }), {
            title: 'Sign the correction', act: 'Correct the payment', second,
            says: [`What the tray of ${table.table} paid changes by ${exact(change)}.`, `Reason: ${text.trim()}`],
        });
        if (!done) return;
        say('The payment is corrected in the books.');
        onEnd();
    };
    return (
        <ActionForm title={`Wrong payment at ${table.table}`} act="Correct the payment" danger ready={payment !== '' && wrong === null && text.trim() !== '' && second.isReady}
            asking={asking} onSend={send} onEnd={onEnd}>
            <p class="quiet">For a progressive award that the tray paid wrong. The meters stay as they are.</p>
            <Choice label="Payment" value={payment} onValue={setPayment} required fault={asking.fault('payment') ?? fault}
                options={[{ value: '', label: payments?.length === 0 ? 'The tray has paid nothing' : 'Choose…' }, ...(payments ?? []).map(paymentChoice)]} />
            <TextField label="Change" value={change} onValue={setChange} inputMode="text" required fault={asking.fault('change') ?? (change ? wrong : null)}
                hint="What was paid too much is taken off: -7.00. What was paid too little is added: 7.00." />
            <TextField label="Reason" value={text} onValue={setText} lines={2} required fault={asking.fault('text')} />
            <SecondPerson second={second} fault={asking.fault('approver')} />
        </ActionForm>
    );
}

function OnePatron({ table, onEnd }: Props) {
    const [seats, setSeats] = useState<number[]>([]);
    const asking = useAsk(['seats']);
    const send = async () => {
        if (!(await asking.run((user) => post(pathOf(table, 'patrons'), { seats, user })))) return;
        say(seats.length === 1 ? `Seat ${seats[0]} is a patron of its own.` : `Seats ${seats.join(' and ')} are one patron's.`);
        onEnd();
    };
    return (
        <ActionForm title={`Patrons at ${table.table}`} act="Record it" ready={seats.length > 0} asking={asking} onSend={send} onEnd={onEnd}>
            <p>
                Seats of one patron get no envy for each other's hands. {table.pairs.length > 0
                    ? `One patron's now: ${table.pairs.map((pair) => pair.join(' and ')).join('; ')}.` : 'Every seat is a patron of its own now.'}
            </p>
            <SeatTicks label="Seats of one patron; a single seat is its own again" seats={seats} onSeats={setSeats} />
            {asking.fault('seats') && <p class="fault" role="alert">{asking.fault('seats')}</p>}
        </ActionForm>
    );
}

function OneHand({ table, onEnd }: Props) {
    const asking = useAsk();
    const send = async () => {
        if (!(await asking.run((user) => post(pathOf(table, 'hands'), table.one_hand ? { user } : { one_hand: true, user })))) return;
        say(table.one_hand ? 'A patron may play several hands again.' : 'One hand a patron, from the next round on.');
        onEnd();
    };
    return (
        <ActionForm title={table.one_hand ? 'Several hands a patron' : 'One hand a patron'} act={table.one_hand ? 'Allow several hands' : 'Limit to one hand'}
            ready asking={asking} onSend={send} onEnd={onEnd}>
            <p>{table.one_hand ? `Patrons of ${table.table} may play several hands again.` : `Nobody plays more than one hand at ${table.table}.`} It holds with the next coins; the console and the sign show it.</p>
        </ActionForm>
    );
}

const acts = { irregularity: Irregularity, payment: WrongPayment, patrons: OnePatron, hand: OneHand };
type Act = keyof typeof acts;

export function TableActions({ table, onDone }: { table: Table; onDone: () => void }) {
    const [act, setAct] = useState<Act | null>(null);
    const Dialog = act && acts[act];
    const end = () => {
        setAct(null);
        onDone();
    };
    return (
        <section class="panel stack" aria-labelledby="table-record">
            <h2 id="table-record">Record</h2>
            <div class="row">
                <Allowed right="house">
                    <Button onClick={() => setAct('irregularity')}>Irregularity…</Button>
                    <Button onClick={() => setAct('patrons')}>Seats of one patron…</Button>
                    {table.link && <Button onClick={() => setAct('payment')}>Wrong payment…</Button>}
                </Allowed>
                <Allowed right="set"><Button onClick={() => setAct('hand')}>{table.one_hand ? 'Several hands a patron…' : 'One hand a patron…'}</Button></Allowed>
            </div>
            {Dialog && <Dialog table={table} onEnd={end} />}
        </section>
    );
}
