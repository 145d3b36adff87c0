// Which dialog is open; at most one.
import { effect, signal } from '@preact/signals';
import { live, pressRefused } from './state';

export type Opened =
    | { what: 'seat'; seat: number }
    | { what: 'key'; key: 8 | 9 }
    | { what: 'cancel'; seat: number; award: string }
    | { what: 'cards' }
    | { what: 'dealer' }
    | { what: 'menu' }
    | { what: 'log' }
    | { what: 'help' };

export const opened = signal<Opened | null>(null);

export function shut(): void {
    opened.value = null;
}

// A dialog shows only refusals of its own presses, so an older one is cleared when it opens.
effect(() => {
    if (opened.value) pressRefused.value = null;
});

// Without a connection to the table nothing can be pressed, so the dialog closes.
effect(() => {
    if (live.state.value === 'lost') shut();
});
