// The course of a session as a fan: the ranges that hold 98, 90 and 50 percent of all sessions after so many rounds, and the
// median.
import { money } from '../../lib/money';

export interface Step {
    rounds: number;
    mean: number;
    std_dev: number;
    ahead: number;
    even: number;
    behind: number;
    quantiles: Record<'q1' | 'q5' | 'q10' | 'q25' | 'q50' | 'q75' | 'q90' | 'q95' | 'q99', string>;
}

type Level = keyof Step['quantiles'];

const WIDTH = 720;
const HEIGHT = 300;
const LETTER = 13; // the widest letter on a phone, where letters are large
const TOP = 18;
const BOTTOM = 36;
const bands: [Level, Level, string][] = [['q1', 'q99', 'fan-98'], ['q5', 'q95', 'fan-90'], ['q25', 'q75', 'fan-50']];

// Round numbers between the two ends, five at most.
function ticks(low: number, high: number): number[] {
    const rough = (high - low) / 4;
    const power = 10 ** Math.floor(Math.log10(rough));
    const step = [1, 2, 5, 10].map((n) => n * power).find((n) => n >= rough) ?? rough;
    const from = Math.ceil(low / step);
    return Array.from({ length: Math.floor(high / step) - from + 1 }, (_, i) => (from + i) * step);
}

export function Fan({ steps }: { steps: Step[] }) {
    const low = Math.min(0, ...steps.map((step) => Number(step.quantiles.q1)));
    const high = Math.max(0, ...steps.map((step) => Number(step.quantiles.q99)));
    const rounds = steps.at(-1)!.rounds;
    const marks = ticks(low, high).map((value) => ({ value, text: money(value.toFixed(2)).replace(/\.00$/, '') }));
    const left = 8 + LETTER * Math.max(...marks.map(({ text }) => text.length));
    const x = (n: number) => left + ((WIDTH - left - 8) * n) / rounds;
    const y = (n: number) => TOP + ((HEIGHT - BOTTOM - TOP) * (high - n)) / Math.max(1e-9, high - low);
    const points = (level: Level) => [[0, 0], ...steps.map((step) => [step.rounds, Number(step.quantiles[level])])].map(([n, v]) => `${x(n!).toFixed(1)},${y(v!).toFixed(1)}`);
    const band = ([from, to]: [Level, Level, string]) => [...points(to), ...points(from).reverse()].join(' ');
    const last = steps.at(-1)!;
    const told = `After ${rounds} rounds half of all sessions lie between ${money(last.quantiles.q25)} and ${money(last.quantiles.q75)}, nine of ten between ${money(last.quantiles.q5)} and ${money(last.quantiles.q95)}.`;
    return (
        <figure class="stack">
            <svg class="fan" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={told}>
                {marks.map(({ value, text }) => (
                    <g key={value}>
                        <line class="grid-line" x1={left} x2={WIDTH - 8} y1={y(value)} y2={y(value)} />
                        <text x={left - 8} y={y(value) + 4} text-anchor="end">{text}</text>
                    </g>
                ))}
                {bands.map((each) => <polygon key={each[2]} class={each[2]} points={band(each)} />)}
                <polyline class="fan-middle" points={points('q50').join(' ')} />
                <line class="fan-zero" x1={left} x2={WIDTH - 8} y1={y(0)} y2={y(0)} />
                {[0, 0.25, 0.5, 0.75, 1].map((part) => (
                    <text key={part} x={x(part * rounds)} y={HEIGHT - 8} text-anchor={part === 1 ? 'end' : 'middle'}>{Math.round(part * rounds).toLocaleString('en-US')}</text>
                ))}
            </svg>
            <figcaption class="row legend">
                <span><span class="swatch fan-50" />half of all sessions</span>
                <span><span class="swatch fan-90" />nine of ten</span>
                <span><span class="swatch fan-98" />98 of 100</span>
                <span><span class="swatch fan-line" />the middle one, by rounds played</span>
            </figcaption>
        </figure>
    );
}
