// The jackpots that wait to be paid and which is next: one order over all awards, from the dealer's right to the left.
import { money, withMoney } from '../lib/money';
import { owed, type Owed } from './claims';
import { table } from './state';
import type { TableState } from './types';
import { claimWords, keyWords } from './words';

function Item({ each: { seat, claim, award }, isNext }: { each: Owed; isNext: boolean }) {
    return (
        <li data-next={isNext}>
            <b>Seat {seat}</b>
            <span class="queue-what">{claim.award}</span>
            <b>{claim.amount ? money(claim.amount) : ''}</b>
            <span class="queue-how">{isNext ? 'Next' : 'Then'}: {award ? keyWords[award.key] : ''}, {claimWords(claim)}</span>
            {claim.missing && <span class="queue-how">Not yet: {withMoney(claim.missing)}</span>}
            {claim.envy_seats && claim.envy_seats.length > 0 && claim.envy && (
                <span class="queue-how">Envy {money(claim.envy)} each: seat {[...claim.envy_seats].sort((a, b) => b - a).join(', ')}</span>
            )}
        </li>
    );
}

function nextSeat(now: TableState, list: Owed[]): number | undefined {
    return now.jpot.next ?? now.jpot.seat ?? list[0]?.seat;
}

// PIT-11: what must be done with the deck after a jackpot is paid, for each paid seat from right to left.
function Afterwards({ now }: { now: TableState }) {
    const paid = now.seats.filter(({ claim }) => claim?.state === 'paid' && claim.missing).reverse();
    return <>{paid.map(({ seat, claim }) => <p key={seat} class="small"><b>Seat {seat} is paid.</b> {claim!.missing}</p>)}</>;
}

export function Queue() {
    const now = table.value!;
    if (now.awards.length === 0) return null;
    const list = owed(now);
    return (
        <section class="queue" aria-label="Payments of the progressive" tabIndex={list.length > 0 ? 0 : -1}>
            <h2>To pay, right to left</h2>
            {list.length === 0 && <p class="quiet small">No jackpot waits.</p>}
            <Afterwards now={now} />
            <ol>{list.map((each) => <Item key={each.seat} each={each} isNext={each.seat === nextSeat(now, list)} />)}</ol>
        </section>
    );
}
