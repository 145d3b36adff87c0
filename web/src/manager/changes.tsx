import { OldNew } from './link-actions';

export interface Change {
    what: string;
    old: string;
    now: string;
}

// What sending would change, shown before anything is sent. `of` names the subject where a page has several such lists.
export function Changes({ rows, isNew, of }: { rows: Change[]; isNew: boolean; of?: string }) {
    const changed = rows.filter((r) => r.old !== r.now);
    return (
        <section class="changes" aria-label={of ? `What changes of ${of}` : 'What changes'}>
            <h3>{isNew ? 'This is set up' : 'This changes'}</h3>
            {changed.length === 0 ? <p class="quiet">Nothing.</p>
                : changed.map((r) => <OldNew key={r.what} what={r.what} old={isNew ? null : r.old} now={r.now} />)}
        </section>
    );
}

export const hasChange = (rows: Change[]) => rows.some((r) => r.old !== r.now);

// The same changes as lines for people to sign: "Link: none becomes mega".
export const changeWords = (rows: Change[], isNew: boolean) =>
    rows.filter((r) => r.old !== r.now).map((r) => `${r.what}: ${isNew ? '' : `${r.old || 'nothing'} becomes `}${r.now}`);
