// A chart of a link's meters over time.
import { useEffect, useState } from 'preact/hooks';
import { get } from '../lib/api';
import { currencySign, micros, money } from '../lib/money';
import { stamp } from '../lib/time';
import type { LinkBrief } from '../lib/types';
import { Button } from '../ui/button';
import { Chart } from './chart';
import { heard, type Point } from './heard';
import { kept } from './kept';
import { useLoad } from './use-load';

const HOUR = 3_600_000;
const ranges = [
    { id: 'hour', name: 'Hour', ms: HOUR },
    { id: 'day', name: 'Day', ms: 24 * HOUR },
    { id: 'week', name: 'Week', ms: 7 * 24 * HOUR },
];
const POINTS = 200;
const AGAIN_MS = 60_000;
const HITS = 25; // the manager keeps no more hits of a link at hand

const wanted = kept('history-range', 'hour');

interface Past {
    points: Point[];
    hits: { time: number; from: string }[];
}

function remembered(link: string, ms: number, signal: AbortSignal): Promise<Past> {
    const until = Date.now();
    return get<Past>(`/links/${link}/history?since=${until - ms}&until=${until}&points=${POINTS}`, signal);
}

// The manager's history, continued with what this page has heard since. The times increase strictly.
function joined(past: Point[], link: string, ms: number): Point[] {
    const end = past[past.length - 1]?.time ?? 0;
    const since = Date.now() - ms;
    return [...past, ...heard(link).filter((p) => p.time > end)].filter((p) => p.time >= since);
}

function AsTable({ names, points }: { names: string[]; points: Point[] }) {
    return (
        <details>
            <summary>The same as a table</summary>
            <div class="table-scroll tall" role="region" aria-label="History as a table" tabIndex={0}>
                <table class="table stacks">
                    <thead><tr><th>Time</th>{names.map((name) => <th key={name} class="number">{name}</th>)}</tr></thead>
                    <tbody>
                        {[...points].reverse().map((p) => (
                            <tr key={p.time}>
                                <td class="all">{stamp(p.time)}</td>
                                {p.amounts.map((a, i) => <td key={i} class="all number" data-label={names[i]}>{money(a)}</td>)}
                            </tr>
                        ))}
                    </tbody>
                </table>
            </div>
        </details>
    );
}

const toNumber = (amount: string) => Number(micros(amount) / 10_000n) / 100; // only for drawing

// Calls onKnown when the first answer is drawn.
export function History({ brief, onKnown }: { brief: LinkBrief; onKnown: () => void }) {
    const range = ranges.find((r) => r.id === wanted.value) ?? ranges[0]!;
    const [turn, setTurn] = useState(0);
    useEffect(() => {
        const timer = setInterval(() => setTurn((n) => n + 1), AGAIN_MS);
        return () => clearInterval(timer);
    }, []);
    const { value: past, fault } = useLoad((signal) => remembered(brief.link, range.ms, signal), `${brief.link} ${range.id}`, turn);
    const isKnown = past !== null || fault !== null;
    useEffect(() => {
        if (isKnown) onKnown();
    }, [isKnown]);
    const points = joined(past?.points ?? [], brief.link, range.ms);
    const names = brief.meters.map((m) => m.name);
    const legend = `A dashed line: paid from this meter${(past?.hits.length ?? 0) < HITS ? '' : `, of the last ${HITS} payments of the link`}.`;
    const times = points.map((p) => p.time);
    return (
        <section class="panel stack">
            <div class="row apart">
                <h2>History</h2>
                <div class="row" role="group" aria-label="Range of the history">
                    {ranges.map((r) => (
                        <Button key={r.id} aria-pressed={r === range} onClick={() => (wanted.value = r.id)}>{r.name}</Button>
                    ))}
                </div>
            </div>
            {fault && <p class="fault">{fault}</p>}
            {points.length < 2 && <p class="quiet">{past ? 'Nothing has changed in this time.' : 'Asking the manager…'}</p>}
            {points.length > 1 && names.map((name, i) => (
                <figure key={name}>
                    <figcaption>{name}</figcaption>
                    <Chart label={`${name} over the last ${range.id}, now ${money(brief.meters[i]!.amount)}`} unit={currencySign()} times={times}
                        until={Date.now()} legend={legend} marks={(past?.hits ?? []).filter((h) => h.from === name).map((h) => h.time)}
                        values={points.map((p) => toNumber(p.amounts[i] ?? '0'))} />
                </figure>
            ))}
            {points.length > 1 && <AsTable names={names} points={points} />}
        </section>
    );
}
