// How fast each table plays: rounds in slots of a few seconds, the newest last. What was before the page was opened is read
// from the log, by those who may; nothing is made up.
import { effect, signal } from '@preact/signals';
import { may } from '../lib/session';
import { logHead, readWindow } from './log-read';
import { tables } from './state';

const SLOT_MS = 10_000;
const SLOTS = 24; // four minutes
const LEAST_MS = 20_000; // before that a rate would jump about
const PAST_EVENTS = 8000; // of the log at most: of a floor with more in four minutes the last part of them

interface Pace {
    first: number; // the round in which it was heard of first: what the log has of later ones is counted here already
    round: number;
    slots: number[]; // rounds in each slot; the last one is not over
}

const paces = new Map<string, Pace>();
const began = Date.now();
let slot = Math.floor(began / SLOT_MS);
let hasPast = false;

// Turns once a slot: what is drawn of the paces is drawn again then, not with every round.
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
    if (more > 0 && more < 1000) pace.slots[pace.slots.length - 1]! += more; // a table set back begins anew
    pace.round = round;
}

// Every round begins with one coin-in, whether coins lie there or not. The slot in which the stretch begins is not known whole.
// What the log has goes into the slots beside what was heard, also into the one in which the page came: half a slot looks like
// a table that stopped.
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
    readPast().catch(() => undefined); // then the past stays unknown
});

effect(() => {
    turn(Date.now());
    for (const { table, round } of tables.value) take(table, round);
});
setInterval(() => turn(Date.now()), SLOT_MS / 2);

// The rounds of the slots that are over.
export const slotsOf = (table: string): number[] => paces.get(table)?.slots.slice(0, -1) ?? [];

// Rounds in an hour; null as long as too little was heard.
export function hourly(table: string): number | null {
    const slots = slotsOf(table).slice(-12);
    if ((!hasPast && Date.now() - began < LEAST_MS) || slots.length < 2) return null;
    return Math.round((slots.reduce((sum, n) => sum + n, 0) / slots.length) * (3_600_000 / SLOT_MS));
}
