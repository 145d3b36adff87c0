// The night's own books: the effect of each coin and each payment on a link, worked out from the pay tables of the rule documents
// and not from anything that the program says. Amounts are whole millionths.

export function micro(text) {
    const [, sign, whole, part = ''] = /^(-?)(\d+)(?:\.(\d{1,6}))?$/.exec(text);
    const size = BigInt(whole) * 1_000_000n + BigInt(part.padEnd(6, '0'));
    return sign ? -size : size;
}

export function money(amount) {
    const size = amount < 0n ? -amount : amount;
    const part = String(size % 1_000_000n).padStart(6, '0');
    return `${amount < 0n ? '-' : ''}${size / 1_000_000n}.${part.endsWith('0000') ? part.slice(0, 2) : part}`;
}

const CENT = 10_000n;
const wholeCents = (amount) => amount - (amount % CENT);
const least = (a, b) => (a < b ? a : b);
const most = (a, b) => (a > b ? a : b);
const dollars = (amount) => BigInt(amount) * 1_000_000n;

const all = (from) => ({ percent: 100n, from });
const fixed = (amount, from, envy = 0) => ({ amount: dollars(amount), from, envy: dollars(envy) });
const trayAwards = { 'full house': fixed(50, 'tray'), flush: fixed(40, 'tray'), straight: fixed(30, 'tray'), 'three of a kind': fixed(9, 'tray') };

// Bets of 1.00. Shares are hundredths of a bet; the hands are those of the pay tables of CN, RP and the manual (table 2.2, schedule
// PTSA-2).
export const progressives = {
    cn: {
        house: 75n,
        meters: { mega: { share: 14n, reserve: 0n, seed: 10000 }, major: { share: 5n, reserve: 0n, seed: 1000 }, minor: { share: 6n, reserve: 0n, seed: 250 } },
        awards: { 'royal flush': { ...all('mega'), envy: dollars(1000) }, 'straight flush': { ...all('major'), envy: dollars(300) },
            'four of a kind': all('minor'), ...trayAwards },
    },
    rp: {
        house: 77n,
        meters: { jackpot: { share: 18n, reserve: 5n, seed: 10000 } },
        awards: { 'royal flush': { ...all('jackpot'), envy: dollars(1000) },
            'straight flush': { percent: 10n, from: 'jackpot', envy: dollars(300) }, 'four of a kind': fixed(300, 'tray'), ...trayAwards },
    },
    'ptha-2': {
        house: 32n,
        meters: { jackpot: { share: 53n, reserve: 15n, seed: 10000 } },
        awards: { 'royal flush': all('jackpot'), 'straight flush': { percent: 10n, from: 'jackpot' }, 'four of a kind': fixed(500, 'jackpot'),
            'full house': fixed(100, 'jackpot'), flush: fixed(50, 'jackpot'), straight: fixed(10, 'tray'), 'three of a kind': fixed(3, 'tray'),
            'two pair': fixed(2, 'tray') },
    },
};

const BET = 1_000_000n;
const part = (hundredths) => (BET * hundredths) / 100n;

export class Link {
    constructor(progressive) {
        this.rules = progressives[progressive];
        this.meters = {};
        this.reserves = {};
        this.seeds = {}; // as the house set them last
        for (const [name, meter] of Object.entries(this.rules.meters)) {
            this.meters[name] = this.seeds[name] = dollars(meter.seed);
            this.reserves[name] = 0n;
        }
        Object.assign(this, { coins: 0n, house: 0n, returned: 0n, tray: 0n, corrected: 0n, envy: 0n, funded: 0n });
    }

    // Books coins that fall, or, if `count` is negative, coins that go back: each part from where it went, and from the house what
    // a meter no longer has.
    drop(count) {
        const n = BigInt(count);
        this.house += n * part(this.rules.house);
        for (const [name, meter] of Object.entries(this.rules.meters)) {
            for (const [held, share] of [[this.meters, meter.share], [this.reserves, meter.reserve]]) {
                const left = held[name] + n * part(share);
                held[name] = most(0n, left);
                this.house -= most(0n, -left);
            }
        }
        if (n > 0n) this.coins += n;
        else this.returned -= n * BET;
    }

    // Books a payment for a hand as the meters stand. `round` keeps, for each meter that restarted in this round, what is left of
    // the amount that it restarted with: the second winner of a whole meter gets that, whatever other tables dropped meanwhile (CN
    // 37).
    pay(hand, envySeats = 0, round = {}) {
        const { percent, amount: worth, from, envy = 0n } = this.rules.awards[hand];
        let amount = worth;
        if (from === 'tray') this.tray += amount;
        else if (percent === 100n) {
            const before = this.meters[from];
            amount = wholeCents(least(before, round[from] ?? before));
            round[from] = this.seeds[from] + this.reserves[from];
            this.meters[from] = before - amount + round[from];
            this.reserves[from] = 0n;
        } else {
            const before = this.meters[from];
            if (percent) amount = wholeCents((before * percent) / 100n);
            const taken = least(amount, before);
            this.meters[from] -= taken;
            this.funded += amount - taken;
            if (round[from] !== undefined) round[from] = most(0n, least(round[from], before) - taken);
        }
        this.envy += envy * BigInt(envySeats);
        return { amount, envy: envy * BigInt(envySeats) };
    }

    // A whole meter shared by several winners: equal parts in whole cents, and the remainder to the first.
    split(hand, winners) {
        const { amount } = this.pay(hand);
        const each = wholeCents(amount / BigInt(winners));
        return [amount - each * BigInt(winners - 1), ...Array(winners - 1).fill(each)];
    }
}
