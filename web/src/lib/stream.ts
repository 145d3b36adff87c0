// One stream of server-sent events for many listeners. A browser opens only six connections to a server, so all tabs share one
// stream through worker.ts; where there is no SharedWorker each page has its own.
//
// A new listener makes the stream connect again. The first message of the new connection is a snapshot for everyone, and then the
// old connection is closed, so a snapshot never has to be fitted between messages.
//
// The stream is read with fetch, because an EventSource can send no token and cannot tell a refusal from a broken connection.

export type StreamState = 'starting' | 'live' | 'lost' | 'refused';

export type StreamMessage =
    | { type: 'state'; state: StreamState; at: number }
    | { type: 'event'; name: string; data: string };

export interface StreamPlace {
    path: string;
    probe: string; // fetched after a silence, to see whether the server is there
    token: string; // of a sign; "" means the browser's session, if there is one
}

const PROBE_MS = 4000;
const AGAIN_MS = 1000;

// Splits the stream's text into messages. An incomplete line is kept until the rest of it arrives.
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
            // A broken connection, or one that close() aborted, is treated as the end of the stream.
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

    // Connects again, so that every listener gets a snapshot; only the new one needs it.
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

    // Connects again after a while, even after a refusal, because somebody may sign in from another tab.
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

    // A pulled cable closes no connection, so after a silence the server is probed.
    private async look(): Promise<void> {
        if (this.state !== 'live' || Date.now() - this.heardAt < PROBE_MS) return;
        try {
            const answer = await fetch(this.place.probe, { signal: AbortSignal.timeout(PROBE_MS), cache: 'no-store' });
            if (answer.ok) return;
        } catch {
            // No answer: the connection counts as lost, below.
        }
        this.become('lost');
        this.source?.close();
        this.source = null;
        this.next?.close();
        this.next = this.open();
    }
}
