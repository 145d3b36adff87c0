// Sends questions that take a while to calculate. The server works on a few at a time and refuses more with "busy"; such a question
// is sent again.
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

// True when no answer came from the server; the same question may succeed later.
export function isUnreachable(error: unknown): boolean {
    return error instanceof Refusal && error.code === 'unreachable';
}

// True when the page itself cancelled the question, which is no error to show.
export function isAborted(error: unknown): boolean {
    return error instanceof DOMException && error.name === 'AbortError';
}
