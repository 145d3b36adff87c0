// A coin acceptor: its slot with eight lights around it, as in table 1.1 of the manual (TAB-2).
import type { Seat } from './types';

// Positions clockwise from the top left, in the order of enum acceptor_light.
const places = [[18, 18], [50, 10], [82, 18], [90, 50], [82, 82], [50, 90], [18, 82], [10, 50]] as const;
const isCorner = (i: number) => i % 2 === 0;

type Light = 'on' | 'off' | 'chase' | 'flash' | 'first' | 'second';

const lights: Record<string, (i: number) => Light> = {
    chase: () => 'chase',
    flash: () => 'flash',
    steady: () => 'on',
    jam: (i) => (i === 0 || i === 4 ? 'on' : 'off'),
    uncounted: (i) => (i === 1 || i === 5 ? 'on' : 'off'),
    high: (i) => (isCorner(i) ? 'first' : 'second'),
    low: (i) => (i === 6 || i === 7 || i === 0 || i === 1 ? 'first' : 'second'),
};

// The same states as a symbol in the middle, for whoever cannot see motion or colour.
const symbols: Record<string, string> = { jam: '!', uncounted: '?', high: 'JPH', low: 'JPL' };

function Middled({ class: look, text }: { class: string; text: string }) {
    return (
        <text class={look} x="50" y="50" dominant-baseline="central" text-anchor="middle" data-long={text.length > 1}>{text}</text>
    );
}

function Middle({ seat }: { seat: Seat }) {
    const symbol = seat.closed ? '×' : symbols[seat.pattern];
    if (symbol) return <Middled class="mark" text={symbol} />;
    if (seat.led) return <path class="tick-mark" d="M34 51 46 63 67 38" />;
    if (seat.coins === 0) return null;
    return (
        <>
            <circle class="chip" cx="50" cy="50" r="22" />
            <circle class="chip-edge" cx="50" cy="50" r="18" />
            {seat.coins > 1 && <Middled class="chip-count" text={String(seat.coins)} />}
        </>
    );
}

export function Slot({ seat }: { seat: Seat }) {
    const light = lights[seat.pattern] ?? (() => 'off' as const);
    return (
        <svg class="slot" viewBox="0 0 100 100" aria-hidden="true" data-pattern={seat.pattern}>
            <rect class="well" x="24" y="24" width="52" height="52" rx="26" />
            <Middle seat={seat} />
            {places.map(([x, y], i) => (
                <circle key={i} class="led" cx={x} cy={y} r="7" data-light={light(i)} style={{ '--i': i }} />
            ))}
        </svg>
    );
}
