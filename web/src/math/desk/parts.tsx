// The common parts of the desk's tabs: a line about the state of a question, fields for numbers, files to save.
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { postForFile, why } from '../../lib/api';
import { Button } from '../../ui/button';
import { paperSize } from '../../ui/paper-size';
import { say } from '../../ui/toast';
import { save } from '../../lib/save';
import type { Asked } from './question';

export function State({ asked, waiting }: { asked: Asked<unknown>; waiting: string }) {
    return (
        <div class="desk-state" role="status">
            {asked.busy ? <p class="quiet">{waiting}</p> : asked.fault ? <p class="banner bad">{asked.fault}</p> : <p class="quiet">Worked out.</p>}
        </div>
    );
}

export function Answer({ asked, children }: { asked: Asked<unknown>; children: ComponentChildren }) {
    return <div class={`desk-answer ${asked.busy ? 'older' : ''}`} aria-busy={asked.busy}>{children}</div>;
}

interface NumberProps {
    label: string;
    value: string;
    onValue: (value: string) => void;
    unit?: string;
}

export function NumberField({ label, value, onValue, unit }: NumberProps) {
    return (
        <label class="field">
            <span>{label}{unit && <span class="quiet small"> ({unit})</span>}</span>
            <input class="input" inputMode="decimal" autocomplete="off" value={value} onChange={(event) => onValue(event.currentTarget.value.trim())} />
        </label>
    );
}

// Requests a file from the server and saves it under a name.
export async function takeFile(path: string, body: object, name: string): Promise<void> {
    try {
        save(await postForFile(path, body), name);
    } catch (error) {
        say(why(error), true);
    }
}

const kinds = { pdf: 'PDF', csv: 'CSV', json: 'JSON' } as const;

export function Files({ path, body, name, formats = ['pdf', 'csv', 'json'] }: { path: string; body: object | null; name: string; formats?: (keyof typeof kinds)[] }) {
    const [busy, setBusy] = useState(false);
    const take = async (format: keyof typeof kinds) => {
        setBusy(true);
        await takeFile(path, { ...body, format, paper: paperSize.value }, `${name}.${format}`);
        setBusy(false);
    };
    return (
        <div class="row no-print" role="group" aria-label="Download">
            {formats.map((format) => <Button key={format} disabled={busy || !body} onClick={() => void take(format)}>{kinds[format]}</Button>)}
        </div>
    );
}

async function copyLink(): Promise<void> {
    try {
        await navigator.clipboard.writeText(location.href);
        say('The link to this view is copied.');
    } catch {
        say('The browser does not let this page copy; the address above is the link.', true);
    }
}

interface HeadProps {
    title: string;
    children: ComponentChildren; // a sentence about what the tab is for
    files?: ComponentChildren;
}

export function TabHead({ title, children, files }: HeadProps) {
    return (
        <div class="row apart">
            <div class="tab-head">
                <h2>{title}</h2>
                <p class="quiet">{children}</p>
            </div>
            <div class="row">
                {files}
                <Button class="no-print" onClick={() => void copyLink()}>Copy link</Button>
            </div>
        </div>
    );
}

export const isNumber = (text: string) => /^\d+(\.\d+)?$/.test(text);
// The form in which the server takes amounts: with two decimals.
export const asAmount = (text: string) => Number(text).toFixed(2);
