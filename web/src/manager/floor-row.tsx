import { Seats } from './seats';
import { stateKinds, stateNames, stateOf } from './table-state';
import type { ManagerTable } from './types';

// One table in the list. It is drawn again only when its object changes (state.ts), so that 500 tables may change all the time.
export function FloorRow({ table }: { table: ManagerTable }) {
    const state = stateOf(table);
    return (
        <div role="row" class={`floor-row ${state === 'claim' ? 'row-claim' : state === 'lost' ? 'row-lost' : ''}`} data-table={table.table}>
            <div role="cell"><a class="row-link nowrap" href={`#/floor/${table.table}`}>{table.table}</a></div>
            <div role="cell">{table.game}{table.is_live && <span class="quiet"> live</span>}</div>
            <div role="cell">{table.link ?? <span class="quiet">none</span>}</div>
            <div role="cell" class="row-state">
                <span class={`badge ${stateKinds[state]}`}>{stateNames[state]}</span>
                {table.claims.map((claim) => <a key={claim} class="row-link" href={`#/claims/${claim}`}>#{claim}</a>)}
                {state === 'claim' && (table.lost ? <span class="badge bad">Lost</span> : <span class="quiet small">{table.mode}</span>)}
            </div>
            <div role="cell"><Seats seats={table.seats} closed={table.closed_seats} /></div>
            <div role="cell" class="number">{table.round}</div>
            <div role="cell" class="number">{table.coins.toLocaleString('en')}</div>
        </div>
    );
}
