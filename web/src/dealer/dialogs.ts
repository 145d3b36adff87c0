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

// A dialog shows the refusals of its own presses.
effect(() => {
    if (opened.value) pressRefused.value = null;
});

// Nothing is pressed at a table that is gone.
effect(() => {
    if (live.state.value === 'lost') shut();
});
