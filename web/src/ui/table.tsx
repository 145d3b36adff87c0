import type { ComponentChildren } from 'preact';

// "Stake#" is a column of numbers; "(Bar)" has a name that only a reader of the page's text hears.
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

// A table that scrolls by itself where it is wider than its place, by keyboard too.
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
