// Finds the pay tables in the text of a rules file and changes them there. Each row is expected on a line of its own.

export interface PayRow {
    hand: string;
    pays: number; // as "to 1"; 3 to 2 is 1.5
    shown: string; // as the file writes it: "3 to 2"
    line: number; // number of the line in the file, from 0
}

export interface PayTable {
    name: string;
    rows: PayRow[];
}

const ROW = /^(\s+)([a-z0-9 -]+): (\d+) to (\d+)(\s*(?:#.*)?)$/i;
const TABLE = /^ +(["']?)([a-z_]+)\1\s*:\s*(?:#.*)?$/;

export function payTables(text: string): PayTable[] {
    const tables: PayTable[] = [];
    let inPays = false;
    text.split('\n').forEach((line, at) => {
        if (/^[^\s#]/.test(line)) inPays = /^(["']?)pays\1\s*:/.test(line);
        if (!inPays) return;
        const head = TABLE.exec(line);
        const row = ROW.exec(line);
        if (head) tables.push({ name: head[2]!, rows: [] });
        else if (row) tables.at(-1)?.rows.push({ hand: row[2]!, pays: Number(row[3]) / Number(row[4]), shown: `${row[3]} to ${row[4]}`, line: at });
    });
    return tables.filter((table) => table.rows.length > 0);
}

// The text with other whole pays in some rows of a table. Comments in it are kept.
export function withPays(text: string, rows: PayRow[], pays: number[]): string {
    const lines = text.split('\n');
    rows.forEach((row, i) => {
        if (pays[i] !== row.pays) lines[row.line] = lines[row.line]!.replace(ROW, (_, indent, hand, _n, _d, rest) => `${indent}${hand}: ${pays[i]} to 1${rest}`);
    });
    return lines.join('\n');
}
