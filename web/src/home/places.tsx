// The start page's lists of signs and tables.
import { useState } from 'preact/hooks';
import { dealerPage } from '../lib/console';
import { money } from '../lib/money';
import type { Floor, LinkBrief, TableBrief } from '../lib/types';
import { TextField } from '../ui/field';

const FILTER_FROM = 12;
const SHOWN = 60;

function LinkSign({ link }: { link: LinkBrief }) {
    return (
        <li>
            <a class="way" href={`/sign?link=${link.link}`}>
                <b>{link.link}</b>
                <span class="amounts">{link.meters.map(({ name, amount }) => <span key={name}>{name} <b>{money(amount)}</b></span>)}</span>
                {!link.open && <span class="badge bad">Closed</span>}
            </a>
        </li>
    );
}

export function Signs({ floor }: { floor: Floor }) {
    return (
        <section class="stack" aria-labelledby="signs">
            <h2 id="signs">Signs</h2>
            {floor.links.length === 0 && <p class="quiet">This floor has no link yet.</p>}
            <ul class="ways">{floor.links.map((link) => <LinkSign key={link.link} link={link} />)}</ul>
        </section>
    );
}

function stateOf(table: TableBrief): { word: string; kind: string } {
    if (table.lost) return { word: 'Lost', kind: 'bad' };
    if (!table.joined) return { word: 'Not joined', kind: '' };
    return table.mode === 'in play' ? { word: 'In play', kind: 'good' } : { word: 'Betting', kind: 'info' };
}

function Row({ table, own }: { table: TableBrief; own: boolean }) {
    const { word, kind } = stateOf(table);
    const dealer = own ? '/dealer' : dealerPage(table);
    return (
        <li>
            <span class="what"><b>{table.table}</b> <span class="quiet">{table.game}</span></span>
            <span class={`badge ${kind}`}>{word}</span>
            {dealer && <a class="button" href={dealer} aria-label={`Dealer console of ${table.table}`}>Dealer console</a>}
            <a class="button" href={`/sign?table=${table.table}`} aria-label={`Sign of ${table.table}`}>Sign</a>
        </li>
    );
}

// The tables and their signs. `own` is the table whose console this server serves, if any.
export function Tables({ floor, own }: { floor: Floor; own: string | null }) {
    const [search, setSearch] = useState('');
    const word = search.trim().toLowerCase();
    const found = floor.tables.filter(({ table, game }) => `${table} ${game}`.toLowerCase().includes(word));
    return (
        <section class="stack" aria-labelledby="tables">
            <h2 id="tables">Tables</h2>
            {floor.tables.length > FILTER_FROM && <TextField label="Find a table" type="search" value={search} onValue={setSearch} />}
            {found.length === 0 && <p class="quiet">{word ? 'No table of that name.' : 'This floor has no table yet.'}</p>}
            {found.length > 0 && (
                <ul class="panel tables">
                    {found.slice(0, SHOWN).map((table) => <Row key={table.table} table={table} own={table.table === own} />)}
                </ul>
            )}
            {found.length > SHOWN && <p class="quiet">{SHOWN} of {found.length}; find the others by name.</p>}
            {!own && !floor.tables.some(dealerPage) && (
                <p class="quiet">
                    Each table serves its own dealer console, so that it lives as long as the table:
                    {' '}<code>croupier table</code> says where when it starts.
                </p>
            )}
        </section>
    );
}
