// The console's words for the states of claims and for keys.
import type { Claim } from './types';

const stateWords = { claiming: 'being recorded', pending: 'pending', paying: 'being paid', paid: 'paid' };

// "Pending" means that something must happen first. A pending claim that lacks nothing is ready for its key and J-POT.
export function claimWords(claim: Claim): string {
    if (claim.held) return 'a ruling is awaited';
    return claim.state === 'pending' && !claim.missing ? 'ready to be paid' : stateWords[claim.state];
}

export const keyWords = { high: 'key 009', low: 'key 008', none: 'no key' };
