// Shows any report of the program on the screen, with the same facts, tables and notes as in print.
import { useState } from 'preact/hooks';
import { exact } from '../lib/money';
import { stamp } from '../lib/time';
import { Button } from '../ui/button';
import { FactGrid } from './reports-facts';

type Cell = string | number | null;
type Facts = Record<string, Cell>;

interface Column {
    key: string;
    head: string;
    type: 'text' | 'money' | 'count' | 'time';
}

interface PaperTable {
    key: string;
    columns: Column[];
    rows: Cell[][];
    total: Cell[] | null;
}

interface Part {
    facts: Facts;
    fact_types: Record<string, Column['type']>;
    tables: PaperTable[];
    notes: string[];
}

interface Section extends Part {
    key: string;
    heading: string | null;
}

export interface Paper extends Part {
    report: string;
    title: string;
    sections: Section[];
    signatures: string[];
}

const isMoney = (text: string) => /^-?\d+\.\d{2}(\d{4})?$/.test(text);

function cellText(value: Cell, type: Column['type']): string {
    if (value === null) return '';
    if (typeof value === 'number') return type === 'time' ? stamp(value) : value.toLocaleString('en-US');
    return type === 'money' && isMoney(value) ? exact(value) : value;
}

const nameOf = (key: string) => key[0]!.toUpperCase() + key.slice(1).replaceAll('_', ' ');

function FactList({ facts, fact_types: types }: Part) {
    const told = Object.entries(facts).filter(([, value]) => value !== null && value !== '');
    return <FactGrid facts={told.map(([key, value]) => [nameOf(key), cellText(value, types[key]!)])} />;
}

const ROWS_AT_ONCE = 200;

const LONG = 24; // letters; a shorter text is not broken into lines

function styleOf(text: string, type: Column['type']): string {
    if (type === 'money' || type === 'count') return 'number';
    return text.length > LONG ? 'words' : 'word';
}

function Row({ cells, columns, kind }: { cells: Cell[]; columns: Column[]; kind?: string }) {
    return (
        <tr class={kind ?? ''}>
            {columns.map(({ key, type }, i) => {
                const text = cellText(cells[i] ?? null, type);
                return <td key={key} class={styleOf(text, type)}>{text}</td>;
            })}
        </tr>
    );
}

function TableOf({ table, label }: { table: PaperTable; label: string }) {
    const [shown, setShown] = useState(ROWS_AT_ONCE);
    const { columns, rows, total } = table;
    if (rows.length === 0 && !total) return <p class="quiet">Nothing to list.</p>;
    return (
        <>
            <div class="table-scroll" role="region" aria-label={label} tabIndex={0}>
                <table class="table">
                    <thead><tr>{columns.map(({ key, head, type }) => <th key={key} class={styleOf(head, type)}>{head}</th>)}</tr></thead>
                    <tbody>
                        {rows.slice(0, shown).map((cells, i) => <Row key={i} cells={cells} columns={columns} />)}
                        {total && rows.length <= shown && <Row cells={total} columns={columns} kind="sum" />}
                    </tbody>
                </table>
            </div>
            {rows.length > shown && (
                <div class="row no-print">
                    <span class="quiet">{shown.toLocaleString('en-US')} of {rows.length.toLocaleString('en-US')} rows.</span>
                    <Button onClick={() => setShown(shown + 5 * ROWS_AT_ONCE)}>Show more</Button>
                </div>
            )}
        </>
    );
}

function Contents({ part, label }: { part: Part; label: string }) {
    return (
        <>
            <FactList {...part} />
            {part.tables.map((table) => <TableOf key={table.key} table={table} label={`${label}: ${nameOf(table.key)}`} />)}
            {part.notes.map((note, i) => <p key={i} class="note">{note}</p>)}
        </>
    );
}

export function PaperView({ paper }: { paper: Paper }) {
    return (
        <article class="panel sheet stack" aria-labelledby="paper-title">
            <h2 id="paper-title">{paper.title}</h2>
            <Contents part={paper} label={paper.title} />
            {paper.sections.map((section, i) => (
                <section key={`${section.key} ${i}`} class="stack">
                    {section.heading && <h3>{section.heading}</h3>}
                    <Contents part={section} label={section.heading ?? nameOf(section.key)} />
                </section>
            ))}
            {paper.signatures.length > 0 && (
                <div class="signatures">{paper.signatures.map((label) => <p key={label}>{label}</p>)}</div>
            )}
        </article>
    );
}
