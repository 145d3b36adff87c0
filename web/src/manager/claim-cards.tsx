// The cards of a claimed hand, keyed in by the person who looks at them. The manager compares them with the award.
import { Cards } from '../ui/card';
import { Deck, toggled } from '../ui/deck';

export const HAND = 5;

interface PadProps {
    cards: string[];
    onCards: (cards: string[]) => void;
    fault: string | null;
}

export function CardPad({ cards, onCards, fault }: PadProps) {
    return (
        <fieldset class="plain-set stack">
            <legend class="quiet small">Five cards; they stand on the slip and the receipt.</legend>
            {cards.length > 0 && <Cards cards={cards} />}
            <Deck cards={cards} most={HAND} onToggle={(card) => onCards(toggled(cards, card))} />
            {fault && <p class="fault" role="alert">{fault}</p>}
        </fieldset>
    );
}
