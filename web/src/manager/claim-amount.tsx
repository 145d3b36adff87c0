// How the amount of an open claim comes from its meter, for those who are about to sign: as it was frozen, or as the meter stands
// now.
import { micros } from '../lib/money';
import { may } from '../lib/session';
import type { FloorEvent } from '../lib/types';
import { Falls, plus, type Part } from './claim-falls';
import { readWindow } from './log-read';
import { whole } from './state';
import type { Claim } from './types';
import { useLoad } from './use-load';

const stand = (name: string, amount: bigint): Part => ({ name, amount, from: 0n, to: amount, kind: 'stand' });

function partsOf(name: string, at: string, before: bigint, taken: bigint, funded: bigint, after: bigint): Part[] {
    const parts = [stand(`${name} ${at}`, before)];
    const add = (what: string, amount: bigint) => amount !== 0n && parts.push(plus(what, amount, parts[parts.length - 1]!.to));
    add('The house adds', funded);
    add('This award', -taken);
    add('Seed and reserve put back', after - parts[parts.length - 1]!.to);
    return [...parts, { ...stand(`${name} after it`, after), isSum: true }];
}

// The claim's own event has the figures of a frozen amount. If a ruling has changed the amount since, nothing is drawn.
function frozenParts(claim: Claim, made: FloorEvent | undefined, at: number): Part[] | null {
    const { before, after, amount, house_funded: funded = '0' } = (made ?? {}) as { before?: string[]; after?: string[]; amount?: string; house_funded?: string };
    if (!before?.[at] || !after?.[at] || amount !== claim.amount) return null;
    return partsOf(claim.from, 'at the claim', micros(before[at]), micros(amount), micros(funded), micros(after[at]));
}

function openParts(claim: Claim, now: string): Part[] {
    const [meter, amount] = [micros(now), micros(claim.amount)];
    const funded = amount > meter ? amount - meter : 0n;
    return partsOf(claim.from, 'now', meter, amount, funded, meter + funded - amount);
}

// The seed goes back into the meter only after a claim to the whole meter; less than a cent may stay in it.
const CENT = 10_000n;
const isWhole = (claim: Claim, now: string) => micros(now) - micros(claim.amount) < CENT;

export function AmountSoFar({ claim }: { claim: Claim }) {
    const meters = whole.value?.links.find(({ link }) => link === claim.link)?.meters ?? [];
    const at = meters.findIndex(({ name }) => name === claim.from);
    const { value, fault } = useLoad(async (signal) => (claim.frozen && may('books')
        ? (await readWindow({ table: claim.table }, claim.claim, claim.claim, signal))[0] ?? {} as FloorEvent : undefined), `${claim.claim} ${claim.frozen}`, null);
    if (at < 0) return null; // null also where the tray pays
    const parts = claim.frozen ? frozenParts(claim, value ?? undefined, at) : openParts(claim, meters[at]!.amount);
    const isComing = claim.frozen && may('books') && value === null && !fault;
    if (!parts && !isComing) return null;
    return (
        <section class="panel stack">
            <h2>How the amount comes about</h2>
            {parts ? <Falls parts={parts} /> : <div class="falls-place" />}
            {!claim.frozen && (
                <p class="quiet small">
                    The meter plays on until J-POT is pressed.{isWhole(claim, meters[at]!.amount) && ' The seed is put back when it is paid.'}
                </p>
            )}
        </section>
    );
}
