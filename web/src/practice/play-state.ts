// The state of a session of play: bankroll, bets, the present round and the rounds before it. The server deals the same round again
// for the same question, so the browser can keep everything and a reload loses nothing.
import { computed, signal } from '@preact/signals';
import { why } from '../lib/api';
import { micros } from '../lib/money';
import { isAborted, isUnreachable, postPatiently } from '../lib/patient';
import { place } from '../lib/router';
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

// A decision that was not the best: its place among the decisions of the hand, and its cost.
interface Mistake {
    at: number;
    cost: string;
}

export interface Past extends Hand {
    net: string;
    mistakes?: Mistake[];
}

// The sum over decisions of one kind.
interface Tally {
    decisions: number;
    right: number;
    lost: string;
}

interface Session {
    rules: string;
    seat: number;
    neighbours: number;
    tellMistakes: boolean;
    bets: Record<string, Record<string, string>>; // by name of the rules, then by slot
    seed: number;
    next: number;
    bankroll: string;
    meters: Record<string, MeterState[]>; // by name of the progressive
    hand: Hand | null;
    counted: boolean; // the result of the hand is in the bankroll
    replay: { past: Past; actions: string[] } | null;
    history: Past[];
    tallies: Record<string, Tally>; // by rules and kind of decision: "uth-cn river"
}

const fresh = (): Session => ({
    rules: '', seat: 4, neighbours: 2, tellMistakes: true, bets: {}, seed: newSeed(), next: 1, bankroll: BUY_IN, meters: {},
    hand: null, counted: false, replay: null, history: [], tallies: {},
});

export const session = kept('croupier-practice-play', fresh);
export const view = signal<RoundView | null>(null);
export const advice = signal<Advice | null>(null);
export const adviceShown = signal(false);
export const busy = signal(false);

// The hand on the felt: the present one, or an earlier one that is looked at again.
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

// The amount in the rack. Chips on the felt are not part of it until they are settled.
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

// Adds the decisions of a finished hand to the session's tally and to its history, once.
function tally(hand: Hand, found: Advice): void {
    const { history, tallies } = session.value;
    const past = history.find((each) => each.rules === hand.rules && each.seed === hand.seed && each.round === hand.round);
    if (!past || past.mistakes) return;
    const next = { ...tallies };
    for (const { stage, loss, cost } of found.decisions) {
        const kind = `${hand.rules} ${stage}`;
        const before = next[kind] ?? { decisions: 0, right: 0, lost: '0.00' };
        next[kind] = { decisions: before.decisions + 1, right: before.right + (loss === 0 ? 1 : 0), lost: wire(micros(before.lost) + micros(cost)) };
    }
    const mistakes = found.decisions.flatMap(({ loss, cost }, at) => (loss > 0 ? [{ at, cost }] : []));
    change({ tallies: next, history: history.map((each) => (each === past ? { ...each, mistakes } : each)) });
}

async function judge(hand: Hand): Promise<void> {
    try {
        const found = (await postPatiently<RoundView>('/practice/round', question(hand, true))).advice;
        if (found) tally(hand, found);
    } catch {
        // A hand that could not be judged stays out of the tally.
    }
}

export function showAdvice(): void {
    adviceShown.value = true;
    void askAdvice();
}

// Adds the result to the bankroll and to the history in one step, once.
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
    else if (answer.phase === 'settled' && !counted) {
        count(hand, answer);
        void judge(hand);
    }
    else change({ hand });
    view.value = answer;
    adviceShown.value = false;
    advice.value = null;
    if (session.value.tellMistakes && hand.actions.length > 0) void askAdvice();
}

type Outcome = 'shown' | 'refused' | 'unreachable';

let asked: Promise<Outcome> = Promise.resolve('shown'); // the last request, running or ended

function show(hand: Hand, quietly = false): Promise<Outcome> {
    if (busy.value) return Promise.resolve('refused');
    return (asked = ask(hand, quietly));
}

// The state changes only after the server has answered; a refusal leaves everything as it was.
async function ask(hand: Hand, quietly: boolean): Promise<Outcome> {
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

export async function replay(past: Past, from = 0): Promise<void> {
    const actions = past.actions.slice(0, from);
    await asked; // a page that was just loaded may still be asking for its last hand
    clearFelt();
    loadTable(past.rules);
    change({ replay: { past, actions } });
    if ((await show({ ...past, actions })) !== 'shown') clearFelt();
}

// The costliest mistakes that were not tried again yet. Each is offered once in a visit.
const tried = signal<Set<string>>(new Set());

function placeOf(past: Past, { at }: Mistake): string {
    return `${past.rules} ${past.seed} ${past.round} ${at}`;
}

export const misplayed = computed(() => session.value.history
    .flatMap((past) => (past.mistakes ?? []).map((mistake) => ({ past, mistake })))
    .filter(({ past, mistake }) => !tried.value.has(placeOf(past, mistake)))
    .sort((a, b) => Number(micros(b.mistake.cost) - micros(a.mistake.cost))));

export function tryAgain(): void {
    const worst = misplayed.value[0];
    if (!worst) return;
    tried.value = new Set([...tried.value, placeOf(worst.past, worst.mistake)]);
    void replay(worst.past, worst.mistake.at);
}

// ---- New spots ----

const SPOTS = 12; // rounds to search for one

// The kind of decision that has cost most: "uth-cn river".
export const weakest = computed<string | null>(() => {
    const lost = Object.entries(session.value.tallies).filter(([, tally]) => micros(tally.lost) > 0n);
    return lost.sort(([, a], [, b]) => Number(micros(b.lost) - micros(a.lost)))[0]?.[0] ?? null;
});

// The difference between the two best actions: the smaller it is, the more there is to learn.
function gapOf({ options }: Advice): number {
    const values = options.map(({ value }) => value).sort((a, b) => b - a);
    return values.length > 1 ? values[0]! - values[1]! : Infinity;
}

// Plays a new round as well as possible up to a decision of this kind. Null if the round does not come to one.
async function spotIn(hand: Hand, stage: string): Promise<{ hand: Hand; gap: number } | null> {
    let at = hand;
    for (;;) {
        const told = await postPatiently<RoundView>('/practice/round', question(at, true));
        if (told.phase === 'settled' || !told.advice) return null;
        if (told.stage === stage) return { hand: at, gap: gapOf(told.advice) };
        if (told.advice.best === null) return null;
        at = { ...at, actions: [...at.actions, told.advice.best] };
    }
}

// Searches a few new rounds for the kind of decision that has cost most, and shows the one that is hardest to decide. Like every
// hand that is looked at again, it does not count for the bankroll.
export async function newSpot(): Promise<void> {
    const [rules, stage] = weakest.value?.split(' ') ?? [];
    const like = session.value.history.find((past) => past.rules === rules);
    if (!stage || !like || busy.value) return;
    const seed = newSeed();
    let found: { hand: Hand; gap: number } | null = null;
    busy.value = true;
    try {
        for (let round = 1; round <= SPOTS; round++) {
            const spot = await spotIn({ ...like, seed, round, actions: [] }, stage);
            if (spot && (!found || spot.gap < found.gap)) found = spot;
        }
    } catch (error) {
        say(why(error), true);
    }
    busy.value = false;
    if (found) await replay({ ...found.hand, net: '0.00' }, found.hand.actions.length);
    else say('No such decision came up in a dozen hands; try again.');
}

// ---- A hand as a link ----

const KEY = 'hand=';

export function linkOf({ rules, seed, round, seat, neighbours, wagers, meters, actions }: Hand): string {
    const text = JSON.stringify({ rules, seed, round, seat, neighbours, wagers, meters, actions });
    const digits = btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
    return `${location.origin}${location.pathname}#/play/${KEY}${digits}`;
}

// Reads the hand in a link; null if it is none. A link may contain anything, so the server checks the rest.
function handOfLink(part: string): Past | null {
    try {
        const hand = JSON.parse(atob(part.slice(KEY.length).replaceAll('-', '+').replaceAll('_', '/'))) as Past;
        return typeof hand.rules === 'string' && Array.isArray(hand.actions) && Array.isArray(hand.meters) ? { ...hand, net: '0.00' } : null;
    } catch {
        return null;
    }
}

export function openLink(): void {
    const part = place.value.split('/').find((each) => each.startsWith(KEY));
    if (!part) return;
    const hand = handOfLink(part);
    history.replaceState(null, '', '#/play');
    place.value = 'play'; // opened once: a second request would clear what the first shows
    if (hand) void replay(hand);
    else say('This link holds no hand.', true);
}

export function newSession(): void {
    const { rules, seat, neighbours, tellMistakes, bets } = session.value;
    clearFelt();
    session.value = { ...fresh(), rules, seat, neighbours, tellMistakes, bets };
}

// After a reload, asks the server for the hand that was on the felt, again and again until there is an answer. A hand that the
// server no longer deals is dropped.
export async function resume(quietly = false): Promise<void> {
    const hand = shown.value;
    if (!hand || view.value) return;
    loadTable(hand.rules);
    const outcome = await show(hand, quietly);
    if (outcome === 'unreachable') setTimeout(() => void resume(true), RECONNECT_MS);
    else if (outcome === 'refused') clearFelt();
}
