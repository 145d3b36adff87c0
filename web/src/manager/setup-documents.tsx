// Configuration of documents: the rules files and progressives in the log, with a form to add one.
import { useState } from 'preact/hooks';
import { getText, post } from '../lib/api';
import { Allowed } from '../ui/allowed';
import { Button } from '../ui/button';
import { TextField } from '../ui/field';
import { say } from '../ui/toast';
import { useAsk } from './ask';
import { documents } from './documents';
import { ActionForm } from './link-actions';
import { whole } from './state';
import type { Document } from './types';
import { useLoad } from './use-load';

function Add({ onEnd }: { onEnd: () => void }) {
    const [text, setText] = useState('');
    const asking = useAsk(['text', 'document']);
    const send = async () => {
        const lines = text.trim().split('\n');
        const done = await asking.run((user, signed) => post('/documents', { user, text, ...signed }), {
            title: 'Sign the document', act: 'Add it', second: null,
            says: [`A document of ${lines.length} lines is added, beginning with:`, ...lines.slice(0, 3).map((line) => line.slice(0, 100))],
        });
        if (!done) return;
        say('The document is added.');
        onEnd();
    };
    const take = async (input: HTMLInputElement) => {
        const file = input.files?.[0];
        if (file) setText(await file.text());
    };
    return (
        <ActionForm title="Add a document" act="Add" ready={text.trim() !== ''} asking={asking} onSend={send} onEnd={onEnd}>
            <p class="small quiet">
                House rules or a progressive, as YAML. It is checked before it is taken, named by its hash, and never changed afterwards.
            </p>
            <label class="field">
                From a file<input class="input" type="file" accept=".yaml,.yml,text/*" onChange={(e) => void take(e.currentTarget)} />
            </label>
            <TextField label="Text" value={text} onValue={setText}
                lines={14} required fault={asking.fault('text') ?? asking.fault('document')} />
        </ActionForm>
    );
}

function View({ hash }: { hash: string }) {
    const { value, fault } = useLoad(() => getText(`/documents/${encodeURIComponent(hash)}`), hash, null);
    const known = documents.value.find((d) => d.document === hash);
    return (
        <section class="panel stack">
            <h2>{known?.name ?? 'Document'}</h2>
            {value === null && <p class="quiet">{fault ?? 'Asking the manager…'}</p>}
            {value !== null && <pre class="yaml" tabIndex={0} role="region" aria-label="Text of the document">{value}</pre>}
            <p class="small quiet">Its fingerprint, for an auditor: <span class="hash">{hash}</span></p>
        </section>
    );
}

// The value of a top-level key of a document's YAML text, such as its title; "" if it has none.
const said = (text: string, key: string) => new RegExp(`^${key}: *([^#\\n]*)`, 'm').exec(text)?.[1]?.trim().replace(/^(["'])(.*)\1$/, '$2') ?? '';

async function titles(hashes: string[]): Promise<Map<string, string>> {
    const texts = await Promise.all(hashes.map((hash) => getText(`/documents/${hash}`)));
    return new Map(texts.map((text, i) => [hashes[i]!, [said(text, 'title'), said(text, 'house')].filter(Boolean).join(', ')]));
}

// The links that use a progressive document; their tables follow it.
const usedBy = (d: Document) => (d.is_progressive ? (whole.value?.links ?? []).filter((link) => link.progressive === d.name).map((link) => link.link) : []);

function List({ opened }: { opened: string }) {
    const hashes = documents.value.map((d) => d.document);
    const { value, fault } = useLoad(() => titles(hashes), hashes.join(), null);
    if (!value && !fault) return <p class="quiet">Asking the manager…</p>; // everything at once, so that nothing jumps
    return (
        <div class="panel flush table-scroll" role="region" aria-label="Documents" tabIndex={0}>
            <table class="table stacks">
                <thead><tr><th>Name</th><th>What it is</th><th>Kind</th><th>Links that play for it</th></tr></thead>
                <tbody>
                    {documents.value.map((d) => (
                        <tr key={d.document} aria-current={d.document === opened ? 'true' : undefined}>
                            <td><a class="row-link nowrap" href={`#/setup/documents/${d.document}`}>{d.name}</a></td>
                            <td class="all">{value?.get(d.document)}</td>
                            <td class="nowrap">{d.is_progressive ? 'progressive' : 'house rules'}</td>
                            <td>{usedBy(d).map((link) => <a key={link} class="row-link nowrap" href={`#/links/${link}`}>{link}</a>)}</td>
                        </tr>
                    ))}
                </tbody>
            </table>
        </div>
    );
}

export function Documents({ opened }: { opened: string }) {
    const [adding, setAdding] = useState(false);
    return (
        <>
            <Allowed right="set"><div><Button kind="main" onClick={() => setAdding(true)}>Add a document…</Button></div></Allowed>
            {documents.value.length === 0 ? <p class="empty panel">No document yet.</p> : <List opened={opened} />}
            {opened && <View key={opened} hash={opened} />}
            {adding && <Add onEnd={() => setAdding(false)} />}
        </>
    );
}
