// An amount that is never cut: it stands in smaller type the more letters it has (strip.css), as money that lacks its last
// figures is another amount. What it stands in says its own width (container-type).
import { money } from '../lib/money';

export function Fitted({ amount, class: more }: { amount: string | null | undefined; class?: string }) {
    const text = amount ? money(amount) : '';
    return <span class={`fitted ${more ?? ''}`} style={{ '--letters': Math.max(1, text.length) }}>{text}</span>;
}
