// What the table says, as a person reads it: money has its sign, and no member of a request is named.
import { missingWords } from '../lib/missing';
import { money } from '../lib/money';
import type { Claim } from './types';

export function said(text: string): string {
    return text.replace(/^sign: /, 'The sign says: ').replace(/^(?:item|pin|proof|user|tender|amount): /, '')
        .replace(/\blease over\b/, 'no answer from the manager').replace(/^closed: /, 'Progressive closed: ')
        .replace(/wait, claim cannot be paid yet: .*$/, 'wait for the desk. The list of payments says what is missing.')
        .replace(/claim cannot be paid yet: .*$/, (rest) => `not yet: ${missingWords(rest)}`)
        .replace(/(?<![\d.,$])\d+\.\d\d(?!\d|\.\d)/g, (amount) => money(amount));
}

const stateWords = { claiming: 'being recorded', pending: 'pending', paying: 'being paid', paid: 'paid' };

// Pending says that something has to happen first; a claim that lacks nothing is ready for its key and J-POT.
export function claimWords(claim: Claim): string {
    if (claim.held) return 'a ruling is awaited';
    return claim.state === 'pending' && !claim.missing ? 'ready to be paid' : stateWords[claim.state];
}

export const keyWords = { high: 'key 009', low: 'key 008', none: 'no key' };
