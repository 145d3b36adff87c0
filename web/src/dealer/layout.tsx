// The layout as the dealer sees it: the seats along the arc opposite, seat 1 on the left, seat 7 on the right.
import { withMoney } from '../lib/money';
import { Card } from '../ui/card';
import { Meters } from './meters';
import { Payout, PayoutDone } from './payout';
import { SeatPlace } from './seat';
import { dueStep } from './choice';
import { table } from './state';
import type { Deal } from './types';

const BOARD_CARDS = 5;

// The cards on the table, then empty places for those to come. The keys count places, so that no card moves when another comes.
function Pile({ name, cards, size }: { name: string; cards: (string | null)[]; size: number }) {
    return (
        <div class="pile">
            <h2>{name}</h2>
            <div class="cards">
                {cards.map((card, i) => <Card key={i} card={card} />)}
                {Array.from({ length: size - cards.length }, (_, i) => <span key={`place ${cards.length + i}`} class="place" />)}
            </div>
        </div>
    );
}

function Middle({ deal }: { deal: Deal }) {
    const held = deal.seats[0]?.cards.length ?? 0;
    const { cards } = deal.dealer;
    const hasBoard = held < 3; // Three Card Poker has none: its seats hold three cards
    const faceDown = Array<null>(held).fill(null);
    return (
        <div class="middle-cards" data-board={hasBoard}>
            {hasBoard && <Pile name="Board" cards={deal.board} size={BOARD_CARDS} />}
            <div class="dealers">
                <Pile name="Dealer" cards={cards.length > 0 ? cards : faceDown} size={held || 2} />
                {deal.announcement && <p class="announcement">“{deal.announcement}.”</p>}
            </div>
        </div>
    );
}

function Hint() {
    const now = table.value!;
    if (now.sensors !== 'emulated') return null;
    return <p class="hint-emulated"><span class="badge info">emulated</span> Tap a slot to place or lift a patron’s chip.</p>;
}

export function Layout() {
    const now = table.value!;
    const deal = now.deal;
    const last = now.says.filter(({ refusal }) => !refusal).pop(); // refusals stand in the line at the top (next.tsx)
    const isPaying = now.dealing === 'dealt' && deal?.phase === 'settled';
    return (
        <section class="felt" aria-label="The layout, as the dealer sees it" data-paying={isPaying} data-live={now.dealing === 'live'}>
            <ul class="arc">{now.seats.map((seat) => <SeatPlace key={seat.seat} seat={seat} />)}</ul>
            <div class="middle">
                {deal && <Middle deal={deal} />}
                {isPaying && (dueStep.value ? <Payout step={dueStep.value} /> : <PayoutDone />)}
                {deal && !isPaying && <p class="game-name" aria-hidden="true">{now.game}</p>}
                {now.dealing === 'live' && <div class="display"><Meters /><Hint /></div>}
            </div>
            <p class="rail">
                <span class="rail-way" aria-hidden="true">◀ your left: seat 1</span>
                <span class="rail-said">{last ? withMoney(last.text) : 'dealer'}</span>
                <span class="rail-way" aria-hidden="true">your right: seat 7 ▶</span>
            </p>
        </section>
    );
}
