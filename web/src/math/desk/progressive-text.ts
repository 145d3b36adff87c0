// Finds the values in a progressive's file that a designer may change: seed, share and reserve of each meter, and its awards. They
// are changed in the text, and the house's share is made to fit the others, as the program does it.

export interface Knob {
    key: string; // the interface's name of it: "seed", "major.seed", "full house"
    label: string;
    kind: 'amount' | 'percent' | 'times'; // "times" is an award in bets: "50 for 1"
    value: number; // an amount, or a percentage
    bet: number;
    start: number; // where the value begins in the text
    end: number;
}

const PARTS = ['share', 'reserve', 'seed'];
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

interface Found {
    section: string;
    entry: string;
    part: string;
    value: string;
    start: number;
}

// A line without its comment; what stands before it keeps its place.
const withoutRemark = (line: string) => line.replace(/(^|\s)#.*$/, '');

// The entries of meters and awards, in braces on one line or on lines of their own. Keys may be quoted.
function entries(text: string): Found[] {
    const found: Found[] = [];
    let section = '', entry = '', at = 0;
    for (const whole of text.split('\n')) {
        const line = withoutRemark(whole);
        const head = /^\s+(["']?)([a-z0-9][a-z0-9 _-]*)\1\s*:\s*(\{.*)?$/i.exec(line);
        if (/^\S/.test(line)) section = /^(["']?)([a-z_]+)\1\s*:/.exec(line)?.[2] ?? '';
        else if (section === 'meters' || section === 'awards') {
            if (head) entry = head[2]!;
            const rest = head?.[3] ? line.indexOf('{') : head ? line.length : 0;
            for (const part of line.slice(rest).matchAll(/\b(share|reserve|seed|pays)["']?\s*:\s*(\d[\d.]*(?:%| for 1)?)/g))
                found.push({ section, entry, part: part[1]!, value: part[2]!, start: at + rest + part.index + part[0].length - part[2]!.length });
        }
        at += whole.length + 1;
    }
    return found;
}

export function knobs(text: string): Knob[] {
    const all = entries(text);
    const bet = Number(/^(["']?)bet\1\s*:\s*["']?([\d.]+)/m.exec(text)?.[2] ?? 1);
    const meters = new Set(all.filter((each) => each.section === 'meters').map((each) => each.entry));
    return all.flatMap((each) => {
        const isMeter = each.section === 'meters';
        if (isMeter !== PARTS.includes(each.part)) return [];
        const isTimes = each.value.endsWith(' for 1');
        const number = parseFloat(each.value);
        return [{
            key: !isMeter ? each.entry : meters.size > 1 ? `${each.entry}.${each.part}` : each.part,
            label: !isMeter ? capital(each.entry) : meters.size > 1 ? `${capital(each.entry)}: ${each.part}` : capital(each.part),
            kind: isTimes ? 'times' as const : each.value.endsWith('%') ? 'percent' as const : 'amount' as const,
            value: isTimes ? number * bet : number,
            bet,
            start: each.start,
            end: each.start + each.value.length,
        }];
    });
}

const written = (knob: Knob, value: number) =>
    knob.kind === 'percent' ? `${value}%` : knob.kind === 'times' && Number.isInteger(value / knob.bet) ? `${value / knob.bet} for 1`
    : Number.isInteger(value) ? String(value) : value.toFixed(2);

const isShare = (knob: Knob) => /(^|\.)(share|reserve)$/.test(knob.key);

// The part of a bet that the house keeps, in percent: what no meter takes.
export const houseShare = (all: Knob[]) => Number((100 - all.filter(isShare).reduce((sum, knob) => sum + knob.value, 0)).toFixed(6));

// The text with other values. Comments in it are kept, and values that are not given stay as they are.
export function withValues(text: string, values: Record<string, number>): string {
    let changed = text;
    for (const knob of knobs(text).sort((a, b) => b.start - a.start)) {
        const value = values[knob.key];
        if (value !== undefined && value !== knob.value) changed = changed.slice(0, knob.start) + written(knob, value) + changed.slice(knob.end);
    }
    return changed.replace(/^((?:house_share|"house_share"|'house_share')\s*:\s*["']?)[\d.]+%/m, (_, head: string) => `${head}${houseShare(knobs(changed))}%`);
}

// Steps as a person would choose them: a tenth of the place of the leading digit, half a percent of a share, a bet.
export function stepOf(knob: Knob): number {
    if (knob.kind === 'percent') return isShare(knob) ? 0.5 : 1;
    const place = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(knob.value, 1))) - 1);
    return knob.kind === 'times' ? Math.max(knob.bet, place) : place;
}

// The range of a slider. A share goes only as far as the house has a share to give.
export function rangeOf(knob: Knob, all: Knob[]): { from: number; to: number; step: number } {
    const step = stepOf(knob);
    if (isShare(knob)) return { from: 0, to: Number((knob.value + Math.max(0, houseShare(all))).toFixed(6)), step };
    if (knob.kind === 'percent') return { from: 1, to: 100, step };
    return { from: step, to: Math.max(4 * knob.value, 10 * step), step };
}
