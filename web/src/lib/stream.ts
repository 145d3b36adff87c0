// One server-sent stream for many listeners. A browser opens only six connections to a server, so all
// tabs share one through worker.ts; where there is no SharedWorker each page has its own.
//
// A new listener makes the stream anew: the first message of the new connection is a snapshot for
// everyone, then the old connection is closed. So nobody ever has to fit a snapshot between messages.

export type StreamState = 'starting' | 'live' | 'lost';

export type StreamMessage =
    | { type: 'state'; state: StreamState; at: number }
    | { type: 'event'; name: string; data: string };

// Every name the servers use.
const names = [
    'snapshot', 'resync', 'meters', 'play', 'manager', 'person', 'document', 'link', 'table', 'threshold',
    'shift', 'alarm', 'award', 'claim', 'dispute', 'console',
];

const PROBE_MS = 4000;

export class Stream {
    private source: EventSource | null = null;
    private next: EventSource | null = null;
    private state: StreamState = 'starting';
    private at = Date.now();
    private heardAt = 0;

    constructor(
        private readonly path: string,
        private readonly probe: string,
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

    private open(): EventSource {
        const source = new EventSource(this.path);
        for (const name of names)
            source.addEventListener(name, (event) => this.hear(source, name, (event as MessageEvent<string>).data));
        source.onerror = () => this.fail(source);
        return source;
    }

    private hear(source: EventSource, name: string, data: string): void {
        if (source === this.next) {
            this.source?.close();
            this.source = source;
            this.next = null;
        }
        if (source !== this.source) return;
        this.heardAt = Date.now();
        this.become('live');
        this.tell({ type: 'event', name, data });
    }

    // The browser tries again by itself, unless the server refused.
    private fail(source: EventSource): void {
        if (source !== this.source && source !== this.next) return;
        if (source === this.source || this.source === null) this.become('lost');
        if (source.readyState !== EventSource.CLOSED) return;
        setTimeout(() => {
            if (source !== this.source && source !== this.next) return;
            if (source === this.source) this.source = null;
            this.next = this.open();
        }, 1000);
    }

    // A cable that is pulled closes nothing: after a silence the server is asked.
    private async look(): Promise<void> {
        if (this.state !== 'live' || Date.now() - this.heardAt < PROBE_MS) return;
        try {
            const answer = await fetch(this.probe, { signal: AbortSignal.timeout(PROBE_MS), cache: 'no-store' });
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
