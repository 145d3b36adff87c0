// The state of a table in one word.
import { computed } from '@preact/signals';
import { whole } from './state';
import type { ManagerTable } from './types';

export type TableState = 'claim' | 'lost' | 'closed' | 'in play' | 'betting' | 'not joined';

// In the order of urgency, which is also the order when the floor is sorted by state.
export const tableStates: TableState[] = ['claim', 'lost', 'closed', 'in play', 'betting', 'not joined'];

export const stateNames: Record<TableState, string> = {
    claim: 'Jackpot claimed',
    lost: 'Lost',
    closed: 'Link closed',
    'in play': 'In play',
    betting: 'Betting',
    'not joined': 'Not joined',
};

// A shorter name, for small places.
export const stateShort = (state: TableState) => (state === 'claim' ? 'Jackpot' : stateNames[state]);

// The CSS class of each state's lamp.
export const stateLamps: Record<TableState, string> = {
    claim: 'lamp-claim', lost: 'lamp-lost', closed: 'lamp-closed', 'in play': 'lamp-play', betting: 'lamp-betting', 'not joined': 'lamp-none',
};

export const stateKinds: Record<TableState, string> = {
    claim: 'gold', lost: 'bad', closed: 'bad', 'in play': 'good', betting: 'info', 'not joined': '',
};

const shut = computed(() => (whole.value?.links ?? []).filter((link) => !link.open).map((link) => link.link).join(' '));
const shutLinks = computed(() => new Set(shut.value.split(' ')));

// A round that has begun is finished even when the link is closed, so it counts as in play. Between rounds a closed link is what
// matters, because nobody can bet on the progressive.
export function stateOf(table: ManagerTable): TableState {
    if (table.claims.length > 0) return 'claim';
    if (table.lost) return 'lost';
    if (!table.joined) return 'not joined';
    if (table.mode === 'in play') return 'in play';
    return table.link && shutLinks.value.has(table.link) ? 'closed' : 'betting';
}

export const isTrouble = (state: TableState) => state === 'claim' || state === 'lost' || state === 'closed';
