// The analysis of a progressive: its hands, its meters, and the value of the bet.
import { useState } from 'preact/hooks';
import { money } from '../lib/money';
import { Button } from '../ui/button';
import { Sheet } from '../ui/table';
import { Bar } from './bars';
import { Figure } from './figures';
import { amount, count, decimal, oneIn, percent, words } from './format';
import { MeterChart } from './meter-chart';
import { curves } from './sensitivity';
import type { Told } from './study';
import { Together } from './together';
import type { AwardHand, MeterFigures, ProgressiveAnalysis, ProgressiveFigures } from './types';

function Awards({ hands }: { hands: AwardHand[] }) {
    const largest = Math.max(...hands.map((hand) => hand.contribution ?? 0));
    return (
        <section class="panel stack">
            <h2>Hands</h2>
            <Sheet label="Hands of the progressive"
                columns={['Hand', 'Probability#', 'Once in#', 'Pays#', 'From', 'Adds to the return#', 'Envy#']}>
                {hands.map((hand) => (
                    <tr key={hand.hand} class={hand.pays ? '' : 'quiet'}>
                        <th scope="row">{words(hand.hand)}</th>
                        <td class="number">{hand.probability.toFixed(10)}</td>
                        <td class="number">{oneIn(hand.probability)}</td>
                        <td class="number">{!hand.pays ? '' : hand.pays.endsWith('%') ? hand.pays : money(hand.pays)}</td>
                        <td>{hand.from ?? ''}</td>
                        <td class="number">
                            {hand.contribution === null ? 'by the meter' : hand.contribution > 0 ? percent(hand.contribution, 4) : ''}
                            {hand.contribution ? <Bar part={hand.contribution / largest} /> : null}
                        </td>
                        <td class="number">{hand.envy ? money(hand.envy) : ''}</td>
                    </tr>
                ))}
            </Sheet>
        </section>
    );
}

function MeterFacts({ figures, quantiles, ante, more }: { figures: MeterFigures; quantiles: number[]; ante: string | undefined; more: boolean }) {
    const fair = (value: number | null) => (value === null ? 'never' : value === 0 ? 'always' : amount(value));
    return (
        <>
            <dl class="facts">
                <dt>Won</dt><dd>once in {count(1 / figures.hit_probability)} bets</dd>
                <dt>The bet is fair from</dt><dd>{fair(figures.break_even)}</dd>
                {ante ? <><dt>… with the edge on an Ante of {money(ante)}</dt><dd>{fair(figures.break_even_with_base ?? null)}</dd></>
                    : more && <><dt>… with the edge of the base game</dt><dd class="quiet">being worked out…</dd></>}
            </dl>
            <Sheet label="When it is won" columns={['Won by then', ...quantiles.map((q) => `${Math.round(q * 100)} %#`)]}>
                <tr><th scope="row">after bets</th>{figures.bets_to_hit.map((n, i) => <td key={i} class="number">{count(n)}</td>)}</tr>
                <tr><th scope="row">meter about</th>{figures.jackpot_at_hit.map((n, i) => <td key={i} class="number">{amount(n)}</td>)}</tr>
            </Sheet>
        </>
    );
}

function Meters({ analysis, more }: { analysis: ProgressiveAnalysis; more: boolean }) {
    const names = Object.keys(analysis.meters);
    const [chosen, choose] = useState(names[0]!);
    const name = names.includes(chosen) ? chosen : names[0]!;
    const figures = analysis.meters[name]!;
    const curve = curves.value.find((each) => each.name === name);
    return (
        <section class="panel stack">
            <div class="row apart">
                <h2>{names.length > 1 ? 'Meters' : 'Meter'}</h2>
                {names.length > 1 && (
                    <div class="row" role="group" aria-label="Meter">
                        {names.map((each) => (
                            <Button key={each} aria-pressed={each === name} onClick={() => choose(each)}>{words(each)}</Button>
                        ))}
                    </div>
                )}
            </div>
            <MeterFacts figures={figures} quantiles={analysis.quantiles} ante={analysis.ante} more={more} />
            <h3>Return of one bet, the other meters at their average</h3>
            {curve ? <MeterChart curve={curve} /> : <p class="quiet chart-room">Working it out…</p>}
        </section>
    );
}

const perMeter = (value: number | Record<string, number>): [string, number][] =>
    typeof value === 'number' ? [['', value]] : Object.entries(value);

export function progressiveRows(f: ProgressiveFigures): { label: string; value: number; show: (n: number) => string }[] {
    const eight = (n: number) => decimal(n, 8);
    return [
        { label: 'Hit frequency', value: f.hit_frequency, show: eight },
        { label: 'Fixed pays from meters', value: f.fixed_from_meter, show: eight },
        { label: 'Fixed pays from the tray', value: f.fixed_not_from_meter, show: eight },
        { label: 'House advantage', value: f.house_advantage, show: eight },
        ...perMeter(f.average_reset).map(([name, value]) => ({ label: `Average reset ${name}`.trim(), value, show: amount })),
        ...perMeter(f.average_jackpot).map(([name, value]) => ({ label: `Average jackpot ${name}`.trim(), value, show: amount })),
    ];
}

// The manual rounds before it averages, and in some games a fold forfeits the bet, so each way of counting has a column of its own.
function Ways({ analysis, more }: { analysis: ProgressiveAnalysis; more: boolean }) {
    const folded = analysis.folded ? progressiveRows(analysis.folded) : null;
    const ways = [
        { title: 'Exact', rows: progressiveRows(analysis) },
        ...(folded || more ? [{ title: 'A fold forfeits it', rows: folded }] : []),
        ...(analysis.printed ? [{ title: "The manual's rounding", rows: progressiveRows(analysis.printed) }] : []),
    ];
    return (
        <section class="panel stack">
            <h2>Per unit of the bet</h2>
            <Sheet label="Per unit of the bet" columns={['Figure', ...ways.map((way) => `${way.title}#`)]}>
                {progressiveRows(analysis).map((row, i) => (
                    <tr key={row.label}>
                        <th scope="row">{row.label}</th>
                        {ways.map((way) => <td key={way.title} class="number">{way.rows ? row.show(way.rows[i]!.value) : '…'}</td>)}
                    </tr>
                ))}
            </Sheet>
            {analysis.envy_per_seat !== undefined && (
                <p class="quiet small">Envy: {decimal(analysis.envy_per_seat, 8)} for each other seat with the bet.</p>
            )}
            <p class="quiet small" role="status">
                {more ? 'Every deal of the base game is being played, for what a fold forfeits…'
                    : analysis.folded && `Folds: the best play of ${analysis.rules} without the progressive.`}
            </p>
        </section>
    );
}

// `more`: the figures of the base game are still being calculated.
export function ProgressiveResult({ told, analysis, more }: { told: Told; analysis: ProgressiveAnalysis; more: boolean }) {
    return (
        <>
            <dl class="figures">
                <Figure main label="House advantage" value={percent(analysis.house_advantage)} of="of the bet, in the long run" />
                <Figure label="Hit frequency" value={percent(analysis.hit_frequency)} of={oneIn(analysis.hit_frequency)} />
                <Figure label="Bet" value={money(analysis.bet)} of="a hand" />
                <Figure label="Standard deviation" value={decimal(analysis.std_dev, 4)} of="bets" />
            </dl>
            <Meters analysis={analysis} more={more} />
            <Awards hands={analysis.hands} />
            <Ways analysis={analysis} more={more} />
            <Together key={told.answer.name} subject={told.subject} analysis={analysis} />
        </>
    );
}
