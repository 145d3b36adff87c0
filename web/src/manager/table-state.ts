// A table's state in one word, as the floor shows it.
import { computed } from '@preact/signals';
import { whole } from './state';
import type { ManagerTable } from './types';

export type TableState = 'claim' | 'lost' | 'closed' | 'in play' | 'betting' | 'not joined';

// What asks for attention comes first; so it does when the floor is sorted by state.
export const tableStates: TableState[] = ['claim', 'lost', 'closed', 'in play', 'betting', 'not joined'];

export const stateNames: Record<TableState, string> = {
    claim: 'Jackpot claimed',
    lost: 'Lost',
    closed: 'Link closed',
    'in play': 'In play',
    betting: 'Betting',
    'not joined': 'Not joined',
};

// Where there is little room.
export const stateShort = (state: TableState) => (state === 'claim' ? 'Jackpot' : stateNames[state]);

// The lamp of a state; CSS has one for each.
export const stateLamps: Record<TableState, string> = {
    claim: 'lamp-claim', lost: 'lamp-lost', closed: 'lamp-closed', 'in play': 'lamp-play', betting: 'lamp-betting', 'not joined': 'lamp-none',
};

export const stateKinds: Record<TableState, string> = {
    claim: 'gold', lost: 'bad', closed: 'bad', 'in play': 'good', betting: 'info', 'not joined': '',
};

const shut = computed(() => (whole.value?.links ?? []).filter((link) => !link.open).map((link) => link.link).join(' '));
const shutLinks = computed(() => new Set(shut.value.split(' ')));

// A round that has begun is finished on a closed link; after it nobody can bet on the progressive, and that is what counts.
export function stateOf(table: ManagerTable): TableState {
    if (table.claims.length > 0) return 'claim';
    if (table.lost) return 'lost';
    if (!table.joined) return 'not joined';
    if (table.mode === 'in play') return 'in play';
    return table.link && shutLinks.value.has(table.link) ? 'closed' : 'betting';
}

export const isTrouble = (state: TableState) => state === 'claim' || state === 'lost' || state === 'closed';
