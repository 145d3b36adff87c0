// Reads disputes from the log: how each was opened, and what happened since (UTH-20).
import { get } from '../lib/api';
import type { FloorEvent } from '../lib/types';
import { logHead, readBack } from './log-read';

export interface Dispute {
    opened: FloorEvent;
    later: FloorEvent[]; // oldest first
    open: boolean;
    escalated: boolean;
    notified: boolean; // the Commissioner's office was told of the escalation
    answered: boolean; // the Commissioner's office has answered
}

interface Listed {
    dispute: number;
    escalated: boolean;
}

export interface Disputes {
    open: Dispute[]; // newest first
    decided: Dispute[]; // newest first
    from: number; // the first event that was searched for decisions
}

const MANY = 20;
const aboutOf = (event: FloorEvent) => Number(event['dispute']);

async function withOpening(number: number, events: FloorEvent[], open: boolean, signal: AbortSignal): Promise<Dispute> {
    const later = events.filter((event) => aboutOf(event) === number).sort((a, b) => a.seq - b.seq);
    const opened = await get<FloorEvent>(`/log/${number}`, signal);
    const has = (wanted: string) => later.some(({ kind }) => kind === wanted);
    return { opened, later, open, escalated: has('dispute_escalated'), notified: has('commissioner_notified'), answered: has('commissioner_answered') };
}

// Reads all open disputes, and those decided disputes that a search of bounded length back from `before` finds (null: from the end
// of the log).
export async function readDisputes(before: number | null, signal: AbortSignal): Promise<Disputes> {
    const { disputes } = await get<{ disputes: Listed[] }>('/disputes', signal);
    const head = before ?? (await logHead());
    const decisions = await readBack({ kind: 'dispute_decided' }, head, 1, MANY, signal);
    const numbers = [...new Set(decisions.events.map(aboutOf))];
    const first = Math.min(decisions.from, ...numbers, ...disputes.map(({ dispute }) => dispute));
    const read = async (kind: string) => (await readBack({ kind }, head, first, Infinity, signal)).events;
    const escalations = disputes.some(({ escalated }) => escalated) || numbers.length > 0 ? await read('dispute_escalated') : [];
    const office = escalations.length > 0 ? await Promise.all([read('commissioner_notified'), read('commissioner_answered')]) : [];
    const all = [...decisions.events, ...escalations, ...office.flat()];
    const open = await Promise.all(disputes.map(({ dispute }) => withOpening(dispute, all, true, signal)));
    const decided = await Promise.all(numbers.map((number) => withOpening(number, all, false, signal)));
    return { open: open.reverse(), decided, from: decisions.from };
}
