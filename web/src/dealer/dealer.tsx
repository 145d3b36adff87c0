// The dialog in which a dealer signs on or off. The log names the dealer for everything between the two.
import { useState } from 'preact/hooks';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { shut } from './dialogs';
import { Refused } from './next';
import { isPin, keepName, PersonFields } from './person';
import { PressButton } from './press';
import { busy, press, pressRefused, table } from './state';

export function DealerDialog() {
    const [user, setUser] = useState('');
    const [pin, setPin] = useState('');
    const now = table.value!;
    const ready = user.trim() !== '' && (!now.pin || isPin(pin)) && !busy.value;
    const signOn = async (event: Event) => {
        event.preventDefault();
        if (!ready) return;
        setPin('');
        if (!(await press('dealer', { user: user.trim(), ...(now.pin && { pin }) }))) return;
        keepName(user.trim());
        shut();
    };
    return (
        <Dialog title="Who deals here" onClose={shut}>
            <form onSubmit={signOn}>
                <div class="row">
                    <p>{now.dealer ? <><b>{now.dealer}</b> deals.</> : 'No dealer has signed on.'}</p>
                    {now.dealer && <PressButton what="dealer off" can onDone={shut}>Sign off</PressButton>}
                </div>
                <PersonFields label="Who takes over" asksPin={now.pin} {...{ user, setUser, pin, setPin }}>
                    <Refused text={pressRefused.value} />
                </PersonFields>
                <div class="ends">
                    <Button onClick={shut}>Cancel</Button>
                    <Button type="submit" kind="main" disabled={!ready}>Sign on</Button>
                </div>
            </form>
        </Dialog>
    );
}
