// What each pay line does to the edge. Lines that take a whole analysis of their own are asked for one
// by one, after the others are shown.
import { signal } from '@preact/signals';
import { why } from '../lib/api';
import { isAborted, postPatiently } from '../lib/patient';
import type { MeterCurve, SensitivityAnswer, SensitivityLine, Subject } from './types';

export const lines = signal<SensitivityLine[]>([]);
export const curves = signal<MeterCurve[]>([]);
export const working = signal(false);
export const trouble = signal<string | null>(null);

let request: AbortController | null = null;

function take(found: SensitivityLine[]): void {
    const fresh = new Map(found.map((line) => [line.path, line]));
    lines.value = lines.value.map((line) => fresh.get(line.path) ?? line);
}

async function workOut(subject: Subject, signal: AbortSignal): Promise<void> {
    const ask = (body: object) => postPatiently<SensitivityAnswer>('/analyze/sensitivity', body, signal);
    const first = await ask(subject);
    lines.value = first.lines;
    curves.value = first.meters ?? [];
    for (const line of first.lines)
        if (line.change === null) take((await ask({ ...subject, path: line.path })).lines);
}

export function stopLooking(): void {
    request?.abort();
}

export function forgetLines(): void {
    lines.value = [];
    curves.value = [];
}

export async function lookInto(subject: Subject): Promise<void> {
    stopLooking();
    const mine = new AbortController();
    request = mine;
    working.value = true;
    trouble.value = null;
    try {
        await workOut(subject, mine.signal);
    } catch (error) {
        if (isAborted(error) || mine.signal.aborted) return;
        trouble.value = why(error);
    }
    if (!mine.signal.aborted) working.value = false;
}
