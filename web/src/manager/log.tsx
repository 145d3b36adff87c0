// The activity log: newest events first, live, with filters, back to the first event.
import { useState } from 'preact/hooks';
import { API } from '../lib/api';
import { place } from '../lib/router';
import { momentOf } from '../lib/time';
import type { FloorEvent } from '../lib/types';
import { Button } from '../ui/button';
import { Choice, TextField } from '../ui/field';
import { EventDialog } from './event-dialog';
import { EventTable } from './event-table';
import { eventKinds, kindName } from './event-words';
import { endOf, useLog, type LogView } from './use-log';
import { tables, whole } from './state';
import { people } from './who';

const names = ['kind', 'table', 'link', 'user', 'since', 'until'] as const;
export type LogWish = Partial<Record<(typeof names)[number], string>>;

// The filter is part of the address, so that a reload, a bookmark and a link from another page keep it.
function wish(): LogWish {
    const query = new URLSearchParams(place.value.split('?')[1] ?? '');
    return Object.fromEntries(names.map((name) => [name, query.get(name) ?? '']).filter(([, value]) => value));
}

function ask(next: LogWish): void {
    const query = new URLSearchParams(Object.entries(next).filter(([, value]) => value));
    location.replace(`#/log${query.size > 0 ? `?${query}` : ''}`);
}

const choices = (first: string, values: string[], now: string | undefined) => {
    const all = now && !values.includes(now) ? [...values, now] : values;
    return [{ value: '', label: first }, ...all.map((value) => ({ value, label: value }))];
};

function Filters({ now }: { now: LogWish }) {
    // On a phone the list comes first, so the filter is folded unless one is set.
    const [isOpen, setOpen] = useState(() => innerWidth >= 700 || Object.keys(now).length > 0);
    const set = (name: keyof LogWish) => (value: string) => ask({ ...now, [name]: value });
    return (
        <details class="filter-fold" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
            <summary class="button">Filter</summary>
            <div class="filters">
                <Choice label="What" value={now.kind ?? ''} onValue={set('kind')}
                    options={[{ value: '', label: 'Everything' }, ...eventKinds().map((kind) => ({ value: kind, label: kindName(kind) }))]} />
                <Choice label="Table" value={now.table ?? ''} onValue={set('table')}
                    options={choices('All tables', tables.value.map((t) => t.table), now.table)} />
                <Choice label="Link" value={now.link ?? ''} onValue={set('link')}
                    options={choices('All links', (whole.value?.links ?? []).map((l) => l.link), now.link)} />
                <Choice label="Person" value={now.user ?? ''} onValue={set('user')}
                    options={choices('Everybody', people.value.map((p) => p.name), now.user)} />
                <TextField label="From" type="datetime-local" value={now.since ?? ''} onValue={set('since')} />
                <TextField label="To" type="datetime-local" value={now.until ?? ''} onValue={set('until')} />
            </div>
        </details>
    );
}

function exportAddress(now: LogWish, format: string): string {
    const query = new URLSearchParams({ format });
    for (const name of ['kind', 'table', 'link', 'user'] as const) if (now[name]) query.set(name, now[name]);
    if (now.since) query.set('since', String(momentOf(now.since)));
    if (now.until) query.set('until', String(endOf(now.until)));
    return `${API}/reports/activity?${query}`;
}

function Bar({ now, log }: { now: LogWish; log: LogView }) {
    return (
        <div class="row apart">
            <div class="row">
                <Button aria-pressed={log.paused} disabled={Boolean(now.until)} onClick={() => log.pause(!log.paused)}>
                    {log.paused ? 'Go on' : 'Pause'}
                </Button>
                <span class="quiet small" role="status">
                    {now.until ? 'A closed stretch of time.' : log.paused ? `Paused at event ${log.top}.` : `Live, at event ${log.top}.`}
                </span>
            </div>
            <div class="row">
                {Object.keys(now).length > 0 && <Button onClick={() => ask({})}>Show everything</Button>}
                <a class="button" href={exportAddress(now, 'csv')} download>Export CSV</a>
                <a class="button" href={exportAddress(now, 'json')} download>Export JSON</a>
            </div>
        </div>
    );
}

function End({ log }: { log: LogView }) {
    if (log.fault) return <p class="banner bad">{log.fault}</p>;
    if (log.atStart) return <p class="quiet">{log.events.length === 0 ? 'No event is like that.' : 'That is the beginning.'}</p>;
    return (
        <div class="row">
            <Button disabled={log.busy} onClick={log.older}>{log.busy ? 'Reading…' : 'Older'}</Button>
            <span class="quiet small">Looked at everything back to event {log.from}.</span>
        </div>
    );
}

export function LogPage() {
    const now = wish();
    const log = useLog(now);
    const [opened, setOpened] = useState<FloorEvent | null>(null);
    return (
        <>
            <h1>Activity log</h1>
            <Filters now={now} />
            <Bar now={now} log={log} />
            {log.events.length > 0 && (
                <EventTable key={JSON.stringify(now)} events={log.events} onOpen={setOpened} isOpen={opened !== null} onRead={log.read} label="Activity log"
                    {...(log.busy || log.atStart ? {} : { onEnd: log.older })} />
            )}
            <End log={log} />
            {opened && <EventDialog event={opened} onClose={() => setOpened(null)} />}
        </>
    );
}
