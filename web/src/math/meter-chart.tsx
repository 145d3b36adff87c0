// A chart of the return of one bet against the size of its meter. Where the line crosses 100 % the bet is fair.
import { currencySign } from '../lib/money';
import { Sheet } from '../ui/table';
import { amount, percent } from './format';
import type { MeterCurve } from './types';

const [WIDTH, HEIGHT, LEFT, BOTTOM, TOP, RIGHT] = [900, 280, 60, 28, 12, 24];

function short(value: number): string {
    return currencySign() + (value >= 1000 ? `${(value / 1000).toLocaleString('en-US')}k` : value);
}

// About `about` round numbers from 0 to the largest.
function ticks(most: number, about: number): number[] {
    const rough = most / about;
    const ten = 10 ** Math.floor(Math.log10(rough));
    const step = ten * ([1, 2, 5, 10].find((n) => n * ten >= rough) ?? 10);
    return Array.from({ length: Math.floor(most / step) + 1 }, (_, i) => i * step);
}

function Drawing({ curve }: { curve: MeterCurve }) {
    const mostX = Math.max(...curve.points.map((p) => p.meter));
    const mostY = Math.max(1.05, ...curve.points.map((p) => p.return));
    const x = (meter: number) => LEFT + (meter / mostX) * (WIDTH - LEFT - RIGHT);
    const y = (part: number) => HEIGHT - BOTTOM - (part / mostY) * (HEIGHT - BOTTOM - TOP);
    const upright = (at: number, style: string) =>
        at <= mostX && <line class={style} x1={x(at)} x2={x(at)} y1={TOP} y2={HEIGHT - BOTTOM} />;
    return (
        <svg class="meter-drawing" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
            {ticks(mostX, 8).map((at) => (
                <g key={at}><line class="grid-line" x1={x(at)} x2={x(at)} y1={TOP} y2={HEIGHT - BOTTOM} />
                    <text x={x(at)} y={HEIGHT - 8} text-anchor="middle">{short(at)}</text></g>
            ))}
            {ticks(mostY, 5).map((at) => (
                <g key={at}><line class="grid-line" x1={LEFT} x2={WIDTH - RIGHT} y1={y(at)} y2={y(at)} />
                    <text x={LEFT - 8} y={y(at) + 4} text-anchor="end">{Math.round(at * 100)} %</text></g>
            ))}
            {upright(curve.average, 'gold-line')}
            {curve.break_even !== null && curve.break_even > 0 && upright(curve.break_even, 'ink-line')}
            <line class="fair-line" x1={LEFT} x2={WIDTH - RIGHT} y1={y(1)} y2={y(1)} />
            <polyline class="return-line" points={curve.points.map((p) => `${x(p.meter)},${y(p.return)}`).join(' ')} />
        </svg>
    );
}

export function MeterChart({ curve }: { curve: MeterCurve }) {
    const at = curve.break_even;
    const fair = at === null ? 'never fair' : at === 0 ? 'always fair' : `fair from ${amount(at)}`;
    return (
        <figure class="stack">
            <div class="meter-chart" role="img" aria-label={`Return of one bet by the meter ${curve.name}: ${fair}`}><Drawing curve={curve} /></div>
            <figcaption class="row legend small">
                <span><span class="swatch line-accent" aria-hidden="true" />Return of one bet</span>
                <span><span class="swatch line-danger" aria-hidden="true" />100 %: a fair bet</span>
                <span><span class="swatch line-gold" aria-hidden="true" />Average jackpot {amount(curve.average)}</span>
                <span><span class="swatch line-ink" aria-hidden="true" />The bet is {fair}</span>
            </figcaption>
            <details>
                <summary>The same in numbers</summary>
                <Sheet label="Return of one bet by the meter" columns={['Meter#', 'Return of one bet#']}>
                    {curve.points.map((p) => (
                        <tr key={p.meter}><td class="number">{amount(p.meter)}</td><td class="number">{percent(p.return, 4)}</td></tr>
                    ))}
                </Sheet>
            </details>
        </figure>
    );
}
