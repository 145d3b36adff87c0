// Times are milliseconds since 1970. People read them in the house's zone, or in the browser's as long as no house has been heard
// of, and always with the zone's name (PIT-15), because the same moment may have another date elsewhere.
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
        zone = before; // this browser does not know the zone
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

// The date alone, in the house's zone.
export function dateOf(ms: number): string {
    return bare(ms).date;
}

// A label of a chart's time axis, whose length is `span` milliseconds. The chart names the zone once.
export function tick(ms: number, span: number): string {
    const { date, time } = bare(ms);
    const short = span < 600_000 ? time : time.slice(0, 5);
    return span > 86_400_000 ? `${date.slice(5)} ${short}` : short;
}

// The form that a field for date and time uses.
export function typedAt(ms: number): string {
    const { date, time } = bare(ms);
    return `${date}T${time}`;
}

// The moment of what somebody typed into a field for date and time ("2026-11-15T18:30") by the house's clocks. A time that the
// clocks skip when they go forward counts as the same time an hour later.
export function momentOf(typed: string): number {
    const wanted = Date.parse(`${typed}Z`);
    const shownAt = (ms: number) => Date.parse(`${typedAt(ms)}Z`);
    const near = wanted - (shownAt(wanted) - wanted);
    return near - (shownAt(near) - wanted);
}
