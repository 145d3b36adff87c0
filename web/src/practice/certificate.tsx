// The certificate of a session of the trainer: print it, or save the server's PDF.
import { useState } from 'preact/hooks';
import { postForFile, why } from '../lib/api';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { house, lastName } from '../lib/house';
import { save } from '../lib/save';
import { dateOf } from '../lib/time';
import { PaperChoice, paperSize } from '../ui/paper-size';
import { say } from '../ui/toast';
import { games } from './tables';
import { training } from './trainer-state';

export function Certificate({ onClose }: { onClose: () => void }) {
    const [name, setName] = useState('');
    const { rules, right, wrong, best, rounds, seatsTimed, seconds } = training.value;
    const game = games.value.find((each) => each.name === rules);
    const owner = house.value?.name ?? lastName.value; // the floor's house; without its name the paper has only that of the rules
    const all = right + wrong;
    const date = dateOf(Date.now());
    const keep = async () => {
        try {
            const score = { rounds, right, wrong, best, seats: seatsTimed, seconds: Math.round(seconds) };
            save(await postForFile('/practice/certificate', { rules, name: name.trim(), house: owner?.slice(0, 80) ?? null, date, ...score, paper: paperSize.value }), 'certificate.pdf');
        } catch (error) {
            say(why(error), true);
        }
    };
    return (
        <Dialog title="Certificate of a session" onClose={onClose}>
            <label class="field no-print">
                Name
                <input class="input" autocomplete="name" maxLength={80} value={name} onInput={(event) => setName(event.currentTarget.value)} />
            </label>
            <div class="certificate stack">
                <h3>Dealer's training: {game ? `${game.title}, ${owner ?? game.house}` : rules}</h3>
                <p class="certificate-name">{name || ' '}</p>
                <dl class="facts">
                    <dt>Rounds settled</dt><dd>{rounds}</dd>
                    <dt>Wagers settled right</dt><dd>{right} of {all} ({all > 0 ? ((100 * right) / all).toFixed(1) : '0.0'} %)</dd>
                    <dt>Longest row without a mistake</dt><dd>{best}</dd>
                    <dt>Time a seat</dt><dd>{seatsTimed > 0 ? `${(seconds / seatsTimed).toFixed(1)} s` : 'not timed'}</dd>
                    <dt>Date</dt><dd>{date}</dd>
                </dl>
                <p class="quiet small">Every answer was judged by the settlement that runs at the tables. Kept by the trainee's browser.</p>
            </div>
            <div class="ends no-print">
                <PaperChoice />
                <Button onClick={onClose}>Close</Button>
                <Button disabled={!name.trim()} onClick={() => print()}>Print</Button>
                <Button kind="main" disabled={!name.trim()} onClick={() => void keep()}>PDF</Button>
            </div>
        </Dialog>
    );
}
