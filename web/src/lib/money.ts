// Amounts are text on the wire and whole millionths (bigint) in here. No floating point is used for money.

const MICRO = 1_000_000n;
const CENT = 10_000n;

// How the house writes an amount: currency before or behind, separators of groups and decimals.
let style = { before: '$', group: ',', point: '.', behind: '' };

// Takes the style from a sample: 1234.56 as the house writes it, such as "$1,234.56" or "1.234,56 €".
export function writeMoneyAs(sample: string): void {
    const found = /^(\D*)1(\D?)234(\D)56(\D*)$/.exec(sample);
    if (found) style = { before: found[1]!, group: found[2]!, point: found[3]!, behind: found[4]! };
}

// The currency's sign, for the axes of charts.
export const currencySign = () => style.before || style.behind.trim();

export function micros(text: string): bigint {
    const found = /^(-?)(\d+)(?:\.(\d{1,6}))?$/.exec(text);
    if (!found) throw new Error(`not an amount: ${text}`);
    const value = BigInt(found[2]!) * MICRO + BigInt((found[3] ?? '').padEnd(6, '0') || '0');
    return found[1] ? -value : value;
}

function grouped(units: bigint): string {
    return units.toString().replace(/\B(?=(\d{3})+$)/g, style.group);
}

function written(value: bigint, decimals: string): string {
    const size = value < 0n ? -value : value;
    return `${value < 0n ? '−' : ''}${style.before}${grouped(size / MICRO)}${style.point}${decimals}${style.behind}`;
}

// "$10,000.14": whole cents, rounded down, as a sign shows them (MET-5).
export function money(text: string | bigint): string {
    const value = typeof text === 'bigint' ? text : micros(text);
    const size = value < 0n ? -value : value;
    const cents = (size / CENT) % 100n;
    return written(value, cents.toString().padStart(2, '0'));
}

// Writes the amounts in one of the program's sentences as the house writes them.
export function withMoney(sentence: string): string {
    return sentence.replace(/(?<![\d.,$])\d+\.\d\d(?!\d|\.\d)/g, (amount) => money(amount));
}

// With six decimals where there is more than whole cents: for books, where a millionth matters.
export function exact(text: string | bigint): string {
    const value = typeof text === 'bigint' ? text : micros(text);
    const size = value < 0n ? -value : value;
    if (size % CENT === 0n) return money(value);
    return written(value, (size % MICRO).toString().padStart(6, '0'));
}

// An amount as requests carry it: "10" or "10.50".
export function isAmount(text: string): boolean {
    return /^\d{1,10}(\.\d{2})?$/.test(text);
}
