// An amount as large as its box allows. Meters turn like the drums of a mechanical counter, upwards only, from one known value to
// the next; an amount that stands still is always one that the manager has sent.
import { useLayoutEffect, useRef } from 'preact/hooks';
import { micros, money } from '../lib/money';

const ROLL_MS = 1000;
const FRAME_MS = 100; // at most this much is counted for a frame, so after a stall the rolling goes on where it was
const CENT = 10_000n;

// Widths of the characters in em, so that the size is known before anything is drawn.
const DIGIT = 0.65;
const POINT = 0.31;

const still = matchMedia('(prefers-reduced-motion: reduce)');

export function widthOf(amount: string): number {
    return [...money(amount)].reduce((sum, c) => sum + (c === ',' || c === '.' ? POINT : DIGIT), 0);
}

// The position of the drum of one decimal place: its digit plus how far it has turned to the next one.
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

// Rolls the drums in the box to a value; returns a function that stops it.
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

// `width` is that of the longest amount on the sign, so that a lower level is never written larger than a higher one.
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
                    // Keys count from the end, so that each place keeps its drum when the amount gets longer.
                    <span key={text.length - i} class={/\d/.test(c) ? 'place' : 'mark'}>{/\d/.test(c) ? <Drum /> : c}</span>
                ))}
            </span>
        </p>
    );
}

export function StillAmount({ amount }: { amount: string }) {
    return <p class="amount" style={{ '--w': widthOf(amount) }}><span class="mark">{money(amount)}</span></p>;
}
