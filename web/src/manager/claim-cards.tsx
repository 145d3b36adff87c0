// The cards of a claimed hand, keyed in by who looks at them: a rank, then a suit. The manager holds them against the award.
import { useState } from 'preact/hooks';
import { Button } from '../ui/button';
import { Cards, suitName } from '../ui/card';

const RANKS = [...'AKQJT98765432'];
const SUITS = [...'shdc'];
export const HAND = 5;

interface PadProps {
    cards: string[];
    onCards: (cards: string[]) => void;
    fault: string | null;
}

export function CardPad({ cards, onCards, fault }: PadProps) {
    const [rank, setRank] = useState('');
    const isFull = cards.length === HAND;
    const take = (suit: string) => {
        onCards([...cards, rank + suit]);
        setRank('');
    };
    return (
        <fieldset class="plain-set stack card-pad">
            <legend>Cards of the hand <span class="quiet small">(optional; on the slip and the receipt)</span></legend>
            <div class="row">
                {cards.length > 0 ? <Cards cards={cards} /> : <span class="quiet small">{rank ? `${rank === 'T' ? '10' : rank} of…` : 'A rank, then a suit.'}</span>}
                {cards.length > 0 && <Button aria-label="Take the last card back" onClick={() => onCards(cards.slice(0, -1))}>⌫</Button>}
            </div>
            <div class="row" role="group" aria-label="Rank">
                {RANKS.map((each) => (
                    <Button key={each} disabled={isFull} aria-pressed={each === rank} onClick={() => setRank(each)}>{each === 'T' ? '10' : each}</Button>
                ))}
            </div>
            <div class="row" role="group" aria-label="Suit">
                {SUITS.map((each) => (
                    <Button key={each} disabled={isFull || rank === '' || cards.includes(rank + each)} onClick={() => take(each)}>{suitName(each)}</Button>
                ))}
            </div>
            {fault && <p class="fault" role="alert">{fault}</p>}
        </fieldset>
    );
}
