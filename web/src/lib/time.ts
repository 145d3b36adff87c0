// Times are milliseconds since 1970; people read them in the house's zone, or in their own as long as no house has said, and
// always with the zone's name (PIT-15): the same moment has another date elsewhere.
import { zoneNameAt } from './zone-name';

let zone: string | undefined;

const parts = (): Intl.DateTimeFormat => new Intl.DateTimeFormat('en-CA', {
    year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23',
    ...(zone ? { timeZone: zone } : {}),
});
let format = parts();

export function showTimesIn(name: string): void {
    if (name === zone) return;
    const before = zone;
    try {
        zone = name;
        format = parts();
    } catch {
        zone = before; // a zone that this browser does not know
    }
}

function read(ms: number): Record<string, string> {
    return Object.fromEntries(format.formatToParts(ms).map(({ type, value }) => [type, value]));
}

export const zoneAt = (ms: number): string => zoneNameAt(format.resolvedOptions().timeZone, ms);

function bare(ms: number): { date: string; time: string } {
    const { year, month, day, hour, minute, second } = read(ms);
    return { date: `${year}-${month}-${day}`, time: `${hour}:${minute}:${second}` };
}

export function clock(ms: number): string {
    return `${bare(ms).time} ${zoneAt(ms)}`;
}

export function stamp(ms: number): string {
    const { date, time } = bare(ms);
    return `${date} ${time} ${zoneAt(ms)}`;
}

// The date alone, in the house.
export function dateOf(ms: number): string {
    return bare(ms).date;
}

// Along an axis of one chart, which says its zone once.
export function tick(ms: number, span: number): string {
    const { date, time } = bare(ms);
    const short = span < 600_000 ? time : time.slice(0, 5);
    return span > 86_400_000 ? `${date.slice(5)} ${short}` : short;
}

// As a field for date and time has it.
export function typedAt(ms: number): string {
    const { date, time } = bare(ms);
    return `${date}T${time}`;
}

// What somebody typed into a field for date and time ("2026-11-15T18:30"), as the house's clocks show it. An hour that its
// clocks leave out is the one after it.
export function momentOf(typed: string): number {
    const wanted = Date.parse(`${typed}Z`);
    const shownAt = (ms: number) => Date.parse(`${typedAt(ms)}Z`);
    const near = wanted - (shownAt(wanted) - wanted);
    return near - (shownAt(near) - wanted);
}
