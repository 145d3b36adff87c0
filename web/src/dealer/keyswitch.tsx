// The key switch and J-POT: key 008 pays low jackpots, key 009 high ones (TAB-3, TAB-6).
import { useState } from 'preact/hooks';
import { Button, HoldButton } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { claimOf } from './claims';
import { opened, shut } from './dialogs';
import { Fitted } from './fitted';
import { Refused } from './next';
import { isPin, keepName, PersonFields } from './person';
import { PressButton } from './press';
import { busy, isWaiting, press, pressRefused, table } from './state';
import type { Position, TableState } from './types';

const keyName = (key: 8 | 9) => `00${key}`;
const wayOf: Record<8 | 9, { turned: Position; shortcut: string; kind: string }> = {
    8: { turned: 'JPL', shortcut: '8', kind: 'low' },
    9: { turned: 'JPH', shortcut: '9', kind: 'high' },
};

function EmptyLock() {
    return (
        <div class="lock-buttons">
            {([8, 9] as const).map((key) => (
                <Button key={key} aria-keyshortcuts={wayOf[key].shortcut} onClick={() => (opened.value = { what: 'key', key })}>
                    Key {keyName(key)}<span class="quiet small">{wayOf[key].kind}</span>
                </Button>
            ))}
        </div>
    );
}

function TurnedLock({ now, inside }: { now: TableState; inside: 8 | 9 }) {
    const way = wayOf[inside];
    const isRun = now.key.position === 'R';
    return (
        <div class="lock-buttons">
            <PressButton what="turn" parts={{ position: way.turned }} can={isRun} shortcut={way.shortcut}>
                Turn to {way.turned}
            </PressButton>
            {isRun
                ? <PressButton what="remove key" can shortcut="0">Remove {keyName(inside)}</PressButton>
                : <PressButton what="turn" parts={{ position: 'R' }} can shortcut="0">Back to R</PressButton>}
        </div>
    );
}

function Jpot({ now }: { now: TableState }) {
    const { flashes, seat } = now.jpot;
    const claim = claimOf(now, seat);
    const waiting = claimOf(now, now.jpot.next ?? null);
    const idle = !waiting ? 'no jackpot to pay' : waiting.held || waiting.missing ? 'not ready yet' : 'turn the key';
    return (
        <div class="jpot" data-flashes={flashes}>
            <HoldButton kind={flashes ? 'main' : 'plain'} aria-keyshortcuts="J" disabled={!flashes || isWaiting(now)}
                onHeld={() => void press('jpot')}>
                <span class="jpot-face">
                    <b>J-POT</b>
                    {flashes && seat !== null
                        ? <span>Hold: seat {seat}<br /><Fitted amount={claim?.amount} /></span>
                        : <span class="small">{idle}</span>}
                </span>
            </HoldButton>
        </div>
    );
}

export function KeySwitch() {
    const now = table.value!;
    if (now.awards.length === 0) return null;
    return (
        <section class="lock" aria-label="Key switch and J-POT">
            <div class="switch">
                <svg class="dial" viewBox="0 0 120 56" data-position={now.key.position} role="img"
                    aria-label={`Key switch at ${now.key.position}`}>
                    <text x="4" y="34">JPL</text>
                    <text x="60" y="11" text-anchor="middle">R</text>
                    <text x="116" y="34" text-anchor="end">JPH</text>
                    <circle cx="60" cy="35" r="19" />
                    <g class="needle"><rect x="57" y="19" width="6" height="28" rx="3" data-in={now.key.in !== null} /></g>
                </svg>
                <p class="small who">{now.key.in === null ? 'No key' : `Key ${keyName(now.key.in)}: ${now.key.user}`}</p>
            </div>
            {now.dealing !== 'watch' && <Jpot now={now} />}
            {now.dealing !== 'watch' && (now.key.in === null ? <EmptyLock /> : <TurnedLock now={now} inside={now.key.in} />)}
        </section>
    );
}

// A key belongs to a person, so its turns are recorded with a name. Where people have PINs, the manager checks the PIN first.
export function KeyDialog({ inserted }: { inserted: 8 | 9 }) {
    const [user, setUser] = useState('');
    const [pin, setPin] = useState('');
    const asksPin = table.value!.pin;
    const ready = user.trim() !== '' && (!asksPin || isPin(pin));
    const insert = async (event: Event) => {
        event.preventDefault();
        if (!ready) return;
        setPin('');
        if (!(await press('key', { key: inserted, user: user.trim(), ...(asksPin && { pin }) }))) return;
        keepName(user.trim());
        shut();
    };
    return (
        <Dialog title={`Insert key ${keyName(inserted)}`} onClose={shut}>
            <form onSubmit={insert}>
                <p>Key {keyName(inserted)} pays {wayOf[inserted].kind} jackpots. Whoever brings it is recorded with every turn.</p>
                <PersonFields label="Who brings the key" {...{ user, setUser, pin, setPin, asksPin }}>
                    <Refused text={pressRefused.value} />
                </PersonFields>
                <div class="ends">
                    <Button onClick={shut}>Cancel</Button>
                    <Button type="submit" kind="main" disabled={busy.value || !ready}>
                        {busy.value && asksPin ? 'Asking the manager…' : 'Insert the key'}
                    </Button>
                </div>
            </form>
        </Dialog>
    );
}
