// One sign: the levels of a link, what its table does, who won last.
import { useEffect } from 'preact/hooks';
import { floor, live } from '../lib/floor';
import { money } from '../lib/money';
import { clock } from '../lib/time';
import type { Floor, LinkBrief, Meter, TableBrief } from '../lib/types';
import { RollingAmount, widthOf } from './amount';
import { Celebration } from './celebration';
import { useHits, type Hit } from './hits';
import { Ticker } from './ticker';

interface PendingClaim {
    state: string;
    link: string;
    from: string;
    amount: string;
    frozen: boolean;
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

function Level({ meter, width, claims }: { meter: Meter; width: number; claims: PendingClaim[] }) {
    const frozen = claims.find((claim) => claim.frozen);
    return (
        <section class="level" aria-label={meter.name}>
            <h2 style={{ '--n': Math.max(8, meter.name.length) }}>{meter.name}</h2>
            <RollingAmount amount={meter.amount} width={width} />
            {claims.length > 0 && (
                <p class="waits">
                    <b>Pending</b> {frozen && <span>{money(frozen.amount)}</span>}
                </p>
            )}
        </section>
    );
}

function isClosed({ link, table }: SignProps): boolean {
    return !link?.open || floor.value!.halted || (table !== null && !table.alive);
}

function Lost() {
    if (live.state.value !== 'lost') return null;
    return <p class="lost" role="alert">No connection since {clock(live.since.value)}. These are the last values known.</p>;
}

function linesOf({ link, text }: SignProps, closed: boolean, last: Hit | null): string[] {
    return [
        last && `Last winner: ${money(last.amount)} · ${last.award} · table ${last.table.toUpperCase()}, seat ${last.seat}`,
        link && !closed && `Play the progressive: ${money(link.bet)} a hand`,
        text,
    ].filter((line): line is string => Boolean(line));
}

function Mode({ table }: { table: TableBrief }) {
    const betting = table.mode === 'betting';
    return <p class={`mode ${betting ? 'open' : ''}`} role="status">{betting ? 'Place your bets' : 'No more bets'}</p>;
}

export function Sign(props: SignProps) {
    const { link, table } = props;
    const { last, now } = useHits(link?.link ?? null);
    const closed = isClosed(props);
    // a benchmark waits for the number of the event whose meters are shown
    useEffect(() => {
        document.documentElement.dataset['seq'] = `${link?.seq ?? 0}`;
    }, [link?.seq]);
    const meters = link?.meters ?? [];
    const width = Math.max(...meters.map((meter) => widthOf(meter.amount)));
    const claims = link ? pendingOf(link.link) : [];
    return (
        <main class={`sign ${closed ? 'is-closed' : ''} ${live.state.value === 'lost' ? 'is-lost' : ''}`}>
            <Lost />
            <header>
                <h1>Progressive Jackpot</h1>
                <p class="place-name">{table ? <><b>{table.table}</b> {table.game}</> : <b>{link?.link}</b>}</p>
            </header>
            <div class="levels" data-count={meters.length}>
                {meters.map((meter) => (
                    <Level key={meter.name} meter={meter} width={width} claims={claims.filter((claim) => claim.from === meter.name)} />
                ))}
            </div>
            {now.value && <Celebration hit={now.value} />}
            <div class="states" role="status">
                {closed && <p class="closed">{link ? 'Progressive closed' : 'No progressive at this table'}</p>}
                {!closed && link?.pending && <p class="pending">Jackpot pending</p>}
            </div>
            <footer class="band">
                {table?.alive && <Mode table={table} />}
                <Ticker lines={linesOf(props, closed, last.value)} />
            </footer>
        </main>
    );
}
