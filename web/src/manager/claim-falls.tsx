// A bar chart of how an amount came about: each part begins where the one before it ended.
import type { ComponentChildren } from 'preact';
import { exact } from '../lib/money';

export interface Part {
    name: string;
    amount: bigint;
    from: bigint; // the values at which its bar begins and ends
    to: bigint;
    kind: 'stand' | 'more' | 'less';
    isSum?: boolean; // the sum of the parts before it
}

export const plus = (name: string, amount: bigint, at: bigint): Part =>
    ({ name, amount, from: at, to: at + amount, kind: amount < 0n ? 'less' : 'more' });

function Bar({ part, most }: { part: Part; most: bigint }) {
    const at = (value: bigint) => Number((value * 1000n) / most) / 10; // only for drawing, so a rounded number will do
    const [low, high] = part.from < part.to ? [part.from, part.to] : [part.to, part.from];
    return <span class={`fall-bar ${part.kind}`} style={{ '--from': `${at(low)}%`, '--wide': `${Math.max(0.4, at(high) - at(low))}%` }} aria-hidden="true" />;
}

export function Falls({ parts, children }: { parts: Part[]; children?: ComponentChildren }) {
    const most = parts.reduce((so, { from, to }) => [so, from, to].reduce((x, y) => (x > y ? x : y)), 1n);
    return (
        <div class="table-scroll" role="region" aria-label="How the amount came about" tabIndex={0}>
            <table class="table falls">
                <tbody>
                    {parts.map((part) => (
                        <tr key={part.name} class={part.isSum ? 'sum' : ''}>
                            <td>{part.name}</td>
                            <td class="fall"><Bar part={part} most={most} /></td>
                            <td class="number">{part.kind === 'more' && '+'}{exact(part.amount)}</td>
                        </tr>
                    ))}
                </tbody>
            </table>
            {children}
        </div>
    );
}
