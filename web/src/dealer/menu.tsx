// The dialogs of the table as a whole: its menu, the log of its messages, and help.
import { useState } from 'preact/hooks';
import { money, withMoney } from '../lib/money';
import { Button, HoldButton } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { TextField, Tick } from '../ui/field';
import { opened, shut } from './dialogs';
import { Refused } from './next';
import { OwnDesk, ReadCounter } from './own-desk';
import { isPin, PersonFields } from './person';
import { keysOn, setKeysOn, shortcuts } from './shortcuts';
import { press, pressRefused, table } from './state';

// UTH-18. The reason is recorded with the name of the supervisor or manager who decides it (PIT-7).
function DeadHands() {
    const [reason, setReason] = useState('');
    const [user, setUser] = useState('');
    const [pin, setPin] = useState('');
    const now = table.value!;
    const ready = now.in_round && reason.trim() !== '' && user.trim() !== '' && (!now.pin || isPin(pin));
    const dead = async () => {
        if (await press('dead', { reason: reason.trim(), user: user.trim(), ...(now.pin && { pin }) })) shut();
    };
    return (
        <section class="stack">
            <h3>Call all hands dead</h3>
            <p>
                For a progressive win that cannot be recorded because the system failed. Every wager goes back to its patron,
                the base game’s too, and the round is over. It cannot be taken back.
            </p>
            <TextField label="Why the hands are dead" value={reason} onValue={setReason} />
            <PersonFields label="Which supervisor or manager says so" asksPin={now.pin} {...{ user, setUser, pin, setPin }} />
            <div><HoldButton kind="danger" disabled={!ready} onHeld={() => void dead()}>Hold: all hands are dead</HoldButton></div>
            {!now.in_round && <p class="quiet small">There is no round.</p>}
        </section>
    );
}

function Seats() {
    return (
        <section class="stack">
            <h3>One seat</h3>
            <div class="row">
                {table.value!.seats.map(({ seat }) => (
                    <Button key={seat} aria-label={`Seat ${seat}: more`} onClick={() => (opened.value = { what: 'seat', seat })}>
                        {seat}
                    </Button>
                ))}
            </div>
        </section>
    );
}

export function TableMenu() {
    const isWatch = table.value!.dealing === 'watch';
    return (
        <Dialog title="Table" onClose={shut}>
            <Refused text={pressRefused.value} />
            <div class="row">
                <Button onClick={() => (opened.value = { what: 'log' })}>What was said</Button>
                <Button onClick={() => (opened.value = { what: 'help' })}>Help</Button>
                {!isWatch && <Button onClick={() => (opened.value = { what: 'dealer' })}>Dealer</Button>}
            </div>
            {!isWatch && <Seats />}
            {!isWatch && <OwnDesk />}
            {!isWatch && <ReadCounter />}
            {!isWatch && <DeadHands />}
            <div class="ends"><Button onClick={shut}>Done</Button></div>
        </Dialog>
    );
}

export function Log() {
    const now = table.value!;
    const { hit } = now;
    return (
        <Dialog title="What was said" onClose={shut}>
            {hit && <p class="banner gold">Last jackpot: {hit.award}, {money(hit.amount)}, table {hit.table}, seat {hit.seat}</p>}
            <ol class="log">{[...now.says].reverse().map((line) => <li key={line.id}>{withMoney(line.text)}</li>)}</ol>
            {now.says.length === 0 && <p class="quiet">Nothing yet.</p>}
            <div class="ends"><Button onClick={shut}>Done</Button></div>
        </Dialog>
    );
}

// PIT-20: how this house deals and pays where the manual has several ways, with the part of the manual that each follows.
function Ways() {
    const ways = table.value!.ways ?? [];
    if (ways.length === 0) return null;
    return (
        <section class="stack">
            <h3>How this house deals and pays</h3>
            <ul>
                {ways.map(({ says, part, place, printed }) => (
                    <li key={says}>
                        {says}
                        {part && <span class="quiet small"> The manual has more than one way; this is its {part}, {place}: “{printed}”.</span>}
                    </li>
                ))}
            </ul>
        </section>
    );
}

export function Help() {
    return (
        <Dialog title="Help" onClose={shut}>
            <Ways />
            <h3>Keyboard</h3>
            <Tick label="Keys press the console’s buttons" checked={keysOn.value} onValue={setKeysOn} />
            <table class="table keys">
                <thead><tr><th scope="col">Key</th><th scope="col">Does</th></tr></thead>
                <tbody>{shortcuts.map(({ keys, does }) => <tr key={keys}><td><kbd>{keys}</kbd></td><td>{does}</td></tr>)}</tbody>
            </table>
            <div class="ends"><Button onClick={shut}>Done</Button></div>
        </Dialog>
    );
}
