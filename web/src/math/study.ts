// One file under study: its text, and the server's analysis of it. After a change of the text the figures are marked as stale until
// the server has answered.
import { computed, signal } from '@preact/signals';
import { getText, Refusal, why } from '../lib/api';
import { isAborted, isUnreachable, postPatiently } from '../lib/patient';
import { draftOf, keepDraft, type SideName } from './drafts';
import type { Answer, Subject } from './types';

const TYPING_MS = 300;
const RECONNECT_MS = 2000;
const SOON_MS = 250; // an answer that comes sooner than this is not announced

export interface Fault {
    text: string;
    line: number | null; // line of the file, from 1; null if unknown
    column: number | null;
}

export interface Told {
    subject: Subject;
    answer: Answer;
}

function faultOf(error: unknown): Fault {
    // The server's `detail` is used, because the message for people begins with a capital letter.
    const at = error instanceof Refusal ? /^text:(\d+):(\d+): ([^]*)$/.exec(String(error.members['detail'])) : null;
    return at ? { text: at[3]!, line: Number(at[1]), column: Number(at[2]) } : { text: why(error), line: null, column: null };
}

const files = new Map<string, string>();

async function shippedText(name: string): Promise<string> {
    const known = files.get(name);
    if (known !== undefined) return known;
    const text = await getText(`/rules/${encodeURIComponent(name)}`);
    files.set(name, text);
    return text;
}

export class Study {
    readonly name = signal('');
    readonly text = signal('');
    readonly told = signal<Told | null>(null);
    readonly fault = signal<Fault | null>(null);
    readonly busy = signal(false);
    readonly partial = signal(false); // the base game of a progressive is still being analysed
    readonly more = signal(false); // and it is taking longer than SOON_MS
    readonly shipped = signal('');
    readonly edited = computed(() => this.text.value !== this.shipped.value);
    readonly stale = computed(() => this.told.value !== null && (this.busy.value || this.fault.value !== null));

    private request: AbortController | null = null;
    private timer: ReturnType<typeof setTimeout> | undefined;

    constructor(private readonly side: SideName) {}

    subject(): Subject {
        return this.edited.value ? { text: this.text.value } : { name: this.name.value };
    }

    async choose(name: string): Promise<void> {
        if (name === this.name.value) return;
        this.name.value = name;
        this.told.value = null;
        this.fault.value = null;
        await this.load(name);
    }

    edit(text: string): void {
        this.text.value = text;
        keepDraft(this.side, this.name.value, text, this.shipped.value);
        this.askIn(TYPING_MS);
    }

    private async load(name: string): Promise<void> {
        this.withdraw();
        this.busy.value = true;
        try {
            const text = await shippedText(name);
            if (name !== this.name.value) return;
            this.shipped.value = text;
            this.text.value = draftOf(this.side, name) ?? text;
            await this.ask();
        } catch (error) {
            if (name !== this.name.value) return;
            this.fail(error, () => this.load(name));
        }
    }

    private withdraw(): void {
        clearTimeout(this.timer);
        this.request?.abort();
    }

    private askIn(ms: number): void {
        this.withdraw();
        this.busy.value = true;
        this.timer = setTimeout(() => void this.ask(), ms);
    }

    private async ask(): Promise<void> {
        this.withdraw();
        const request = new AbortController();
        this.request = request;
        this.busy.value = true;
        this.partial.value = this.more.value = false;
        const subject = this.subject();
        try {
            // A progressive's own figures are calculated at once; those of the game that it is played at take seconds.
            const answer = await postPatiently<Answer>('/analyze', { ...subject, alone: true }, request.signal);
            if (request.signal.aborted) return;
            this.told.value = { subject, answer };
            this.fault.value = null;
            this.busy.value = false;
            if (answer.kind !== 'progressive') return;
            this.partial.value = true;
            this.timer = setTimeout(() => (this.more.value = true), SOON_MS);
            const whole = await postPatiently<Answer>('/analyze', subject, request.signal);
            if (request.signal.aborted) return;
            clearTimeout(this.timer);
            this.told.value = { subject, answer: whole };
            this.partial.value = this.more.value = false;
        } catch (error) {
            if (!isAborted(error) && !request.signal.aborted) this.fail(error, () => this.ask());
        }
    }

    // If the server cannot be reached it is asked again until it answers. A fault in the text waits for the next edit.
    private fail(error: unknown, again: () => Promise<void>): void {
        clearTimeout(this.timer);
        this.fault.value = faultOf(error);
        this.busy.value = false;
        this.partial.value = this.more.value = false;
        if (isUnreachable(error)) this.timer = setTimeout(() => void again(), RECONNECT_MS);
    }
}
