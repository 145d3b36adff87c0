// The documents of the floor, kept up to date.
import { signal } from '@preact/signals';
import { get } from '../lib/api';
import { live, onEvent } from '../lib/floor';
import type { Document } from './types';

export const documents = signal<Document[]>([]);

async function load(): Promise<void> {
    documents.value = (await get<{ documents: Document[] }>('/documents')).documents;
}

live.state.subscribe((state) => {
    if (state === 'live') load().catch(() => undefined);
});
onEvent((name) => {
    if (name === 'document') load().catch(() => undefined);
});

export function nameOf(hash: string | null): string {
    return documents.value.find((d) => d.document === hash)?.name ?? (hash ? `${hash.slice(0, 12)}…` : 'none');
}

export const documentChoices = (progressive: boolean) => [
    { value: '', label: progressive ? 'Choose…' : 'None (live game)' },
    ...documents.value
        .filter((d) => d.is_progressive === progressive)
        .map((d) => ({ value: d.document, label: `${d.name} (${d.document.slice(0, 8)})` })),
];
