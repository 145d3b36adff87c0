// The counters of the acceptors (PIT-5): what they counted by themselves at their last reading, compared with what was booked.
import { post } from '../lib/api';
import { Allowed } from '../ui/allowed';
import { Button } from '../ui/button';
import { say } from '../ui/toast';
import { useAsk } from './ask';
import type { Shift, ShiftTable } from './shifts-types';

const count = (n: number) => n.toLocaleString('en-US');

// A reading counts for the shift in which it was taken.
const wasRead = (shift: Shift, { counter }: ShiftTable) => counter.read !== null && counter.read > shift.shift;

// Tables that took coins in this shift and were not read.
export const unread = (shift: Shift) =>
    shift.tables.filter((table) => table.hard_meter.coins > 0 && !wasRead(shift, table)).map(({ table }) => table);

function Reading({ shift, table }: { shift: Shift; table: ShiftTable }) {
    const { shows, off, alarm, due } = table.counter;
    if (due) return <span class="quiet">asked for</span>;
    if (!wasRead(shift, table)) return <span class="quiet">not read</span>;
    if (alarm) return <span class="badge bad">{count(shows)}, {off > 0 ? '+' : '−'}{count(Math.abs(off))}</span>;
    return <>{count(shows)}{off !== 0 && <span class="quiet"> {off > 0 ? '+' : '−'}{count(Math.abs(off))}</span>}</>;
}

function Row({ shift, table }: { shift: Shift; table: ShiftTable }) {
    const { begin, end, coins } = table.hard_meter;
    return (
        <tr>
            <td><a href={`#/floor/${table.table}`}>{table.table}</a></td>
            <td>{table.link ?? <span class="quiet">none</span>}</td>
            <td class="number">{count(begin)}</td>
            <td class="number">{count(end)}</td>
            <td class="number">{count(coins)}</td>
            <td class="number"><Reading shift={shift} table={table} /></td>
            <td>
                <a class="button" target="_blank" rel="noopener" href={`/api/v1/reports/shift?table=${encodeURIComponent(table.table)}&format=pdf`}
                    aria-label={`End of Shift form of ${table.table} as PDF`}>Form</a>
            </td>
        </tr>
    );
}

// Asks all tables to read their counters, which they do by themselves. Opening the first shift and closing one ask as well.
function ReadNow() {
    const asking = useAsk();
    const send = async () => {
        if (await asking.run((user) => post('/readings', { user }))) say('Every table is asked for its meters.');
    };
    return (
        <Allowed right="house">
            <Button disabled={asking.busy} onClick={send}>Read the meters now</Button>
        </Allowed>
    );
}

export function Counters({ shift }: { shift: Shift }) {
    const off = shift.tables.filter((table) => table.counter.alarm && wasRead(shift, table)).length;
    const missing = unread(shift).length;
    return (
        <details class="panel" open={off > 0}>
            <summary>
                <span>Hard meters of {count(shift.tables.length)} tables</span>
                {off > 0 && <span class="badge bad">{off} off</span>}
                {missing > 0 && <span class="badge gold">{missing} not read</span>}
            </summary>
            <ReadNow />
            <div class="table-scroll" role="region" aria-label="Hard meters" tabIndex={0}>
                <table class="table">
                    <thead>
                        <tr>
                            <th scope="col">Table</th><th scope="col">Link</th><th scope="col" class="number">Begin</th><th scope="col" class="number">End</th>
                            <th scope="col" class="number">Coins</th><th scope="col" class="number">Counter reads</th><th scope="col">Form</th>
                        </tr>
                    </thead>
                    <tbody>{shift.tables.map((table) => <Row key={table.table} shift={shift} table={table} />)}</tbody>
                </table>
            </div>
        </details>
    );
}
