// One sign: the meters of a link, the hands that win them, the state of its table, the last winner.
import { useEffect } from 'preact/hooks';
import { floor, live } from '../lib/floor';
import { money } from '../lib/money';
import { clock } from '../lib/time';
import type { Floor, LinkBrief, Meter, TableBrief } from '../lib/types';
import { RollingAmount, widthOf } from './amount';
import { Celebration } from './celebration';
import { handName, isFaceKnown, nameOf, useAllFaces, useFace, winners, type Face } from './face';
import { useHits, type Hit } from './hits';
import { PayTable, postedLines } from './paytable';
import { Starting } from './starting';
import { Ticker } from './ticker';

interface PendingClaim {
    state: string;
    link: string;
    from: string;
    amount: string;
    frozen: boolean;
    held?: boolean; // the system failed before this win was paid, so a ruling decides on it
}

interface SignProps {
    link: LinkBrief | null;
    table: TableBrief | null;
    text: string;
}

function pendingOf(link: string): PendingClaim[] {
    const { claims } = floor.value as Floor & { claims: PendingClaim[] };
    return claims.filter((claim) => claim.link === link && claim.state === 'pending');
}

interface LevelProps {
    meter: Meter;
    width: number;
    claims: PendingClaim[];
    face: Face | null;
}

// The line below the amount is always there, even when it is empty, so that a message on one level moves no other level.
function Level({ meter, width, claims, face }: LevelProps) {
    const frozen = claims.find((claim) => claim.frozen);
    return (
        <section class="level" role="group" aria-label={meter.name}>
            <h2 style={{ '--n': Math.max(8, meter.name.length) }}>{meter.name}</h2>
            <RollingAmount amount={meter.amount} width={width} />
            <p class="waits" style={{ '--n': winners(face, meter.name).length }}>
                {claims.length > 0
                    ? <><b>{claims.some((claim) => claim.held) ? 'A ruling is awaited' : 'Pending'}</b> {frozen && <span>{money(frozen.amount)}</span>}</>
                    : <span class="winners">{winners(face, meter.name)}</span>}
            </p>
        </section>
    );
}

function Levels({ link, face }: { link: LinkBrief; face: Face | null }) {
    const { meters } = link;
    const width = Math.max(...meters.map((meter) => widthOf(meter.amount)));
    const claims = pendingOf(link.link);
    return (
        <div class="levels" data-count={meters.length}>
            {meters.map((meter) => (
                <Level key={meter.name} face={face} meter={meter} width={width} claims={claims.filter((claim) => claim.from === meter.name)} />
            ))}
        </div>
    );
}

function isClosed({ link, table }: Pick<SignProps, 'link' | 'table'>): boolean {
    return !link?.open || floor.value!.halted || (table !== null && !table.alive);
}

function Lost() {
    if (live.state.value !== 'lost') return null;
    return <p class="lost" role="alert">Amounts as of {clock(live.since.value)}. Please ask your dealer.</p>;
}

function linesOf({ link, text }: SignProps, face: Face | null, closed: boolean, last: Hit | null): string[] {
    return [
        ...(face?.messages.map((message) => message.text) ?? []),
        last && `Last winner: ${money(last.amount)} · ${handName(last.award)} · table ${last.table.toUpperCase()}, seat ${last.seat}`,
        link && !closed && `Play the progressive: ${money(link.bet)} a hand`,
        text,
    ].filter((line): line is string => Boolean(line));
}

function Mode({ table }: { table: TableBrief }) {
    const betting = table.mode === 'betting';
    return <p class={`mode ${betting ? 'open' : ''}`} role="status">{betting ? 'Place your bets' : 'No more bets'}</p>;
}

function State({ link, closed }: { link: LinkBrief | null; closed: boolean }) {
    return (
        <div class="states" role="status">
            {!link && <p class="none">No progressive at this table</p>}
            {link && closed && <p class="closed">Progressive closed</p>}
        </div>
    );
}

// The sign of a table without a progressive still shows the game's name and the posted limits.
function GameOnly({ name }: { name: string }) {
    return <div class="levels game-only"><p style={{ '--n': Math.max(8, name.length) }}>{name}</p></div>;
}

const look = (closed: boolean) => `sign ${closed ? 'is-closed' : ''} ${live.state.value === 'lost' ? 'is-lost' : ''}`;

export function Sign(props: SignProps) {
    const { link, table } = props;
    const { last, now } = useHits(link?.link ?? null);
    const face = useFace(table?.table ?? null, link?.link ?? null);
    const closed = isClosed(props);
    // web/bench waits for the sequence number of the event whose meters are shown.
    useEffect(() => {
        document.documentElement.dataset['seq'] = `${link?.seq ?? 0}`;
    }, [link?.seq]);
    if (!isFaceKnown(table?.table ?? null, link?.link ?? null)) return <Starting />;
    const isPending = !closed && link?.pending; // the head is replaced, so nothing moves
    const game = face?.game ?? '';
    const posted = postedLines(face, table !== null);
    return (
        <main class={look(closed)}>
            <Lost />
            <header class={isPending ? 'pending' : ''}>
                <h1>{isPending ? 'Jackpot pending' : (face?.house ?? (link ? 'Progressive Jackpot' : 'Welcome'))}</h1>
                <p class="place-name">{table ? <>{game} <b>{table.table}</b></> : <b>{nameOf(face)}</b>}</p>
            </header>
            <div class="body" data-table={link !== null && face?.progressive !== null}>
                {link ? <Levels link={link} face={face} /> : <GameOnly name={game || table!.table} />}
                {link && <PayTable face={face} />}
            </div>
            {now.value && <Celebration hit={now.value} />}
            <State link={link} closed={closed} />
            {posted.length > 0 && <ul class="posted">{posted.map((line) => <li key={line}>{line}</li>)}</ul>}
            <footer class="band">
                {table?.alive && (!link || !closed) && <Mode table={table} />}
                <Ticker lines={linesOf(props, face, closed, last.value)} />
            </footer>
        </main>
    );
}

function Board({ link }: { link: LinkBrief }) {
    const { now } = useHits(link.link);
    const face = useFace(null, link.link);
    const closed = isClosed({ link, table: null });
    return (
        <section class={`board ${closed ? 'is-closed' : ''}`} aria-label={nameOf(face) || link.link}>
            <h2 class={`place-name ${link.pending && !closed ? 'pending' : ''}`} style={{ '--n': 17 + nameOf(face).length }}><b>{nameOf(face)}</b>{link.pending && !closed && ' Jackpot pending'}</h2>
            <Levels link={link} face={face} />
            <State link={link} closed={closed} />
            {now.value && <Celebration hit={now.value} />}
        </section>
    );
}

// A sign of several links: each has a board of its own.
export function Several({ links, text }: { links: LinkBrief[]; text: string }) {
    const face = useFace(null, links[0]!.link);
    if (!useAllFaces(links.map(({ link }) => link))) return <Starting />;
    return (
        <main class={look(false)}>
            <Lost />
            <header><h1>{face?.house ?? 'Progressive Jackpots'}</h1></header>
            <div class="boards">{links.map((link) => <Board key={link.link} link={link} />)}</div>
            <footer class="band"><Ticker lines={linesOf({ link: null, table: null, text }, face, false, null)} /></footer>
        </main>
    );
}
