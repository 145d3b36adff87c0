// The head of the page: the table's name, its mode and round, and the buttons of the menu.
import { Button } from '../ui/button';
import { opened } from './dialogs';
import { ClosedSince } from './offline';
import { isClosed, table } from './state';
import type { TableState } from './types';

const modes = { closed: 'Progressive closed', betting: 'Bets are open', locking: 'Chips are dropping', 'coin in': 'No more bets' };

// The manual begins a payout with a look at the console's mode and calls it "COIN IN mode", after the button. Houses whose button
// has another label do not know that word.
const modeWords = ({ mode, start_label: label }: TableState) => (mode === 'coin in' && label === 'COIN IN' ? 'COIN IN mode' : modes[mode]);

export function Header() {
    const now = table.value!;
    return (
        <header class="desk-top">
            <div class="whose">
                <h1>{now.table}</h1>
                {isClosed(now) ? <ClosedSince /> : <span class={`badge ${now.mode === 'betting' ? 'good' : 'gold'}`}>{modeWords(now)}</span>}
                <p class="whose-more">
                    {now.link?.pending && <><b>{now.link.ruling_awaited ? 'A RULING IS AWAITED' : 'JACKPOT PENDING'}</b>{' · '}</>}
                    <span>Round {now.round}</span>{now.dealer && <span> · {now.dealer} deals</span>}{now.one_hand && <b> · one hand a patron</b>}
                    {!now.link?.pending && <span class="quiet"> · {now.title}</span>}
                </p>
            </div>
            <div class="tools">
                <Button onClick={() => (opened.value = { what: 'log' })} aria-keyshortcuts="L">Log</Button>
                <Button onClick={() => (opened.value = { what: 'menu' })} aria-keyshortcuts="M">Menu</Button>
                <Button onClick={() => (opened.value = { what: 'help' })} aria-keyshortcuts="?" aria-label="Keyboard and help">?</Button>
            </div>
        </header>
    );
}
