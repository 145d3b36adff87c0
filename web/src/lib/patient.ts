// Questions that take a while to answer: the server takes a few at a time and says so when it is full.
import { post, Refusal } from './api';

const AGAIN_MS = 300;
const TRIES = 20;

function pause(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((done, failed) => {
        const timer = setTimeout(done, ms);
        signal?.addEventListener('abort', () => {
            clearTimeout(timer);
            failed(signal.reason);
        });
    });
}

export async function postPatiently<T>(path: string, body: unknown, signal?: AbortSignal): Promise<T> {
    for (let tries = 1; ; tries++) {
        try {
            return await post<T>(path, body, signal);
        } catch (error) {
            if (!(error instanceof Refusal) || error.code !== 'busy' || tries === TRIES) throw error;
            await pause(AGAIN_MS, signal);
        }
    }
}

// Nobody answered; the same question may be answered later.
export function isUnreachable(error: unknown): boolean {
    return error instanceof Refusal && error.code === 'unreachable';
}

// The question was withdrawn; nobody needs to hear of it.
export function isAborted(error: unknown): boolean {
    return error instanceof DOMException && error.name === 'AbortError';
}
