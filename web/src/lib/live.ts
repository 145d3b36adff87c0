// The connection of this page to the server's event stream, and whether it still works. The stream runs in a shared worker where
// the browser has one.
import { signal, type ReadonlySignal } from '@preact/signals';
import { Stream, type StreamMessage, type StreamPlace, type StreamState } from './stream';

export interface Live {
    state: ReadonlySignal<StreamState>;
    since: ReadonlySignal<number>; // since when `state` holds, in milliseconds since 1970
    again: () => void; // connects again at once, with the present cookie
}

export function listen(place: StreamPlace, heard: (name: string, data: string) => void): Live {
    const state = signal<StreamState>('starting');
    const since = signal(Date.now());
    const take = (message: StreamMessage) => {
        if (message.type === 'event') return heard(message.name, message.data);
        since.value = message.at;
        state.value = message.state;
    };
    if (!('SharedWorker' in globalThis)) {
        const own = new Stream(place, take);
        own.refresh();
        return { state, since, again: () => own.refresh() };
    }
    const worker = new SharedWorker('/web/worker.js', { type: 'module', name: 'croupier' });
    worker.port.onmessage = ({ data }) => take(data);
    const join = () => worker.port.postMessage(place);
    join();
    addEventListener('pagehide', () => worker.port.postMessage({ bye: true }));
    addEventListener('pageshow', (event) => event.persisted && join());
    return { state, since, again: join };
}
