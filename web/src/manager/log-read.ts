// Reads the log backwards. The manager answers forwards from a number, so windows are requested that each end where the last one
// began. They grow while little is found, and the search stops after a bounded stretch.
import { get } from '../lib/api';
import type { FloorEvent } from '../lib/types';

export interface LogFilter {
    kind?: string;
    table?: string;
    link?: string;
    user?: string;
}

interface Answer {
    events: FloorEvent[];
    next: number | null;
}

interface LogPart {
    events: FloorEvent[]; // newest first
    from: number; // everything from this event on was searched
}

const WINDOW_FIRST = 500;
const WINDOW_MOST = 40_000;
const STRETCH = 200_000;

// The number of the newest event, from /readyz. That address is outside of /api/v1, and answering it costs the manager next to
// nothing.
export async function logHead(): Promise<number> {
    return (await get<{ seq: number }>('/../../readyz')).seq;
}

function query(filter: LogFilter, more: Record<string, number>): string {
    const all = new URLSearchParams();
    for (const [name, value] of Object.entries({ ...filter, ...more })) if (value) all.set(name, String(value));
    return `/log?${all}`;
}

// Every event of the window that passes the filter, oldest first.
export async function readWindow(filter: LogFilter, from: number, to: number, signal?: AbortSignal): Promise<FloorEvent[]> {
    const found: FloorEvent[] = [];
    for (let next: number | null = from; next !== null && next <= to;) {
        const answer: Answer = await get<Answer>(query(filter, { from: next, to, limit: 1000 }), signal);
        found.push(...answer.events);
        next = answer.next;
    }
    return found;
}

// At least `many` events up to and with `to`, newest first, unless the search reaches `first` or the end of its stretch before.
export async function readBack(filter: LogFilter, to: number, first: number, many: number, signal?: AbortSignal): Promise<LogPart> {
    let events: FloorEvent[] = [];
    let window = WINDOW_FIRST;
    let upper = to;
    while (upper >= first && events.length < many && to - upper < STRETCH) {
        const from = Math.max(first, upper - window + 1);
        events = events.concat((await readWindow(filter, from, upper, signal)).reverse());
        upper = from - 1;
        window = Math.min(window * 4, WINDOW_MOST);
    }
    return { events, from: upper + 1 };
}

// The number of the first event that is not before `time`, by bisection, since the log's times never decrease.
export async function seqAt(time: number, head: number): Promise<number> {
    let low = 1;
    let high = head + 1;
    while (low < high) {
        const middle = Math.floor((low + high) / 2);
        const { events } = await get<Answer>(`/log?from=${middle}&limit=1`);
        if (events[0] && events[0].time < time) low = middle + 1;
        else high = middle;
    }
    return low;
}
