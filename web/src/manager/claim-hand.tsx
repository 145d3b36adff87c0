// The hand behind a claim: its table and seat, its cards, its patron.
import { money } from '../lib/money';
import { Cards } from '../ui/card';
import { claims } from './state';
import type { Claim } from './types';

// The cards in a text such as "Ah Kh" or in a list; everything that is no card is left out.
export function cardsOf(said: unknown): string[] {
    const words = typeof said === 'string' ? said.split(/[\s,]+/) : Array.isArray(said) ? said.map(String) : [];
    return words.filter((card) => /^[2-9TJQKA][cdhs]$/.test(card));
}

const keyWords = { low: 'low jackpot: key 008', high: 'high jackpot: key 009' };

function Others({ claim }: { claim: Claim }) {
    const others = claims.value.filter((c) => c.link === claim.link && c.claim !== claim.claim && c.state === 'pending');
    if (others.length === 0) return null;
    return (
        <>
            <dt>Other claims</dt>
            <dd>
                {others.map((c) => (
                    <a key={c.claim} class="row-link" href={`#/claims/${c.claim}`}>{c.award}, {c.table} seat {c.seat}, {money(c.amount)}</a>
                ))}
            </dd>
        </>
    );
}

export function Hand({ claim }: { claim: Claim }) {
    const cards = cardsOf(claim.cards);
    return (
        <section class="panel stack">
            <h2>The hand</h2>
            {cards.length > 0 ? <div class="claim-cards"><Cards cards={cards} /></div>
                : <p class="quiet small">Nobody has keyed the cards in yet: they lie at {claim.table}, and whoever verifies the hand keys them.</p>}
            <dl class="facts">
                <dt>Award</dt><dd>{claim.award}{claim.key ? `, ${keyWords[claim.key]}` : ''}</dd>
                <dt>Where</dt><dd><a href={`#/floor/${claim.table}`}>{claim.table}</a>, seat {claim.seat}, round {claim.round.toLocaleString('en')}</dd>
                <dt>Patron</dt><dd>{claim.patron ?? <span class="quiet">not named yet; compliance names them</span>}</dd>
                {claim.surveillance && <><dt>Surveillance</dt><dd>{claim.surveillance}</dd></>}
                <dt>Paid from</dt><dd>{claim.from} of <a href={`#/links/${claim.link}`}>{claim.link}</a></dd>
                <dt>Amount</dt>
                <dd>{money(claim.amount)}, {claim.frozen ? 'frozen: it does not change any more' : 'as the meter stands now; taken when J-POT is pressed'}
                    {claim.due !== claim.amount && <>; {money(claim.due)} once those are paid that come first by the ruling</>}</dd>
                {/* a table says who else was in where the award has envy; otherwise nobody knows here */}
                {claim.live.length > 0 && <><dt>With it</dt><dd>{claim.live.length === 1 ? 'seat' : 'seats'} {claim.live.join(', ')} had a wager too (envy)</dd></>}
                <Others claim={claim} />
            </dl>
        </section>
    );
}
