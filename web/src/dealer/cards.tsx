// The dialog for the cards of the winning hand, which the dealer may key with the claim. The table compares them with the chosen
// award before it claims anything.
import { useState } from 'preact/hooks';
import { Button } from '../ui/button';
import { Card } from '../ui/card';
import { Deck, RANKS, SUITS, toggled } from '../ui/deck';
import { Dialog } from '../ui/dialog';
import { armedAward, canAward, chosenSeat, forgetChoice } from './choice';
import { shut } from './dialogs';
import { Refused } from './next';
import { busy, press, pressRefused, table } from './state';

function Places({ cards }: { cards: string[] }) {
    const { hole, board } = table.value!.hand!;
    const place = (from: number, count: number) => Array.from({ length: count }, (_, i) =>
        cards[from + i] ? <Card key={i} card={cards[from + i]!} /> : <span key={i} class="card-place" />);
    return (
        <div class="hand-places" role="group" aria-label="Keyed">
            <div><span class="small">{board > 0 ? 'The patron’s own' : 'The hand'}</span><span class="cards">{place(0, hole)}</span></div>
            {board > 0 && <div><span class="small">{board === 3 ? 'The flop' : 'The board'}</span><span class="cards">{place(hole, board)}</span></div>}
        </div>
    );
}

// Cards by keyboard: "K" then "h" is the king of hearts; "1" or "0" stands for the ten.
function useTyping(onCard: (card: string) => void, onBack: () => void, onDone: (() => void) | null) {
    const [rank, setRank] = useState('');
    const onKeyDown = (event: KeyboardEvent) => {
        if (event.ctrlKey || event.altKey || event.metaKey) return;
        const key = event.key === '1' || event.key === '0' ? 'T' : event.key.toUpperCase();
        if (RANKS.includes(key)) setRank(key);
        else if (rank && SUITS.includes(key.toLowerCase())) {
            onCard(rank + key.toLowerCase());
            setRank('');
        } else if (key === 'BACKSPACE') {
            if (rank) setRank('');
            else onBack();
        } else if (key === 'ENTER' && onDone && !(event.target as HTMLElement).closest('.ends')) onDone();
        else return;
        event.preventDefault();
    };
    return { rank, onKeyDown };
}

function Which<T extends string | number>({ label, all, chosen, onChoose }: { label: string; all: { value: T; text: string }[]; chosen: T | null; onChoose: (value: T) => void }) {
    return (
        <div class="names" role="group" aria-label={label}>
            {all.map(({ value, text }) => <Button key={value} aria-pressed={value === chosen} onClick={() => onChoose(value)}>{text}</Button>)}
        </div>
    );
}

export function CardsDialog() {
    const [award, setAward] = useState(armedAward.value);
    const [seat, setSeat] = useState(chosenSeat.value);
    const [asksSeat] = useState(seat === null);
    const [cards, setCards] = useState<string[]>([]);
    const now = table.value!;
    const shape = now.hand;
    const most = shape ? shape.hole + shape.board : 0;
    const ready = canAward() && !busy.value && award !== null && seat !== null && cards.length === most;
    const claim = async () => {
        if (!(await press('award', { seat, award, cards: cards.join(' ') }))) return;
        forgetChoice();
        shut();
    };
    const take = (card: string) => !cards.includes(card) && cards.length < most && setCards([...cards, card]);
    const { rank, onKeyDown } = useTyping(take, () => setCards(cards.slice(0, -1)), ready ? () => void claim() : null);
    if (!shape) return null;
    const free = now.seats.filter((each) => each.led && !each.folded && each.claim === null).map((each) => ({ value: each.seat, text: `Seat ${each.seat}` }));
    return (
        <Dialog title={`Cards of the ${award ?? 'winning hand'}${seat === null ? '' : `, seat ${seat}`}`} onClose={shut} class="cards-dialog">
            <div class="stack" onKeyDown={onKeyDown}>
                {asksSeat ? <Which label="Seat" all={free} chosen={seat} onChoose={setSeat} />
                    : <Which label="Hand" all={now.awards.map((each) => ({ value: each.award, text: each.award }))} chosen={award} onChoose={setAward} />}
                <div class="row apart">
                    <Places cards={cards} />
                    <p class="quiet small" role="status">{rank ? `${rank === 'T' ? '10' : rank} of …` : cards.length < most ? `${most - cards.length} to go` : ''}</p>
                    <Button aria-label="Take the last card back" disabled={cards.length === 0} onClick={() => setCards(cards.slice(0, -1))}>⌫</Button>
                </div>
                <Deck cards={cards} most={most} onToggle={(card) => setCards(toggled(cards, card))} />
                <Refused text={pressRefused.value} />
                <div class="ends">
                    <Button onClick={shut}>Without cards</Button>
                    <Button kind="main" disabled={!ready} onClick={() => void claim()}>Claim it with these cards</Button>
                </div>
            </div>
        </Dialog>
    );
}
