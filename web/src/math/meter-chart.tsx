// The return of one bet as its meter grows: where the line crosses 100 % the bet is fair.
import { useEffect, useRef } from 'preact/hooks';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { Sheet } from '../ui/table';
import { amount, percent } from './format';
import type { MeterCurve } from './types';

const HEIGHT = 280;

// A canvas cannot read variables of the style sheet: a probe tells what they are right now.
function colour(host: HTMLElement, token: string): string {
    const probe = document.createElement('span');
    probe.style.color = `var(${token})`;
    host.append(probe);
    const value = getComputedStyle(probe).color;
    probe.remove();
    return value;
}

function short(value: number): string {
    return value >= 1000 ? `$${(value / 1000).toLocaleString('en-US')}k` : `$${value}`;
}

function upright(plot: uPlot, at: number, stroke: string): void {
    const x = Math.round(plot.valToPos(at, 'x', true));
    const { ctx, bbox } = plot;
    if (x < bbox.left || x > bbox.left + bbox.width) return;
    ctx.save();
    ctx.strokeStyle = stroke;
    ctx.setLineDash([6, 4]);
    ctx.beginPath();
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x, bbox.top + bbox.height);
    ctx.stroke();
    ctx.restore();
}

function draw(host: HTMLElement, curve: MeterCurve): uPlot {
    const [ink, quiet, line, accent, gold, danger] =
        ['--ink', '--quiet', '--line', '--accent', '--gold', '--danger'].map((token) => colour(host, token));
    const axis = { stroke: quiet!, grid: { stroke: line!, width: 1 }, ticks: { stroke: line!, width: 1 }, font: '12px Inter' };
    const options: uPlot.Options = {
        width: host.clientWidth,
        height: HEIGHT,
        legend: { show: false },
        cursor: { show: false },
        scales: { x: { time: false } },
        axes: [
            { ...axis, values: (_, splits) => splits.map(short) },
            { ...axis, size: 60, values: (_, splits) => splits.map((v) => `${Math.round(v * 100)} %`) },
        ],
        series: [
            {},
            { stroke: accent!, width: 3, points: { show: false } },
            { stroke: danger!, width: 1.5, points: { show: false } },
        ],
        hooks: {
            draw: [(plot) => {
                upright(plot, curve.average, gold!);
                if (curve.break_even) upright(plot, curve.break_even, ink!);
            }],
        },
    };
    const x = curve.points.map((p) => p.meter);
    return new uPlot(options, [x, curve.points.map((p) => p.return), x.map(() => 1)], host);
}

export function MeterChart({ curve }: { curve: MeterCurve }) {
    const host = useRef<HTMLDivElement>(null);
    useEffect(() => {
        const box = host.current!;
        let plot = draw(box, curve);
        const again = () => {
            plot.destroy();
            plot = draw(box, curve);
        };
        const dark = matchMedia('(prefers-color-scheme: dark)');
        const size = new ResizeObserver(() => plot.setSize({ width: box.clientWidth, height: HEIGHT }));
        dark.addEventListener('change', again);
        size.observe(box);
        return () => {
            dark.removeEventListener('change', again);
            size.disconnect();
            plot.destroy();
        };
    }, [curve]);
    const at = curve.break_even;
    const fair = at === null ? 'never fair' : at === 0 ? 'always fair' : `fair from ${amount(at)}`;
    return (
        <figure class="stack">
            <div class="meter-chart" ref={host} role="img" aria-label={`Return of one bet by the meter ${curve.name}: ${fair}`} />
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
