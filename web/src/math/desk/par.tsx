// The PAR sheet, with which a test laboratory compares a game.
import { Sheet } from '../../ui/table';
import { Exact } from '../exact';
import { Figure } from '../figures';
import { change, count, decimal, percent } from '../format';
import { Returns } from '../returns';
import type { Subject, Wager } from '../types';
import { Answer, Files, State, TabHead } from './parts';
import { about, useQuestion } from './question';

interface Confidence {
    rounds: number;
    handle: number;
    hold: number;
    90: [number, number];
    95: [number, number];
    99: [number, number];
}

interface ParAnswer {
    hash: string;
    program: string;
    combinations: number;
    exact: { ev: string; average_wager: string };
    house_edge: number;
    element_of_risk: number;
    average_wager: number;
    std_dev: number;
    hit_frequency: number;
    volatility_index: number;
    wagers: Wager[];
    results: { net: string; combinations: number; probability: number; contributes: number }[];
    confidence: Confidence[];
}

const ROWS = 60;

function Limits({ rows }: { rows: Confidence[] }) {
    const span = ([low, high]: [number, number]) => `${percent(low, 3)} to ${percent(high, 3)}`;
    return (
        <section class="panel stack">
            <h2>Confidence limits of the hold</h2>
            <p class="quiet small">What the table keeps of all that is wagered, by the number of rounds.</p>
            <Sheet label="Confidence limits of the hold" columns={['Rounds#', 'Handle#', 'Hold#', '90 %#', '95 %#', '99 %#']}>
                {rows.map((row) => (
                    <tr key={row.rounds}>
                        <th scope="row" class="number">{count(row.rounds)}</th>
                        <td class="number">{count(row.handle)}</td>
                        <td class="number">{percent(row.hold, 4)}</td>
                        {([90, 95, 99] as const).map((level) => <td key={level} class="number">{span(row[level])}</td>)}
                    </tr>
                ))}
            </Sheet>
        </section>
    );
}

function Results({ rows }: { rows: ParAnswer['results'] }) {
    return (
        <section class="panel stack">
            <h2>Every result of a round</h2>
            <p class="quiet small">With a first bet of 1. {rows.length > ROWS && `The first ${ROWS} of ${rows.length}; the files have all of them.`}</p>
            <Sheet label="Every result of a round" columns={['Result#', 'Combinations#', 'How often#', 'Contributes#']}>
                {rows.slice(0, ROWS).map((row) => (
                    <tr key={row.net}>
                        <th scope="row" class="number">{row.net.replace('-', '−')}</th>
                        <td class="number">{count(row.combinations)}</td>
                        <td class="number">{percent(row.probability)}</td>
                        <td class="number">{change(row.contributes)}</td>
                    </tr>
                ))}
            </Sheet>
        </section>
    );
}

export function Par({ subject, name }: { subject: Subject; name: string }) {
    const body = about(subject);
    const asked = useQuestion<ParAnswer>('/analyze/par', body);
    const told = asked.answer;
    return (
        <>
            <section class="panel stack">
                <TabHead title="PAR sheet" files={<Files path="/analyze/par" body={told ? body : null} name={`${name}-par`} />}>
                    Every outcome with its combinations, probability, pay and contribution, in one paper.
                </TabHead>
                <State asked={asked} waiting="Counting every combination…" />
                {told && (
                    <dl class="facts">
                        <dt>Combinations</dt><dd>{count(told.combinations)}</dd>
                        <dt>Expectation</dt><dd><Exact text={told.exact.ev} /></dd>
                        <dt>Hash of the file</dt><dd class="exact-cell">{told.hash}</dd>
                        <dt>Computed by</dt><dd>{told.program}</dd>
                    </dl>
                )}
            </section>
            {told && (
                <Answer asked={asked}>
                    <dl class="figures">
                        <Figure main label="House edge" value={percent(told.house_edge)} of="of the first bet" />
                        <Figure label="Element of risk" value={percent(told.element_of_risk)} of="of all that is wagered" />
                        <Figure label="Hit frequency" value={percent(told.hit_frequency, 4)} of="rounds that win" />
                        <Figure label="Standard deviation" value={decimal(told.std_dev, 4)} of="a round" />
                        <Figure label="Volatility index" value={decimal(told.volatility_index, 4)} of="1.645 standard deviations" />
                    </dl>
                    <Returns wagers={told.wagers} />
                    <Limits rows={told.confidence} />
                    <Results rows={told.results} />
                </Answer>
            )}
        </>
    );
}
