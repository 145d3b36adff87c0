// The state of the floor as the manager tells it: a snapshot first, then changes from the stream.
import { signal } from '@preact/signals';
import { get, tokenShown } from './api';
import { listen } from './live';
import type { Floor, FloorEvent, LinkBrief, TablePlay } from './types';

export const floor = signal<Floor | null>(null);

type EventFn = (name: string, event: FloorEvent) => void;
const listeners = new Set<EventFn>();

// Calls back for every event of the log that the stream sends at once (claims, alarms, awards and the like). Returns a function
// that ends it.
export function onEvent(fn: EventFn): () => void {
    listeners.add(fn);
    return () => listeners.delete(fn);
}

function takeLink(link: LinkBrief): void {
    const now = floor.value;
    if (now) floor.value = { ...now, links: now.links.map((old) => (old.link === link.link && link.seq >= old.seq ? link : old)) };
}

// The last play that the stream told of each table, with the sequence number of the log at that moment.
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

// An answer may be older than what the stream has told since it was asked for; then the stream's value stays.
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

// The link and table that a sign shows; null in either place means that the sign has none. `follows` is null on screens that show
// everything.
interface Follows {
    link: string | null;
    table: string | null;
}
let follows: Follows | null = null;

// Hundreds of tables send changes all the time; a sign only reads those of its own link and table.
export function followOnly(what: Follows | null): void {
    follows = what;
}

const isMine = (event: FloorEvent) =>
    !follows || (!event['link'] && !event['table']) || event['link'] === follows.link || event['table'] === follows.table;

// Looks for the name in the text before it is parsed, because most messages are not for this sign.
const mentions = (data: string, id: string | null) => id !== null && data.includes(JSON.stringify(id));

let again: ReturnType<typeof setTimeout> | undefined;

// Changes do not say who is at a table or which links exist, so this is fetched again, at most once a second.
function lookAgain(): void {
    again ??= setTimeout(async () => {
        again = undefined;
        try {
            // A sign's token may read /signs and nothing else.
            takeAnswer(await get<Floor>(follows || tokenShown() ? '/signs' : '/floor'));
        } catch {
            // When the connection is back, the stream sends a new snapshot.
        }
    }, 1000);
}

function takeMeters(data: string): void {
    if (follows && !mentions(data, follows.link)) return;
    const link: LinkBrief = JSON.parse(data);
    const before = floor.value?.links.find((each) => each.link === link.link);
    takeLink(link);
    // The stream does not always tell a sign that a claim came or went; the link's `pending` flag shows it.
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
    if (name === 'alarm' || isMine(value)) lookAgain(); // an alarm may halt the whole floor, so every screen takes it
    listeners.forEach((fn) => fn(name, value));
});
