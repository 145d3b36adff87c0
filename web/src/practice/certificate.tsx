// A session of the trainer on paper: print it, or keep it as PDF.
import { useState } from 'preact/hooks';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { games } from './tables';
import { training } from './trainer-state';

export function Certificate({ onClose }: { onClose: () => void }) {
    const [name, setName] = useState('');
    const { rules, right, wrong, best, rounds, seatsTimed, seconds } = training.value;
    const game = games.value.find((each) => each.name === rules);
    const all = right + wrong;
    return (
        <Dialog title="Certificate of a session" onClose={onClose}>
            <label class="field no-print">
                Name
                <input class="input" autocomplete="name" maxLength={80} value={name} onInput={(event) => setName(event.currentTarget.value)} />
            </label>
            <div class="certificate stack">
                <h3>Dealer's training: {game ? `${game.title}, ${game.house}` : rules}</h3>
                <p class="certificate-name">{name || ' '}</p>
                <dl class="facts">
                    <dt>Rounds settled</dt><dd>{rounds}</dd>
                    <dt>Wagers settled right</dt><dd>{right} of {all} ({all > 0 ? ((100 * right) / all).toFixed(1) : '0.0'} %)</dd>
                    <dt>Longest row without a mistake</dt><dd>{best}</dd>
                    <dt>Time a seat</dt><dd>{seatsTimed > 0 ? `${(seconds / seatsTimed).toFixed(1)} s` : 'not timed'}</dd>
                    <dt>Date</dt><dd>{new Date().toLocaleDateString('en-CA')}</dd>
                </dl>
                <p class="quiet small">Every answer was judged by the settlement that runs at the tables. Kept by the trainee's browser.</p>
            </div>
            <div class="ends no-print">
                <Button onClick={onClose}>Close</Button>
                <Button kind="main" disabled={!name.trim()} onClick={() => print()}>Print or keep as PDF</Button>
            </div>
        </Dialog>
    );
}
