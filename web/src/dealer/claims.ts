// What a pending claim is worth, as far as it is known at the table.
import type { Award, TableState } from './types';

// A claim that was locked keeps its amount while the meter goes on (REG-12), so the meter does not tell it.
export function claimAmount(now: TableState, seat: number): string | null {
    const claim = now.seats.find((each) => each.seat === seat)?.claim;
    const dealt = now.deal?.steps.find((step) => step.seat === seat && step.award)?.award;
    const fixed = now.awards.find((award) => award.award === claim?.award && !award.pays.includes('%'));
    return claim?.amount ?? dealt?.amount ?? fixed?.amount ?? null;
}

// The seats whose claim lights the award's button, in the order of payment (TAB-9).
export function pendingSeats(now: TableState, award: Award): number[] {
    const open = now.seats.filter(({ claim }) => claim?.award === award.award && claim.state !== 'paid');
    return open.map(({ seat }) => seat).reverse();
}
