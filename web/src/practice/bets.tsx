// Places chips on the felt: choose a chip, then tap a spot.
import { useState } from 'preact/hooks';
import { micros, money } from '../lib/money';
import { Button } from '../ui/button';
import { atStake, betOn, busy, deal, placeBet, rack, table } from './play-state';
import type { Slot } from './types';

const CHIPS = ['1', '5', '25', '100', '500'];

function Spot({ slot, chip }: { slot: Slot; chip: string }) {
    const amount = betOn(slot);
    const value = micros(amount);
    if (slot.follows)
        return (
            <div class="spot-place">
                <div class="spot follows"><span>{slot.label}</span><strong>{money(amount)}</strong></div>
                <span class="spot-note">equals {table.value?.slots.find((each) => each.name === slot.follows)?.label ?? 'the Ante'}</span>
            </div>
        );
    const fixed = slot.progressive;
    const add = () => placeBet(slot, fixed ? (value > 0n ? 0n : micros(slot.min ?? '1')) : value + micros(chip));
    const what = fixed ? (value > 0n ? 'take it back' : `bet ${money(slot.min ?? '1')}`) : `add ${money(chip)}`;
    return (
        <div class="spot-place">
            <button type="button" class={`spot ${value > 0n ? 'covered' : ''}`} onClick={add}
                {...(fixed ? { 'aria-pressed': value > 0n } : {})}>
                <span>{slot.label}</span>
                <strong>{value > 0n ? money(amount) : '–'}</strong>
                <span class="hidden-visually">, {what}</span>
            </button>
            <Button kind="plain" class="spot-clear" disabled={value === 0n} aria-label={`Clear ${slot.label}`}
                onClick={() => placeBet(slot, 0n)}>
                Clear
            </Button>
        </div>
    );
}

export function Bets() {
    const [chip, setChip] = useState('5');
    const slots = table.value?.slots.filter((slot) => slot.free || slot.follows) ?? [];
    const stake = atStake.value;
    const short = stake > rack.value;
    return (
        <div class="bets stack">
            <div class="spots">{slots.map((slot) => <Spot key={slot.name} slot={slot} chip={chip} />)}</div>
            <div class="row chips" role="group" aria-label="Chip">
                {CHIPS.map((each) => (
                    <button key={each} type="button" class="chip" aria-pressed={each === chip} aria-label={`Chip of ${money(each)}`}
                        onClick={() => setChip(each)}>
                        {each}
                    </button>
                ))}
            </div>
            <Button kind="main" class="deal" disabled={busy.value || stake === 0n || short} onClick={() => void deal()}>
                Deal · {money(stake)}
            </Button>
            {short && <p class="felt-note" role="status">The rack does not cover these bets. Clear some, or start a new session.</p>}
        </div>
    );
}
