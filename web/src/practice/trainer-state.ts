// The state of a dealer's training: the program plays the patrons and the trainee pays. The server judges; the browser keeps the
// answers and the score.
import { computed, signal } from '@preact/signals';
import { why } from '../lib/api';
import { isUnreachable, postPatiently } from '../lib/patient';
import { say } from '../ui/toast';
import { kept, newSeed } from './kept';
import { loadTable, tables } from './tables';
import { isSame, stepOf } from './places';
import type { Dealing, GivenAnswer, Judged, Step, Verdict } from './types';

const RECONNECT_MS = 2000;

interface Drill {
    rules: string;
    seed: number;
    round: number;
    seats: number;
    sideBets: boolean;
    immediate: boolean;
    guided: boolean;
    announced: string | null;
    answers: GivenAnswer[];
    helped: GivenAnswer[]; // wagers that the program settles itself
    counted: boolean[]; // for the announcement and each answer, in this order: whether it is in the score
    began?: number; // when it was dealt, in milliseconds since 1970; if absent, the round is not timed
}

interface Training {
    rules: string;
    seats: number;
    sideBets: boolean;
    immediate: boolean;
    guided: boolean;
    seed: number;
    next: number;
    drill: Drill | null;
    right: number;
    wrong: number;
    streak: number;
    best: number;
    rounds: number; // rounds that were settled to the end
    seatsTimed: number;
    seconds: number; // for all timed seats together
}

const noScore = { right: 0, wrong: 0, streak: 0, best: 0, rounds: 0, seatsTimed: 0, seconds: 0 };
const PAUSE_S = 600; // seconds; a round that took longer was interrupted and is not timed

// From easy to hard: from one seat with its base bets to a full table with side bets and without help.
export const lessons = [
    { label: 'One seat', seats: 1, sideBets: false, immediate: true, guided: true },
    { label: 'Three seats', seats: 3, sideBets: false, immediate: true, guided: true },
    { label: 'Side bets too', seats: 3, sideBets: true, immediate: true, guided: true },
    { label: 'Find the order', seats: 5, sideBets: true, immediate: true, guided: false },
    { label: 'A full table', seats: 7, sideBets: true, immediate: true, guided: false },
    { label: 'As on the floor', seats: 7, sideBets: true, immediate: false, guided: false },
];

export const training = kept<Training>('croupier-practice-dealer', () => ({
    rules: '', seats: 3, sideBets: true, immediate: true, guided: true, seed: newSeed(), next: 1, drill: null, ...noScore,
}));
export const dealing = signal<Dealing | null>(null);
export const judged = signal<Judged | null>(null);
export const picked = signal<Step | null>(null);
export const busy = signal(false);

export function change(part: Partial<Training>): void {
    training.value = { ...training.value, ...part };
}

export function forgetScore(): void {
    change(noScore);
}

export const answeredBy = (step: Step) => training.value.drill?.answers.findIndex((answer) => isSame(answer, step)) ?? -1;

export const isHelped = (step: Step) => training.value.drill?.helped.some((answer) => isSame(answer, step)) ?? false;

const open = computed(() => (dealing.value?.order ?? []).filter((step) => answeredBy(step) < 0 && !isHelped(step)));

export const mustAnnounce = computed(() => (dealing.value?.announcements.length ?? 0) > 0 && training.value.drill?.announced === null);

export const allAnswered = computed(() => dealing.value !== null && !mustAnnounce.value && open.value.length === 0);

// The wager that the trainee settles next: the one that was picked, or with guidance the next in the order.
export const current = computed<Step | null>(() => {
    if (!dealing.value || mustAnnounce.value) return null;
    const choice = picked.value;
    if (choice && open.value.includes(choice)) return choice;
    return training.value.drill?.guided ? (open.value[0] ?? null) : null;
});

function question(drill: Drill): object {
    const { rules, seed, round, seats } = drill;
    return { rules, seed, round, seats, ...(drill.sideBets ? {} : { progressive: null }) };
}

// The program's own answers are sent first, so that the order of wagers that the trainee follows does not stop at them.
async function judge(drill: Drill): Promise<Judged> {
    const said = drill.announced === null ? {} : { announcement: drill.announced };
    const answers = [...drill.helped, ...drill.answers];
    const all = await postPatiently<Judged>('/practice/check', { ...question(drill), ...said, answers });
    return { ...all, answers: all.answers.slice(drill.helped.length) };
}

function count(drill: Drill, verdict: Judged): void {
    const results = [verdict.announcement?.right ?? null, ...verdict.answers.map((answer) => answer.right && answer.in_order)];
    let { right, wrong, streak, best } = training.value;
    results.forEach((good, i) => {
        if (good === null || drill.counted[i]) return;
        if (good) right++;
        else wrong++;
        streak = good ? streak + 1 : 0;
        best = Math.max(best, streak);
    });
    change({ drill: { ...drill, counted: results.map((good) => good !== null) }, right, wrong, streak, best });
}

// Counts a settled round, and the time that its seats took.
function time(drill: Drill): void {
    const { rounds, seatsTimed, seconds } = training.value;
    const took = (Date.now() - (drill.began ?? 0)) / 1000;
    const isTimed = drill.began !== undefined && took < PAUSE_S;
    change({ rounds: rounds + 1, ...(isTimed ? { seatsTimed: seatsTimed + drill.seats, seconds: seconds + took } : {}) });
}

// Runs one request at a time; a refusal leaves everything as it was.
async function alone(work: () => Promise<void>, quietly = false): Promise<'done' | 'refused' | 'unreachable'> {
    if (busy.value) return 'refused';
    busy.value = true;
    try {
        await work();
        return 'done';
    } catch (error) {
        if (!quietly) say(why(error), true);
        return isUnreachable(error) ? 'unreachable' : 'refused';
    } finally {
        busy.value = false;
    }
}

// The program settles side bets that are not part of the lesson. Their right answers come from the server, which says them when it
// judges a wrong one.
async function helpWith(drill: Drill, order: Step[]): Promise<GivenAnswer[]> {
    const side = new Set(tables.value[drill.rules]?.slots.filter((slot) => slot.side).map((slot) => slot.name));
    const steps = drill.sideBets ? [] : order.filter((step) => side.has(step.wager));
    if (steps.length === 0) return [];
    const answers = steps.map((step) => ({ ...stepOf(step), verdict: 'none' as Verdict }));
    const told = await postPatiently<Judged>('/practice/check', { ...question(drill), answers });
    return told.answers.map(({ verdict, amount }, i) => ({ ...stepOf(steps[i]!), verdict, amount }));
}

export async function start(): Promise<void> {
    const { rules, seed, next, seats, sideBets, immediate, guided } = training.value;
    const drill: Drill = {
        rules, seed, round: next, seats, sideBets, immediate, guided, announced: null, answers: [], helped: [], counted: [], began: Date.now(),
    };
    await alone(async () => {
        const dealt = await postPatiently<Dealing>('/practice/dealing', question(drill));
        const helped = await helpWith(drill, dealt.order);
        picked.value = null;
        judged.value = null;
        dealing.value = dealt;
        change({ drill: { ...drill, helped }, next: next + 1 });
    });
}

async function take(drill: Drill): Promise<void> {
    const done = drill.answers.length + drill.helped.length === dealing.value!.order.length;
    if (drill.immediate || done) {
        const verdict = await judge(drill);
        judged.value = verdict;
        count(drill, verdict);
        if (done) time(drill);
    } else change({ drill });
    picked.value = null;
}

export function announce(said: string): void {
    const drill = training.value.drill;
    if (drill) void alone(() => take({ ...drill, announced: said }));
}

export function settle(step: Step, verdict: Verdict, amount: string): void {
    const drill = training.value.drill;
    if (!drill) return;
    const answer: GivenAnswer = { ...stepOf(step), verdict, ...(verdict === 'pay' ? { amount } : {}) };
    void alone(() => take({ ...drill, answers: [...drill.answers, answer] }));
}

export function takeBack(): void {
    const drill = training.value.drill;
    if (drill && !drill.immediate) change({ drill: { ...drill, answers: drill.answers.slice(0, -1) } });
}

export function leave(): void {
    dealing.value = null;
    judged.value = null;
    change({ drill: null });
}

// After a reload, asks the server to deal the same round, again and again until there is an answer. A round that the server no
// longer deals is dropped.
export async function resume(quietly = false): Promise<void> {
    const { drill } = training.value;
    if (!drill || dealing.value) return;
    loadTable(drill.rules);
    const outcome = await alone(async () => {
        const dealt = await postPatiently<Dealing>('/practice/dealing', question(drill));
        const done = drill.answers.length + drill.helped.length === dealt.order.length;
        const said = drill.answers.length > 0 || drill.announced !== null;
        if (said && (drill.immediate || done)) judged.value = await judge(drill);
        dealing.value = dealt;
    }, quietly);
    if (outcome === 'unreachable') setTimeout(() => void resume(true), RECONNECT_MS);
    else if (outcome === 'refused') leave();
}
