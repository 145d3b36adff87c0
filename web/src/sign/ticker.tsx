// Lines of text that run across the sign one after another. A line that has begun runs to its end, even if the lines change.
import { useEffect, useState } from 'preact/hooks';

const STILL_MS = 7000;
const MS_PER_LETTER = 130;
const CROSSING_MS = 9000; // the time that a line needs to cross the empty band

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
        // Nothing moves, so no animation ends; a timer goes on to the next line.
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
