// An award is for a seat: the hand may be pressed first or the seat, both orders work.
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

// The step of take and pay that is to be done now.
export const dueStep = computed<Step | null>(() => {
    const deal = table.value?.deal;
    return deal?.phase === 'settled' ? (deal.steps[deal.at] ?? null) : null;
});

// The seat that an award would be for: the one that was chosen, or the one whose turn it is.
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

// Every award is pending first, also one without a key (TAB-8, PIT-4). A jackpot that is pending is not taken away by one tap: a person says so, with a name, and holds.
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

// What was half chosen does not reach into the next round.
const roundKey = computed(() => `${table.value?.round} ${table.value?.mode}`);
effect(() => {
    if (roundKey.value) forgetChoice();
});
