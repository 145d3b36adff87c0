// The keyboard of the console: a key presses the button that names it in aria-keyshortcuts. A button that must be held only gets
// the focus; the dealer then holds Enter or Space.
import { signal } from '@preact/signals';
import { forgetChoice } from './choice';
import { tooEarly } from './state';

export const shortcuts = [
    { keys: '1 – 7', does: 'choose a seat; again: leave it' },
    { keys: 'Q W E R T Y U I', does: 'an award, from the highest; for the chosen seat, or choose the seat afterwards' },
    { keys: 'C', does: 'key the cards of the hand that was chosen; there: K H for the king of hearts' },
    { keys: 'S', does: 'Start Game or COIN IN' },
    { keys: 'D', does: 'deal: the next decision' },
    { keys: 'N', does: 'deal on to the next cards' },
    { keys: 'P', does: 'the seat is settled (if it says Hold: goes there, then hold Enter)' },
    { keys: 'B', does: 'back: the last confirmation was wrong' },
    { keys: '8', does: 'insert key 008, turn it to JPL' },
    { keys: '9', does: 'insert key 009, turn it to JPH' },
    { keys: '0', does: 'turn the key back to R; remove it' },
    { keys: 'J', does: 'go to J-POT, then hold Enter' },
    { keys: 'G', does: 'GAME OVER' },
    { keys: 'L', does: 'what was said' },
    { keys: 'M', does: 'menu' },
    { keys: '?', does: 'this list' },
    { keys: 'Esc', does: 'leave what was chosen; close a dialog' },
];

const KEPT = 'console keys';
export const keysOn = signal(localStorage.getItem(KEPT) !== 'off');

export function setKeysOn(on: boolean): void {
    keysOn.value = on;
    localStorage.setItem(KEPT, on ? 'on' : 'off');
}

function isElsewhere(event: KeyboardEvent): boolean {
    const target = event.target as HTMLElement;
    return event.ctrlKey || event.altKey || event.metaKey || event.repeat || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) ||
        document.querySelector('dialog[open], [inert]') !== null;
}

addEventListener('keydown', (event) => {
    if (!keysOn.value || isElsewhere(event)) return;
    if (event.key === 'Escape') return forgetChoice();
    const key = event.key.length === 1 ? event.key.toUpperCase() : '';
    const button = key && document.querySelector<HTMLButtonElement>(`[aria-keyshortcuts="${CSS.escape(key)}"]`);
    if (!button) return;
    event.preventDefault();
    if (button.disabled) return tooEarly(key); // a disabled button would ignore the click without a word
    button.focus();
    if (!button.classList.contains('hold')) button.click();
});
