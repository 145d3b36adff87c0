// Who is signed in at this browser, as the server last said. All tabs of a browser share one session, so they tell each other when
// it begins or ends.
import { computed, signal } from '@preact/signals';
import { get, onDoubt, post, Refusal, remove, setCsrf } from './api';
import { lastName } from './house';
import { roleMay, rolesWith, type Right } from './rights';
import { askWords } from './words';

export interface Person {
    person: string;
    role: string;
    department: string | null;
    csrf: string;
    idle_s: number;
    must_change: boolean;
}

export type Session =
    | { is: 'asking' }
    | { is: 'open' } // this floor has no passwords: names are taken as given
    | { is: 'nobody'; needsSetup: boolean; wasHere: string | null; role: string | null; reason: string | null; guests: boolean }
    | ({ is: 'person' } & Person);

export const session = signal<Session>({ is: 'asking' });

export const signedIn = computed<Person | null>(() => (session.value.is === 'person' ? session.value : null));
export const isOpen = computed(() => session.value.is === 'open');

const tabs = new BroadcastChannel('croupier-session');

function become(next: Session): void {
    setCsrf(next.is === 'person' ? next.csrf : '');
    session.value = next;
}

function leave(reason: string, needsSetup = false, guests = false): void {
    const now = session.value;
    if (now.is === 'nobody') return become({ ...now, needsSetup, guests }); // the first reason is the one to show
    if (now.is !== 'person') return become({ is: 'nobody', needsSetup, wasHere: null, role: null, reason: null, guests });
    become({ is: 'nobody', needsSetup, wasHere: now.person, role: now.role, reason, guests });
}

type Answer = Partial<Person> & { nobody?: boolean; setup?: boolean; guests?: boolean; house?: string | null };

export async function askSession(): Promise<void> {
    const before = session.value;
    try {
        // Both are requested at once, because the rights (in the words) must be known before the session lets a page open.
        const asked = get<Answer>('/session?nobody=told');
        asked.catch(() => undefined); // a failure is handled below, at `await asked`
        await askWords();
        const answer = await asked;
        if (session.value !== before) return await askSession(); // somebody signed in or out meanwhile
        if (answer.nobody && answer.house) lastName.value = answer.house;
        if (answer.nobody) leave('You were signed out.', answer.setup, answer.guests);
        else become(answer.person ? { is: 'person', ...(answer as Person) } : { is: 'open' });
    } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        if (session.value.is === 'asking') setTimeout(() => void askSession(), AGAIN_MS);
    }
}

const AGAIN_MS = 2000;

onDoubt((doubt) => {
    if (doubt === 'changed') void askSession();
    else if (session.value.is === 'person') leave('You were signed out.');
    else if (session.value.is === 'asking') void askSession();
});

tabs.onmessage = () => void askSession();

// Signs in with a password or with a code; `path` says which.
export async function signIn(path: string, body: Record<string, string>): Promise<void> {
    const answer = await post<Person>(path, body);
    become({ is: 'person', ...answer });
    active();
    tabs.postMessage('in');
}

// The server answers a changed password with a new session.
export function takeSession(answer: Person): void {
    become({ is: 'person', ...answer });
    tabs.postMessage('in');
}

export async function signOut(reason: string | null = null): Promise<void> {
    await remove('/session');
    if (reason === null) become({ is: 'nobody', needsSetup: false, wasHere: null, role: null, reason: null, guests: false });
    else leave(reason);
    tabs.postMessage('out');
}

// ---- A desk that is left alone ----

// Pages send requests by themselves all the time, so only touches and keys count as activity, in any tab of this browser.
const KEPT = 'croupier-active';
const LOOK_MS = 5000;

function active(): void {
    localStorage.setItem(KEPT, String(Date.now()));
}

async function lookIdle(): Promise<void> {
    const idle_s = signedIn.value?.idle_s;
    const since = Number(localStorage.getItem(KEPT)) || 0;
    if (idle_s === undefined || Date.now() - since < idle_s * 1000) return;
    const reason = `Nobody touched this screen for ${Math.round(idle_s / 60)} minutes, so you were signed out.`;
    await signOut(reason).catch(() => leave(reason));
}

let watching = false;

export function watchIdle(): void {
    if (watching) return;
    watching = true;
    active();
    for (const name of ['pointerdown', 'keydown']) addEventListener(name, active, { capture: true, passive: true });
    setInterval(() => void lookIdle(), LOOK_MS);
}

// ---- Rights ----

// While the sign-in dialog covers a page, the page stays as it was for the person who was there, because a form that disappeared
// would lose what was typed. Nothing can be pressed meanwhile, and the manager decides anyway.
export function may(right: Right): boolean {
    const now = session.value;
    if (now.is === 'open') return true;
    return (now.is === 'person' || now.is === 'nobody') && now.role !== null && roleMay(now.role, right);
}

export function whyNot(right: Right): string | null {
    if (may(right)) return null;
    return `Takes the role ${rolesWith(right)}; ${signedIn.value ? `yours is ${signedIn.value.role}` : 'nobody is signed in'}.`;
}
