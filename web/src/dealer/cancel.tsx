// The dialog that takes a pending jackpot back: never by one tap, and never without a person's name (TAB-6).
import { useState } from 'preact/hooks';
import { money } from '../lib/money';
import { Button, HoldButton } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { pendingAt } from './claims';
import { forgetChoice } from './choice';
import { shut } from './dialogs';
import { Refused } from './next';
import { isPin, keepName, PersonFields } from './person';
import { busy, press, pressRefused, table } from './state';

export function CancelDialog({ seat, award }: { seat: number; award: string }) {
    const [user, setUser] = useState('');
    const [pin, setPin] = useState('');
    const claim = pendingAt(seat, award);
    const asksPin = table.value!.pin;
    const ready = claim !== null && user.trim() !== '' && (!asksPin || isPin(pin)) && !busy.value;
    const cancel = async () => {
        setPin('');
        if (!(await press('award', { seat, award, user: user.trim(), ...(asksPin && { pin }) }))) return;
        keepName(user.trim());
        forgetChoice();
        shut();
    };
    return (
        <Dialog title={`Seat ${seat}: take back the ${award}?`} onClose={shut}>
            <p>
                {claim
                    ? <>This jackpot{claim.amount && <> of <b>{money(claim.amount)}</b></>} is pending. If it is taken back, nothing is paid for it.</>
                    : 'It is not pending any more.'}
            </p>
            <PersonFields label="Who takes it back" {...{ user, setUser, pin, setPin, asksPin }} />
            <Refused text={pressRefused.value} />
            <div class="ends">
                <Button onClick={shut}>Keep it</Button>
                <HoldButton kind="danger" disabled={!ready} onHeld={() => void cancel()}>Hold: it was not a jackpot</HoldButton>
            </div>
        </Dialog>
    );
}
