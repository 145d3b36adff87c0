// Sends requests to the server that served this page, and turns its refusals into errors.
import { signal } from '@preact/signals';

// A refusal of the server: a problem document (RFC 9457) as an error whose message is for people.
export class Refusal extends Error {
    constructor(
        readonly status: number,
        readonly code: string,
        message: string,
        readonly field: string | null,
        readonly members: Record<string, unknown> = {},
    ) {
        super(message);
    }
}

// A refusal's text begins with the name of the member that it is about, for programs. People read only the rest.
function forPeople(detail: string, field: string | null): string {
    const text = field && detail.startsWith(`${field}: `) ? detail.slice(field.length + 2) : detail;
    return text.charAt(0).toUpperCase() + text.slice(1);
}

async function refusal(answer: Response): Promise<Refusal> {
    try {
        const p = await answer.json();
        return new Refusal(answer.status, String(p.code ?? ''), forPeople(String(p.detail ?? p.title ?? answer.statusText), p.field ?? null),
            p.field ?? null, p);
    } catch {
        return new Refusal(answer.status, '', `The server answered ${answer.status}.`, null);
    }
}

// How requests prove who sends them. A session's cookie travels by itself, with `csrf` beside it on every write; a sign sends its
// token.
let csrf = '';
let sessions = 0; // how many times a session has begun or ended in this page
let token = '';

export function setCsrf(value: string): void {
    if (value !== csrf) sessions++;
    csrf = value;
}

export function setToken(value: string): void {
    token = value;
}

export const tokenShown = () => token;

function shown(init: RequestInit): Record<string, string> {
    return {
        ...(token && { Authorization: `Bearer ${token}` }),
        ...(csrf && init.method && { 'Croupier-CSRF': csrf }),
        ...(init.body ? { 'Content-Type': 'application/json' } : {}),
    };
}

// The session (session.ts) registers here to hear that the server does not know it ('out'), or that another session has taken its
// place in this browser ('changed').
type Doubt = 'out' | 'changed';
let doubted: (doubt: Doubt) => void = () => undefined;

export function onDoubt(fn: (doubt: Doubt) => void): void {
    doubted = fn;
}

function doubt({ status, code }: Refusal): Refusal | null {
    if (status === 401) {
        doubted('out');
        return new Refusal(status, code, 'You are signed out, so nothing was changed. Sign in, then send it again.', null);
    }
    if (code === 'csrf') {
        doubted('changed');
        return new Refusal(status, code, 'Somebody signed in anew in this browser, so nothing was changed. See who, then send it again.', null);
    }
    return null;
}

// How many requests that change something have been waiting for longer than SLOW_MS. The screen then says that no answer has come
// yet.
export const unanswered = signal(0);
const SLOW_MS = 4000;

async function patiently(asked: Promise<Response>): Promise<Response> {
    let late = 0;
    const timer = setTimeout(() => {
        late = 1;
        unanswered.value++;
    }, SLOW_MS);
    try {
        return await asked;
    } finally {
        clearTimeout(timer);
        unanswered.value -= late;
    }
}

// Analysis and practice change nothing, and may calculate for minutes, so they do not count as unanswered.
const changesSomething = (path: string, { method }: RequestInit) => method !== undefined && !/^\/api\/v1\/(analyze|practice)\b/.test(path);

async function ask(path: string, init: RequestInit): Promise<Response> {
    const during = sessions;
    let answer: Response;
    try {
        const asked = fetch(path, { ...init, headers: shown(init) });
        answer = await (changesSomething(path, init) ? patiently(asked) : asked);
    } catch (error) {
        if (init.signal?.aborted) throw error;
        throw new Refusal(0, 'unreachable', 'The server cannot be reached. Nothing was changed; try again when the connection is back.', null);
    }
    if (answer.ok) return answer;
    const refused = await refusal(answer);
    const isLate = refused.status === 401 && during !== sessions; // the refusal is about a session that ended before this one
    throw (isLate || path.startsWith(`${API}/session`) ? null : doubt(refused)) ?? refused;
}

export const API = '/api/v1';

export async function get<T>(path: string, signal?: AbortSignal): Promise<T> {
    return (await ask(API + path, { signal: signal ?? null })).json();
}

export async function getText(path: string): Promise<string> {
    return (await ask(API + path, {})).text();
}

function posted(body: unknown, signal?: AbortSignal): RequestInit {
    return { method: 'POST', body: JSON.stringify(body), signal: signal ?? null };
}

export async function post<T>(path: string, body: unknown, signal?: AbortSignal): Promise<T> {
    return (await ask(API + path, posted(body, signal))).json();
}

export async function postForFile(path: string, body: unknown): Promise<Blob> {
    return (await ask(API + path, posted(body))).blob();
}

export async function remove(path: string): Promise<void> {
    await ask(API + path, { method: 'DELETE' });
}

// The text that a person reads when something went wrong.
export function why(error: unknown): string {
    return error instanceof Error ? error.message : String(error);
}
