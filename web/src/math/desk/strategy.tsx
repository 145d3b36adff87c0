// The strategy tab: how to play, in lines that people can follow, what those lines cost, and what mistakes cost.
import { useMemo, useState } from 'preact/hooks';
import { Button } from '../../ui/button';
import { Sheet } from '../../ui/table';
import { keepAt, valueAt } from '../address';
import { Bar } from '../bars';
import { Exact } from '../exact';
import { Figure } from '../figures';
import { percent, words } from '../format';
import type { Subject } from '../types';
import { Answer, Files, NumberField, State, TabHead } from './parts';
import { newTicket, useProgress } from './progress';
import { about, useQuestion } from './question';

interface Play {
    ev: number;
    exact: string;
    house_edge: number;
    cost: number;
}

interface Rule {
    decision: string;
    action: string;
    hands: string;
}

interface Lines extends Play {
    lines: string[];
    rules: Rule[];
    conditions: number;
}

interface StrategyAnswer {
    best: Play;
    cutoff?: string;
    simple?: Lines | null;
    found?: Lines[];
    mistakes: (Play & { mistake: string; arises: number | null; cost_each: number | null })[];
}

const LINES_MOST = 24;

function Card({ simple, cutoff }: { simple: Lines; cutoff: string | undefined }) {
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
            <p class="quiet small">Made every time, in a play that is the best one otherwise; parts of the first bet. A mistake arises in the rounds in which the best play decides otherwise.</p>
            <Sheet class="bars" label="What mistakes cost" columns={['Mistake', '(Bar)', 'Arises#', 'Costs then#', 'Cost a round#', 'House edge#', 'Exact#']}>
                {rows.map((row) => (
                    <tr key={row.mistake}>
                        <th scope="row">{words(row.mistake)}</th>
                        <td class="bar-cell"><Bar part={largest > 0 ? row.cost / largest : 0} bad /></td>
                        <td class="number">{row.arises === null ? '–' : percent(row.arises, 2)}</td>
                        <td class="number">{row.cost_each === null ? '–' : percent(row.cost_each, 2)}</td>
                        <td class="number">{percent(row.cost, 4)}</td>
                        <td class="number">{percent(row.house_edge, 4)}</td>
                        <td class="number"><Exact text={row.exact} /></td>
                    </tr>
                ))}
            </Sheet>
        </section>
    );
}

// The plays by number of lines with their cost as bars, and the chosen play in words.
function Found({ plays }: { plays: Lines[] }) {
    const [chosen, setChosen] = useState(plays.length - 1);
    const play = plays[Math.min(chosen, plays.length - 1)];
    const largest = Math.max(0, ...plays.map((each) => each.cost));
    if (!play) return null;
    return (
        <section class="panel stack">
            <h2>Plays found by search</h2>
            <Sheet class="bars" label="Lines against cost" columns={['Lines#', '(Bar)', 'Cost a round#', 'House edge#', 'Exact#', '(Show)']}>
                {plays.map((each, i) => (
                    <tr key={each.conditions}>
                        <th scope="row" class="number">{each.conditions}</th>
                        <td class="bar-cell"><Bar part={largest > 0 ? each.cost / largest : 0} bad /></td>
                        <td class="number">{percent(each.cost, 4)}</td>
                        <td class="number">{percent(each.house_edge, 4)}</td>
                        <td class="number"><Exact text={each.exact} /></td>
                        <td class="no-print"><Button aria-pressed={each === play} aria-label={`Show the play of ${each.conditions} lines`} onClick={() => setChosen(i)}>Show</Button></td>
                    </tr>
                ))}
            </Sheet>
            <h3>{play.conditions} {play.conditions === 1 ? 'line' : 'lines'}, cost {percent(play.cost, 4)}</h3>
            <Sheet label="The play in words" columns={['Decision', 'Action', 'With']}>
                {play.rules.map((rule, i) => (
                    <tr key={i}>
                        <th scope="row">{words(rule.decision)}</th>
                        <td>{rule.action}</td>
                        <td>{rule.hands}</td>
                    </tr>
                ))}
            </Sheet>
            <p class="quiet small">At each decision the first line that is true of the hand counts. Lines for all other hands are not counted.</p>
        </section>
    );
}

export function Strategy({ subject, name }: { subject: Subject; name: string }) {
    const [lines, setLines] = useState(valueAt('lines') ?? '');
    const ready = lines === '' || (/^[1-9]\d?$/.test(lines) && Number(lines) <= LINES_MOST);
    const body = ready ? { ...about(subject), ...(lines === '' ? {} : { lines: Number(lines) }) } : null;
    const ticket = useMemo(newTicket, [JSON.stringify(body)]);
    const asked = useQuestion<StrategyAnswer>('/analyze/strategy', body && { ...body, ticket });
    const progress = useProgress(ticket, asked.busy);
    const told = asked.answer;
    return (
        <>
            <section class="panel stack">
                <TabHead title="Strategy" files={<Files path="/analyze/strategy" body={told ? body : null} name={`${name}-strategy`} />}>
                    Lines that people can follow, with their exact cost. The PDF is a card to print.
                </TabHead>
                <div class="desk-fields">
                    <NumberField label={`Look for plays of at most so many lines (1 to ${LINES_MOST})`} value={lines}
                        onValue={(value) => { setLines(value); keepAt({ lines: value }); }} />
                </div>
                {!ready && <p class="banner" role="status">Write a number of lines from 1 to {LINES_MOST}, or nothing.</p>}
                <State asked={asked} waiting={progress?.words ?? "Playing every deal by each strategy: seconds, or minutes for games of hold'em…"} />
                {asked.busy && <progress class="how-far" aria-label="How far it is" value={progress?.part ?? 0} max={1} />}
            </section>
            {told && (
                <Answer asked={asked}>
                    <dl class="figures">
                        <Figure main label="Best play" value={percent(told.best.house_edge, 4)} of="house edge" exact={told.best.exact} />
                        {told.simple && <Figure label="In words" value={percent(told.simple.house_edge, 4)} of="house edge" exact={told.simple.exact} />}
                        {told.simple && <Figure label="The words cost" value={percent(told.simple.cost, 4)} of="of the first bet" />}
                    </dl>
                    {told.simple && <Card simple={told.simple} cutoff={told.cutoff} />}
                    {told.found && <Found key={told.found.length} plays={told.found} />}
                    <Mistakes rows={told.mistakes} />
                </Answer>
            )}
        </>
    );
}
