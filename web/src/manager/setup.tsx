// Configuration: documents, links, tables, thresholds, the house, and the versions of all of it. Every change names two people and
// is an event (REG-6).
import { Documents } from './setup-documents';
import { SetupLinks } from './setup-links';
import { HouseSettings } from './setup-house';
import { Messages } from './setup-messages';
import { SetupTables } from './setup-tables';
import { Thresholds } from './setup-thresholds';
import { Versions } from '../trust/versions';

const parts = [
    { id: 'documents', name: 'Documents', draw: (rest: string) => <Documents opened={rest} /> },
    { id: 'links', name: 'Links', draw: (rest: string) => <SetupLinks id={rest} /> },
    { id: 'tables', name: 'Tables', draw: (rest: string) => <SetupTables id={rest} /> },
    { id: 'thresholds', name: 'Thresholds', draw: () => <Thresholds /> },
    { id: 'house', name: 'House', draw: () => <HouseSettings /> },
    { id: 'messages', name: 'Sign messages', draw: () => <Messages /> },
    { id: 'versions', name: 'Versions', draw: () => <Versions /> },
];

export function Setup({ rest }: { rest: string }) {
    const [id, ...behind] = rest.split('/');
    const part = parts.find((p) => p.id === id) ?? parts[0]!;
    return (
        <>
            <h1>Configuration</h1>
            <nav aria-label="Parts of the configuration" class="row">
                {parts.map((p) => (
                    <a key={p.id} class="button tab" href={`#/setup/${p.id}`} aria-current={p === part ? 'page' : undefined}>{p.name}</a>
                ))}
            </nav>
            {part.draw(behind.join('/'))}
        </>
    );
}
