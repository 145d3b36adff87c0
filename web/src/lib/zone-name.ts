// The name of a time zone at a moment, and its offset from UTC, as the browser knows them.

// A DateTimeFormat is slow to make, and zone-rule.ts asks for offsets a thousand times, so each is made once.
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
    const known = formats.get(zone);
    if (known) return known;
    const made = new Intl.DateTimeFormat('en-US', {
        timeZone: zone, hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric',
    });
    formats.set(zone, made);
    return made;
}

export function offsetAt(zone: string, ms: number): number {
    const part = Object.fromEntries(formatOf(zone).formatToParts(ms).map(({ type, value }) => [type, Number(value)]));
    return Date.UTC(part['year']!, part['month']! - 1, part['day'], part['hour'], part['minute'], part['second']) - Math.floor(ms / 1000) * 1000;
}

// The abbreviation as a POSIX rule for time zones (TZ) writes it: "CST", or "<+0545>" where there is no word for it.
export function nameAt(zone: string, ms: number): string {
    // Only the English of the zone's own region has an abbreviation; elsewhere the browser answers "GMT+1".
    for (const english of ['en-US', 'en-GB', 'en-AU', 'en-NZ', 'en-CA']) {
        const parts = new Intl.DateTimeFormat(english, { timeZone: zone, timeZoneName: 'short' }).formatToParts(ms);
        const said = parts.find(({ type }) => type === 'timeZoneName')!.value;
        if (/^[A-Za-z]{3,5}$/.test(said)) return said;
    }
    const minutes = Math.round(offsetAt(zone, ms) / 60_000);
    const size = Math.abs(minutes);
    const two = (n: number) => String(n).padStart(2, '0');
    return `<${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}${size % 60 ? two(size % 60) : ''}>`;
}

// The name as people read it. Names are cached by quarter of an hour, because clocks change at full quarters and a page shows
// hundreds of times.
const QUARTER = 900_000;
const names = new Map<string, string>();

export function zoneNameAt(zone: string, ms: number): string {
    const key = `${zone} ${Math.floor(ms / QUARTER)}`;
    const known = names.get(key);
    if (known) return known;
    const name = nameAt(zone, ms).replace(/[<>]/g, '');
    names.set(key, name);
    return name;
}
