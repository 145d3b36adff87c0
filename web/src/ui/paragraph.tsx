// The house's own name of a rule (PIT-16); nothing where the house has none.
export function Paragraph({ name }: { name: string | null }) {
    return name ? <span class="badge">{name}</span> : null;
}
