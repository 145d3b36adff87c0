// How fast each table plays: rounds in slots of ten seconds, the newest last. The minutes before the page was opened are read from
// the log, by those who may read it; nothing is estimated.
import { effect, signal } from '@preact/signals';
import { may } from '../lib/session';
import { logHead, readWindow } from './log-read';
import { tables } from './state';

const SLOT_MS = 10_000;
const SLOTS = 24; // four minutes
const LEAST_MS = 20_000; // with less time than this a rate would jump about
const PAST_EVENTS = 8000; // events of the log to read; a busy floor may have more in four minutes, then the earlier part is missing

interface Pace {
    first: number; // the round when it was first heard of; later rounds are counted live, so the log's are not added
    round: number;
    slots: number[]; // rounds in each slot; the last slot is not over
}

const paces = new Map<string, Pace>();
const began = Date.now();
let slot = Math.floor(began / SLOT_MS);
let hasPast = false;

// Increases once a slot, so that what depends on the paces is drawn then and not with every round.
export const paceTurn = signal(0);

function turn(now: number): void {
    const next = Math.floor(now / SLOT_MS);
    if (next === slot) return;
    for (const pace of paces.values()) {
        for (let n = Math.min(next - slot, SLOTS); n > 0; n--) pace.slots.push(0);
        pace.slots = pace.slots.slice(-SLOTS);
    }
    slot = next;
    paceTurn.value++;
}

function take(table: string, round: number): void {
    const pace = paces.get(table);
    if (!pace) return void paces.set(table, { first: round, round, slots: [0] });
    const more = round - pace.round;
    if (more > 0 && more < 1000) pace.slots[pace.slots.length - 1]! += more; // the number of a table that was set back is not counted
    pace.round = round;
}

// Adds the rounds in the log to the slots. Every round begins with one coin_in event, with or without coins. The slot in which the
// read part of the log begins is left out, because it is not complete. Rounds from the log are also added to the slot in which the
// page was opened, since half a slot would look like a table that stopped.
async function readPast(): Promise<void> {
    const head = await logHead();
    const from = Math.max(1, head - PAST_EVENTS + 1);
    const rounds = await readWindow({ kind: 'coin_in' }, from, head);
    const slotOf = (time: number) => Math.floor(time / SLOT_MS);
    const oldest = slotOf(rounds[0]?.time ?? began) + (from === 1 ? 0 : 1);
    const first = Math.min(slot, Math.max(slot - SLOTS + 1, oldest));
    for (const [table, pace] of paces) {
        const slots = new Array<number>(slot - first + 1).fill(0);
        const own = slots.length - pace.slots.length;
        pace.slots.forEach((n, i) => (slots[Math.max(0, own + i)]! += n));
        for (const each of rounds.filter((e) => e.table === table && Number(e.round) <= pace.first)) {
            const at = slotOf(each.time) - first;
            if (at >= 0) slots[Math.min(at, slots.length - 1)]!++;
        }
        pace.slots = slots;
    }
    hasPast = true;
    paceTurn.value++;
}

let isAsked = false;
effect(() => {
    if (isAsked || tables.value.length === 0 || !may('books')) return;
    isAsked = true;
    readPast().catch(() => undefined); // then only the time since the page was opened is known
});

effect(() => {
    turn(Date.now());
    for (const { table, round } of tables.value) take(table, round);
});
setInterval(() => turn(Date.now()), SLOT_MS / 2);

// The rounds of the slots that are over.
export const slotsOf = (table: string): number[] => paces.get(table)?.slots.slice(0, -1) ?? [];

// Rounds per hour; null while too little has been heard.
export function hourly(table: string): number | null {
    const slots = slotsOf(table).slice(-12);
    if ((!hasPast && Date.now() - began < LEAST_MS) || slots.length < 2) return null;
    return Math.round((slots.reduce((sum, n) => sum + n, 0) / slots.length) * (3_600_000 / SLOT_MS));
}
