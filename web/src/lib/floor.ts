// The floor as the manager tells it: a snapshot, then changes.
import { signal } from '@preact/signals';
import { get } from './api';
import { listen } from './live';
import type { Floor, FloorEvent, LinkBrief, TablePlay } from './types';

export const floor = signal<Floor | null>(null);

type EventFn = (name: string, event: FloorEvent) => void;
const listeners = new Set<EventFn>();

// Calls back for each event of the log that is told at once (claims, alarms, awards …).
export function onEvent(fn: EventFn): () => void {
    listeners.add(fn);
    return () => listeners.delete(fn);
}

function takeLink(link: LinkBrief): void {
    const now = floor.value;
    if (now) floor.value = { ...now, links: now.links.map((old) => (old.link === link.link && link.seq >= old.seq ? link : old)) };
}

// The newest news of each table's play, and how far the log was then.
const plays = new Map<string, { seq: number; play: TablePlay }>();

function takePlay(seq: number, told: TablePlay[]): void {
    for (const play of told) plays.set(play.table, { seq, play });
    const now = floor.value;
    if (!now) return;
    const changed = new Map(told.map((play) => [play.table, play]));
    floor.value = {
        ...now,
        tables: now.tables.map((old) => {
            const play = changed.get(old.table);
            return play ? { ...old, ...play } : old;
        }),
    };
}

// An answer may be older than what was heard while it was on its way.
function takeAnswer(answer: Floor): void {
    const links = new Map(floor.value?.links.map((link) => [link.link, link]));
    floor.value = {
        ...answer,
        links: answer.links.map((link) => {
            const heard = links.get(link.link);
            return heard && heard.seq > link.seq ? heard : link;
        }),
        tables: answer.tables.map((table) => {
            const heard = plays.get(table.table);
            return heard && heard.seq > answer.seq ? { ...table, ...heard.play } : table;
        }),
    };
}

let again: ReturnType<typeof setTimeout> | undefined;

// What the changes do not carry (who is there, which links exist) is asked for, once a second at most.
function lookAgain(): void {
    again ??= setTimeout(async () => {
        again = undefined;
        try {
            takeAnswer(await get<Floor>('/floor'));
        } catch {
            // the stream says when it is back, with a snapshot
        }
    }, 1000);
}

export const live = listen('/api/v1/stream', '/healthz', (name, data) => {
    if (name === 'resync') return;
    const value = JSON.parse(data);
    if (name === 'snapshot') floor.value = value;
    else if (name === 'meters') takeLink(value);
    else if (name === 'play') takePlay(value.seq, value.tables);
    else {
        lookAgain();
        listeners.forEach((fn) => fn(name, value));
    }
});
