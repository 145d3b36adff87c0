// The address of a table's dealer console. Each table states its console's address when it joins, with or without a path.
export function dealerPage({ joined, lost, console: said }: { joined: boolean; lost: boolean; console: string | null }): string | null {
    // A table that has left has closed its console; a lost table may only have lost its connection to the manager.
    if (!said || !(joined || lost) || !/^https?:/.test(said)) return null;
    try {
        return new URL('/dealer', said).href;
    } catch {
        return null;
    }
}
