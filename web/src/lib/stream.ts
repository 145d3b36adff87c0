// One server-sent stream for many listeners. A browser opens only six connections to a server, so all
// tabs share one through worker.ts; where there is no SharedWorker each page has its own.
//
// A new listener makes the stream anew: the first message of the new connection is a snapshot for
// everyone, then the old connection is closed. So nobody ever has to fit a snapshot between messages.
//
// It is read with fetch: an EventSource can show no token, and cannot tell a refusal from a broken line.

export type StreamState = 'starting' | 'live' | 'lost' | 'refused';

export type StreamMessage =
    | { type: 'state'; state: StreamState; at: number }
    | { type: 'event'; name: string; data: string };

export interface StreamPlace {
    path: string;
    probe: string; // asked after a silence
    token: string; // of a sign; "": the browser's session, if there is one
}

const PROBE_MS = 4000;
const AGAIN_MS = 1000;

// The lines of a stream as messages; a part of a line waits for the rest.
function reader(hear: (name: string, data: string) => void): (text: string) => void {
    let rest = '';
    let name = 'message';
    let data: string[] = [];
    const takeLine = (line: string) => {
        if (line === '') {
            if (data.length > 0) hear(name, data.join('\n'));
            name = 'message';
            data = [];
        } else if (line.startsWith('event:')) name = line.slice(6).trimStart();
        else if (line.startsWith('data:')) data.push(line.slice(line[5] === ' ' ? 6 : 5));
    };
    return (text) => {
        const lines = (rest + text).split(/\r?\n/);
        rest = lines.pop()!;
        lines.forEach(takeLine);
    };
}

class Connection {
    private readonly abort = new AbortController();

    constructor(
        place: StreamPlace,
        private readonly heard: (from: Connection, name: string, data: string) => void,
        private readonly ended: (from: Connection, refused: boolean) => void,
    ) {
        void this.read(place);
    }

    close(): void {
        this.abort.abort();
    }

    private async read({ path, token }: StreamPlace): Promise<void> {
        const headers = { Accept: 'text/event-stream', ...(token && { Authorization: `Bearer ${token}` }) };
        let refused = false;
        try {
            const answer = await fetch(path, { headers, cache: 'no-store', signal: this.abort.signal });
            refused = answer.status === 401 || answer.status === 403;
            if (answer.ok && answer.body) await this.take(answer.body);
        } catch {
            // cut off, or closed by us: the same as an end
        }
        if (!this.abort.signal.aborted) this.ended(this, refused);
    }

    private async take(body: ReadableStream<Uint8Array>): Promise<void> {
        const take = reader((name, data) => this.heard(this, name, data));
        const bytes = body.pipeThrough(new TextDecoderStream() as unknown as TransformStream<Uint8Array, string>).getReader();
        for (;;) {
            const { done, value } = await bytes.read();
            if (done) return;
            take(value);
        }
    }
}

export class Stream {
    private source: Connection | null = null;
    private next: Connection | null = null;
    private state: StreamState = 'starting';
    private at = Date.now();
    private heardAt = 0;

    constructor(
        private readonly place: StreamPlace,
        private readonly tell: (message: StreamMessage) => void,
    ) {
        setInterval(() => this.look(), PROBE_MS);
    }

    // Everyone gets a snapshot; the newcomer needs it.
    refresh(): void {
        this.tell({ type: 'state', state: this.state, at: this.at });
        this.next?.close();
        this.next = this.open();
    }

    private become(state: StreamState): void {
        if (state === this.state) return;
        this.state = state;
        this.at = Date.now();
        this.tell({ type: 'state', state, at: this.at });
    }

    private open(): Connection {
        return new Connection(this.place, (from, name, data) => this.hear(from, name, data), (from, refused) => this.end(from, refused));
    }

    private hear(from: Connection, name: string, data: string): void {
        if (from === this.next) {
            this.source?.close();
            this.source = from;
            this.next = null;
        }
        if (from !== this.source) return;
        this.heardAt = Date.now();
        this.become('live');
        this.tell({ type: 'event', name, data });
    }

    // Tried again after a while, also when it was refused: somebody may have signed in, in another tab.
    private end(from: Connection, refused: boolean): void {
        if (from !== this.source && from !== this.next) return;
        const wasNext = from === this.next;
        if (!wasNext || this.source === null) this.become(refused ? 'refused' : 'lost');
        if (wasNext) this.next = null;
        else this.source = null;
        setTimeout(() => {
            if (wasNext || this.source === null) this.next ??= this.open();
        }, AGAIN_MS);
    }

    // A cable that is pulled closes nothing: after a silence the server is asked.
    private async look(): Promise<void> {
        if (this.state !== 'live' || Date.now() - this.heardAt < PROBE_MS) return;
        try {
            const answer = await fetch(this.place.probe, { signal: AbortSignal.timeout(PROBE_MS), cache: 'no-store' });
            if (answer.ok) return;
        } catch {
            // lost, below
        }
        this.become('lost');
        this.source?.close();
        this.source = null;
        this.next?.close();
        this.next = this.open();
    }
}
