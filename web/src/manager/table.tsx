// The page of one table: its present state, and what happened at it lately.
import { useState } from 'preact/hooks';
import { get } from '../lib/api';
import { dealerPage } from '../lib/console';
import { may } from '../lib/session';
import { clock } from '../lib/time';
import type { FloorEvent } from '../lib/types';
import { nameOf } from './documents';
import { EventDialog } from './event-dialog';
import { EventTable } from './event-table';
import { logHead, readBack } from './log-read';
import { Seats } from './seats';
import { tables } from './state';
import { TableActions } from './table-actions';
import { stateKinds, stateNames, stateOf } from './table-state';
import type { ManagerTable, Table } from './types';
import { useLoad } from './use-load';

const EVENTS = 25;

interface Looked {
    table: Table;
    events: FloorEvent[]; // newest first
}

async function look(id: string, signal: AbortSignal): Promise<Looked> {
    const table = await get<Table>(`/tables/${encodeURIComponent(id)}`, signal);
    if (!may('books')) return { table, events: [] }; // without the right to the log only the state is shown
    const { events } = await readBack({ table: id }, await logHead(), 1, EVENTS, signal);
    return { table, events: events.slice(0, EVENTS) };
}

function Facts({ table, now }: { table: Table; now: ManagerTable }) {
    return (
        <dl class="facts">
            <dt>Game</dt><dd>{table.game}{table.is_live ? ', dealt by hand' : ''}</dd>
            <dt>Link</dt><dd>{table.link ? <a href={`#/links/${table.link.id}`}>{table.link.id}</a> : 'none'}</dd>
            <dt>Round</dt><dd>{now.round}, {now.mode}</dd>
            <dt>Hard meter</dt><dd>{now.coins.toLocaleString('en')} coins</dd>
            {table.dealer !== undefined && <><dt>Dealer</dt><dd>{table.dealer ?? 'nobody has signed on'}</dd></>}
            <dt>Patrons</dt>
            <dd>{table.pairs.length > 0 ? table.pairs.map((pair) => `seats ${pair.join(' and ')} are one patron's`).join('; ') : 'one at each seat'}{table.one_hand && ', one hand each'}</dd>
            {table.folded && table.folded.length > 0 && <><dt>Folded</dt><dd>seat {table.folded.join(', ')}</dd></>}
            <dt>Key switch</dt><dd>{table.position && table.position !== 'R' ? `${table.key} key turned to ${table.position}` : 'at rest (R)'}</dd>
            <dt>House rules</dt>
            <dd>{table.rules ? <a href={`#/setup/documents/${table.rules}`}>{nameOf(table.rules)}</a> : 'none'}</dd>
        </dl>
    );
}

// Details that are needed when a controller is repaired, and not in the pit.
function ForService({ table }: { table: Table }) {
    return (
        <details>
            <summary>For service</summary>
            <dl class="facts">
                <dt>Controller</dt><dd class="break">{table.instance ?? 'none'}</dd>
                <dt>At manager</dt><dd>{table.manager ?? 'none'}</dd>
                <dt>Times it joined</dt><dd>{table.epoch.toLocaleString('en')}</dd>
                <dt>Its last event</dt><dd>its number {table.seq.toLocaleString('en')}</dd>
            </dl>
        </details>
    );
}

function Doors({ table }: { table: Table }) {
    const dealer = dealerPage(table);
    return (
        <div class="row">
            <a class="button" href={`/sign?table=${encodeURIComponent(table.table)}`} target="_blank" rel="noreferrer">Sign</a>
            {dealer && <a class="button" href={dealer} target="_blank" rel="noreferrer">Dealer console</a>}
            <a class="button" href={`#/log?table=${table.table}`}>All its activity</a>
            <a class="button" href={`#/setup/tables/${table.table}`}>Configure</a>
        </div>
    );
}

function Rounds({ events }: { events: FloorEvent[] }) {
    const rounds = events.filter((e) => e.kind === 'coin_in').slice(0, 8);
    if (rounds.length === 0) return <p class="quiet">No round was played yet.</p>;
    return (
        <ul class="rounds">
            {rounds.map((e) => (
                <li key={e.seq}>
                    <span class="quiet">{clock(e.time)}</span><Seats seats={(e.seats as number[] | undefined) ?? []} closed={[]} />
                </li>
            ))}
        </ul>
    );
}

export function TablePage({ id }: { id: string }) {
    const now = tables.value.find((t) => t.table === id);
    const { value, fault, again } = useLoad((signal) => look(id, signal), id, now);
    const [opened, setOpened] = useState<FloorEvent | null>(null);
    if (!value || !now) return <><p><a href="#/floor">Floor</a></p><h1>{id}</h1><p class="quiet">{fault ?? 'Asking the manager…'}</p></>;
    const { table, events } = value;
    const state = stateOf(now);
    return (
        <>
            <p><a href="#/floor">Floor</a></p>
            <div class="row apart">
                <h1>{id} <span class={`badge ${stateKinds[state]}`}>{stateNames[state]}</span></h1>
                <Doors table={table} />
            </div>
            {now.claims.map((claim) => <a key={claim} class="banner gold" href={`#/claims/${claim}`}>Claim {claim} waits at this table</a>)}
            <div class="columns">
                <section class="panel stack">
                    <h2>Now</h2><Seats seats={now.seats} closed={now.closed_seats} named /><Facts table={table} now={now} />
                    <ForService table={table} />
                </section>
                <section class="panel stack"><h2>Last rounds</h2><Rounds events={events} /></section>
            </div>
            <TableActions table={table} onDone={again} />
            <h2>Latest events</h2>
            <EventTable events={events} onOpen={setOpened} isOpen={opened !== null} label={`Events of ${id}`} />
            {opened && <EventDialog event={opened} onClose={() => setOpened(null)} />}
        </>
    );
}
