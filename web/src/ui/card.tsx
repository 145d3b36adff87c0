// Draws playing cards from their two characters ("Ts"). The suits are drawn as shapes, so no font needs to have them.

const suits: Record<string, { name: string; path: string; red: boolean }> = {
    c: { name: 'clubs', red: false, path: 'M12 2a4.700 4.700 0 0 0-3.700 7.600A4.700 4.700 0 1 0 10.900 17c-.1 2-.9 3.500-2.100 5h6.400c-1.200-1.500-2-3-2.100-5a4.700 4.700 0 1 0 2.600-7.400A4.700 4.700 0 0 0 12 2z' },
    d: { name: 'diamonds', red: true, path: 'M12 1.500 19.500 12 12 22.500 4.500 12z' },
    h: { name: 'hearts', red: true, path: 'M12 21.500C5 15.500 2 12 2 8a5 5 0 0 1 10-1.500A5 5 0 0 1 22 8c0 4-3 7.500-10 13.500z' },
    s: { name: 'spades', red: false, path: 'M12 1.500C8 7 2.500 9.500 2.500 14.200a4.800 4.800 0 0 0 8.200 3.300c-.2 2-.8 3.300-1.900 4.500h6.400c-1.100-1.200-1.700-2.500-1.900-4.500a4.800 4.800 0 0 0 8.200-3.300C21.500 9.500 16 7 12 1.500z' },
};

const ranks: Record<string, string> = { A: 'ace', K: 'king', Q: 'queen', J: 'jack', T: 'ten' };

function cardName(card: string): string {
    const rank = card[0] ?? '';
    return `${ranks[rank] ?? rank} of ${suits[card[1] ?? '']?.name ?? ''}`;
}

export function Card({ card }: { card: string | null }) {
    const suit = card ? suits[card[1] ?? ''] : undefined;
    if (!card || !suit) return <span class="card back" role="img" aria-label="face down" />;
    return (
        <span class={`card ${suit.red ? 'red' : ''}`} role="img" aria-label={cardName(card)}>
            <span aria-hidden="true">{card[0] === 'T' ? '10' : card[0]}</span>
            <svg viewBox="0 0 24 24" aria-hidden="true"><path d={suit.path} /></svg>
        </span>
    );
}

export function Cards({ cards }: { cards: (string | null)[] }) {
    return <span class="cards">{cards.map((card, i) => <Card key={i} card={card} />)}</span>;
}
