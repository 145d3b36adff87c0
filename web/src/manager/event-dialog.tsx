import { useEffect, useState } from 'preact/hooks';
import { API, why } from '../lib/api';
import { stamp } from '../lib/time';
import type { FloorEvent } from '../lib/types';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { kindName } from './event-words';

const worded = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

// One event with all its members, and the hash that chains it (REC-1).
export function EventDialog({ event, onClose }: { event: FloorEvent; onClose: () => void }) {
    const [hash, setHash] = useState('…');
    useEffect(() => {
        const abort = new AbortController();
        fetch(`${API}/log/${event.seq}`, { signal: abort.signal })
            .then((answer) => setHash(answer.headers.get('Event-Hash') ?? `not told (${answer.status})`))
            .catch((error) => abort.signal.aborted || setHash(why(error)));
        return () => abort.abort();
    }, [event.seq]);
    const members = Object.entries(event).filter(([name]) => name !== 'seq' && name !== 'time' && name !== 'kind');
    return (
        <Dialog title={`Event ${event.seq}: ${kindName(event.kind)}`} onClose={onClose}>
            <dl class="facts">
                <dt>time</dt><dd>{stamp(event.time)} ({event.time})</dd>
                {members.map(([name, value]) =>
                    [<dt key={name}>{name}</dt>, <dd key={`${name}-value`} class="verbatim">{worded(value)}</dd>])}
                <dt>hash</dt><dd class="hash">{hash}</dd>
            </dl>
            <div class="ends"><Button kind="main" onClick={onClose}>Close</Button></div>
        </Dialog>
    );
}
