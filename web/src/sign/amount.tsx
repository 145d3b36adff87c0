// An amount as large as its box lets it be. Meters turn like the drums of a counter: upwards only, from one
// known value to the next; what stands still is always a value that was true.
import { useLayoutEffect, useRef } from 'preact/hooks';
import { micros, money } from '../lib/money';

const ROLL_MS = 1000;
const FRAME_MS = 100; // a machine that stalls goes on where it was, it does not skip what was to be seen
const CENT = 10_000n;

// Widths in em, so that the size can be worked out before anything is drawn.
const DIGIT = 0.65;
const POINT = 0.31;

const still = matchMedia('(prefers-reduced-motion: reduce)');

export function widthOf(amount: string): number {
    return [...money(amount)].reduce((sum, c) => sum + (c === ',' || c === '.' ? POINT : DIGIT), 0);
}

// What the drum of one place shows: its digit, and how far it has turned to the next one.
function turned(cents: number, place: number): number {
    const unit = 10 ** place;
    const below = cents % unit;
    const digit = Math.floor(cents / unit) % 10;
    return place === 0 ? cents % 10 : digit + Math.max(0, below - (unit - 1));
}

function draw(box: HTMLElement, cents: number): void {
    const drums = box.querySelectorAll<HTMLElement>('.drum');
    drums.forEach((drum, i) => {
        const place = drums.length - 1 - i;
        const at = turned(cents, place);
        const leads = place > 2 && cents < 10 ** place;
        drum.style.transform = `translateY(${(-at * 100) / 11}%)`;
        drum.style.opacity = leads ? `${Math.min(1, at)}` : '1';
    });
}

const ease = (t: number) => 1 - (1 - t) ** 3;

// Rolls the drums in the box to a value; returns how to stop.
function roll(box: HTMLElement, shown: { cents: number }, to: number): () => void {
    const from = shown.cents;
    const show = (cents: number) => {
        shown.cents = cents;
        draw(box, cents);
    };
    if (from < 0 || to <= from || still.matches) {
        show(to);
        return () => undefined;
    }
    let before = performance.now();
    let gone = 0;
    box.dataset['rolling'] = 'yes';
    let frame = requestAnimationFrame(function step(now) {
        gone += Math.min(FRAME_MS, Math.max(0, now - before));
        before = now;
        const t = Math.min(1, gone / ROLL_MS);
        show(t === 1 ? to : from + (to - from) * ease(t));
        if (t < 1) frame = requestAnimationFrame(step);
        else delete box.dataset['rolling'];
    });
    return () => {
        cancelAnimationFrame(frame);
        delete box.dataset['rolling'];
    };
}

function Drum() {
    return <span class="drum">{[...'01234567890'].map((digit, i) => <span key={i}>{digit}</span>)}</span>;
}

// width: of the longest amount beside it, so that a lesser level is never written larger than a greater one.
export function RollingAmount({ amount, width }: { amount: string; width: number }) {
    const box = useRef<HTMLSpanElement>(null);
    const shown = useRef({ cents: -1 });
    const text = money(amount);
    useLayoutEffect(() => roll(box.current!, shown.current, Number(micros(amount) / CENT)), [amount]);
    return (
        <p class="amount" style={{ '--w': width }}>
            <span class="hidden-visually">{text}</span>
            <span ref={box} class="drums" aria-hidden="true">
                {[...text].map((c, i) => (
                    // counted from the end, so that a place keeps its drum when the amount grows longer
                    <span key={text.length - i} class={/\d/.test(c) ? 'place' : 'mark'}>{/\d/.test(c) ? <Drum /> : c}</span>
                ))}
            </span>
        </p>
    );
}

export function StillAmount({ amount }: { amount: string }) {
    return <p class="amount" style={{ '--w': widthOf(amount) }}><span class="mark">{money(amount)}</span></p>;
}
