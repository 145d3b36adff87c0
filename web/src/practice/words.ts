// The page's names of actions, and amounts as text.
import { micros, money } from '../lib/money';

export function actionName(action: string): string {
    const multiple = /^(\d+)x$/.exec(action);
    if (multiple) return `Bet ${multiple[1]}×`;
    return action.charAt(0).toUpperCase() + action.slice(1);
}

// An amount as the server writes it ("10.00") from whole millionths; amounts on this page are whole cents.
export function wire(value: bigint): string {
    const size = value < 0n ? -value : value;
    return `${value < 0n ? '-' : ''}${size / 1_000_000n}.${((size / 10_000n) % 100n).toString().padStart(2, '0')}`;
}

export function sum(amounts: string[]): bigint {
    return amounts.reduce((total, amount) => total + micros(amount), 0n);
}

export function gain(amount: string): string {
    return micros(amount) > 0n ? `+${money(amount)}` : money(amount);
}

export function tone(amount: string): string {
    const value = micros(amount);
    return value > 0n ? 'won' : value < 0n ? 'lost' : '';
}
