// What the manager calls events and who it lets do what. Its own lists, asked for once: no screen keeps a copy.
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
}

export const words = signal<Words>({ kinds: [], roles: [] });

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
