// Keys of the table: digits decide, A shows advice, D deals or clears the felt, ? tells them.
import { useEffect, useState } from 'preact/hooks';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { act, atStake, busy, clearFelt, deal, rack, shown, showAdvice, view } from './play-state';

const isTyping = (target: EventTarget | null) => target instanceof HTMLElement && /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName);

// True when the key meant something.
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

export function PlayKeys() {
    const [told, setTold] = useState(false);
    useEffect(() => {
        const down = (event: KeyboardEvent) => {
            if (event.ctrlKey || event.altKey || event.metaKey || isTyping(event.target)) return;
            if (event.key === '?') setTold(true);
            else if (press(event.key.toLowerCase())) event.preventDefault();
        };
        document.addEventListener('keydown', down);
        return () => document.removeEventListener('keydown', down);
    }, []);
    if (!told) return null;
    return (
        <Dialog title="Keys" onClose={() => setTold(false)}>
            <dl class="facts">
                <dt>1, 2, 3 …</dt><dd>your decision, in the order of the buttons</dd>
                <dt>A</dt><dd>show advice</dd>
                <dt>D</dt><dd>deal, or the next hand</dd>
                <dt>?</dt><dd>these keys</dd>
            </dl>
            <div class="ends"><Button kind="main" onClick={() => setTold(false)}>Close</Button></div>
        </Dialog>
    );
}
