import { useEffect, useState } from 'preact/hooks';
import { API, why } from '../lib/api';
import { stamp } from '../lib/time';
import type { FloorEvent } from '../lib/types';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { kindName, worded } from './event-words';

const flags: Record<string, string> = { true: 'yes', false: 'no' };

// One event in words, and for comparison as it is recorded, with its hash in the chain (REC-1).
export function EventDialog({ event, onClose }: { event: FloorEvent; onClose: () => void }) {
    const [hash, setHash] = useState('…');
    useEffect(() => {
        const abort = new AbortController();
        fetch(`${API}/log/${event.seq}`, { signal: abort.signal })
            .then((answer) => setHash(answer.headers.get('Event-Hash') ?? `not told (${answer.status})`))
            .catch((error) => abort.signal.aborted || setHash(why(error)));
        return () => abort.abort();
    }, [event.seq]);
    const members = Object.entries(event).filter(([name]) => name !== 'seq' && name !== 'time' && name !== 'kind')
        .map(([name, value]) => ({ name, text: flags[String(value)] ?? worded(name, value) })).filter(({ text }) => text !== '');
    return (
        <Dialog title={`Event ${event.seq}: ${kindName(event.kind)}`} onClose={onClose}>
            <dl class="facts">
                <dt>time</dt><dd>{stamp(event.time)}</dd>
                {members.map(({ name, text }) =>
                    [<dt key={name}>{name.replaceAll('_', ' ')}</dt>, <dd key={`${name}-value`} class="verbatim">{text}</dd>])}
            </dl>
            <details>
                <summary>Details for an auditor</summary>
                <dl class="facts">
                    <dt>hash</dt><dd class="hash">{hash}</dd>
                    <dt>as it is recorded</dt><dd class="hash">{JSON.stringify(event)}</dd>
                </dl>
            </details>
            <div class="ends"><Button kind="main" onClick={onClose}>Close</Button></div>
        </Dialog>
    );
}
