// The table as a player sees it: the dealer opposite, seat 1 on the right, the player's own cards in front.
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { micros, money } from '../lib/money';
import { Button } from '../ui/button';
import { Cards } from '../ui/card';
import { Bets } from './bets';
import { filled, HouseCards, Sign, Told } from './felt';
import { act, busy, clearFelt, rack, session, shown, table, view } from './play-state';
import type { RoundView, SeatView, Table } from './types';
import { actionName, gain, sum, tone } from './words';

function labelOf(game: Table, slot: string): string {
    return game.slots.find((each) => each.name === slot)?.label ?? slot;
}

function Wagers({ game, seat }: { game: Table; seat: SeatView }) {
    return (
        <ul class="wagers">
            {Object.entries(seat.wagers).map(([slot, amount]) => (
                <li key={slot}><span>{labelOf(game, slot)}</span> <strong>{money(amount)}</strong></li>
            ))}
        </ul>
    );
}

function Outcome({ seat }: { seat: SeatView }) {
    if (seat.net === null) return null;
    return <span class={`outcome ${tone(seat.net)}`}>{gain(seat.net)}</span>;
}

function Neighbour({ game, seat }: { game: Table; seat: SeatView }) {
    return (
        <li class={`seat ${seat.folded ? 'out' : ''}`} style={{ '--seat': seat.seat }}>
            <h3>Seat {seat.seat}</h3>
            <Cards cards={filled(seat.cards, game.hole_cards)} />
            <Told actions={seat.actions} folded={seat.folded} />
            {seat.net === null ? <span class="small">{money(sum(Object.values(seat.wagers)))}</span> : <Outcome seat={seat} />}
        </li>
    );
}

function Decisions({ now }: { now: RoundView }) {
    const first = useRef<HTMLDivElement>(null);
    const then = session.value.replay?.past.actions[shown.value?.actions.length ?? 0];
    const free = session.value.replay !== null;
    // The first button that can be pressed gets the focus, so that Enter continues.
    useEffect(() => {
        first.current?.querySelector<HTMLButtonElement>('button:not(:disabled)')?.focus();
    }, [now]);
    return (
        <div class="row decisions" role="group" aria-label="Your decision" ref={first}>
            {now.legal.map(({ action, cost }) => (
                <Button key={action} class="decision" disabled={busy.value || (!free && micros(cost) > rack.value)}
                    onClick={() => act(action)}>
                    {actionName(action)}{micros(cost) > 0n ? ` · ${money(cost)}` : ''}{action === then ? ' (as then)' : ''}
                </Button>
            ))}
        </div>
    );
}

function Next() {
    const again = useRef<HTMLDivElement>(null);
    useLayoutEffect(() => again.current?.querySelector('button')?.focus(), []);
    return (
        <div class="row decisions" ref={again}>
            <Button kind="main" class="decision" onClick={clearFelt}>{session.value.replay ? 'Back to the table' : 'Next hand'}</Button>
        </div>
    );
}

function Own({ game, now }: { game: Table; now: RoundView }) {
    const mine = now.seats.find((seat) => seat.you);
    if (!mine) return null;
    return (
        <div class="own">
            <div class="row own-line">
                <h3>Your seat, {mine.seat}</h3>
                <Told actions={mine.actions} folded={mine.folded} />
                <Outcome seat={mine} />
            </div>
            <div class="own-cards">
                <Cards cards={filled(mine.cards, game.hole_cards)} />
                <Wagers game={game} seat={mine} />
            </div>
            <p class="hand-name" role="status">{mine.name ?? ''}</p>
            {now.phase === 'acting' ? <Decisions now={now} /> : <Next />}
        </div>
    );
}

export function PlayTable() {
    const game = table.value;
    const now = view.value;
    const hand = shown.value;
    if (!game || (hand && !now)) return <div class="felt felt-waiting" role="status">Waiting for the table…</div>;
    const meters = now?.meters ?? session.value.meters[game.progressive?.name ?? ''] ?? game.progressive?.meters ?? [];
    const others = now?.seats.filter((seat) => !seat.you) ?? [];
    return (
        <section class="felt" aria-label="Table">
            <div class="row apart felt-head">
                <h2>{game.title}, {game.house}{hand && ` · round ${hand.round}`}</h2>
                {session.value.replay && <span class="badge gold">replay, does not count</span>}
                <Sign meters={meters} />
            </div>
            {now ? (
                <HouseCards dealer={now.dealer.cards} board={now.board} dealerCards={game.dealer_cards} boardCards={game.board_cards}
                    says={now.announcement} />
            ) : <p class="announcement">Place your bets</p>}
            {others.length > 0 && (
                <ul class="seats player-side" aria-label="Other seats">
                    {[...others].sort((a, b) => b.seat - a.seat).map((seat) => <Neighbour key={seat.seat} game={game} seat={seat} />)}
                </ul>
            )}
            {now ? <Own game={game} now={now} /> : <Bets />}
        </section>
    );
}
