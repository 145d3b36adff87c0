// Buttons to save the analysis: the report as PDF from the server, the data on the screen as JSON and CSV.
import { useState } from 'preact/hooks';
import { postForFile, why } from '../lib/api';
import { save } from '../lib/save';
import { Button } from '../ui/button';
import { PaperChoice, paperSize } from '../ui/paper-size';
import { say } from '../ui/toast';
import type { Told } from './study';
import type { Answer } from './types';

function csvOf(rows: Record<string, unknown>[]): string {
    const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
    const cell = (value: unknown) => {
        const text = value === null || value === undefined ? '' : String(value);
        return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
    };
    const lines = [columns, ...rows.map((row) => columns.map((column) => row[column]))];
    return lines.map((line) => `${line.map(cell).join(',')}\r\n`).join('');
}

// The table that is saved as CSV: starting hands, or awards of a progressive; for a game without either, the frequencies of its
// decisions.
function tableOf(answer: Answer): Record<string, unknown>[] {
    if (answer.kind === 'progressive') return answer.analysis.hands.map((hand) => ({ ...hand }));
    const { starting_hands: hands, frequencies } = answer.analysis;
    if (hands.length > 0) return hands.map((hand) => ({ ...hand }));
    return Object.entries(frequencies).map(([decision, frequency]) => ({ decision, frequency }));
}

export function Downloads({ label, told, disabled }: { label: string; told: Told | null; disabled: boolean }) {
    const [busy, setBusy] = useState(false);
    const pdf = async (from: Told) => {
        setBusy(true);
        try {
            save(await postForFile('/analyze', { ...from.subject, format: 'pdf', paper: paperSize.value }), `${from.answer.name}.pdf`);
        } catch (error) {
            say(why(error), true);
        }
        setBusy(false);
    };
    const file = (name: string, type: string, text: string) => save(new Blob([text], { type }), name);
    const json = ({ name, analysis }: Answer) => file(`${name}.json`, 'application/json', JSON.stringify(analysis, null, 1));
    const csv = (answer: Answer) => file(`${answer.name}.csv`, 'text/csv', csvOf(tableOf(answer)));
    const off = disabled || !told;
    return (
        <div class="row downloads" role="group" aria-label="Download the report">
            <span class="quiet small">{label}</span>
            <PaperChoice />
            <Button disabled={off || busy} onClick={() => void pdf(told!)}>PDF</Button>
            <Button disabled={off} onClick={() => json(told!.answer)}>JSON</Button>
            <Button disabled={off} onClick={() => csv(told!.answer)}>CSV</Button>
        </div>
    );
}
