// Lines that run through, one after the other. A line that has begun is read to its end, whatever changes.
import { useEffect, useState } from 'preact/hooks';

const STILL_MS = 7000;
const MS_PER_LETTER = 130;
const CROSSING_MS = 9000; // of the empty band

const still = matchMedia('(prefers-reduced-motion: reduce)');

export function Ticker({ lines }: { lines: string[] }) {
    const [turn, setTurn] = useState(0);
    const [line, setLine] = useState(lines[0] ?? '');
    const next = () => {
        setTurn(turn + 1);
        setLine(lines[(turn + 1) % Math.max(1, lines.length)] ?? '');
    };
    useEffect(() => {
        if (line && !still.matches) return undefined;
        // nothing moves, so nothing says when it is through
        const timer = setTimeout(next, line ? STILL_MS : 500);
        return () => clearTimeout(timer);
    });
    const animationDuration = `${CROSSING_MS + MS_PER_LETTER * line.length}ms`;
    return (
        <p class="ticker">
            <span key={turn} class="running" style={{ animationDuration, '--letters': Math.max(1, line.length) }} onAnimationEnd={next}>{line}</span>
        </p>
    );
}
