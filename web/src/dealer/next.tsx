// The line that tells the dealer what to do next, and why the last press was refused.
import { withMoney } from '../lib/money';
import { Button } from '../ui/button';
import { armedAward, canAward, chosenSeat } from './choice';
import { opened } from './dialogs';
import { ClosedBand } from './offline';
import { isClosed, refusal, table } from './state';
import type { TableState } from './types';
import { keyWords } from './words';

const LONG = 62; // letters; a longer text gets smaller type
const MUCH = 90; // letters of a refusal that gets a larger part of the line, so that it is shown whole

// Also used in dialogs, because they cover the page's own line.
export function Refused({ text }: { text: string | null }) {
    return <div role="alert">{text && <p class="banner bad refused" tabIndex={text.length > LONG ? 0 : -1}>Refused: {withMoney(text)}</p>}</div>;
}

// Where the program deals, the line asks nobody to act; it says what happens.
function watched(now: TableState): string {
    const { seat, claim } = now.seats.find((each) => each.seat === now.jpot.next) ?? {};
    if (claim?.held || claim?.missing) return withMoney(now.next);
    const key = now.awards.find((award) => award.award === claim?.award)?.key;
    if (claim && key) return `Seat ${seat}, ${claim.award}: ${now.jpot.flashes || key === 'none' ? 'it is paid' : `${keyWords[key]} is turned`} next.`;
    return now.mode === 'betting' ? 'Bets are open.' : 'The program deals and pays this round.';
}

function line(): string {
    const award = armedAward.value;
    const now = table.value!;
    if (award === null) return now.dealing === 'watch' && !isClosed(now) ? watched(now) : withMoney(now.next);
    return `${award}: which seat? Press the seat; the hand again to leave it.`;
}

// Once a hand or a seat is chosen, the cards may be keyed before the other one is. This is optional: pressing the other claims
// without cards.
function canKeyCards(): boolean {
    const isHalf = armedAward.value !== null || chosenSeat.value !== null;
    return Boolean(table.value!.hand) && isHalf && canAward();
}

function KeyCards() {
    return <Button class="key-cards" aria-keyshortcuts="C" onClick={() => (opened.value = { what: 'cards' })}>Key its cards</Button>;
}

export function Next() {
    const refused = refusal();
    const text = line();
    return (
        <section class="next" aria-label="What to do next" data-refused={refused !== null}
            data-much={refused !== null && refused.length > MUCH} data-cards={canKeyCards()}>
            <p class="next-line" role="status" data-asks={armedAward.value !== null} style={{ '--letters': text.length }}
                data-long={text.length > 2 * LONG ? 'very' : text.length > LONG}>
                {text}
            </p>
            {refused !== null && <Refused text={refused} />}
            {canKeyCards() && <KeyCards />}
            {isClosed(table.value!) && <ClosedBand />}
        </section>
    );
}
