// The claims at the table and their amounts. Only the claim's own amount is shown, because meters move on while it waits; until the
// table knows it, none is shown (REG-12).
import { table } from './state';
import type { Award, Claim, TableState } from './types';

export function claimOf(now: TableState, seat: number | null): Claim | null {
    return now.seats.find((each) => each.seat === seat)?.claim ?? null;
}

export const isOpen = (claim: Claim | null): claim is Claim => claim !== null && claim.state !== 'paid';

// The seats that have an open claim to this award and so light its button, in the order of payment (TAB-9).
export function pendingSeats(now: TableState, award: Award): number[] {
    const open = now.seats.filter(({ claim }) => isOpen(claim) && claim.award === award.award);
    return open.map(({ seat }) => seat).reverse();
}

export interface Owed {
    seat: number;
    claim: Claim;
    award: Award | undefined;
}

// All open claims in the order of payment, from the dealer's right to the left (TAB-9).
export function owed(now: TableState): Owed[] {
    return now.seats
        .filter(({ claim }) => isOpen(claim))
        .map(({ seat, claim }) => ({ seat, claim: claim!, award: now.awards.find((each) => each.award === claim!.award) }))
        .reverse();
}

// The pending jackpot that pressing this award for this seat again would take back; a dialog asks before that.
export function pendingAt(seat: number | null, award: string): Claim | null {
    const claim = claimOf(table.value!, seat);
    return claim?.state === 'pending' && claim.award === award ? claim : null;
}
