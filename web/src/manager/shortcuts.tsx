// The keyboard shortcuts of the Game Manager. They can be switched off, because a screen reader or a dictation program may use
// single letters itself.
import { signal } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { Tick } from '../ui/field';
import { addressOf, pages } from './pages';
import { goToJackpot } from './process';

const KEY = 'croupier-shortcuts';
const on = signal(localStorage.getItem(KEY) !== 'off');
on.subscribe((value) => localStorage.setItem(KEY, value ? 'on' : 'off'));
const helping = signal(false);

let afterG = false;

const isTyping = (target: EventTarget | null) => target instanceof Element && target.matches('input, textarea, select, [contenteditable]');

function press(event: KeyboardEvent): void {
    if (!on.value || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)
        || document.querySelector('dialog[open]')) return;
    const page = afterG && pages.find((p) => p.key === event.key);
    afterG = event.key === 'g' && !page;
    if (page) location.href = addressOf(page);
    else if (event.key === '?') helping.value = true;
    else if (event.key === 'j') goToJackpot();
    else if (event.key === '/') document.querySelector<HTMLElement>('main input[type=search]')?.focus();
    else return;
    event.preventDefault();
}

export function useShortcuts(): void {
    // A layout effect, so that the keys work as soon as the page can be seen.
    useLayoutEffect(() => {
        addEventListener('keydown', press);
        return () => removeEventListener('keydown', press);
    }, []);
}

const keys = () => [
    ...pages.map((p) => ({ keys: ['g', p.key], what: p.name })),
    { keys: ['j'], what: 'Process Jackpot' },
    { keys: ['/'], what: 'Search on the page' },
    { keys: ['?'], what: 'This help' },
    { keys: ['Esc'], what: 'Close a dialog' },
];

export function HelpButton() {
    return <Button kind="plain" class="help" aria-label="Keyboard shortcuts" title="Keyboard shortcuts"
        onClick={() => (helping.value = true)}>?</Button>;
}

export function Help() {
    if (!helping.value) return null;
    const close = () => (helping.value = false);
    return (
        <Dialog title="Keyboard shortcuts" onClose={close}>
            <dl class="keys">
                {keys().map(({ keys: row, what }) => (
                    <div key={what}>
                        <dt>{row.map((k, i) => <span key={k}>{i > 0 && ' then '}<kbd>{k}</kbd></span>)}</dt>
                        <dd>{what}</dd>
                    </div>
                ))}
            </dl>
            <p class="small quiet">
                Tab and Shift+Tab go from one control to the next. Buttons that must be held are held with Enter or Space.
            </p>
            <Tick label="Shortcuts of a single letter are on" checked={on.value} onValue={(value) => (on.value = value)} />
            <div class="ends"><Button kind="main" onClick={close}>Close</Button></div>
        </Dialog>
    );
}
