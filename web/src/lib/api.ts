// Requests to the server that gave us the page.

// A refusal: a problem document (RFC 9457) as an error whose message is for people.
export class Refusal extends Error {
    constructor(
        readonly status: number,
        readonly code: string,
        message: string,
        readonly field: string | null,
    ) {
        super(message);
    }
}

async function refusal(answer: Response): Promise<Refusal> {
    try {
        const p = await answer.json();
        return new Refusal(answer.status, String(p.code ?? ''), String(p.detail ?? p.title ?? answer.statusText), p.field ?? null);
    } catch {
        return new Refusal(answer.status, '', `The server answered ${answer.status}.`, null);
    }
}

async function ask(path: string, init: RequestInit): Promise<Response> {
    let answer: Response;
    try {
        answer = await fetch(path, init);
    } catch (error) {
        if (init.signal?.aborted) throw error;
        throw new Refusal(0, 'unreachable', 'The server cannot be reached. Nothing was changed; try again when the connection is back.', null);
    }
    if (!answer.ok) throw await refusal(answer);
    return answer;
}

export const API = '/api/v1';

export async function get<T>(path: string, signal?: AbortSignal): Promise<T> {
    return (await ask(API + path, { signal: signal ?? null })).json();
}

export async function getText(path: string): Promise<string> {
    return (await ask(API + path, {})).text();
}

function posted(body: unknown, signal?: AbortSignal): RequestInit {
    return { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body), signal: signal ?? null };
}

export async function post<T>(path: string, body: unknown, signal?: AbortSignal): Promise<T> {
    return (await ask(API + path, posted(body, signal))).json();
}

export async function postForFile(path: string, body: unknown): Promise<Blob> {
    return (await ask(API + path, posted(body))).blob();
}

// What a person reads when something went wrong.
export function why(error: unknown): string {
    return error instanceof Error ? error.message : String(error);
}
