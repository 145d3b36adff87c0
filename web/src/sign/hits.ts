// The last win of a link, and the win that the sign is celebrating.
import { useSignal, type ReadonlySignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { get, tokenShown } from '../lib/api';
import { floor, live, onEvent } from '../lib/floor';
import type { FloorEvent } from '../lib/types';

export interface Hit {
    seq: number;
    table: string;
    seat: number;
    award: string;
    amount: string;
    high: boolean;
    time: number;
}

const HIGH_MS = 20_000;
const LOW_MS = 12_000;

// A payment from a meter of the link; null for other events. Awards from the tray are not celebrated on signs.
function hitOf(event: FloorEvent, link: string | null): Hit | null {
    const { seq, time, kind, table, seat, award, amount, from, key } = event;
    if ((kind !== 'claim_paid' && kind !== 'award_paid') || event['link'] !== link || !from || from === 'tray') return null;
    return { seq, time, table: String(table), seat: Number(seat), award: String(award), amount: String(amount), high: key === 'high' };
}

type Newest = Pick<Hit, 'seq' | 'table' | 'seat' | 'award' | 'amount'>;

// The newest win of a link. A sign with a token may not read the log, so it gets no time and an old win is not celebrated; the wins
// that it hears of itself are.
async function lastOf(link: string): Promise<Hit | null> {
    const [newest] = (await get<{ hits: Newest[] }>(`/links/${link}`)).hits;
    if (!newest) return null;
    if (tokenShown()) return { ...newest, high: false, time: 0 };
    return hitOf(await get<FloorEvent>(`/log/${newest.seq}`), link);
}

interface Hits {
    last: ReadonlySignal<Hit | null>;
    now: ReadonlySignal<Hit | null>; // being celebrated at this moment
}

const celebrated = (hit: Hit) => (hit.high ? HIGH_MS : LOW_MS);

export function useHits(link: string | null): Hits {
    const last = useSignal<Hit | null>(null);
    const now = useSignal<Hit | null>(null);
    const take = useRef<(hit: Hit | null, age: number) => void>(() => undefined);
    useEffect(() => {
        const waiting: Hit[] = [];
        let timer: ReturnType<typeof setTimeout> | undefined;
        const next = () => {
            const hit = waiting.shift();
            now.value = hit ?? null;
            timer = hit && setTimeout(next, celebrated(hit));
        };
        take.current = (hit, age) => {
            if (!hit || hit.seq <= (last.value?.seq ?? 0)) return;
            last.value = hit;
            if (age > celebrated(hit)) return;
            waiting.push(hit);
            if (!timer) next();
        };
        const off = onEvent((_, event) => take.current(hitOf(event, link), 0));
        return () => {
            off();
            clearTimeout(timer);
            now.value = null;
            last.value = null;
        };
    }, [link]);
    // Reads the win that happened while this page did not listen: before a reload, or while the connection was lost.
    const isLive = live.state.value === 'live';
    useEffect(() => {
        if (!link || !isLive) return undefined;
        let stale = false;
        lastOf(link).then(
            (hit) => !stale && hit && take.current(hit, (floor.value?.time ?? 0) - hit.time),
            () => undefined, // the effect runs again when the connection is back
        );
        return () => void (stale = true);
    }, [link, isLive]);
    return { last, now };
}
