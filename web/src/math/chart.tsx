// The chart of starting hands, thirteen by thirteen: pairs on the diagonal, suited hands above it. The arrow keys move through the
// grid, and the chosen cell is described in full above it.
import { useRef, useState } from 'preact/hooks';
import { Button } from '../ui/button';
import { Exact } from './exact';
import { change, words } from './format';
import type { StartingHand } from './types';

const RANKS = [...'AKQJT98765432'];
const rankNames: Record<string, string> = { A: 'Ace', K: 'King', Q: 'Queen', J: 'Jack', T: 'Ten' };

function handAt(row: number, column: number): string {
    const high = RANKS[Math.min(row, column)]!;
    const low = RANKS[Math.max(row, column)]!;
    return row === column ? high + low : high + low + (column > row ? 's' : 'o');
}

function handName(hand: string): string {
    const [high, low] = [...hand].map((rank) => rankNames[rank] ?? rank);
    if (hand.length === 2) return `Pair of ${high}s`;
    return `${high} ${low} ${hand.endsWith('s') ? 'suited' : 'offsuit'}`;
}

// The colour depends on the kind of decision and not on its name, because the largest raise may be 5× in one file and 1× in
// another.
function styleOf(decision: string, raises: string[]): string {
    if (decision === 'fold') return 'd-fold';
    if (decision === 'check') return 'd-check';
    return decision === raises[0] ? 'd-high' : 'd-low';
}

function decisionsOf(hands: StartingHand[]): { all: string[]; raises: string[] } {
    const all = [...new Set(hands.map((hand) => hand.decision))];
    const raises = all.filter((d) => d !== 'fold' && d !== 'check').sort((a, b) => parseInt(b) - parseInt(a));
    return { all: [...raises, ...all.filter((d) => d === 'check'), ...all.filter((d) => d === 'fold')], raises };
}

const valuesOf = (hand: StartingHand) =>
    Object.entries(hand).filter((entry): entry is [string, number] => entry[0].startsWith('ev_') && typeof entry[1] === 'number');

function told(hand: StartingHand, unit: string): string {
    const values = valuesOf(hand).map(([key, ev]) => `${words(key.slice(3))} ${change(ev, 4)}`);
    const others = values.length > 1 ? `; ${values.join(', ')}` : '';
    return `${hand.hand}, ${handName(hand.hand)}: ${words(hand.decision)}, ${change(hand.ev, 4)} ${unit}s${others}`;
}

function Detail({ hand, unit, differs }: { hand: StartingHand; unit: string; differs: boolean }) {
    return (
        <div class="chart-detail">
            <span class="chart-hand">{handName(hand.hand)}</span>
            <span class="badge good">{words(hand.decision)}</span>
            {differs && <span class="badge gold">played differently</span>}
            {valuesOf(hand).map(([key, ev]) => (
                <span key={key} class="small"><span class="quiet">{words(key.slice(3))}</span> {change(ev, 6)}</span>
            ))}
            <span class="small quiet">{hand.combos} combinations</span>
            <span class="small chart-exact">= <Exact text={hand.exact} /> {unit}s</span>
        </div>
    );
}

// Colours from red to green by the rank among all hands and not by the value, because values at the top are far apart.
function valueColours(hands: StartingHand[]): Map<string, { background: string; color: string }> {
    const sorted = [...hands].sort((a, b) => a.ev - b.ev).map((hand) => hand.ev);
    return new Map(hands.map((hand) => {
        const part = sorted.indexOf(hand.ev) / Math.max(1, sorted.length - 1);
        return [hand.hand, { background: `hsl(${Math.round(10 + 140 * part)} 60% 76%)`, color: '#10151a' }];
    }));
}

interface ChartProps {
    title: string;
    unit: string;
    hands: StartingHand[];
    marked?: Set<string>;
}

export function StrategyChart({ title, unit, hands, marked }: ChartProps) {
    const [byValue, setByValue] = useState(false);
    const [at, setAt] = useState({ row: 0, column: 0 });
    const table = useRef<HTMLTableElement>(null);
    const byName = new Map(hands.map((hand) => [hand.hand, hand]));
    const { all, raises } = decisionsOf(hands);
    const colours = byValue ? valueColours(hands) : null;
    const current = byName.get(handAt(at.row, at.column));
    const walk = (event: KeyboardEvent) => {
        const step = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key];
        const end = { Home: 0, End: RANKS.length - 1 }[event.key];
        if (!step && end === undefined) return;
        event.preventDefault();
        const clamp = (n: number) => Math.max(0, Math.min(RANKS.length - 1, n));
        const next = { row: clamp(at.row + (step?.[0] ?? 0)), column: end ?? clamp(at.column + (step?.[1] ?? 0)) };
        setAt(next);
        table.current?.querySelector<HTMLElement>(`[data-cell="${next.row}-${next.column}"]`)?.focus();
    };
    return (
        <figure class="chart-figure stack">
            <figcaption class="row apart">
                <h2>{title}</h2>
                <Button kind="plain" aria-pressed={byValue} onClick={() => setByValue(!byValue)}>Colour by value</Button>
                <ul class="row legend">
                    {byValue && <li>worst<span class="value-scale" aria-hidden="true" />best</li>}
                    {!byValue && all.map((d) => <li key={d}><span class={`swatch ${styleOf(d, raises)}`} aria-hidden="true" />{words(d)}</li>)}
                    {marked && <li><span class="swatch differs" aria-hidden="true" />Differs</li>}
                </ul>
            </figcaption>
            {current && <Detail hand={current} unit={unit} differs={marked?.has(current.hand) ?? false} />}
            <div class="table-scroll">
                <table class="chart" role="grid" aria-label={`${title}: suited hands above the diagonal`} ref={table} onKeyDown={walk}>
                    <thead>
                        <tr><td class="chart-corner" />{RANKS.map((rank) => <th key={rank} scope="col">{rank}</th>)}</tr>
                    </thead>
                    <tbody>
                        {RANKS.map((rank, row) => (
                            <tr key={rank}>
                                <th scope="row">{rank}</th>
                                {RANKS.map((_, column) => {
                                    const hand = byName.get(handAt(row, column));
                                    if (!hand) return <td key={column} role="gridcell" />;
                                    const here = row === at.row && column === at.column;
                                    const differs = marked?.has(hand.hand) ?? false;
                                    return (
                                        <td key={column} role="gridcell" data-cell={`${row}-${column}`} tabindex={here ? 0 : -1}
                                            class={`${colours ? '' : styleOf(hand.decision, raises)} ${differs ? 'differs' : ''} ${here ? 'chosen' : ''}`}
                                            aria-label={`${told(hand, unit)}${differs ? '; differs' : ''}`} aria-selected={here} {...(colours ? { style: colours.get(hand.hand)! } : {})}
                                            onFocus={() => setAt({ row, column })} onClick={() => setAt({ row, column })}>
                                            <span aria-hidden="true">{hand.hand}</span>
                                        </td>
                                    );
                                })}
                            </tr>
                        ))}
                    </tbody>
                </table>
            </div>
        </figure>
    );
}
