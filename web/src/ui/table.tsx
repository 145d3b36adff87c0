import type { ComponentChildren } from 'preact';

// A name that ends in '#' ("Stake#") heads a column of numbers; a name in brackets ("(Bar)") is only for screen readers.
function Column({ name }: { name: string }) {
    if (name.startsWith('(')) return <th scope="col"><span class="hidden-visually">{name.slice(1, -1)}</span></th>;
    return name.endsWith('#') ? <th scope="col" class="number">{name.slice(0, -1)}</th> : <th scope="col">{name}</th>;
}

interface SheetProps {
    label: string;
    columns: string[];
    class?: string;
    caption?: string;
    children: ComponentChildren; // rows
}

// A table that scrolls by itself, also with the keyboard, where it is wider than its place.
export function Sheet({ label, columns, class: more, caption, children }: SheetProps) {
    return (
        <div class="table-scroll" role="region" aria-label={label} tabIndex={0}>
            <table class={`table ${more ?? ''}`}>
                {caption && <caption>{caption}</caption>}
                <thead><tr>{columns.map((name, i) => <Column key={i} name={name} />)}</tr></thead>
                <tbody>{children}</tbody>
            </table>
        </div>
    );
}
