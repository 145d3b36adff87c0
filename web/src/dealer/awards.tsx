// The award buttons. Each has a red light, which is on while a jackpot of that hand is pending (TAB-3, TAB-6).
import { Button } from '../ui/button';
import { claimOf, pendingSeats } from './claims';
import { armedAward, canAward, chooseAward, dueStep } from './choice';
import { Fitted } from './fitted';
import { busy, table, tooEarly } from './state';
import type { Award } from './types';

const awardKeys = ['Q', 'W', 'E', 'R', 'T', 'Y', 'U', 'I'];

function note(award: Award): string {
    return award.key === 'none' ? 'no key' : award.key === 'high' ? '009 high' : '008 low';
}

function Face({ award }: { award: Award }) {
    const now = table.value!;
    const pending = award.led ? pendingSeats(now, award) : [];
    // A claim has an amount of its own; the meter may have moved since, so its present amount is another one.
    const amount = pending.length > 0 ? claimOf(now, pending[0]!)?.amount : award.amount;
    return (
        <>
            <span class="red-led" data-on={award.led} aria-hidden="true" />
            <span class="award-name">{award.award}</span>
            <Fitted class="award-amount" amount={amount} />
            {award.led && <span class="award-pending">Pending: {pending.length === 1 && 'seat '}{pending.join(', ')}</span>}
            {!award.led && <span class="award-key">{note(award)}</span>}
        </>
    );
}

// True for the award that the hand won at the present step of take and pay, until it is claimed.
function isDue(award: Award): boolean {
    const step = dueStep.value;
    const claim = table.value!.seats.find((seat) => seat.seat === step?.seat)?.claim;
    return step?.award?.award === award.award && !claim;
}

function AwardButton({ award, shortcut }: { award: Award; shortcut: string }) {
    const can = canAward() && !busy.value;
    return (
        <Button class={`award ${isDue(award) ? 'award-due' : ''}`} aria-keyshortcuts={shortcut} aria-disabled={!can} aria-pressed={armedAward.value === award.award}
            onClick={() => (can ? chooseAward(award.award) : tooEarly('award'))}>
            <Face award={award} />
        </Button>
    );
}

export function Awards() {
    const { awards } = table.value!;
    if (awards.length === 0) return null;
    return (
        <section class="awards" aria-label="Awards">
            {awards.map((award, i) => <AwardButton key={award.award} award={award} shortcut={awardKeys[i] ?? ''} />)}
        </section>
    );
}
