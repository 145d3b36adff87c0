// Asks what each pay line does to the house edge. Lines that each need a whole analysis are calculated one by one, and only on
// request.
import { signal } from '@preact/signals';
import { why } from '../lib/api';
import { isAborted, postPatiently } from '../lib/patient';
import type { MeterCurve, SensitivityAnswer, SensitivityLine, Subject } from './types';

export const lines = signal<SensitivityLine[]>([]);
export const curves = signal<MeterCurve[]>([]);
export const working = signal(false);
export const trouble = signal<string | null>(null);

let request: AbortController | null = null;
let about: Subject | null = null;

function take(found: SensitivityLine[]): void {
    const fresh = new Map(found.map((line) => [line.path, line]));
    lines.value = lines.value.map((line) => fresh.get(line.path) ?? line);
}

const ask = (body: object, signal: AbortSignal) => postPatiently<SensitivityAnswer>('/analyze/sensitivity', body, signal);

async function workOut(subject: Subject, signal: AbortSignal): Promise<void> {
    const first = await ask(subject, signal);
    lines.value = first.lines;
    curves.value = first.meters ?? [];
    about = subject;
}

async function workOutRest(subject: Subject, signal: AbortSignal): Promise<void> {
    for (const line of lines.value)
        if (line.change === null) take((await ask({ ...subject, path: line.path }, signal)).lines);
}

export function stopLooking(): void {
    request?.abort();
}

export function forgetLines(): void {
    lines.value = [];
    curves.value = [];
}

async function look(subject: Subject, how: typeof workOut): Promise<void> {
    stopLooking();
    const mine = new AbortController();
    request = mine;
    working.value = true;
    trouble.value = null;
    try {
        await how(subject, mine.signal);
    } catch (error) {
        if (isAborted(error) || mine.signal.aborted) return;
        trouble.value = why(error);
    }
    if (!mine.signal.aborted) working.value = false;
}

export const lookInto = (subject: Subject): Promise<void> => look(subject, workOut);

// Calculates the lines that each need a whole analysis.
export function lookFurther(): void {
    if (about) void look(about, workOutRest);
}
