// Where a table's dealer console is. Tables say it themselves when they join: an address, with or without a path.
export function dealerPage({ joined, lost, console: said }: { joined: boolean; lost: boolean; console: string | null }): string | null {
    // one that left has closed its console; one that is lost may only have lost its line
    if (!said || !(joined || lost) || !/^https?:/.test(said)) return null;
    try {
        return new URL('/dealer', said).href;
    } catch {
        return null;
    }
}
