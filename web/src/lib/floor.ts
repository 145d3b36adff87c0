// The floor as the manager tells it: a snapshot, then changes.
import { signal } from '@preact/signals';
import { get, tokenShown } from './api';
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

// What a sign shows of it: a link and perhaps a table. Null: everything.
interface Follows {
    link: string | null;
    table: string | null;
}
let follows: Follows | null = null;

// Hundreds of tables have news all the time; a sign looks at its own only.
export function followOnly(what: Follows | null): void {
    follows = what;
}

const isMine = (event: FloorEvent) =>
    !follows || (!event['link'] && !event['table']) || event['link'] === follows.link || event['table'] === follows.table;

// Told without reading the message: most are not for us.
const mentions = (data: string, id: string | null) => id !== null && data.includes(JSON.stringify(id));

let again: ReturnType<typeof setTimeout> | undefined;

// What the changes do not carry (who is there, which links exist) is asked for, once a second at most.
function lookAgain(): void {
    again ??= setTimeout(async () => {
        again = undefined;
        try {
            // a sign's token opens this much and no more
            takeAnswer(await get<Floor>(follows || tokenShown() ? '/signs' : '/floor'));
        } catch {
            // the stream says when it is back, with a snapshot
        }
    }, 1000);
}

function takeMeters(data: string): void {
    if (follows && !mentions(data, follows.link)) return;
    const link: LinkBrief = JSON.parse(data);
    const before = floor.value?.links.find((each) => each.link === link.link);
    takeLink(link);
    // a claim that came or went is not always told by itself
    if (follows && before?.pending !== link.pending) lookAgain();
}

function takeTables(data: string): void {
    if (follows && !mentions(data, follows.table)) return;
    const { seq, tables }: { seq: number; tables: TablePlay[] } = JSON.parse(data);
    const own = follows?.table;
    takePlay(seq, own ? tables.filter(({ table }) => table === own) : tables);
}

export const live = listen({ path: '/api/v1/stream', probe: '/healthz', token: tokenShown() }, (name, data) => {
    if (name === 'resync') return;
    if (name === 'meters') return takeMeters(data);
    if (name === 'play') return takeTables(data);
    const value = JSON.parse(data);
    if (name === 'snapshot') {
        floor.value = value;
        return;
    }
    if (name === 'alarm' || isMine(value)) lookAgain(); // one that halts the floor is everybody's
    listeners.forEach((fn) => fn(name, value));
});
