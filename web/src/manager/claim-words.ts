// An open claim in words.
import { withMoney } from '../lib/money';
import type { Claim } from './types';

// What the claim waits for, as a sentence.
export function inWords({ state, missing, missing_reason: reason }: Claim): string {
    if (!missing) return 'Nothing is missing: it can be paid at the table.';
    if (state === 'paid') return `Paid. ${missing.charAt(0).toUpperCase()}${missing.slice(1)}`;
    return withMoney(reason === 'claim-not-ready' ? `Before it can be paid: ${missing}` : missing);
}
