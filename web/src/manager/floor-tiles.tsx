// The floor as a pit: what asks for somebody first, then a tile a table, by pit.
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

// Rounds over the last minutes as a line, drawn to its own height: it shows who stands still, not who is fastest.
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

// The meter that people come for is the first of its link.
function TopMeter({ link }: { link: string | null }) {
    const first = whole.value?.links.find((each) => each.link === link)?.meters[0];
    return <span class="tile-meter">{first ? <><span class="quiet">{first.name}</span> <b>{money(first.amount)}</b></> : <span class="quiet">no link</span>}</span>;
}

// The pits are in the tables' names: uth-1 and uth-2 stand together.
const pitOf = (name: string) => name.replace(/[-_. ]?\d+$/, '') || name;

// A name and the number that tells it from its neighbours: uth- and 12. The number is never cut off.
const partsOf = (name: string): [string, string] => {
    const [, stem, number] = /^(.*?)(\d*)$/.exec(name)!;
    return stem && number ? [stem, number] : ['', name];
};

// Below its pit's name a small tile needs only the number to be seen; whoever listens hears all of it.
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

// One observer for all tiles: which of them are in sight or within half a screen of it.
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

// Drawn again when its table changes, and once a slot for its pace. What is said in words on a large tile is the title of a
// small one. A small one that is far from sight has only its name and state: of a thousand, few are drawn whole.
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

// A jackpot leads to its claim: that is where somebody is needed.
const wayTo = (table: ManagerTable) =>
    (table.claims.length === 1 ? `#/claims/${table.claims[0]}` : `#/floor/${table.table}`);

const urgency = (table: ManagerTable) => tableStates.indexOf(stateOf(table));

// Trouble comes first, in a place of its own that is always there: no tile moves away under a finger.
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

// Few tables have large tiles that say everything; many have small ones, so that all are in sight.
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
