import { StillAmount } from './amount';
import { handName } from './face';
import type { Hit } from './hits';

// A high jackpot covers the whole sign, a low one its lower third.
export function Celebration({ hit }: { hit: Hit }) {
    return (
        <section class={`celebration ${hit.high ? 'high' : 'low'}`} role="alert" aria-label="Jackpot">
            {hit.high && <span class="rays" aria-hidden="true" />}
            <p class="cheer">{hit.high ? 'Jackpot' : 'Winner'}</p>
            <p class="won">{handName(hit.award)}</p>
            <div class="sum"><StillAmount amount={hit.amount} /></div>
            <p class="where">Table <b>{hit.table}</b> · Seat <b>{hit.seat}</b></p>
        </section>
    );
}
