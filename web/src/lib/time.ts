// Times are milliseconds since 1970; people read them in their own zone.

const two = (n: number) => n.toString().padStart(2, '0');

export function clock(ms: number): string {
    const d = new Date(ms);
    return `${two(d.getHours())}:${two(d.getMinutes())}:${two(d.getSeconds())}`;
}

export function stamp(ms: number): string {
    const d = new Date(ms);
    return `${d.getFullYear()}-${two(d.getMonth() + 1)}-${two(d.getDate())} ${clock(ms)}`;
}
