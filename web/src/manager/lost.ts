// Which tables were lost and not heard of since. The floor says only that a table is not there; the log says
// whether it left or was lost.
import { signal } from '@preact/signals';
import { live, onEvent } from '../lib/floor';
import type { FloorEvent } from '../lib/types';
import { logHead, readBack } from './log-read';

export const lostTables = signal<ReadonlySet<string>>(new Set());

const MOST = 1000;

function newest(events: FloorEvent[]): Map<string, number> {
    const found = new Map<string, number>();
    for (const e of events) if (!found.has(String(e.table))) found.set(String(e.table), e.seq);
    return found;
}

async function look(): Promise<void> {
    const head = await logHead();
    const lost = newest((await readBack({ kind: 'table_lost' }, head, 1, MOST)).events);
    const left = newest((await readBack({ kind: 'table_left' }, head, 1, MOST)).events);
    const joined = newest((await readBack({ kind: 'table_joined' }, head, 1, MOST)).events);
    const after = (table: string) => Math.max(left.get(table) ?? 0, joined.get(table) ?? 0);
    lostTables.value = new Set([...lost].filter(([table, seq]) => seq > after(table)).map(([table]) => table));
}

live.state.subscribe((state) => {
    if (state === 'live') look().catch(() => undefined);
});

onEvent((_, event) => {
    const next = new Set(lostTables.value);
    if (event.kind === 'table_lost') next.add(String(event.table));
    else if (event.kind === 'table_joined' || event.kind === 'table_left') next.delete(String(event.table));
    else return;
    lostTables.value = next;
});
