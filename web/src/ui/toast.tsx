import { signal } from '@preact/signals';

interface Toast {
    id: number;
    text: string;
    bad: boolean;
}

const toasts = signal<Toast[]>([]);
let last = 0;

// A line at the edge of the screen: for a while, longer when it is a refusal.
export function say(text: string, bad = false): void {
    const id = ++last;
    toasts.value = [...toasts.value.slice(-3), { id, text, bad }];
    setTimeout(() => (toasts.value = toasts.value.filter((t) => t.id !== id)), bad ? 12_000 : 5000);
}

export function Toasts() {
    return (
        <div class="toasts no-print" role="status" aria-live="polite">
            {toasts.value.map((t) => <div key={t.id} class={`toast ${t.bad ? 'bad' : ''}`}>{t.text}</div>)}
        </div>
    );
}
