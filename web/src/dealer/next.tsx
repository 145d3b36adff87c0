// The one line that says what to do now, and what was refused.
import { withMoney } from '../lib/money';
import { armedAward } from './choice';
import { ClosedBand } from './offline';
import { isClosed, refusal, table } from './state';
import type { TableState } from './types';
import { keyWords } from './words';

const LONG = 62; // letters: more stand in smaller type
const MUCH = 90; // of a refusal: it gets more of the line, so that it is whole

// Dialogs lie over the page and say it themselves.
export function Refused({ text }: { text: string | null }) {
    return <div role="alert">{text && <p class="banner bad refused" tabIndex={text.length > LONG ? 0 : -1}>Refused: {withMoney(text)}</p>}</div>;
}

// Where the program deals nobody is asked to do anything: it says what happens.
function watched(now: TableState): string {
    const { seat, claim } = now.seats.find((each) => each.seat === now.jpot.next) ?? {};
    if (claim?.held || claim?.missing) return withMoney(now.next);
    const key = now.awards.find((award) => award.award === claim?.award)?.key;
    if (claim && key) return `Seat ${seat}, ${claim.award}: ${now.jpot.flashes || key === 'none' ? 'it is paid' : `${keyWords[key]} is turned`} next.`;
    return now.mode === 'betting' ? 'Bets are open.' : 'The round is dealt and paid.';
}

function line(): string {
    const award = armedAward.value;
    const now = table.value!;
    if (award === null && isClosed(now)) return withMoney(now.next).replace(/^The progressive is closed\. /, ''); // the band says it
    if (award === null) return now.dealing === 'watch' ? watched(now) : withMoney(now.next);
    return `${award}: which seat? Press the seat; the hand again to leave it.`;
}

export function Next() {
    const refused = refusal();
    const text = line();
    return (
        <section class="next" aria-label="What to do next" data-refused={refused !== null}
            data-much={refused !== null && refused.length > MUCH}>
            <p class="next-line" role="status" data-asks={armedAward.value !== null} style={{ '--letters': text.length }}
                data-long={text.length > 2 * LONG ? 'very' : text.length > LONG}>
                {text}
            </p>
            {refused !== null && <Refused text={refused} />}
            {isClosed(table.value!) && <ClosedBand />}
        </section>
    );
}
