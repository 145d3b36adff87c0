// The floor page: links, tables that need somebody, filters, and the tables as tiles or as a list.
import { computed } from '@preact/signals';
import './floor.css';
import type { LinkBrief } from '../lib/types';
import { money } from '../lib/money';
import { Button } from '../ui/button';
import { Choice, TextField } from '../ui/field';
import { FloorRow } from './floor-row';
import { Attention, Tiles } from './floor-tiles';
import { kept } from './kept';
import { tables, whole } from './state';
import { stateLamps, stateOf, stateShort, tableStates, type TableState } from './table-state';
import type { ManagerTable } from './types';

const wantedState = kept('floor-state', '');
const wantedLink = kept('floor-link', '');
const wantedText = kept('floor-text', '');
const sortBy = kept('floor-sort', 'table');
const downwards = kept('floor-down', '');
const view = kept('floor-view', 'tiles');

const NO_LINK = '-';

// Names are sorted with their numbers as numbers: uth-2 before uth-10. This is slow, so it is done once for each set of names.
const names = computed(() => tables.value.map((t) => t.table).join(' '));
const ranks = computed(() => {
    const byName = new Intl.Collator('en', { numeric: true });
    return new Map(names.value.split(' ').sort(byName.compare).map((name, i) => [name, i]));
});

type Key = (table: ManagerTable) => string | number;

const columns: { id: string; name: string; key?: Key; number?: boolean }[] = [
    { id: 'table', name: 'Table' },
    { id: 'game', name: 'Game', key: (t) => t.game },
    { id: 'link', name: 'Link', key: (t) => t.link ?? '' },
    { id: 'state', name: 'State', key: (t) => tableStates.indexOf(stateOf(t)) },
    { id: 'seats', name: 'Wagers', key: (t) => t.seats.length },
    { id: 'round', name: 'Round', key: (t) => t.round, number: true },
    { id: 'coins', name: 'Coins', key: (t) => t.coins, number: true },
];

const counts = computed(() => {
    const many = new Map<TableState, number>();
    for (const table of tables.value) {
        const state = stateOf(table);
        many.set(state, (many.get(state) ?? 0) + 1);
    }
    return many;
});

const shown = computed(() => {
    const [state, link, text] = [wantedState.value, wantedLink.value, wantedText.value.trim().toLowerCase()];
    const rank = ranks.value;
    const key = columns.find((c) => c.id === sortBy.value)?.key ?? (() => 0);
    const sign = downwards.value ? -1 : 1;
    return tables.value
        .filter((t) => (!state || stateOf(t) === state) && (!link || (t.link ?? NO_LINK) === link)
            && (!text || `${t.table} ${t.game} ${t.link ?? ''}`.toLowerCase().includes(text)))
        .map((table) => ({ table, key: key(table), rank: rank.get(table.table) ?? 0 }))
        .sort((a, b) => sign * (a.key === b.key ? a.rank - b.rank : a.key < b.key ? -1 : 1))
        .map((entry) => entry.table);
});

function sort(id: string): void {
    downwards.value = sortBy.value === id && !downwards.value ? 'yes' : '';
    sortBy.value = id;
}

function StateFilter() {
    const choose = (state: string) => (wantedState.value = wantedState.value === state ? '' : state);
    return (
        <div class="row states floor-states" role="group" aria-label="Show only tables of this state">
            <Button aria-pressed={!wantedState.value} onClick={() => choose('')}>All <b>{tables.value.length}</b></Button>
            {tableStates.map((state) => (
                <Button key={state} class={stateLamps[state]} aria-pressed={wantedState.value === state}
                    onClick={() => choose(state)}>
                    {stateShort(state)} <b>{counts.value.get(state) ?? 0}</b>
                </Button>
            ))}
        </div>
    );
}

function LinkStrip({ link }: { link: LinkBrief }) {
    const [kind, word] = !link.open ? ['bad', 'closed'] : link.pending ? ['gold', 'pending'] : ['good', 'open'];
    return (
        <li>
            <a class="strip panel" href={`#/links/${link.link}`}>
                <span class="strip-name"><strong class="nowrap">{link.link}</strong>
                    <span class={`badge ${kind}`}>{word}</span>
                </span>
                <span class="amounts">
                    {link.meters.map((m) => <span key={m.name}><span class="quiet">{m.name}</span> <b>{money(m.amount)}</b></span>)}
                </span>
            </a>
        </li>
    );
}

function Filters() {
    const links = (whole.value?.links ?? []).map((l) => ({ value: l.link, label: l.link }));
    return (
        <div class="floor-filters">
            <TextField label="Search" type="search" placeholder="Search" value={wantedText.value} onValue={(v) => (wantedText.value = v)} />
            <Choice label="Link" value={wantedLink.value} onValue={(v) => (wantedLink.value = v)}
                options={[{ value: '', label: 'All links' }, ...links, { value: NO_LINK, label: 'Without a link' }]} />
            <div class="row views" role="group" aria-label="Show the tables as">
                <Button aria-pressed={view.value === 'tiles'} onClick={() => (view.value = 'tiles')}>Tiles</Button>
                <Button aria-pressed={view.value === 'list'} onClick={() => (view.value = 'list')}>List</Button>
            </div>
        </div>
    );
}

function Heads() {
    return (
        <div class="floor-row heads" role="row">
            {columns.map((c) => (
                <div key={c.id} role="columnheader" class={c.number ? 'number' : ''}
                    aria-sort={sortBy.value !== c.id ? 'none' : downwards.value ? 'descending' : 'ascending'}>
                    <button type="button" class="sort" onClick={() => sort(c.id)}>{c.name}</button>
                </div>
            ))}
        </div>
    );
}

// The rows are boxes with the ARIA role of table rows, because a browser can skip the layout of boxes that are out of sight but not
// of real table rows.
function List() {
    return (
        <div class="panel flush floor-list" role="region" aria-label="Tables" tabIndex={0}>
            <div class="floor-table" role="table" aria-label="Tables of the floor">
                <div role="rowgroup"><Heads /></div>
                <div role="rowgroup">{shown.value.map((table) => <FloorRow key={table.table} table={table} />)}</div>
            </div>
        </div>
    );
}

function Tables() {
    if (tables.value.length === 0)
        return <p class="empty panel">No table is configured. <a href="#/setup/tables">Set up the first one.</a></p>;
    if (shown.value.length === 0) return <p class="empty panel">No table is like that.</p>;
    return view.value === 'list' ? <List /> : <Tiles tables={shown.value} />;
}

export function FloorPage() {
    // The page is drawn when everything is known, so that nothing jumps.
    const isThere = whole.value && (tables.value.length > 0 || whole.value.tables.length === 0);
    if (!whole.value || !isThere) return <><h1>Floor</h1><p class="quiet">Listening for the floor…</p></>;
    return (
        <>
            <h1 class="hidden-visually">Floor</h1>
            <ul class="strips">{whole.value.links.map((link) => <LinkStrip key={link.link} link={link} />)}</ul>
            <div class="floor-bar"><Attention tables={tables.value} /><Filters /></div>
            <StateFilter />
            <Tables />
        </>
    );
}
