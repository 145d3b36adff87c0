// The effect on the house edge when each pay line is raised by one, the largest change first.
import { money } from '../lib/money';
import { Button } from '../ui/button';
import { Sheet } from '../ui/table';
import { Bar } from './bars';
import { percent, percentChange, words } from './format';
import { lines, lookFurther, trouble, working } from './sensitivity';
import type { SensitivityLine } from './types';

const captions: Record<string, string> = { base: 'House edge of the base game', progressive: 'House advantage of the bet' };

const size = (line: SensitivityLine) => (line.change === null ? -1 : Math.abs(line.change));

// A progressive's awards are amounts or parts of a meter, and amounts are written as the house writes money; a pay table's are
// odds.
const paid = (text: string) => (/^\d+\.\d\d$/.test(text) ? money(text) : text);

function Line({ line, largest }: { line: SensitivityLine; largest: number }) {
    return (
        <tr>
            <th scope="row">{words(line.label)}</th>
            <td class="pays-cell">{paid(line.pays)} <span class="quiet" aria-label="becomes">→</span> {paid(line.becomes)}</td>
            {line.change === null || line.house_edge === null ? (
                <td class="quiet" colSpan={3}>{working.value && !trouble.value ? 'working it out…' : 'not worked out'}</td>
            ) : (
                <>
                    <td class="bar-cell"><Bar part={largest > 0 ? Math.abs(line.change) / largest : 0} /></td>
                    <td class="number">{percentChange(line.change, 4)}</td>
                    <td class="number">{percent(line.house_edge, 4)}</td>
                </>
            )}
        </tr>
    );
}

export function SensitivityPanel() {
    const sorted = [...lines.value].sort((a, b) => size(b) - size(a));
    const largest = Math.max(0, ...sorted.map(size));
    const left = sorted.filter((line) => line.change === null).length;
    const groups = [...new Set(lines.value.map((line) => line.of))];
    return (
        <section class="panel stack" aria-busy={working.value}>
            <div class="row apart">
                <h2>Sensitivity</h2>
                <span class="quiet small" role="status">{working.value ? 'Working it out…' : ''}</span>
            </div>
            <p class="quiet small">One more on one line, everything else as it is, and the best play found anew.</p>
            {trouble.value && <p class="banner bad" role="status">{trouble.value}</p>}
            {left > 0 && !working.value && (
                <div><Button onClick={lookFurther}>{`Work out ${left} more, a whole analysis each`}</Button></div>
            )}
            {groups.map((of) => (
                <Sheet key={of} class="bars" label={`Sensitivity, ${words(of)}`} caption={captions[of] ?? `House edge of ${words(of)}`}
                    columns={['Line', 'Pays', '(Bar)', 'Change#', 'House edge then#']}>
                    {sorted.filter((line) => line.of === of).map((line) => <Line key={line.path} line={line} largest={largest} />)}
                </Sheet>
            ))}
        </section>
    );
}
