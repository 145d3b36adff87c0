// The value of each option for one hand, as its cards are chosen.
import { useEffect, useState } from 'preact/hooks';
import { why } from '../lib/api';
import { isAborted, postPatiently } from '../lib/patient';
import { place } from '../lib/router';
import { Button } from '../ui/button';
import { Cards } from '../ui/card';
import { Deck, RANKS, SUITS, toggled } from '../ui/deck';
import { Sheet } from '../ui/table';
import { Bar } from './bars';
import { Exact } from './exact';
import { change, words } from './format';
import type { PositionAnswer, Subject } from './types';

// The shape of the game as the server describes it; nothing here knows the games apart.
interface Shape {
    hole: number;
    board: number[]; // how many board cards can be open at a decision
    dealer: number; // how many of the dealer's cards lie open; they are keyed in place of a board
}

// How many cards can be open besides the hole cards.
const openOf = (shape: Shape) => (shape.dealer > 0 ? [shape.dealer] : shape.board);

// The hand is kept in the address: #/uth-cn/hand=AsKd
const KEY = 'hand=';
const isCard = (card: string) => RANKS.includes(card[0] ?? '') && SUITS.includes(card[1] ?? '') && card.length === 2;

function handOfPlace(most: number): string[] {
    const text = place.value.split('/').find((part) => part.startsWith(KEY))?.slice(KEY.length) ?? '';
    const cards = (text.match(/../g) ?? []).filter(isCard);
    return [...new Set(cards)].slice(0, most);
}

function keepInPlace(cards: string[]): void {
    const rest = place.value.split('/').filter((part) => part && !part.startsWith(KEY));
    const hash = `#/${[...rest, ...(cards.length > 0 ? [KEY + cards.join('')] : [])].join('/')}`;
    if (hash !== location.hash) history.replaceState(null, '', hash);
}

function hintOf(cards: string[], shape: Shape): string {
    const open = cards.length - shape.hole;
    const places = openOf(shape);
    if (open < 0) return `Choose the hole cards: ${-open} to go.`;
    if (shape.dealer > open) return "Choose the dealer's open card.";
    const next = places.find((n) => n > open);
    if (places.includes(open)) return next ? 'Choose more cards for the board, or take one back.' : 'Tap a card to take it back.';
    return `Choose cards of the board: ${(next ?? open) - open} to go.`;
}

function Options({ answer, unit }: { answer: PositionAnswer; unit: string }) {
    const largest = Math.max(...answer.options.map((o) => Math.abs(o.ev)));
    return (
        <Sheet class="bars" label="Options" columns={['Option', '(Bar)', `${words(unit)}s#`, 'Exactly']}>
            {answer.options.map((o) => (
                <tr key={o.action}>
                    <th scope="row">{words(o.action)} {o.action === answer.best && <span class="badge good">best</span>}</th>
                    <td class="bar-cell"><Bar part={largest > 0 ? Math.abs(o.ev) / largest : 0} bad={o.ev < 0} /></td>
                    <td class="number">{change(o.ev, 6)}</td>
                    <td class="exact-cell"><Exact text={o.exact} /></td>
                </tr>
            ))}
        </Sheet>
    );
}

const rulesOf = (subject: Subject) => ('name' in subject ? { rules: subject.name } : { text: subject.text });

export function PositionPanel({ subject, shape, unit }: { subject: Subject; shape: Shape; unit: string }) {
    const most = shape.hole + Math.max(...openOf(shape));
    const [cards, setCards] = useState<string[]>(() => handOfPlace(most));
    const [answer, setAnswer] = useState<PositionAnswer | null>(null);
    const [trouble, setTrouble] = useState<string | null>(null);
    const complete = openOf(shape).includes(cards.length - shape.hole);
    useEffect(() => {
        setAnswer(null);
        setTrouble(null);
        keepInPlace(cards);
        if (!complete) return;
        const request = new AbortController();
        const open = cards.slice(shape.hole);
        const body = { ...rulesOf(subject), hole: cards.slice(0, shape.hole), ...(shape.dealer > 0 ? { up: open } : { board: open }) };
        postPatiently<PositionAnswer>('/analyze/position', body, request.signal)
            .then(setAnswer)
            .catch((error) => isAborted(error) || setTrouble(why(error)));
        return () => request.abort();
    }, [cards, subject]);
    return (
        <section class={`panel stack position ${cards.length === 0 ? 'no-print' : ''}`}>
            <div class="row apart">
                <h2>One hand</h2>
                <Button kind="plain" disabled={cards.length === 0} onClick={() => setCards([])}>Clear</Button>
            </div>
            <p class="quiet small">{hintOf(cards, shape)}</p>
            <div class="row picked">
                <Picked label="Hole cards" cards={cards.slice(0, shape.hole)} />
                {most > shape.hole && <Picked label={shape.dealer > 0 ? "Dealer's open card" : 'Board'} cards={cards.slice(shape.hole)} />}
            </div>
            <div role="status" class="options">
                {answer && <Options answer={answer} unit={unit} />}
                {complete && !answer && !trouble && <p class="quiet">Working it out…</p>}
                {trouble && <p class="banner bad">{trouble}</p>}
            </div>
            <Deck cards={cards} most={most} onToggle={(card) => setCards(toggled(cards, card))} />
        </section>
    );
}

function Picked({ label, cards }: { label: string; cards: string[] }) {
    return (
        <div class="picked-group">
            <span class="quiet small">{label}</span>
            {cards.length === 0 ? <span class="no-card" /> : <Cards cards={cards} />}
        </div>
    );
}
