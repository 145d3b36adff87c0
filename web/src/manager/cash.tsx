// Cash transactions of known patrons in this gaming day (PIT-14): what they bought and were paid, compared with the amount above
// which a report is due.
import { signal } from '@preact/signals';
import { get } from '../lib/api';
import { onEvent } from '../lib/floor';
import { micros, money } from '../lib/money';
import { may, whyNot } from '../lib/session';
import { clock } from '../lib/time';
import type { FloorEvent } from '../lib/types';
import { Sheet } from '../ui/table';
import { logHead, readBack } from './log-read';
import { useLoad } from './use-load';

interface Patron {
    patron: string;
    in: string;
    out: string;
    last: number;
    reported: number | null;
}

interface Cash {
    day: string;
    patrons: Patron[];
    threshold: string | null;
    lately: FloorEvent[];
}

const LATELY = 20;

// The stream tells only that something happened at a table, so the figures are fetched again. A new gaming day begins with none.
const news = signal(0);
onEvent((name) => {
    if (name === 'table' || name === 'alarm' || name === 'house') news.value++;
});

async function read(signal: AbortSignal): Promise<Cash> {
    const [{ gaming_day: day, patrons }, { in_force }, head] = await Promise.all([
        get<{ gaming_day: string; patrons: Patron[] }>('/patrons', signal),
        get<{ in_force: Record<string, string | null> }>('/thresholds', signal), logHead(),
    ]);
    const [bought, paid] = await Promise.all(['buy_in', 'payout'].map((kind) => readBack({ kind }, head, 1, LATELY, signal)));
    const lately = [...bought!.events, ...paid!.events].sort((a, b) => b.seq - a.seq).slice(0, LATELY);
    return { day, patrons, threshold: in_force['cash report'] ?? null, lately };
}

// Purchases and payments are added up.
const together = (patron: Patron) => micros(patron.in) + micros(patron.out);

const NEAR = 80n; // percent of the threshold: from here on the next transaction may pass it

function Verdict({ patron, threshold }: { patron: Patron; threshold: string | null }) {
    if (patron.reported !== null) return <span class="badge bad">report is due</span>;
    if (!threshold) return <span class="quiet">no amount is set</span>;
    return together(patron) * 100n >= NEAR * micros(threshold) ? <span class="badge gold">close to it</span> : <span class="quiet">below</span>;
}

function Patrons({ cash }: { cash: Cash }) {
    if (cash.patrons.length === 0) return <p class="quiet">No known patron has bought cheques or was paid in this gaming day.</p>;
    const dueFirst = [...cash.patrons].sort((a, b) => Number(b.reported !== null) - Number(a.reported !== null) || a.patron.localeCompare(b.patron));
    return (
        <Sheet label="Patrons of this gaming day" class="stacks" columns={['Patron', 'Bought#', 'Paid out#', 'Together#', 'Cash report']}>
            {dueFirst.map((patron) => (
                <tr key={patron.patron}>
                    <td class="break">{patron.patron}</td><td class="number" data-label="bought">{money(patron.in)}</td><td class="number" data-label="paid out">{money(patron.out)}</td>
                    <td class="number"><b>{money(together(patron))}</b></td>
                    <td><Verdict patron={patron} threshold={cash.threshold} /></td>
                </tr>
            ))}
        </Sheet>
    );
}

function Lately({ events }: { events: FloorEvent[] }) {
    if (events.length === 0) return <p class="quiet">None yet. Sales and payouts are recorded at the tables.</p>;
    return (
        <Sheet label="Sales and payouts lately" class="stacks" columns={['Time', 'Table', 'Seat#', 'What', 'Patron', 'Amount#']}>
            {events.map((event) => (
                <tr key={event.seq}>
                    <td class="nowrap">{clock(event.time)}</td><td class="nowrap"><a href={`#/floor/${String(event['table'])}`}>{String(event['table'])}</a></td>
                    <td class="number" data-label="seat">{String(event['seat'] ?? '')}</td>
                    <td>{event.kind === 'buy_in' ? 'bought cheques' : 'was paid'}{event['item'] ? `, ${String(event['item'])}` : ''}</td>
                    <td class="break">{String(event['patron'] ?? '')}</td>
                    <td class="number">{money(String(event['amount'] ?? '0'))}</td>
                </tr>
            ))}
        </Sheet>
    );
}

export function CashPage() {
    if (!may('books')) return <><h1>Cash</h1><p class="banner">{whyNot('books')}</p></>;
    return <><h1>Cash</h1><CashBooks /></>;
}

function CashBooks() {
    const { value, fault } = useLoad(read, 'cash', news.value);
    if (!value) return <p class="quiet">{fault ?? 'Asking the manager…'}</p>;
    const due = value.patrons.filter(({ reported }) => reported !== null).length;
    return (
        <>
            {due > 0 && <p class="banner bad" role="alert">{due === 1 ? 'One patron has' : `${due} patrons have`} passed the amount that is reported.</p>}
            <section class="panel stack" aria-labelledby="cash-patrons">
                <div class="row apart">
                    <h2 id="cash-patrons">Gaming day {value.day}</h2>
                    <span class="quiet">{value.threshold ? `Cash is reported above ${money(value.threshold)}` : <a href="#/setup/thresholds">No amount to report is set</a>}</span>
                </div>
                <Patrons cash={value} />
            </section>
            <section class="panel stack" aria-labelledby="cash-lately"><h2 id="cash-lately">Lately</h2><Lately events={value.lately} /></section>
        </>
    );
}
