// An amount that is never cut off, because money without its last digits reads as another amount. The more characters it has the
// smaller its type (strip.css); the box around it must have a container-type, so that its width is known.
import { money } from '../lib/money';

export function Fitted({ amount, class: more }: { amount: string | null | undefined; class?: string }) {
    const text = amount ? money(amount) : '';
    return <span class={`fitted ${more ?? ''}`} style={{ '--letters': Math.max(1, text.length) }}>{text}</span>;
}
