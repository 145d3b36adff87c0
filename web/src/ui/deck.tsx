// A whole deck to key a hand from: one press for each card.
import './deck.css';
import { Card } from './card';

export const RANKS = [...'AKQJT98765432'];
export const SUITS = [...'shdc'];

interface DeckProps {
    cards: string[];
    most: number;
    onToggle: (card: string) => void;
}

export const toggled = (cards: string[], card: string) => (cards.includes(card) ? cards.filter((each) => each !== card) : [...cards, card]);

export function Deck({ cards, most, onToggle }: DeckProps) {
    return (
        <div class="deck" role="group" aria-label="Cards">
            {SUITS.map((suit) => (
                <div key={suit} class="deck-suit">
                    {RANKS.map((rank) => {
                        const card = rank + suit;
                        const taken = cards.includes(card);
                        return (
                            <button key={card} type="button" class="deck-card" aria-pressed={taken}
                                disabled={!taken && cards.length >= most} onClick={() => onToggle(card)}>
                                <Card card={card} />
                            </button>
                        );
                    })}
                </div>
            ))}
        </div>
    );
}
