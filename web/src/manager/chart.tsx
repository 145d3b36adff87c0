// Draws a meter over time as a line of steps, because between two readings the meter stood still. A library for charts would be
// half of the page's size.
import { useState } from 'preact/hooks';
import { stamp, tick, zoneAt } from '../lib/time';

interface ChartProps {
    label: string;
    unit: string; // stands before each number of the scale
    times: number[]; // milliseconds, strictly increasing
    values: number[];
    until: number; // where the line ends; the last value holds until then
    marks: number[]; // when the meter was hit
    legend: string; // the meaning of the marks
}

const WIDTH = 1000; // of the drawing, which is stretched to the width of its place
const HEIGHT = 160;
const MARGIN = 6;
const CENT = 0.01; // the smallest step of the scale

// Round numbers for the scale, from below the lowest value to above the highest, in steps of 1, 2 or 5 times a power of ten.
function scale(values: number[]): number[] {
    const low = Math.min(...values);
    const high = Math.max(...values, low + CENT);
    const rough = (high - low) / 3;
    const power = 10 ** Math.floor(Math.log10(rough));
    const step = Math.max(CENT, power * ([1, 2, 5].find((n) => n * power >= rough) ?? 10));
    const ticks = [];
    for (let n = Math.floor(low / step); (n - 1) * step < high; n++) ticks.push(n * step);
    return ticks;
}

// The page shows the same values as a table for people who cannot see the chart.
export function Chart({ label, unit, times, values, until, marks, legend }: ChartProps) {
    const ticks = scale(values);
    const [bottom, top] = [ticks[0]!, ticks[ticks.length - 1]!];
    const begin = times[0]!;
    const span = Math.max(until - begin, 1);
    const x = (ms: number) => Math.round(((ms - begin) / span) * WIDTH * 10) / 10;
    const y = (value: number) => Math.round((HEIGHT - MARGIN - ((value - bottom) / (top - bottom)) * (HEIGHT - 2 * MARGIN)) * 10) / 10;
    const number = (value: number) => unit + value.toLocaleString('en', { minimumFractionDigits: Number.isInteger(value) ? 0 : 2, maximumFractionDigits: 2 });
    const [at, setAt] = useState<number | null>(null); // the reading under the pointer
    const point = (event: PointerEvent) => {
        const box = (event.currentTarget as Element).getBoundingClientRect();
        const ms = begin + ((event.clientX - box.left) / box.width) * span;
        const after = times.findIndex((time) => time > ms);
        setAt(Math.max(0, (after < 0 ? times.length : after) - 1));
    };
    const line = values.map((value, i) => `${i === 0 ? 'M' : 'H'}${x(times[i]!)}${i === 0 ? ' ' : 'V'}${y(value)}`).join('') + `H${WIDTH}`;
    return (
        <div class="chart" role="img" aria-label={label}>
            <div class="chart-scale">
                {ticks.map((t) => (
                    <span key={t} style={{ top: `${(y(t) / HEIGHT) * 100}%` }}>{number(t)}</span>
                ))}
            </div>
            <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true" onPointerMove={point} onPointerLeave={() => setAt(null)}>
                {ticks.map((t) => <path key={t} class="chart-grid" d={`M0 ${y(t)}H${WIDTH}`} />)}
                <path class="chart-area" d={`${line}V${HEIGHT}H0z`} />
                <path class="chart-line" d={line} />
                <path class="chart-marks" d={marks.filter((ms) => ms >= begin).map((ms) => `M${x(ms)} 0V${HEIGHT}`).join('')} />
                {at !== null && times[at] !== undefined && <path class="chart-at" d={`M${x(times[at])} 0V${HEIGHT}`} />}
            </svg>
            <p class="chart-read">
                {at !== null && times[at] !== undefined ? `${stamp(times[at])}: ${number(values[at]!)}` : marks.length > 0 && legend}
            </p>
            <div class="chart-times">{[0, 1, 2, 3, 4].map((i) => <span key={i}>{tick(begin + (span * i) / 4, span)}{i === 4 && ` ${zoneAt(until)}`}</span>)}</div>
        </div>
    );
}
