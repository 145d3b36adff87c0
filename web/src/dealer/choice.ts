// What the dealer has chosen for a claim. An award and a seat belong together, and either may be pressed first.
import { computed, effect, signal } from '@preact/signals';
import { pendingAt } from './claims';
import { opened } from './dialogs';
import { isWaiting, press, table } from './state';
import type { Step } from './types';

export const chosenSeat = signal<number | null>(null);
export const armedAward = signal<string | null>(null);

export function forgetChoice(): void {
    chosenSeat.value = null;
    armedAward.value = null;
}

// The present step of take and pay; null outside of a payout.
export const dueStep = computed<Step | null>(() => {
    const deal = table.value?.deal;
    return deal?.phase === 'settled' ? (deal.steps[deal.at] ?? null) : null;
});

// The seat that a pressed award is claimed for: the chosen seat, or the one whose step of take and pay is due.
export const awardSeat = computed<number | null>(() => {
    if (chosenSeat.value !== null || table.value?.dealing !== 'dealt') return chosenSeat.value;
    const step = dueStep.value;
    return step && !step.envy ? step.seat : null;
});

export function canAward(): boolean {
    const now = table.value;
    if (!now || now.dealing === 'watch') return false;
    return now.mode === 'coin in' && !isWaiting(now) && (!now.deal || now.deal.phase === 'settled');
}

// Every award becomes pending first, even one without a key (TAB-8, PIT-4). Pressing the award of a pending jackpot again would
// take it back, which takes a person's name and a held button, so a dialog opens instead.
async function sendAward(seat: number, award: string): Promise<void> {
    if (pendingAt(seat, award)) opened.value = { what: 'cancel', seat, award };
    else if (await press('award', { seat, award })) forgetChoice();
}

export function chooseSeat(seat: number): void {
    if (armedAward.value !== null) void sendAward(seat, armedAward.value);
    else chosenSeat.value = chosenSeat.value === seat ? null : seat;
}

export function chooseAward(award: string): void {
    if (awardSeat.value !== null) void sendAward(awardSeat.value, award);
    else armedAward.value = armedAward.value === award ? null : award;
}

// A choice that was not completed ends with the round or its mode.
const roundKey = computed(() => `${table.value?.round} ${table.value?.mode}`);
effect(() => {
    if (roundKey.value) forgetChoice();
});
