// Writes a time zone with its POSIX rule, as it goes into the log: "America/Chicago CST6CDT,M3.2.0,M11.1.0". The browser knows the
// zones by name; with the rule, the log stays readable without that knowledge.

import { nameAt, offsetAt } from '../lib/zone-name';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

export const zoneNames = (): string[] => Intl.supportedValuesOf('timeZone');

// Hours and minutes of an offset or time. A rule counts offsets westward, so callers pass the negated offset.
function clockWords(ms: number): string {
    const minutes = Math.round(Math.abs(ms) / 60_000);
    return `${ms < 0 ? '-' : ''}${Math.floor(minutes / 60)}${minutes % 60 ? `:${String(minutes % 60).padStart(2, '0')}` : ''}`;
}

// The moments in a year at which the clocks change.
function changes(zone: string, year: number): number[] {
    const found: number[] = [];
    for (let day = Date.UTC(year, 0, 1); day < Date.UTC(year + 1, 0, 1); day += DAY) {
        if (offsetAt(zone, day) === offsetAt(zone, day + DAY)) continue;
        let [low, high] = [day, day + DAY];
        while (high - low > 60_000) {
            const middle = Math.floor((low + high) / 2);
            if (offsetAt(zone, middle) === offsetAt(zone, day)) low = middle;
            else high = middle;
        }
        found.push(Math.round(high / 60_000) * 60_000);
    }
    return found;
}

interface Local {
    month: number;
    weekday: number;
    week: number;
    isLast: boolean;
    time: number; // milliseconds since midnight
}

function localOf(zone: string, moment: number): Local {
    const local = new Date(moment + offsetAt(zone, moment - 60_000)); // as clocks showed it just before the change
    const date = local.getUTCDate();
    const days = new Date(Date.UTC(local.getUTCFullYear(), local.getUTCMonth() + 1, 0)).getUTCDate();
    return {
        month: local.getUTCMonth() + 1, weekday: local.getUTCDay(), week: Math.ceil(date / 7), isLast: date + 7 > days,
        time: local.getTime() % DAY,
    };
}

const YEARS = 4; // this many years suffice to tell the fourth Sunday of a month from the last

// The rule of one of the year's changes: "M3.2.0" is the second Sunday of March. The time is left out where it is two o'clock. Null
// if the years follow no such rule.
function changeWords(zone: string, year: number, which: number): string | null {
    const moments = Array.from({ length: YEARS }, (_, i) => changes(zone, year + i)[which]);
    const seen = moments.map((moment) => (moment === undefined ? null : localOf(zone, moment)));
    const first = seen[0];
    if (!first || seen.some((each) => each?.month !== first.month || each.weekday !== first.weekday || each.time !== first.time)) return null;
    const isLast = seen.every((each) => each!.isLast);
    if (!isLast && seen.some((each) => each!.week !== first.week)) return null;
    return `M${first.month}.${isLast ? 5 : first.week}.${first.weekday}${first.time === 2 * HOUR ? '' : `/${clockWords(first.time)}`}`;
}

// Null if the clocks of this zone follow no rule that can be written.
export function zoneRule(zone: string, year: number): string | null {
    const [first, second, ...more] = changes(zone, year);
    const start = Date.UTC(year, 0, 1);
    const here = (ms: number) => `${nameAt(zone, ms)}${clockWords(-offsetAt(zone, ms))}`;
    if (first === undefined) return here(start);
    if (second === undefined || more.length > 0) return null;
    // Summer time begins at the change that puts the clocks forward.
    const begins = offsetAt(zone, first) > offsetAt(zone, start) ? 0 : 1;
    const [summer, winter] = begins === 0 ? [first, second] : [second, first];
    const words = [changeWords(zone, year, begins), changeWords(zone, year, 1 - begins)];
    if (words.includes(null)) return null;
    const isHour = offsetAt(zone, summer) - offsetAt(zone, winter) === HOUR;
    return `${here(winter)}${nameAt(zone, summer)}${isHour ? '' : clockWords(-offsetAt(zone, summer))},${words.join(',')}`;
}
