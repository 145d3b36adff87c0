// The dialog of one seat, for what is done beside the game: close or open it, mark it folded, move its patron, record sales and
// payouts; and at emulated sensors what hands would do to the acceptor.
import { useState } from 'preact/hooks';
import { isAmount } from '../lib/money';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { Choice, TextField } from '../ui/field';
import { shut } from './dialogs';
import { Refused } from './next';
import { isPin, PersonFields } from './person';
import { PressButton } from './press';
import { busy, press, pressRefused, table } from './state';
import type { Seat } from './types';

// Opening a closed seat takes a name: that of the dealer who has signed on, or else one that is asked for here (PIT-17).
function Progressive({ seat, isLive }: { seat: Seat; isLive: boolean }) {
    const [user, setUser] = useState('');
    const [pin, setPin] = useState('');
    const now = table.value!;
    const asks = seat.closed && !now.dealer;
    const isNamed = user.trim() !== '' && (!now.pin || isPin(pin));
    const parts = { seat: seat.seat };
    const named = asks ? { ...parts, user: user.trim(), ...(now.pin && { pin }) } : parts;
    return (
        <div class="row">
            {asks && <PersonFields label="Who opens the seat" asksPin={now.pin} {...{ user, setUser, pin, setPin }} />}
            <PressButton what="close" parts={parts} can={!seat.closed}>Close the seat</PressButton>
            <PressButton what="open" parts={named} can={seat.closed && (!asks || isNamed)}>Open the seat</PressButton>
            {isLive && <PressButton what="fold" parts={parts} can={now.mode === 'coin in'}>{seat.folded ? 'Hand is live again' : 'Mark folded'}</PressButton>}
        </div>
    );
}

function Move({ from, seats }: { from: number; seats: number[] }) {
    const [to, setTo] = useState('');
    const others = seats.map((seat) => ({ value: String(seat), label: `seat ${seat}` }));
    return (
        <div class="row together">
            <Choice label="Move the patron to" value={to} onValue={setTo}
                options={[{ value: '', label: 'choose a seat' }, ...others]} />
            <PressButton what="move" parts={{ seat: from, to: Number(to) }} can={to !== ''} onDone={shut}>Move</PressButton>
        </div>
    );
}

// UTH-15: a patron who plays two hands gets no envy for a win of the other hand.
function OnePatron({ seat, others }: { seat: number; others: number[] }) {
    const [to, setTo] = useState('');
    const pair = table.value!.pairs?.find((each) => each.includes(seat));
    if (table.value!.pairs === undefined) return null;
    if (pair)
        return (
            <div class="row">
                <p>Seats {pair.join(' and ')} are one patron’s.</p>
                <PressButton what="alone" parts={{ seat }} can>They are not</PressButton>
            </div>
        );
    return (
        <div class="row together">
            <Choice label="The same patron also plays" value={to} onValue={setTo}
                options={[{ value: '', label: 'choose a seat' }, ...others.map((other) => ({ value: String(other), label: `seat ${other}` }))]} />
            <PressButton what="patron" parts={{ seat, to: Number(to) }} can={to !== ''}>Record it</PressButton>
        </div>
    );
}

// Returns one coin before the first card is dealt, with a reason (PIT-7).
function CoinBack({ seat }: { seat: number }) {
    const [reason, setReason] = useState('');
    return (
        <div class="row together">
            <TextField label="Hand the coin back because" value={reason} onValue={setReason} />
            <PressButton what="return" parts={{ seat, reason: reason.trim() }} can={reason.trim() !== ''} onDone={shut}>Hand it back</PressButton>
        </div>
    );
}

function BuyIn({ seat }: { seat: number }) {
    const [amount, setAmount] = useState('');
    const [tender, setTender] = useState('cash');
    const [patron, setPatron] = useState('');
    const fault = amount !== '' && !isAmount(amount) ? 'An amount as 100 or 100.50' : null;
    const buy = async (event: Event) => {
        event.preventDefault();
        const known = patron.trim() ? { patron: patron.trim() } : {};
        if (await press('buy', { seat, amount, ...(tender.trim() === 'cash' ? {} : { tender: tender.trim() }), ...known })) shut();
    };
    return (
        <form class="row together" onSubmit={buy}>
            <TextField label="Sell cheques for" value={amount} onValue={setAmount} inputMode="decimal" fault={fault} />
            <TextField label="Paid with" value={tender} onValue={setTender} />
            <TextField label="Patron, if known" value={patron} onValue={setPatron} />
            <Button type="submit" disabled={busy.value || !isAmount(amount) || tender.trim() === ''}>Record the sale</Button>
        </form>
    );
}

// PIT-14: a payout in cash at the table. A large one needs a supervisor's name; one that must be reported needs the patron's name
// too.
function Payout({ seat }: { seat: number }) {
    const [amount, setAmount] = useState('');
    const [tender, setTender] = useState('');
    const [patron, setPatron] = useState('');
    const [user, setUser] = useState('');
    const [pin, setPin] = useState('');
    const now = table.value!;
    const isFull = !now.pin || user.trim() === '' || isPin(pin);
    const said = Object.entries({ tender, patron, user }).map(([name, value]) => [name, value.trim()]).filter(([, value]) => value !== '');
    const pay = async (event: Event) => {
        event.preventDefault();
        const parts = { seat, amount, ...Object.fromEntries(said), ...(now.pin && user.trim() && { pin }) };
        if (await press('payout', parts)) shut();
    };
    return (
        <details>
            <summary>Record a payout…</summary>
            <form class="stack" onSubmit={pay}>
                <div class="row together">
                    <TextField label="Paid" value={amount} onValue={setAmount} inputMode="decimal" fault={amount !== '' && !isAmount(amount) ? 'An amount as 100 or 100.50' : null} />
                    <TextField label="For which hand" value={tender} onValue={setTender} />
                    <TextField label="Patron who is paid, if known" value={patron} onValue={setPatron} />
                </div>
                <PersonFields label="Who acknowledges it, where it is large" isOptional asksPin={now.pin && user.trim() !== ''} {...{ user, setUser, pin, setPin }} />
                <div><Button type="submit" disabled={busy.value || !isAmount(amount) || !isFull}>Record the payout</Button></div>
            </form>
        </details>
    );
}

const hands = [
    ['place', 'Place a chip'], ['remove', 'Lift a chip'], ['jam', 'Jam at the next drop'], ['miss', 'Miss the next drop'],
    ['clear', 'Clear the jam'], ['fail', 'Sensor fails'], ['repair', 'Sensor repaired'], ['stray', 'Count a coin that nobody placed'],
] as const;

function Emulated({ seat, isLive }: { seat: number; isLive: boolean }) {
    const possible = hands.filter(([what]) => isLive || (what !== 'place' && what !== 'remove'));
    return (
        <section class="stack">
            <h3>Emulated sensor</h3>
            <div class="row">
                {possible.map(([what, text]) => <PressButton key={what} what={what} parts={{ seat }} can>{text}</PressButton>)}
            </div>
        </section>
    );
}

export function SeatMenu({ number }: { number: number }) {
    const now = table.value!;
    const seat = now.seats.find((each) => each.seat === number);
    if (!seat) return null;
    const isLive = now.dealing === 'live';
    return (
        <Dialog title={`Seat ${number}`} onClose={shut}>
            <Refused text={pressRefused.value} />
            <Progressive seat={seat} isLive={isLive} />
            {isLive && <Move from={number} seats={now.seats.map((each) => each.seat).filter((each) => each !== number)} />}
            {isLive && <OnePatron seat={number} others={now.seats.map((each) => each.seat).filter((each) => each !== number)} />}
            {isLive && seat.led && <CoinBack seat={number} />}
            {isLive && <BuyIn seat={number} />}
            {isLive && <Payout seat={number} />}
            {now.sensors === 'emulated' && <Emulated seat={number} isLive={isLive} />}
            <div class="ends"><Button onClick={shut}>Done</Button></div>
        </Dialog>
    );
}
