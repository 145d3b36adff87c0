// Strategy: how to play, in lines that people can follow, what they cost, and what mistakes cost.
import { Sheet } from '../../ui/table';
import { Bar } from '../bars';
import { Exact } from '../exact';
import { Figure } from '../figures';
import { percent, words } from '../format';
import type { Subject } from '../types';
import { Answer, Files, State, TabHead } from './parts';
import { about, useQuestion } from './question';

interface Play {
    ev: number;
    exact: string;
    house_edge: number;
    cost: number;
}

interface StrategyAnswer {
    best: Play;
    cutoff?: string;
    simple?: (Play & { lines: string[] }) | null;
    mistakes: (Play & { mistake: string })[];
}

function Card({ simple, cutoff }: { simple: Play & { lines: string[] }; cutoff: string | undefined }) {
    return (
        <section class="panel stack strategy-card">
            <h2>In words</h2>
            <ol class="desk-list numbered">{simple.lines.map((line) => <li key={line}>{line}</li>)}</ol>
            <p>
                {simple.cost === 0 ? 'So played, nothing is lost: it is the best play.'
                    : <>So played it costs <strong>{percent(simple.cost, 4)}</strong> of the first bet against the best play.</>}
                {cutoff && <> The weakest hand to play is <strong>{cutoff}</strong>.</>}
            </p>
        </section>
    );
}

function Mistakes({ rows }: { rows: StrategyAnswer['mistakes'] }) {
    const largest = Math.max(0, ...rows.map((row) => row.cost));
    return (
        <section class="panel stack">
            <h2>What mistakes cost</h2>
            <p class="quiet small">Made every time, in a play that is the best one otherwise; part of the first bet.</p>
            <Sheet class="bars" label="What mistakes cost" columns={['Mistake', '(Bar)', 'Costs#', 'House edge then#', 'Exact#']}>
                {rows.map((row) => (
                    <tr key={row.mistake}>
                        <th scope="row">{words(row.mistake)}</th>
                        <td class="bar-cell"><Bar part={largest > 0 ? row.cost / largest : 0} bad /></td>
                        <td class="number">{percent(row.cost, 4)}</td>
                        <td class="number">{percent(row.house_edge, 4)}</td>
                        <td class="number"><Exact text={row.exact} /></td>
                    </tr>
                ))}
            </Sheet>
        </section>
    );
}

export function Strategy({ subject, name }: { subject: Subject; name: string }) {
    const body = about(subject);
    const asked = useQuestion<StrategyAnswer>('/analyze/strategy', body);
    const told = asked.answer;
    return (
        <>
            <section class="panel stack">
                <TabHead title="Strategy" files={<Files path="/analyze/strategy" body={told ? body : null} name={`${name}-strategy`} />}>
                    Lines that people can follow, with their exact cost. The PDF is a card to print.
                </TabHead>
                <State asked={asked} waiting="Playing every deal by each strategy: seconds, or up to two minutes for games of hold'em…" />
            </section>
            {told && (
                <Answer asked={asked}>
                    <dl class="figures">
                        <Figure main label="Best play" value={percent(told.best.house_edge, 4)} of="house edge" exact={told.best.exact} />
                        {told.simple && <Figure label="In words" value={percent(told.simple.house_edge, 4)} of="house edge" exact={told.simple.exact} />}
                        {told.simple && <Figure label="The words cost" value={percent(told.simple.cost, 4)} of="of the first bet" />}
                    </dl>
                    {told.simple && <Card simple={told.simple} cutoff={told.cutoff} />}
                    <Mistakes rows={told.mistakes} />
                </Answer>
            )}
        </>
    );
}
