// The subject of the page: one file, or two to compare. The address says which: #/uth-cn/uth-rp.
import { computed, effect, signal } from '@preact/signals';
import { get, why } from '../lib/api';
import { place } from '../lib/router';
import { say } from '../ui/toast';
import { Study } from './study';
import type { Catalogue } from './types';

const RECONNECT_MS = 2000;

export const catalogue = signal<Catalogue | null>(null);
export const left = new Study('left');
export const right = new Study('right');

const names = computed(() => [...(catalogue.value?.rules ?? []), ...(catalogue.value?.progressives ?? [])].map((each) => each.name));
const chosen = computed(() => place.value.split('/').filter((name) => names.value.includes(name)));

export const comparing = computed(() => chosen.value.length > 1);

export function go(first: string, second?: string): void {
    location.hash = second ? `#/${first}/${second}` : `#/${first}`;
}

// Proposes a file to compare with: the shipped text if this one was edited, else another file of the same game, or another
// progressive.
export function startComparing(): void {
    const list = catalogue.value;
    const name = left.name.value;
    if (!list) return;
    const game = list.rules.find((each) => each.name === name)?.game;
    const kin = game ? list.rules.filter((each) => each.game === game) : list.progressives;
    go(name, left.edited.value ? name : (kin.find((each) => each.name !== name)?.name ?? name));
}

let saidSo = false;

export async function loadCatalogue(): Promise<void> {
    try {
        catalogue.value = await get<Catalogue>('/rules');
    } catch (error) {
        if (!saidSo) say(why(error), true);
        saidSo = true;
        setTimeout(() => void loadCatalogue(), RECONNECT_MS);
    }
}

effect(() => {
    if (names.value.length === 0) return;
    const [first = names.value[0]!, second] = chosen.value;
    void left.choose(first);
    if (second) void right.choose(second);
});
