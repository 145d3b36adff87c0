// Whose table it is, how the round stands, and the meters.
import { Button } from '../ui/button';
import { opened } from './dialogs';
import { Meters } from './meters';
import { isClosed, table } from './state';

const modes = { closed: 'Progressive closed', betting: 'Bets are open', locking: 'Chips are dropping', 'coin in': 'No more bets' };

export function Header() {
    const now = table.value!;
    return (
        <header class="desk-top">
            <div class="whose">
                <h1>{now.table}</h1>
                <span class="quiet small">{now.title}</span>
            </div>
            <p class="standing">
                <span class={`badge ${isClosed(now) ? 'bad' : now.mode === 'betting' ? 'good' : 'gold'}`}>{modes[now.mode]}</span>
                {now.link?.pending ? <span class="badge gold">JACKPOT PENDING</span> : <span class="small">Round {now.round}</span>}
            </p>
            {now.dealing === 'live' ? <span /> : <Meters />}
            <div class="tools">
                <Button onClick={() => (opened.value = { what: 'log' })} aria-keyshortcuts="L">Log</Button>
                <Button onClick={() => (opened.value = { what: 'menu' })} aria-keyshortcuts="M">Menu</Button>
                <Button onClick={() => (opened.value = { what: 'help' })} aria-keyshortcuts="?" aria-label="Keyboard and help">?</Button>
            </div>
        </header>
    );
}
