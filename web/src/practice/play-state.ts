// A session of play: bankroll, bets, the round in hand and the rounds before it. The server deals the same
// round to the same question, so all of it can live in the browser and a reload loses nothing.
import { computed, signal } from '@preact/signals';
import { why } from '../lib/api';
import { micros } from '../lib/money';
import { isAborted, isUnreachable, postPatiently } from '../lib/patient';
import { say } from '../ui/toast';
import { kept, newSeed } from './kept';
import { loadTable, tables } from './tables';
import type { Advice, MeterState, RoundView, Slot, Table } from './types';
import { sum, wire } from './words';

export const BUY_IN = '1000.00';
const HISTORY_MAX = 200;
const RECONNECT_MS = 2000;

export interface Hand {
    rules: string;
    seed: number;
    round: number;
    seat: number;
    neighbours: number;
    wagers: Record<string, string>;
    meters: MeterState[];
    actions: string[];
}

export interface Past extends Hand {
    net: string;
}

interface Session {
    rules: string;
    seat: number;
    neighbours: number;
    tellMistakes: boolean;
    bets: Record<string, Record<string, string>>; // by rules, by slot
    seed: number;
    next: number;
    bankroll: string;
    meters: Record<string, MeterState[]>; // by progressive
    hand: Hand | null;
    counted: boolean; // the hand's result is in the bankroll
    replay: { past: Past; actions: string[] } | null;
    history: Past[];
}

const fresh = (): Session => ({
    rules: '', seat: 4, neighbours: 2, tellMistakes: true, bets: {}, seed: newSeed(), next: 1, bankroll: BUY_IN, meters: {},
    hand: null, counted: false, replay: null, history: [],
});

export const session = kept('croupier-practice-play', fresh);
export const view = signal<RoundView | null>(null);
export const advice = signal<Advice | null>(null);
export const adviceShown = signal(false);
export const busy = signal(false);

// The hand on the felt: one that counts, or an old one looked at again.
export const shown = computed<Hand | null>(() => {
    const { replay, hand } = session.value;
    return replay ? { ...replay.past, actions: replay.actions } : hand;
});

export const table = computed<Table | null>(() => tables.value[shown.value?.rules ?? session.value.rules] ?? null);

export function betOn(slot: Slot): string {
    const { bets, rules } = session.value;
    return bets[rules]?.[slot.follows ?? slot.name] ?? slot.default;
}

export const atStake = computed(() => {
    const mine = view.value?.seats.find((seat) => seat.you);
    if (shown.value && mine) return sum(Object.values(mine.wagers));
    const placed = table.value?.slots.filter((slot) => slot.free || slot.follows) ?? [];
    return sum(placed.map(betOn));
});

// What is left in the rack; chips on the felt are out of it until they are settled.
export const rack = computed(() => {
    const { bankroll, counted, replay, hand } = session.value;
    return micros(bankroll) - (replay || counted || !hand ? 0n : atStake.value);
});

export function change(part: Partial<Session>): void {
    session.value = { ...session.value, ...part };
}

export function placeBet(slot: Slot, amount: bigint): void {
    const { bets, rules } = session.value;
    const most = slot.max === null ? amount : micros(slot.max);
    const text = wire(amount > most ? most : amount < 0n ? 0n : amount);
    change({ bets: { ...bets, [rules]: { ...bets[rules], [slot.name]: text } } });
}

function question(hand: Hand, withAdvice: boolean): object {
    const { rules, seed, round, seat, neighbours, wagers, meters, actions } = hand;
    const known = meters.length > 0 ? { meters } : {};
    return { rules, seed, round, seat, neighbours, wagers, actions, ...known, advice: withAdvice };
}

let adviser: AbortController | null = null;

async function askAdvice(): Promise<void> {
    adviser?.abort();
    const hand = shown.value;
    if (!hand) return;
    const mine = new AbortController();
    adviser = mine;
    try {
        advice.value = (await postPatiently<RoundView>('/practice/round', question(hand, true), mine.signal)).advice;
    } catch (error) {
        if (!isAborted(error)) say(why(error), true);
    }
}

export function showAdvice(): void {
    adviceShown.value = true;
    void askAdvice();
}

// The result goes into the bankroll and the history in one step, once.
function count(hand: Hand, settled: RoundView): void {
    const { bankroll, meters, history } = session.value;
    const progressive = tables.value[hand.rules]?.progressive?.name;
    change({
        hand,
        counted: true,
        bankroll: wire(micros(bankroll) + micros(settled.net ?? '0')),
        meters: progressive ? { ...meters, [progressive]: settled.meters } : meters,
        history: [{ ...hand, net: settled.net ?? '0.00' }, ...history].slice(0, HISTORY_MAX),
    });
}

function take(hand: Hand, answer: RoundView): void {
    const { replay, counted } = session.value;
    if (replay) change({ replay: { ...replay, actions: hand.actions } });
    else if (answer.phase === 'settled' && !counted) count(hand, answer);
    else change({ hand });
    view.value = answer;
    adviceShown.value = false;
    advice.value = null;
    if (session.value.tellMistakes && hand.actions.length > 0) void askAdvice();
}

// Nothing changes before the server has answered; a refusal leaves everything as it was.
async function show(hand: Hand, quietly = false): Promise<'shown' | 'refused' | 'unreachable'> {
    if (busy.value) return 'refused';
    busy.value = true;
    adviser?.abort();
    try {
        take(hand, await postPatiently<RoundView>('/practice/round', question(hand, false)));
        return 'shown';
    } catch (error) {
        if (!quietly) say(why(error), true);
        return isUnreachable(error) ? 'unreachable' : 'refused';
    } finally {
        busy.value = false;
    }
}

export async function deal(): Promise<void> {
    const { rules, seed, next, seat, neighbours, meters } = session.value;
    const chosen = table.value;
    if (!chosen) return;
    const bets = chosen.slots.filter((slot) => slot.free).map((slot) => [slot.name, betOn(slot)] as const);
    const wagers = Object.fromEntries(bets.filter(([, amount]) => micros(amount) > 0n));
    change({ counted: false });
    const before = meters[chosen.progressive?.name ?? ''] ?? [];
    const outcome = await show({ rules, seed, round: next, seat, neighbours, wagers, meters: before, actions: [] });
    if (outcome === 'shown') change({ next: next + 1 });
}

export function act(action: string): void {
    const hand = shown.value;
    if (hand) void show({ ...hand, actions: [...hand.actions, action] });
}

export function clearFelt(): void {
    adviser?.abort();
    change({ hand: null, counted: false, replay: null });
    view.value = null;
    advice.value = null;
}

export async function replay(past: Past): Promise<void> {
    clearFelt();
    loadTable(past.rules);
    change({ replay: { past, actions: [] } });
    if ((await show({ ...past, actions: [] })) !== 'shown') clearFelt();
}

export function newSession(): void {
    const { rules, seat, neighbours, tellMistakes, bets } = session.value;
    clearFelt();
    session.value = { ...fresh(), rules, seat, neighbours, tellMistakes, bets };
}

// After a reload the server tells again what was on the felt; it is asked until it does. A hand that it no
// longer deals is gone.
export async function resume(quietly = false): Promise<void> {
    const hand = shown.value;
    if (!hand || view.value) return;
    loadTable(hand.rules);
    const outcome = await show(hand, quietly);
    if (outcome === 'unreachable') setTimeout(() => void resume(true), RECONNECT_MS);
    else if (outcome === 'refused') clearFelt();
}
