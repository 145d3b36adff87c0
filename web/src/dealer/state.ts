// The table as its program tells it, and what is pressed here.
import { signal } from '@preact/signals';
import { post, Refusal, why } from '../lib/api';
import { listen } from '../lib/live';
import { showTimesIn } from '../lib/time';
import type { TableState } from './types';

export const table = signal<TableState | null>(null);

export const live = listen({ path: '/api/v1/console/stream', probe: '/api/v1/console', token: '' }, (name, data) => {
    if (name === 'snapshot' || name === 'console') take(JSON.parse(data));
});

// When the progressive was seen to close; a reload of the page keeps it.
export const closedSince = signal<number | null>(null);

export function isClosed(now: TableState): boolean {
    return now.mode === 'closed' || !now.online;
}

function take(now: TableState): void {
    if (now.next !== table.value?.next) early.value = null;
    const kept = `closed ${now.table}`;
    if (isClosed(now)) {
        closedSince.value ??= Number(sessionStorage.getItem(kept)) || Date.now();
        sessionStorage.setItem(kept, String(closedSince.value));
    } else {
        closedSince.value = null;
        sessionStorage.removeItem(kept);
    }
    if (now.zone) showTimesIn(now.zone);
    table.value = now;
}

// One press at a time: a second one waits until the first is answered.
export const busy = signal(false);
// Why the last press came to nothing; and of that, what is not part of the table's state: it did not arrive.
export const pressRefused = signal<string | null>(null);
const trouble = signal<string | null>(null);
// A press that was not taken, as long as what is to be done stays the same.
const early = signal<string | null>(null);

export function refusal(): string | null {
    return early.value ?? trouble.value ?? table.value?.refused ?? null;
}

const ANSWER_MS = 8000;
const PIN_MS = 20_000; // the manager checks it with care
const REST_MS = 350; // a finger that bounces presses once
const BOUNCE_MS = 1000;
const UNANSWERED = 'The table has not answered. Look at what it shows before you press again.';
const ofRound = new Set(['start', 'deal', 'paid', 'back', 'award', 'jpot', 'game over', 'dead', 'fold', 'return']);

let last = { what: '', at: 0 };

// A press of what cannot be pressed now is never lost without a sign; only a finger that bounces has nothing to read.
export function tooEarly(what: string): void {
    if (what === last.what && Date.now() - last.at < BOUNCE_MS) return;
    early.value = pressRefused.value = busy.value
        ? 'that press came too early, the one before was still on its way; press again'
        : 'this cannot be pressed now';
}

// True: done. A press of a round says which round it is for, so that a late one cannot act on the next. What came
// of it is told by the stream, which keeps the order; an answer could be overtaken by newer news.
export async function press(what: string, parts: Record<string, unknown> = {}): Promise<boolean> {
    const now = table.value;
    if (busy.value || !now) return false;
    busy.value = true;
    last = { what, at: Date.now() };
    pressRefused.value = trouble.value = early.value = null;
    const rest = new Promise((done) => setTimeout(done, REST_MS));
    const limit = AbortSignal.timeout('pin' in parts ? PIN_MS : ANSWER_MS);
    try {
        const round = ofRound.has(what) ? { round: now.round } : {};
        await post('/console/press', { press: what, ...round, ...parts }, limit);
        return true;
    } catch (error) {
        const isTold = error instanceof Refusal && error.status === 409;
        pressRefused.value = limit.aborted ? UNANSWERED : why(error);
        if (!isTold) trouble.value = pressRefused.value;
        return false;
    } finally {
        void rest.then(() => (busy.value = false));
    }
}

// The link is being asked, or chips are dropping: nothing of the round can be pressed.
export function isWaiting(now: TableState): boolean {
    return now.request !== null || now.busy || now.mode === 'locking';
}
