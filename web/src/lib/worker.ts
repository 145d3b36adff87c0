// The shared worker of all tabs: it keeps one stream for each address and token.
import { Stream, type StreamMessage, type StreamPlace } from './stream';

const streams = new Map<string, { stream: Stream; ports: Set<MessagePort> }>();

function join(port: MessagePort, place: StreamPlace): void {
    const key = `${place.path} ${place.token}`;
    let found = streams.get(key);
    if (!found) {
        const ports = new Set<MessagePort>();
        const tell = (message: StreamMessage) => ports.forEach((each) => each.postMessage(message));
        found = { stream: new Stream(place, tell), ports };
        streams.set(key, found);
    }
    found.ports.add(port);
    found.stream.refresh();
}

function leave(port: MessagePort): void {
    for (const { ports } of streams.values()) ports.delete(port);
}

self.addEventListener('connect', (event) => {
    const port = (event as MessageEvent).ports[0]!;
    port.onmessage = ({ data }) => (data.bye ? leave(port) : join(port, data));
});
