// The risk tab: the possible results of a session, as charts and as tables.
import { useState } from 'preact/hooks';
import { money } from '../../lib/money';
import { Tick } from '../../ui/field';
import { Sheet } from '../../ui/table';
import { keepAt, valueAt } from '../address';
import { Bar } from '../bars';
import { Exact } from '../exact';
import { Figure } from '../figures';
import { percent } from '../format';
import { catalogue } from '../state';
import type { RulesAnswer, Subject } from '../types';
import { Answer, asAmount, Files, isNumber, NumberField, State, TabHead } from './parts';
import { about, useQuestion } from './question';
import { Fan, type Step } from './risk-fan';
import { RuinCurve, type RuinPoint } from './risk-ruin';

interface RiskAnswer {
    round: { ev: number; exact: string; std_dev: number; results: { net: string; probability: number; exact: string }[] };
    session: { rounds: number; error: number; steps: Step[] };
    ruin: { wanted: number; bankroll: string; given?: string; chance?: number; points: RuinPoint[] };
}

const ROWS = 40;

function Results({ told }: { told: RiskAnswer }) {
    const largest = Math.max(...told.round.results.map((row) => row.probability));
    return (
        <section class="panel stack">
            <h2>One round</h2>
            <Sheet class="bars round-results" label="Results of one round" columns={['Result#', '(Bar)', 'How often#', 'Exact#']}>
                {told.round.results.slice(0, ROWS).map((row) => (
                    <tr key={row.net}>
                        <th scope="row" class="number">{money(row.net)}</th>
                        <td class="bar-cell"><Bar part={row.probability / largest} bad={row.net.startsWith('-')} /></td>
                        <td class="number">{percent(row.probability, 6)}</td>
                        <td class="number"><Exact text={row.exact} /></td>
                    </tr>
                ))}
            </Sheet>
            {told.round.results.length > ROWS && <p class="quiet small">The first {ROWS} of {told.round.results.length} results; the CSV has all of them.</p>}
        </section>
    );
}

function Points({ steps }: { steps: Step[] }) {
    return (
        <Sheet label="The session at ten points" columns={['Rounds#', 'Ahead#', 'Even#', 'Behind#', '5 %#', 'Half#', '95 %#']}>
            {steps.map((step) => (
                <tr key={step.rounds}>
                    <th scope="row" class="number">{step.rounds.toLocaleString('en-US')}</th>
                    <td class="number">{percent(step.ahead, 2)}</td>
                    <td class="number">{percent(step.even, 2)}</td>
                    <td class="number">{percent(step.behind, 2)}</td>
                    <td class="number">{money(step.quantiles.q5)}</td>
                    <td class="number">{money(step.quantiles.q50)}</td>
                    <td class="number">{money(step.quantiles.q95)}</td>
                </tr>
            ))}
        </Sheet>
    );
}

function Told({ told }: { told: RiskAnswer }) {
    const last = told.session.steps.at(-1)!;
    return (
        <>
            <dl class="figures">
                <Figure main label="Ahead at the end" value={percent(last.ahead, 2)} of={`after ${last.rounds.toLocaleString('en-US')} rounds`} />
                <Figure label="Expectation" value={money(last.mean.toFixed(2))} of={`± ${money(last.std_dev.toFixed(2))}, the standard deviation`} />
                <Figure label="Bankroll" value={money(told.ruin.bankroll)} of={`for a chance of ruin of ${percent(told.ruin.wanted, 2)}`} />
                {told.ruin.chance !== undefined && told.ruin.given && (
                    <Figure label="Chance of ruin" value={percent(told.ruin.chance, 2)} of={`with ${money(told.ruin.given)}`} />
                )}
            </dl>
            <section class="panel stack">
                <h2>The session</h2>
                <Fan steps={told.session.steps} />
                <Points steps={told.session.steps} />
                <p class="quiet small">Results of one round are exact; a probability of the session is off by {told.session.error.toExponential(1)} at most.</p>
            </section>
            <section class="panel stack">
                <h2>Ruin by bankroll</h2>
                <RuinCurve points={told.ruin.points} wanted={told.ruin.wanted} bankroll={told.ruin.bankroll} rounds={told.session.rounds} />
            </section>
            <Results told={told} />
        </>
    );
}

const fields = { ante: '10', side: '', rounds: '500', bankroll: '', ruin: '5', meter: '' };
type Fields = typeof fields;

function useFields(): [Fields, (key: keyof Fields, value: string) => void] {
    const [values, setValues] = useState<Fields>(() => {
        const from = { ...fields };
        for (const key of Object.keys(fields) as (keyof Fields)[]) from[key] = valueAt(key) ?? fields[key];
        return from;
    });
    return [values, (key, value) => {
        setValues({ ...values, [key]: value });
        keepAt({ [key]: value === fields[key] ? '' : value });
    }];
}

// Null, and no question, while a field is not a number yet.
function bodyOf(subject: Subject, values: Fields, simple: boolean, hasSide: boolean, progressive: string | null): object | null {
    const optional = [values.side, values.bankroll, values.meter].every((text) => text === '' || isNumber(text));
    if (!isNumber(values.ante) || !/^[1-9]\d*$/.test(values.rounds) || !isNumber(values.ruin) || !optional) return null;
    return {
        ...about(subject), ante: asAmount(values.ante), rounds: Number(values.rounds), ruin: Number(values.ruin) / 100, simple,
        ...(hasSide && Number(values.side) > 0 ? { side: asAmount(values.side) } : {}),
        ...(progressive ? { progressive, ...(Number(values.meter) > 0 ? { meter: asAmount(values.meter) } : {}) } : {}),
        ...(Number(values.bankroll) > 0 ? { bankroll: asAmount(values.bankroll) } : {}),
    };
}

export function Risk({ subject, game }: { subject: Subject; game: RulesAnswer }) {
    const [values, setValue] = useFields();
    const [simple, setSimple] = useState(valueAt('simple') === 'yes');
    const hasSide = Object.keys(game.analysis.side_bets).some((key) => !key.startsWith('with_'));
    const named = catalogue.value?.rules.find((each) => each.game === game.game && each.progressive)?.progressive ?? null;
    const [linked, setLinked] = useState(valueAt('progressive') === 'yes');
    const body = bodyOf(subject, values, simple, hasSide, linked ? named : null);
    const asked = useQuestion<RiskAnswer>('/analyze/risk', body);
    const field = (key: keyof Fields, label: string, unit?: string) =>
        <NumberField label={label} value={values[key]} onValue={(value) => setValue(key, value)} {...(unit ? { unit } : {})} />;
    return (
        <>
            <section class="panel stack">
                <TabHead title="Risk" files={<Files path="/analyze/risk" body={asked.answer ? body : null} name={`${game.name}-risk`} />}>
                    What a session can come to: side bets and what they have in common with the hand are counted.
                </TabHead>
                <div class="desk-fields">
                    {field('ante', 'First bet')}
                    {hasSide && field('side', 'Side bet')}
                    {linked && named && field('meter', 'First meter shows')}
                    {field('rounds', 'Rounds')}
                    {field('bankroll', 'Your bankroll')}
                    {field('ruin', 'Wanted chance of ruin', '%')}
                </div>
                {named && <Tick label={`With the progressive bet (${named})`} checked={linked} onValue={(on) => { setLinked(on); keepAt({ progressive: on ? 'yes' : '' }); }} />}
                <Tick label="Play by the rule of thumb" checked={simple} onValue={(on) => { setSimple(on); keepAt({ simple: on ? 'yes' : '' }); }} />
                {body ? <State asked={asked} waiting="Adding up the rounds…" /> : <p class="banner" role="status">Write numbers: a first bet, rounds from 1 on, a chance in percent.</p>}
            </section>
            {asked.answer && <Answer asked={asked}><Told told={asked.answer} /></Answer>}
        </>
    );
}
