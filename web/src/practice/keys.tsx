// The keyboard of practice: digits decide, A shows advice, D deals or clears the felt. "?" lists the keys, here and in the trainer.
import { useEffect, useState } from 'preact/hooks';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { act, atStake, busy, clearFelt, deal, rack, shown, showAdvice, view } from './play-state';

const isTyping = (target: EventTarget | null) => target instanceof HTMLElement && /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName);

const isAmountField = (target: EventTarget | null) => target instanceof HTMLInputElement && target.inputMode === 'decimal';

// True when the key had a meaning.
function press(key: string): boolean {
    const now = view.value;
    const acting = shown.value !== null && now?.phase === 'acting';
    const legal = acting ? now.legal[Number(key) - 1] : undefined;
    if (document.querySelector('dialog[open]')) return false;
    if (key === 'a' && acting) showAdvice();
    else if (busy.value) return false;
    else if (legal) act(legal.action);
    else if (key === 'd' && now?.phase === 'settled') clearFelt();
    else if (key === 'd' && !shown.value && atStake.value > 0n && atStake.value <= rack.value) void deal();
    else return false;
    return true;
}

// Shows the list of keys when somebody presses "?".
function Keys({ rows, onPress }: { rows: [string, string][]; onPress?: (key: string) => boolean }) {
    const [told, setTold] = useState(false);
    useEffect(() => {
        const down = (event: KeyboardEvent) => {
            if (event.ctrlKey || event.altKey || event.metaKey) return;
            // The field of an amount uses letters as keys, so it lets "?" through as well.
            if (event.key === '?' && (isAmountField(event.target) || !isTyping(event.target))) {
                event.preventDefault();
                setTold(true);
            } else if (!isTyping(event.target) && onPress?.(event.key.toLowerCase())) event.preventDefault();
        };
        document.addEventListener('keydown', down);
        return () => document.removeEventListener('keydown', down);
    }, []);
    if (!told) return null;
    return (
        <Dialog title="Keys" onClose={() => setTold(false)}>
            <dl class="facts">{[...rows, ['?', 'these keys']].map(([key, what]) => [<dt key={key}>{key}</dt>, <dd key={what}>{what}</dd>])}</dl>
            <div class="ends"><Button kind="main" onClick={() => setTold(false)}>Close</Button></div>
        </Dialog>
    );
}

const ofPlay: [string, string][] = [
    ['1, 2, 3 …', 'your decision, in the order of the buttons'],
    ['A', 'show advice'],
    ['D', 'deal, or the next hand'],
];

export const PlayKeys = () => <Keys rows={ofPlay} onPress={press} />;

const ofTrainer: [string, string][] = [
    ['Enter', 'pay the amount in the field, or press the button that has the focus'],
    ['T', 'take the wager, in the field of the amount'],
    ['P', 'push it, in the field of the amount'],
    ['N', 'nothing is due, in the field of the amount'],
    ['Tab', 'the next control; with Shift the one before'],
];

export const TrainerKeys = () => <Keys rows={ofTrainer} />;
