// Amounts are text on the wire and whole millionths in here; no floating point near money.

const MICRO = 1_000_000n;
const CENT = 10_000n;
export const currency = '$';

export function micros(text: string): bigint {
    const found = /^(-?)(\d+)(?:\.(\d{1,6}))?$/.exec(text);
    if (!found) throw new Error(`not an amount: ${text}`);
    const value = BigInt(found[2]!) * MICRO + BigInt((found[3] ?? '').padEnd(6, '0') || '0');
    return found[1] ? -value : value;
}

function grouped(units: bigint): string {
    return units.toString().replace(/\B(?=(\d{3})+$)/g, ',');
}

// "$10,000.14": whole cents, rounded down, as a sign shows them (MET-5).
export function money(text: string | bigint): string {
    const value = typeof text === 'bigint' ? text : micros(text);
    const size = value < 0n ? -value : value;
    const cents = (size / CENT) % 100n;
    return `${value < 0n ? '−' : ''}${currency}${grouped(size / MICRO)}.${cents.toString().padStart(2, '0')}`;
}

// All decimals that say something: for books, where a millionth matters.
export function exact(text: string | bigint): string {
    const value = typeof text === 'bigint' ? text : micros(text);
    const size = value < 0n ? -value : value;
    if (size % CENT === 0n) return money(value);
    return `${value < 0n ? '−' : ''}${currency}${grouped(size / MICRO)}.${(size % MICRO).toString().padStart(6, '0')}`;
}

// What a request carries: "10", "10.50".
export function isAmount(text: string): boolean {
    return /^\d{1,10}(\.\d{2})?$/.test(text);
}
