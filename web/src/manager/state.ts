// The present claims, alarms and tables. Claims and alarms are fetched after every event about them, one request at a time, so that
// the newest answer is always the last. Two consoles at one claim both see what the other did.
import { computed, effect, signal } from '@preact/signals';
import { get } from '../lib/api';
import { floor, onEvent } from '../lib/floor';
import type { Alarm, Claim, ManagerFloor, ManagerTable } from './types';

// The manager's own snapshot carries more than the other screens use.
export const whole = computed(() => floor.value as ManagerFloor | null);

export const claims = signal<Claim[]>([]);
export const alarms = signal<Alarm[]>([]);
export const heardClaims = signal(false);

let loading = false;
let wanted = false;

// Fetches claims and alarms. If it is called during a request, it fetches them once more afterwards.
export async function refresh(): Promise<void> {
    wanted = true;
    if (loading) return;
    loading = true;
    while (wanted) {
        wanted = false;
        try {
            const [c, a] = await Promise.all([get<{ claims: Claim[] }>('/claims'), get<{ alarms: Alarm[] }>('/alarms')]);
            claims.value = c.claims;
            alarms.value = a.alarms;
            heardClaims.value = true;
        } catch {
            // The banner says that the connection is lost; when it is back, a snapshot comes.
        }
    }
    loading = false;
}

onEvent((name) => {
    if (name === 'claim' || name === 'alarm' || name === 'link' || name === 'dispute') void refresh();
});

// A snapshot may contain changes that were missed while the connection was down.
const snapshot = computed(() => whole.value?.claims);
effect(() => {
    if (!snapshot.value) return;
    // The first snapshot's alarms are shown at once, because a banner that came later would move the page.
    if (!heardClaims.peek()) alarms.value = whole.peek()!.alarms;
    void refresh();
});

// The amount of a claim grows with every coin on its link until it is frozen, so pending claims are fetched again.
const growing = computed(() => {
    const open = new Set(claims.value.filter((c) => c.state === 'pending' && !c.frozen).map((c) => c.link));
    return (whole.value?.links ?? []).filter((l) => open.has(l.link)).map((l) => l.seq).join();
});
let later: ReturnType<typeof setTimeout> | undefined;
effect(() => {
    if (growing.value)
        later ??= setTimeout(() => {
            later = undefined;
            void refresh();
        }, 500);
});

const same = (a: ManagerTable, b: ManagerTable) => JSON.stringify(a) === JSON.stringify(b);

// The tables. An object stays the same as long as nothing about its table changes, so that a row is drawn again only for a change.
// With hundreds of tables changes come faster than anybody reads, so they are taken a few times a second.
export const tables = signal<ManagerTable[]>([]);
const TAKE_MS = 200;
let takenAt = 0;
let taking: ReturnType<typeof setTimeout> | undefined;

function soon(): void {
    taking ??= setTimeout(take, Math.max(0, takenAt + TAKE_MS - Date.now()));
}

function take(): void {
    taking = undefined;
    takenAt = Date.now();
    const before = new Map(tables.peek().map((table) => [table.table, table]));
    const open = claims.peek();
    tables.value = (whole.peek()?.tables ?? []).map((told) => {
        const old = before.get(told.table);
        const here = heardClaims.peek() ? open.filter((c) => c.table === told.table).map((c) => c.claim) : told.claims;
        const table = { ...told, claims: here };
        return old && same(old, table) ? old : table;
    });
}

const told = computed(() => whole.value?.tables);
effect(() => {
    if (told.value) soon();
});
// A claim is shown at its table as soon as the list of claims has it.
claims.subscribe(() => soon());

export const toClear = computed(() => claims.value.filter((c) => c.state === 'paid' && c.needs.clearing));
export const waiting = computed(() => claims.value.filter((c) => c.state === 'pending'));
export const halted = computed(() => whole.value?.halted ?? false);

// TAB-10: the high jackpots of a link that wait at several tables for surveillance's order; empty if none do.
export function unruled(link: string): Claim[] {
    const high = claims.value.filter((c) => c.link === link && c.state === 'pending' && c.key === 'high' && !c.frozen);
    const several = new Set(high.map((c) => c.table)).size > 1;
    return several && high.some((c) => !c.ruled) ? high : [];
}
