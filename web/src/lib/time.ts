// Times are milliseconds since 1970; people read them in the house's zone, or in their own as long as no house has said.

let zone: string | undefined;

const parts = (): Intl.DateTimeFormat => new Intl.DateTimeFormat('en-CA', {
    year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23',
    ...(zone ? { timeZone: zone } : {}),
});
let format = parts();

export function showTimesIn(name: string): void {
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

export function clock(ms: number): string {
    const { hour, minute, second } = read(ms);
    return `${hour}:${minute}:${second}`;
}

export function stamp(ms: number): string {
    const { year, month, day } = read(ms);
    return `${year}-${month}-${day} ${clock(ms)}`;
}

// What somebody typed into a field for date and time ("2026-11-15T18:30"), as the house's clocks show it. An hour that its
// clocks leave out is the one after it.
export function momentOf(typed: string): number {
    const wanted = Date.parse(`${typed}Z`);
    const shownAt = (ms: number) => Date.parse(`${stamp(ms).replace(' ', 'T')}Z`);
    const near = wanted - (shownAt(wanted) - wanted);
    return near - (shownAt(near) - wanted);
}
