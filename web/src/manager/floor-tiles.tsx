// The floor as tiles: first the tables that need somebody, then one tile for each table, grouped by pit.
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { money } from '../lib/money';
import { Seats } from './seats';
import { hourly, paceTurn, slotsOf } from './rates';
import { whole } from './state';
import { isTrouble, stateKinds, stateLamps, stateNames, stateOf, stateShort, tableStates } from './table-state';
import type { ManagerTable } from './types';

const WIDTH = 48;
const HEIGHT = 12;
const SLOTS = 23;

// The rounds of the last minutes as a line, scaled to its own highest value: it shows whether a table has stopped, not which is
// fastest.
function Pulse({ table }: { table: string }) {
    const slots = slotsOf(table);
    if (slots.length < 2) return <svg class="pulse" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true" />;
    const most = Math.max(...slots, 1);
    const at = (n: number, i: number) => {
        const x = WIDTH - ((slots.length - 1 - i) * WIDTH) / (SLOTS - 1);
        return `${x.toFixed(1)} ${(HEIGHT - 1 - (n / most) * (HEIGHT - 2)).toFixed(1)}`;
    };
    return (
        <svg class="pulse" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
            <path d={`M${slots.map(at).join('L')}`} />
        </svg>
    );
}

const rateWords = (rate: number | null) => (rate === null ? '' : `${rate.toLocaleString('en')} rounds an hour`);

// The first meter of the table's link, which is the one that patrons come for.
function TopMeter({ link }: { link: string | null }) {
    const first = whole.value?.links.find((each) => each.link === link)?.meters[0];
    return <span class="tile-meter">{first ? <><span class="quiet">{first.name}</span> <b>{money(first.amount)}</b></> : <span class="quiet">no link</span>}</span>;
}

// The pit is the table's name without its number: uth-1 and uth-2 are in the pit "uth".
const pitOf = (name: string) => name.replace(/[-_. ]?\d+$/, '') || name;

// Splits a table's name into its stem and its number: "uth-" and "12". The number is never cut off.
const partsOf = (name: string): [string, string] => {
    const [, stem, number] = /^(.*?)(\d*)$/.exec(name)!;
    return stem && number ? [stem, number] : ['', name];
};

// Below its pit's name a small tile shows only the number; a screen reader reads the whole name.
function Name({ table, pit, large }: { table: string; pit: string; large: boolean }) {
    const [stem, number] = partsOf(table);
    const isSaid = !large && pitOf(table) === pit;
    return (
        <b class="tile-name">
            <span class="hidden-visually">{table}</span>
            {!isSaid && <span class="stem" aria-hidden="true">{stem}</span>}
            <span aria-hidden="true">{number}</span>
        </b>
    );
}

// One observer for all tiles tells which of them are on the screen or within half a screen of it.
const nearby = new WeakMap<Element, (isNear: boolean) => void>();
const eye = new IntersectionObserver((seen) => seen.forEach((each) => nearby.get(each.target)?.(each.isIntersecting)), { rootMargin: '50% 0px' });

function useNear() {
    const box = useRef<HTMLLIElement>(null);
    const [isNear, setNear] = useState(false);
    useLayoutEffect(() => {
        const tile = box.current!;
        nearby.set(tile, setNear);
        eye.observe(tile);
        return () => eye.unobserve(tile);
    }, []);
    return { box, isNear };
}

type Size = 'large' | 'middle' | 'small';

interface TileProps {
    table: ManagerTable;
    turn: number;
    href: string;
    size: Size;
    pit: string;
}

// A tile is drawn again when its table changes, and once a slot for its pace. What a large tile says in words is the tooltip of a
// small one. A small tile far from the screen draws only its name and state, so that of a thousand tiles few are drawn whole.
function Tile({ table, turn, href, size, pit }: TileProps) {
    const { box, isNear } = useNear();
    const state = stateOf(table);
    const large = size === 'large';
    const isWhole = size !== 'small' || isNear;
    const rate = turn >= 0 && table.joined ? hourly(table.table) : null;
    const told = [table.table, stateNames[state], table.game, rateWords(rate)].filter(Boolean).join(', ');
    return (
        <li ref={box} class={`tile ${stateLamps[state]}`} data-table={table.table} data-state={state}>
            <a href={href} title={told}>
                <Name table={table.table} pit={pit} large={large} />
                <span class="tile-state">{stateShort(state)}</span>
                {large && <span class="tile-game quiet">{table.game}</span>}
                {large && <TopMeter link={table.link} />}
                {size !== 'small' && <Seats seats={table.seats} closed={table.closed_seats} />}
                {isWhole && <span class="tile-rate quiet">{rate === null ? `round ${table.round.toLocaleString('en')}` : `${rate.toLocaleString('en')}/h`}</span>}
                {isWhole && table.joined && <Pulse table={table.table} />}
            </a>
        </li>
    );
}

// A table with one jackpot leads to its claim, because that is where somebody is needed.
const wayTo = (table: ManagerTable) =>
    (table.claims.length === 1 ? `#/claims/${table.claims[0]}` : `#/floor/${table.table}`);

const urgency = (table: ManagerTable) => tableStates.indexOf(stateOf(table));

// Tables in trouble are listed first, in a place of their own that is always there, so that no tile moves away under a finger.
export function Attention({ tables }: { tables: ManagerTable[] }) {
    const trouble = tables.filter((table) => isTrouble(stateOf(table))).sort((a, b) => urgency(a) - urgency(b));
    return (
        <section class="attention-bar" aria-label="Needs somebody">
            {trouble.length === 0 ? <p class="quiet small">No table needs anybody.</p> : (
                <ul>
                    {trouble.map((table) => (
                        <li key={table.table}>
                            <a class={`badge ${stateKinds[stateOf(table)]}`} href={wayTo(table)}>{table.table}: {stateNames[stateOf(table)]}</a>
                        </li>
                    ))}
                </ul>
            )}
        </section>
    );
}

interface PitProps {
    name: string;
    tables: ManagerTable[];
    turn: number;
    size: Size;
}

function Pit({ name, tables, turn, size }: PitProps) {
    const here = tables.filter((table) => table.joined).length;
    return (
        <section class="pit" aria-label={name} style={{ '--many': tables.length }}>
            <h2>{name} <span class="quiet small nowrap">{here} of {tables.length}</span></h2>
            <ul class="tiles">
                {tables.map((table) => <Tile key={table.table} table={table} turn={turn} href={wayTo(table)} size={size} pit={name} />)}
            </ul>
        </section>
    );
}

// With few tables the tiles are large and say everything; with many they are small, so that more fit on the screen.
const sizeFor = (many: number): Size => (many <= 24 ? 'large' : many <= 60 ? 'middle' : 'small');

export function Tiles({ tables }: { tables: ManagerTable[] }) {
    const size = sizeFor(tables.length);
    const pits = new Map<string, ManagerTable[]>();
    for (const table of tables) {
        const pit = pitOf(table.table);
        if (!pits.get(pit)?.push(table)) pits.set(pit, [table]);
    }
    return (
        <div class={`pits ${size}`}>
            {[...pits].map(([name, all]) => (
                <Pit key={name} name={name} tables={all} turn={paceTurn.value} size={size} />
            ))}
        </div>
    );
}
