// A hook that reads the log for the activity page: the newest events live, older ones on request.
import { useEffect, useRef, useState } from 'preact/hooks';
import { why } from '../lib/api';
import { floor, live } from '../lib/floor';
import { momentOf } from '../lib/time';
import type { FloorEvent } from '../lib/types';
import type { LogWish } from './log';
import { logHead, readBack, readWindow, seqAt, type LogFilter } from './log-read';

const PAGE = 100;
const MOST_LIVE = 600; // rows that are kept while new ones come in
const LEAP = 2000; // if this many events are missed, the list is read anew; and at most so many are added while somebody reads
const TAIL_MS = 700;

interface Seen {
    events: FloorEvent[]; // newest first
    top: number; // the newest event looked at
    from: number; // the oldest
    first: number; // the first event of the wished period
}

export interface LogView extends Seen {
    atStart: boolean;
    busy: boolean;
    fault: string | null;
    paused: boolean;
    pause: (paused: boolean) => void;
    older: () => void;
    read: (isRead: boolean) => void; // tells whether somebody reads the rows that are shown
}

const nothing: Seen = { events: [], top: 0, from: 1, first: 1 };

function filterOf({ kind, table, link, user }: LogWish): LogFilter {
    return { ...(kind && { kind }), ...(table && { table }), ...(link && { link }), ...(user && { user }) };
}

// "To 14:05" includes that minute.
export const endOf = (until: string) => momentOf(until) + 60_000;

async function begin(wish: LogWish, signal: AbortSignal): Promise<Seen> {
    const head = await logHead();
    const first = wish.since ? await seqAt(momentOf(wish.since), head) : 1;
    const top = wish.until ? (await seqAt(endOf(wish.until), head)) - 1 : head;
    const { events, from } = await readBack(filterOf(wish), top, first, PAGE, signal);
    return { events, top, from, first };
}

// Adds the new events. While somebody reads the list, its older end is not cut off.
async function goOn(wish: LogWish, seen: Seen, isRead: boolean, signal: AbortSignal): Promise<Seen> {
    if (isRead && seen.events.length > MOST_LIVE + LEAP) return seen;
    const head = await logHead();
    if (head <= seen.top) return seen;
    if (head - seen.top > LEAP) return begin(wish, signal);
    const news = (await readWindow(filterOf(wish), seen.top + 1, head, signal)).reverse();
    const events = [...news, ...seen.events];
    if (isRead || events.length <= MOST_LIVE || news.length === 0) return { ...seen, events, top: head };
    const kept = events.slice(0, MOST_LIVE);
    return { ...seen, events: kept, top: head, from: kept[kept.length - 1]!.seq };
}

async function goBack(wish: LogWish, seen: Seen, signal: AbortSignal): Promise<Seen> {
    const { events, from } = await readBack(filterOf(wish), seen.from - 1, seen.first, PAGE, signal);
    return { ...seen, events: [...seen.events, ...events], from };
}

// The events that pass the filter, as far back as they were asked for. New ones are added by themselves unless paused.
export function useLog(wish: LogWish): LogView {
    const key = JSON.stringify(wish);
    const [seen, setSeen] = useState<Seen>(nothing);
    const [busy, setBusy] = useState(true);
    const [fault, setFault] = useState<string | null>(null);
    const [paused, pause] = useState(false);
    const latest = useRef(seen);
    const turn = useRef<(step: (seen: Seen, signal: AbortSignal) => Promise<Seen>) => Promise<void>>(async () => undefined);
    const going = useRef(false);
    const reading = useRef(false);

    useEffect(() => {
        const abort = new AbortController();
        going.current = false;
        // One step at a time, because each continues from the result of the last.
        turn.current = async (step) => {
            if (going.current) return;
            going.current = true;
            try {
                const next = await step(latest.current, abort.signal);
                if (abort.signal.aborted) return;
                latest.current = next;
                setSeen(next);
                setFault(null);
            } catch (error) {
                if (!abort.signal.aborted) setFault(why(error));
            }
            if (!abort.signal.aborted) going.current = false;
            setBusy(false);
        };
        setBusy(true);
        pause(false);
        void turn.current((_, signal) => begin(wish, signal));
        return () => abort.abort();
    }, [key]);

    useEffect(() => {
        if (paused || wish.until) return;
        const timer = setInterval(() => {
            if (live.state.peek() === 'live' && !document.hidden && floor.peek()) void turn.current((s, signal) => goOn(wish, s, reading.current, signal));
        }, TAIL_MS);
        return () => clearInterval(timer);
    }, [key, paused]);

    const older = () => {
        setBusy(true);
        void turn.current((s, signal) => goBack(wish, s, signal));
    };
    return { ...seen, atStart: !busy && seen.from <= seen.first, busy, fault, paused, pause, older, read: (isRead) => (reading.current = isRead) };
}
