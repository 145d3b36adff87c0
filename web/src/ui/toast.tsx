// Short messages at the edge of the screen, and a banner while the manager does not answer.
import { signal } from '@preact/signals';
import { unanswered } from '../lib/api';

interface Toast {
    id: number;
    text: string;
    bad: boolean;
}

const toasts = signal<Toast[]>([]);
let last = 0;

// Shows a message at the edge of the screen for some seconds; a refusal stays longer.
export function say(text: string, bad = false): void {
    const id = ++last;
    toasts.value = [...toasts.value.slice(-3), { id, text, bad }];
    setTimeout(() => (toasts.value = toasts.value.filter((t) => t.id !== id)), bad ? 12_000 : 5000);
}

// Shown while the manager does not answer a request: what was sent is neither done nor refused yet. Dialogs show it too.
export function Unanswered() {
    if (unanswered.value === 0) return null;
    return (
        <p class="banner gold" role="status">
            The manager has not answered yet. What you sent may still be done: wait, and do not send it again.
        </p>
    );
}

export function Toasts() {
    return (
        <div class="toasts no-print" role="status" aria-live="polite">
            <Unanswered />
            {toasts.value.map((t) => <div key={t.id} class={`toast ${t.bad ? 'bad' : ''}`}>{t.text}</div>)}
        </div>
    );
}
