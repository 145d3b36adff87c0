// A table's state in one word, as the floor shows it.
import type { ManagerTable } from './types';

export type TableState = 'claim' | 'lost' | 'in play' | 'betting' | 'not joined';

// What asks for attention comes first; so it does when the floor is sorted by state.
export const tableStates: TableState[] = ['claim', 'lost', 'in play', 'betting', 'not joined'];

export const stateNames: Record<TableState, string> = {
    claim: 'Jackpot claimed',
    lost: 'Lost',
    'in play': 'In play',
    betting: 'Betting',
    'not joined': 'Not joined',
};

// The lamp of a state; CSS has one for each.
export const stateLamps: Record<TableState, string> = {
    claim: 'lamp-claim', lost: 'lamp-lost', 'in play': 'lamp-play', betting: 'lamp-betting', 'not joined': 'lamp-none',
};

export const stateKinds: Record<TableState, string> = { claim: 'gold', lost: 'bad', 'in play': 'good', betting: 'info', 'not joined': '' };

export function stateOf(table: ManagerTable): TableState {
    if (table.claims.length > 0) return 'claim';
    if (table.lost) return 'lost';
    if (!table.joined) return 'not joined';
    return table.mode === 'in play' ? 'in play' : 'betting';
}
