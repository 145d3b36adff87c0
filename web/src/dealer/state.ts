// The state of the table as its program tells it, and the requests that presses at this screen send.
import { signal } from '@preact/signals';
import { post, Refusal, why } from '../lib/api';
import { listen } from '../lib/live';
import { showTimesIn } from '../lib/time';
import type { TableState } from './types';

export const table = signal<TableState | null>(null);

export const live = listen({ path: '/api/v1/console/stream', probe: '/api/v1/console', token: '' }, (name, data) => {
    if (name === 'snapshot' || name === 'console') take(JSON.parse(data));
});

// When this screen first saw the progressive closed, in milliseconds since 1970; kept over a reload of the page.
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
// Why the last press failed. `trouble` has the failures that the table's own state does not tell, such as a press that did not
// arrive.
export const pressRefused = signal<string | null>(null);
const trouble = signal<string | null>(null);
// The message about a press that could not be taken; it goes when the line of what to do changes.
const early = signal<string | null>(null);

export function refusal(): string | null {
    return early.value ?? trouble.value ?? table.value?.refused ?? null;
}

const ANSWER_MS = 8000;
const PIN_MS = 20_000; // the manager checks a PIN slowly on purpose
const REST_MS = 350; // presses this soon after another are taken for a bouncing finger
const BOUNCE_MS = 1000;
const UNANSWERED = 'The table has not answered. Look at what it shows before you press again.';
const ofRound = new Set(['start', 'deal', 'paid', 'back', 'award', 'jpot', 'game over', 'dead', 'fold', 'return']);

let last = { what: '', at: 0 };

// Says that this button cannot be pressed now, so that no press is lost in silence. Only the second press of a bouncing finger is
// ignored.
export function tooEarly(what: string): void {
    if (what === last.what && Date.now() - last.at < BOUNCE_MS) return;
    early.value = pressRefused.value = busy.value
        ? 'that press came too early, the one before was still on its way; press again'
        : 'this cannot be pressed now';
}

// Sends one press; true when the table has taken it. A press of a round carries the round's number, so that a late one cannot act
// on the next round. Its effect is read from the stream, which keeps the order; the answer could be older than the stream's last
// message.
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

// The manager is being asked, or chips are dropping: no button of the round can be pressed.
export function isWaiting(now: TableState): boolean {
    return now.request !== null || now.busy || now.mode === 'locking';
}
