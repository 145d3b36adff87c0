// Compares two files: every figure with its difference, and charts that mark the cells that differ.
import { Sheet } from '../ui/table';
import { change, decimal, percent, percentChange, words } from './format';
import { StrategyChart } from './chart';
import { progressiveRows } from './progressive';
import type { Answer, AwardHand, ProgressiveAnalysis, RulesAnalysis } from './types';

interface Row {
    label: string;
    a: number | undefined;
    b: number | undefined;
    show: (value: number) => string;
    showChange: (value: number) => string;
}

const asPercent = { show: (n: number) => percent(n), showChange: (n: number) => percentChange(n) };
const asNumber = { show: (n: number) => decimal(n), showChange: (n: number) => change(n) };

function rulesRows(a: RulesAnalysis, b: RulesAnalysis): Row[] {
    const keys = (pick: (x: RulesAnalysis) => object) => [...new Set([...Object.keys(pick(a)), ...Object.keys(pick(b))])];
    return [
        { label: 'House edge', a: a.house_edge, b: b.house_edge, ...asPercent },
        { label: 'Element of risk', a: a.element_of_risk, b: b.element_of_risk, ...asPercent },
        { label: 'Average wager', a: a.average_wager, b: b.average_wager, ...asNumber },
        { label: 'Standard deviation', a: a.std_dev, b: b.std_dev, ...asNumber },
        ...keys((x) => x.frequencies).map((key) => ({ label: words(key), a: a.frequencies[key], b: b.frequencies[key], ...asPercent })),
        ...keys((x) => x.side_bets).map((key) => (
            { label: `${words(key)}, expectation`, a: a.side_bets[key]?.ev, b: b.side_bets[key]?.ev, ...asNumber }
        )),
    ];
}

function progressivePairs(a: ProgressiveAnalysis, b: ProgressiveAnalysis): Row[] {
    const [rows, others] = [progressiveRows(a), progressiveRows(b)];
    const labels = [...new Set([...rows, ...others].map((row) => row.label))];
    return labels.map((label) => {
        const mine = rows.find((row) => row.label === label);
        const theirs = others.find((row) => row.label === label);
        const show = (mine ?? theirs)!.show;
        const showChange = (n: number) => `${n > 0 ? '+' : n < 0 ? '−' : ''}${show(Math.abs(n))}`;
        return { label, a: mine?.value, b: theirs?.value, show, showChange };
    });
}

function Difference({ row }: { row: Row }) {
    if (row.a === undefined || row.b === undefined) return <td class="number quiet">–</td>;
    const by = row.b - row.a;
    const text = row.showChange(by);
    return <td class={`number ${/[1-9]/.test(text) ? 'differing' : 'quiet'}`}>{text}</td>;
}

function Figures({ rows, names }: { rows: Row[]; names: [string, string] }) {
    const cell = (row: Row, value: number | undefined) => <td class="number">{value === undefined ? '–' : row.show(value)}</td>;
    return (
        <section class="panel stack">
            <h2>Figures</h2>
            <Sheet class="compared figures-compared" label="Figures side by side" columns={['Figure', `${names[0]}#`, `${names[1]}#`, 'Difference#']}>
                {rows.map((row) => (
                    <tr key={row.label}><th scope="row">{row.label}</th>{cell(row, row.a)}{cell(row, row.b)}<Difference row={row} /></tr>
                ))}
            </Sheet>
        </section>
    );
}

function differing(a: RulesAnalysis, b: RulesAnalysis): Set<string> {
    const decisions = new Map(a.starting_hands.map((hand) => [hand.hand, hand.decision]));
    return new Set(b.starting_hands.filter((hand) => decisions.get(hand.hand) !== hand.decision).map((hand) => hand.hand));
}

function Charts({ a, b, names, sameGame }: { a: RulesAnalysis; b: RulesAnalysis; names: [string, string]; sameGame: boolean }) {
    if (a.starting_hands.length === 0 && b.starting_hands.length === 0) {
        const line = (name: string, cutoff?: string) =>
            cutoff ? `${name}: play ${cutoff} or better.` : `${name}: no one hand divides play from fold.`;
        const alike = a.cutoff && a.cutoff === b.cutoff ? 'Every hand is played alike.' : '';
        return (
            <section class="panel stack">
                <h2>Strategy</h2>
                <p>{line(names[0], a.cutoff)} {line(names[1], b.cutoff)} {alike}</p>
            </section>
        );
    }
    const marked = sameGame ? differing(a, b) : undefined;
    const said = !marked ? 'Different games: their charts cannot be held against each other cell by cell.'
        : marked.size === 0 ? 'Every starting hand is played alike.'
        : `${marked.size} of 169 starting hands ${marked.size === 1 ? 'is' : 'are'} played differently: ${[...marked].join(', ')}.`;
    return (
        <section class="panel stack">
            <p class={`banner ${marked?.size ? 'gold' : ''}`}>{said}</p>
            <div class="charts">
                {[a, b].map((each, i) => each.starting_hands.length > 0 && (
                    <StrategyChart unit="Ante" key={i} title={names[i]!} hands={each.starting_hands} {...(marked ? { marked } : {})} />
                ))}
            </div>
        </section>
    );
}

function AwardPairs({ a, b, names }: { a: ProgressiveAnalysis; b: ProgressiveAnalysis; names: [string, string] }) {
    const pays = (hands: AwardHand[], hand: string) => {
        const found = hands.find((each) => each.hand === hand);
        return found?.pays ? `${found.pays} from ${found.from}` : '–';
    };
    const hands = [...new Set([...a.hands, ...b.hands].filter((hand) => hand.pays).map((hand) => hand.hand))];
    return (
        <section class="panel stack">
            <h2>Awards</h2>
            <Sheet class="compared" label="Awards side by side" columns={['Hand', names[0], names[1]]}>
                {hands.map((hand) => {
                    const [mine, theirs] = [pays(a.hands, hand), pays(b.hands, hand)];
                    return (
                        <tr key={hand}>
                            <th scope="row">{words(hand)}</th><td>{mine}</td>
                            <td class={mine === theirs ? '' : 'differing'}>{theirs}</td>
                        </tr>
                    );
                })}
            </Sheet>
        </section>
    );
}

export function Comparison({ a, b, names }: { a: Answer; b: Answer; names: [string, string] }) {
    if (a.kind === 'rules' && b.kind === 'rules')
        return (
            <>
                <Figures rows={rulesRows(a.analysis, b.analysis)} names={names} />
                <Charts a={a.analysis} b={b.analysis} names={names} sameGame={a.game === b.game} />
            </>
        );
    if (a.kind === 'progressive' && b.kind === 'progressive')
        return (
            <>
                <Figures rows={progressivePairs(a.analysis, b.analysis)} names={names} />
                <AwardPairs a={a.analysis} b={b.analysis} names={names} />
            </>
        );
    return <p class="banner">House rules and a progressive have no figure in common. Choose two of a kind.</p>;
}
