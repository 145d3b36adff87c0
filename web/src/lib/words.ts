// The manager's names for events, alarms and checks, and the rights of each role. They are fetched once; no screen keeps a list of
// its own.
import { signal } from '@preact/signals';
import { get } from './api';

export interface Kind {
    kind: string;
    title: string;
    details: string;
    groups: string[];
    tone: 'plain' | 'quiet' | 'loud' | 'alert';
}

interface Words {
    kinds: Kind[];
    roles: { role: string; rights: string[] }[];
    members: { member: string; type: string }[];
    alarms: { item: string; title: string; todo: string }[];
    checks: { item: string; words: string; text: string; after: string }[];
    compliance: { item: string; words: string }[];
}

export const words = signal<Words>({ kinds: [], roles: [], members: [], alarms: [], checks: [], compliance: [] });

let asked: Promise<void> | null = null;

async function ask(): Promise<void> {
    try {
        words.value = await get<Words>('/words');
    } catch (error) {
        asked = null;
        throw error;
    }
}

export function askWords(): Promise<void> {
    return (asked ??= ask());
}
