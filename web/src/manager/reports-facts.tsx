import type { ComponentChild } from 'preact';

const LONG = 40; // letters; a longer value gets a line of its own

// Labels and values in as many columns as fit.
export function FactGrid({ facts }: { facts: [label: string, value: ComponentChild][] }) {
    if (facts.length === 0) return null;
    return (
        <dl class="fact-grid">
            {facts.map(([label, value]) => (
                <div key={label} class={typeof value === 'string' && value.length > LONG ? 'long' : ''}>
                    <dt>{label}</dt>
                    <dd>{value}</dd>
                </div>
            ))}
        </dl>
    );
}
