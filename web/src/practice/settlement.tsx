// The settlement of a round: the result of every wager, why, and by which rule.
import { useState } from 'preact/hooks';
import { money } from '../lib/money';
import { Tick } from '../ui/field';
import { Paragraph } from '../ui/paragraph';
import { Sheet } from '../ui/table';
import type { RoundView, SettledLine } from './types';
import { gain, tone } from './words';

const marks: Record<string, string> = { wins: 'good', loses: 'bad', returned: 'info' };

function Line({ line }: { line: SettledLine }) {
    return (
        <tr>
            <td data-label="Seat">{line.seat}</td>
            <td class="wager-name end">{line.wager}</td>
            <td><span class={`badge ${marks[line.verdict] ?? ''}`}>{line.verdict}</span></td>
            <td class="all">{line.why}</td>
            <td class="all"><Paragraph name={line.paragraph} /></td>
            <td class="number" data-label="Stake">{money(line.stake)}</td>
            <td class="number" data-label="Pays">{money(line.pays)}</td>
        </tr>
    );
}

export function Settlement({ view, seat }: { view: RoundView; seat: number }) {
    const [everyone, setEveryone] = useState(false);
    const lines = view.settlement.filter((line) => everyone || line.seat === seat);
    const net = view.net ?? '0.00';
    return (
        <section class="panel stack">
            <div class="row apart">
                <h2>Settlement <span class={`net ${tone(net)}`}>{gain(net)}</span></h2>
                {view.seats.length > 1 && <Tick label="All seats" checked={everyone} onValue={setEveryone} />}
            </div>
            <Sheet label="Settlement, wager by wager" class="stacks" columns={['Seat', 'Wager', 'Result', 'Why', 'Rule', 'Stake#', 'Pays#']}>
                {lines.map((line, i) => <Line key={i} line={line} />)}
            </Sheet>
        </section>
    );
}
