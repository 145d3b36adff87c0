// How fast each table plays, as far as this page has heard: rounds in slots of a few seconds, the newest last. A table that
// was not heard of for long has no rate; nothing is made up.
import { effect, signal } from '@preact/signals';
import { tables } from './state';

const SLOT_MS = 10_000;
const SLOTS = 24; // four minutes
const LEAST_MS = 20_000; // before that a rate would jump about

interface Pace {
    round: number;
    slots: number[]; // rounds in each slot; the last one is not over
}

const paces = new Map<string, Pace>();
const began = Date.now();
let slot = Math.floor(began / SLOT_MS);

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
    if (!pace) return void paces.set(table, { round, slots: [0] });
    const more = round - pace.round;
    if (more > 0 && more < 1000) pace.slots[pace.slots.length - 1]! += more; // a table set back begins anew
    pace.round = round;
}

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
    if (Date.now() - began < LEAST_MS || slots.length < 2) return null;
    return Math.round((slots.reduce((sum, n) => sum + n, 0) / slots.length) * (3_600_000 / SLOT_MS));
}
