// The progress of a long question, as reported by the process that calculates it. Questions are calculated one after another, and
// the ticket number that a question gives itself shows whether it is its turn.
import { useEffect, useState } from 'preact/hooks';
import { get } from '../../lib/api';

const LOOK_MS = 1000;

interface Progress {
    ticket: number;
    part: 'prices' | 'lines' | 'plays' | null;
    done: number;
    all: number;
}

export const newTicket = (): number => 1 + Math.floor(Math.random() * 2 ** 31);

const titles = { prices: 'Playing every deal by each strategy', lines: 'Looking for lines, decision by decision', plays: 'Pricing the plays that were found' };

// Null while nothing is known yet.
export function useProgress(ticket: number, busy: boolean): { words: string; part: number } | null {
    const [told, setTold] = useState<Progress | null>(null);
    useEffect(() => {
        setTold(null);
        if (!busy) return;
        let timer: ReturnType<typeof setTimeout> | undefined;
        let over = false;
        const look = async () => {
            const answer = await get<Progress>('/analyze/progress').catch(() => null);
            if (over) return;
            setTold(answer);
            timer = setTimeout(() => void look(), LOOK_MS);
        };
        timer = setTimeout(() => void look(), LOOK_MS);
        return () => {
            over = true;
            clearTimeout(timer);
        };
    }, [ticket, busy]);
    if (!told || told.part === null || told.all === 0) return null;
    if (told.ticket !== ticket) return { words: 'Another question is worked out first…', part: 0 };
    return { words: `${titles[told.part]}: ${told.done} of ${told.all} done`, part: told.done / told.all };
}
