// Chooses the file under study, and shows its text.
import { useState } from 'preact/hooks';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { Editor } from './editor';
import type { Study } from './study';
import type { Catalogue } from './types';

interface PickerProps {
    label: string;
    study: Study;
    catalogue: Catalogue;
    onPick: (name: string) => void;
}

function Picker({ label, study, catalogue, onPick }: PickerProps) {
    const option = (each: { name: string; title: string; house: string }) =>
        <option key={each.name} value={each.name}>{each.name} · {each.title}, {each.house}</option>;
    return (
        <label class="field picker">
            {label}
            <select class="input" value={study.name.value} onChange={(e) => onPick(e.currentTarget.value)}>
                <optgroup label="House rules">{catalogue.rules.map(option)}</optgroup>
                <optgroup label="Progressives">{catalogue.progressives.map(option)}</optgroup>
            </select>
        </label>
    );
}

function ResetDialog({ study, onClose }: { study: Study; onClose: () => void }) {
    return (
        <Dialog title="Back to the shipped text?" onClose={onClose}>
            <p>Your changes to {study.name.value} are thrown away.</p>
            <div class="ends">
                <Button onClick={onClose}>Keep my changes</Button>
                <Button kind="danger" onClick={() => { study.edit(study.shipped.value); onClose(); }}>Throw them away</Button>
            </div>
        </Dialog>
    );
}

// `folded`: the text is hidden until it is wanted; a fault in it opens it.
export function Source({ label, study, catalogue, onPick, folded }: PickerProps & { folded?: boolean }) {
    const [asking, setAsking] = useState(false);
    const [open, setOpen] = useState(false);
    const editor = <Editor study={study} label={`${label}: text of ${study.name.value}`} />;
    return (
        <section class="source stack" aria-label={label}>
            <Picker label={label} study={study} catalogue={catalogue} onPick={onPick} />
            <div class="row apart source-state">
                <span class="row">
                    {study.edited.value ? <span class="badge gold">edited</span> : <span class="badge">as shipped</span>}
                    <Progress study={study} />
                </span>
                <Button kind="plain" disabled={!study.edited.value} onClick={() => setAsking(true)}>Reset to shipped</Button>
            </div>
            {!folded ? editor : (
                <details class="folded-editor" open={open || study.fault.value !== null} onToggle={(e) => setOpen(e.currentTarget.open)}>
                    <summary class="button">Edit the text</summary>
                    {editor}
                </details>
            )}
            {asking && <ResetDialog study={study} onClose={() => setAsking(false)} />}
        </section>
    );
}

function Progress({ study }: { study: Study }) {
    const answer = study.told.value?.answer;
    const text = study.busy.value ? 'Working it out…'
        : study.fault.value ? 'Not worked out'
        : !answer ? '' : answer.cached ? 'Worked out before' : answer.took_ms < 100 ? 'Worked out at once' : `Worked out in ${(answer.took_ms / 1000).toFixed(answer.took_ms < 10_000 ? 1 : 0)} s`;
    return <span class="quiet small" role="status">{text}</span>;
}
