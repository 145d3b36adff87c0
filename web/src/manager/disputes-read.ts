// Disputes out of the log: what was said when it was opened, and what happened since (UTH-20).
import { get } from '../lib/api';
import type { FloorEvent } from '../lib/types';
import { logHead, readBack } from './log-read';

export interface Dispute {
    opened: FloorEvent;
    later: FloorEvent[]; // oldest first
    open: boolean;
    escalated: boolean;
}

interface Listed {
    dispute: number;
    escalated: boolean;
}

export interface Disputes {
    open: Dispute[]; // newest first
    decided: Dispute[]; // newest first
    from: number; // so far back the log was looked through
}

const MANY = 20;
const aboutOf = (event: FloorEvent) => Number(event['dispute']);

async function withOpening(number: number, events: FloorEvent[], open: boolean, signal: AbortSignal): Promise<Dispute> {
    const later = events.filter((event) => aboutOf(event) === number).sort((a, b) => a.seq - b.seq);
    const opened = await get<FloorEvent>(`/log/${number}`, signal);
    return { opened, later, open, escalated: later.some(({ kind }) => kind === 'dispute_escalated') };
}

// The open ones whole, and of the decided ones as many as a look back of bounded length finds.
export async function readDisputes(before: number | null, signal: AbortSignal): Promise<Disputes> {
    const { disputes } = await get<{ disputes: Listed[] }>('/disputes', signal);
    const head = before ?? (await logHead());
    const decisions = await readBack({ kind: 'dispute_decided' }, head, 1, MANY, signal);
    const numbers = [...new Set(decisions.events.map(aboutOf))];
    const first = Math.min(decisions.from, ...numbers, ...disputes.map(({ dispute }) => dispute));
    const escalations = disputes.some(({ escalated }) => escalated) || numbers.length > 0
        ? (await readBack({ kind: 'dispute_escalated' }, head, first, Infinity, signal)).events
        : [];
    const all = [...decisions.events, ...escalations];
    const open = await Promise.all(disputes.map(({ dispute }) => withOpening(dispute, all, true, signal)));
    const decided = await Promise.all(numbers.map((number) => withOpening(number, all, false, signal)));
    return { open: open.reverse(), decided, from: decisions.from };
}
