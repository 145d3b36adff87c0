// The cards and meters on the felt, for both sides of the table.
import { money } from '../lib/money';
import { Card, Cards } from '../ui/card';
import type { MeterState } from './types';
import { actionName } from './words';

export function Sign({ meters }: { meters: MeterState[] }) {
    if (meters.length === 0) return null;
    return (
        <dl class="felt-sign">
            {meters.map((meter) => <div key={meter.name}><dt>{meter.name}</dt><dd>{money(meter.amount)}</dd></div>)}
        </dl>
    );
}

// The open cards, and null for each that lies face down.
export function filled(cards: string[], places: number): (string | null)[] {
    return [...cards, ...Array<null>(Math.max(0, places - cards.length)).fill(null)];
}

interface HouseProps {
    dealer: string[];
    board: string[];
    dealerCards: number;
    boardCards: number;
    says?: string | null;
}

export function HouseCards({ dealer, board, dealerCards, boardCards, says }: HouseProps) {
    return (
        <div class="house">
            {dealerCards > 0 && (
                <div class="felt-place">
                    <h3>Dealer</h3>
                    <Cards cards={filled(dealer, dealerCards)} />
                </div>
            )}
            {boardCards > 0 && (
                <div class="felt-place">
                    <h3>Board</h3>
                    <span class="cards">{filled(board, boardCards).map((card, i) => <Card key={i} card={card} />)}</span>
                </div>
            )}
            {says !== undefined && <p class="announcement" role="status">{says}</p>}
        </div>
    );
}

export function Told({ actions, folded }: { actions: string[]; folded: boolean }) {
    if (actions.length === 0) return null;
    return <span class={`told ${folded ? 'folded' : ''}`}>{actions.map(actionName).join(' · ')}</span>;
}

