// What the table says, as a person reads it: money has its sign, and no member of a request is named.
import { missingWords } from '../lib/missing';
import { money } from '../lib/money';

export function said(text: string): string {
    return text.replace(/^sign: /, 'The sign says: ').replace(/^(?:item|pin|proof|user|tender|amount): /, '')
        .replace(/wait, claim cannot be paid yet: .*$/, 'wait for the desk. The list of payments says what is missing.')
        .replace(/claim cannot be paid yet: .*$/, (rest) => `not yet: ${missingWords(rest)}`)
        .replace(/(?<![\d.,$])\d+\.\d\d(?!\d|\.\d)/g, (amount) => money(amount));
}

export const keyWords = { high: 'key 009', low: 'key 008', none: 'no key' };
