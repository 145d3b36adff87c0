// The meters of each link as this page has heard them since it was opened: the newest end of a chart, and the whole chart while the
// manager gives no history.
import { effect } from '@preact/signals';
import { floor, live } from '../lib/floor';

export interface Point {
    time: number; // milliseconds since 1970
    amounts: string[];
}

const MOST = 3600;
const EVERY_MS = 1000;
const points = new Map<string, Point[]>();

export const heard = (link: string): Point[] => points.get(link) ?? [];

// Of several values within a second only the newest is kept.
function take(link: string, point: Point): void {
    const old = points.get(link) ?? [];
    const last = old[old.length - 1];
    if (last && last.amounts.join() === point.amounts.join()) return;
    const before = old.length > 1 && last && point.time - old[old.length - 2]!.time < EVERY_MS ? old.slice(0, -1) : old;
    points.set(link, [...before.slice(1 - MOST), point]);
}

effect(() => {
    const now = floor.value;
    if (now && live.state.peek() === 'live')
        for (const link of now.links) take(link.link, { time: Date.now(), amounts: link.meters.map((m) => m.amount) });
});
