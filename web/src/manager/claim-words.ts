// The state of an open claim in words.
import { withMoney } from '../lib/money';
import type { Claim } from './types';

// One sentence about what the claim waits for.
export function inWords({ state, missing, missing_reason: reason }: Claim): string {
    if (!missing) return 'Nothing is missing: it can be paid at the table.';
    if (state === 'paid') return `Paid. ${missing.charAt(0).toUpperCase()}${missing.slice(1)}`;
    return withMoney(reason === 'claim-not-ready' ? `Before it can be paid: ${missing}` : missing);
}
