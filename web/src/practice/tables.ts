// The games that can be practised, and the bets of each.
import { signal } from '@preact/signals';
import { get, why } from '../lib/api';
import { postPatiently } from '../lib/patient';
import { say } from '../ui/toast';
import type { Table } from './types';

interface Game {
    name: string;
    title: string;
    house: string;
}

const RECONNECT_MS = 2000;

export const games = signal<Game[]>([]);
export const tables = signal<Record<string, Table>>({});

const asked = new Set<string>();
let saidSo = false;

// Asks again and again until there is an answer, because the page has nothing to show without it.
async function insist(ask: () => Promise<void>): Promise<void> {
    try {
        await ask();
        saidSo = false;
    } catch (error) {
        if (!saidSo) say(why(error), true);
        saidSo = true;
        setTimeout(() => void insist(ask), RECONNECT_MS);
    }
}

export function loadGames(): void {
    void insist(async () => {
        games.value = (await get<{ rules: Game[] }>('/rules')).rules;
    });
}

export function loadTable(rules: string): void {
    if (asked.has(rules)) return;
    asked.add(rules);
    void insist(async () => {
        const table = await postPatiently<Table>('/practice/wagers', { rules });
        tables.value = { ...tables.value, [rules]: table };
    });
}
