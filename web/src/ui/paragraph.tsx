// What the house calls a rule (PIT-16); nothing where it has no paragraph for it.
export function Paragraph({ name }: { name: string | null }) {
    return name ? <span class="badge">{name}</span> : null;
}
