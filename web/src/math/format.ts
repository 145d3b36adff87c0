// Writes figures for people. Negative ones have a minus sign, not a hyphen.
import { money } from '../lib/money';

const MINUS = '−';

function signed(value: number, digits: number, plus: string): string {
    const text = Math.abs(value).toFixed(digits);
    const isZero = Number(text) === 0;
    return `${isZero ? '' : value < 0 ? MINUS : plus}${text}`;
}

export function percent(value: number, digits = 6): string {
    return `${signed(value * 100, digits, '')} %`;
}

export function percentChange(value: number, digits = 6): string {
    return `${signed(value * 100, digits, '+')} %`;
}

export function decimal(value: number, digits = 6): string {
    return signed(value, digits, '');
}

export function change(value: number, digits = 6): string {
    return signed(value, digits, '+');
}

export function count(value: number): string {
    return Math.round(value).toLocaleString('en-US');
}

export function amount(value: number): string {
    return money(BigInt(Math.round(value * 100)) * 10_000n);
}

export function oneIn(probability: number): string {
    if (probability <= 0) return 'never';
    const every = 1 / probability;
    return `1 in ${every < 1000 ? every.toFixed(2) : count(every)}`;
}

export function fraction(text: string): string {
    return text.replace('-', MINUS).replace('/', ' / ');
}

// "preflop_4x" → "Preflop 4×", "with_trips" → "With trips".
export function words(key: string): string {
    const text = key.replaceAll('_', ' ').replace(/(\d)x\b/g, '$1×');
    return text.charAt(0).toUpperCase() + text.slice(1);
}
