// The list of the floor's documents, kept up to date.
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
    return documents.value.find((d) => d.document === hash)?.name ?? (hash ? 'a file that is not here' : 'none');
}

// People choose the names of documents; several with the same name are told apart by their order.
function label({ name, document }: Document): string {
    const same = documents.value.filter((d) => d.name === name);
    return same.length > 1 ? `${name}, version ${same.findIndex((d) => d.document === document) + 1} of ${same.length}` : name;
}

export const documentChoices = (progressive: boolean) => [
    { value: '', label: progressive ? 'Choose…' : 'None (live game)' },
    ...documents.value
        .filter((d) => d.is_progressive === progressive)
        .map((d) => ({ value: d.document, label: label(d) })),
];
