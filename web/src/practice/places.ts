// Finds the answer that belongs to a wager.
import type { GivenAnswer, Step } from './types';

type Place = Pick<GivenAnswer, 'seat' | 'wager' | 'from_seat'>;

export function stepOf(step: Step): Place {
    return { seat: step.seat, wager: step.wager, ...(step.from_seat === null ? {} : { from_seat: step.from_seat }) };
}

export function isSame(answer: Place, step: Step): boolean {
    return answer.seat === step.seat && answer.wager === step.wager && (answer.from_seat ?? null) === step.from_seat;
}
