// The ranges that a design of a progressive varies and the figures that it wants, as typed. The address keeps both.
import { keepAt, valueAt } from '../address';
import { isNumber } from './parts';
import { stepOf, type Knob } from './progressive-text';

export interface Range {
    from: string;
    to: string;
    step: string;
}

export interface Wanted {
    target: string; // in percent
    within: string;
    hit: string;
    hour: string; // in bets
    jackpot: Record<string, string>; // by name of the meter
    between: Record<string, string>;
}

export const ROWS_MOST = 8;

export const usualRange = (knob: Knob): Range => {
    const step = stepOf(knob);
    const shown = (value: number) => String(Number(value.toFixed(6)));
    return { from: shown(Math.max(knob.kind === 'percent' ? 0 : step, knob.value - 5 * step)), to: shown(knob.value + 5 * step), step: shown(step) };
};

const RANGE = /^([^:;]+):([\d.]+)\.\.([\d.]+):([\d.]+)$/;

export function rangesAt(): Record<string, Range> | null {
    const kept = valueAt('vary');
    if (kept === null) return null;
    const found = kept.split(';').map((each) => RANGE.exec(each)).filter((each) => each !== null);
    return Object.fromEntries(found.map((each) => [each[1]!, { from: each[2]!, to: each[3]!, step: each[4]! }]));
}

const perMeter = (text: string | null) => Object.fromEntries((text ?? '').split(';').filter(Boolean).map((each) => each.split(':') as [string, string]));
const listed = (values: Record<string, string>) => Object.entries(values).filter(([, value]) => value).map(([meter, value]) => `${meter}:${value}`).join(';');

export const wantedAt = (): Wanted => ({
    target: valueAt('target') ?? '', within: valueAt('within') ?? '0.5', hit: valueAt('hit') ?? '', hour: valueAt('hour') ?? '',
    jackpot: perMeter(valueAt('jackpot')), between: perMeter(valueAt('between')),
});

export function keepWanted(ranges: Record<string, Range>, { jackpot, between, ...wanted }: Wanted): void {
    keepAt({
        ...wanted, jackpot: listed(jackpot), between: listed(between),
        vary: Object.entries(ranges).map(([key, { from, to, step }]) => `${key}:${from}..${to}:${step}`).join(';'),
    });
}

const numbers = (values: Record<string, string>) => Object.fromEntries(Object.entries(values).filter(([, value]) => value).map(([meter, value]) => [meter, Number(value)]));

// What is missing before the question can be asked, in words; null if nothing is.
export function lacking(ranges: Record<string, Range>, wanted: Wanted): string | null {
    const typed = [wanted.target, wanted.hit, ...Object.values(wanted.jackpot), ...Object.values(wanted.between)].filter(Boolean);
    const all = Object.values(ranges);
    if (all.length === 0) return 'Tick what may vary.';
    if (all.length > ROWS_MOST) return `At most ${ROWS_MOST} values vary at once.`;
    if (!all.every(({ from, to, step }) => [from, to, step].every(isNumber) && Number(step) > 0 && Number(to) >= Number(from)))
        return 'A range goes from a smaller number to a larger one, in steps above 0.';
    if (typed.length === 0) return 'Say what is wanted: at least one figure.';
    if (![...typed, wanted.within, wanted.hour || '0'].every(isNumber)) return 'What is wanted are numbers, such as 20 or 0.5.';
    return null;
}

export function asked(ranges: Record<string, Range>, wanted: Wanted): object {
    return {
        vary: Object.entries(ranges).map(([key, { from, to, step }]) => `${key}=${from}..${to}:${step}`),
        ...(wanted.target && { target: Number((Number(wanted.target) / 100).toFixed(9)) }),
        ...(wanted.hit && { hit: Number((Number(wanted.hit) / 100).toFixed(9)) }),
        ...(wanted.hour && { bets: Number(wanted.hour) }),
        within: Number((Number(wanted.within) / 100).toFixed(9)),
        jackpot: numbers(wanted.jackpot),
        between: numbers(wanted.between),
    };
}
