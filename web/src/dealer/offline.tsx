// The two ways of being cut off, which must not be mistaken for each other: the table has lost its link (the progressive is closed,
// the base game goes on), or this screen has lost the table (nothing pressed here arrives).
import { clock } from '../lib/time';
import { closedSince, live, table } from './state';

const reasons: Record<string, string> = {
    starting: 'The manager is not reached yet.',
    'link-down': 'The manager is not connected.',
    'lease-over': 'The manager does not answer.',
    'not-configured': 'No valid configuration: call the manager.',
    'storage-failed': 'Nothing is recorded: call the manager.',
    'closed-at-manager': 'A person at the manager closed it.',
    'new-rules': 'The table takes its new rules.',
    'catching-up': 'The link is back and catches up.',
};

const TITLE = 'PROGRESSIVE CLOSED';

function Hazard() {
    return (
        <svg class="hazard" viewBox="0 0 24 24" aria-hidden="true">
            <path d="M12 2 23 21H1zM11 9v6h2V9zm0 8v2h2v-2z" fill-rule="evenodd" />
        </svg>
    );
}

// One line below the line of what to do, fitted to its width however long the reason. The head of the page says since when
// (ClosedSince).
export function ClosedBand() {
    const { reason } = table.value!;
    const why = reasons[reason ?? 'lease-over'] ?? `${reason}.`;
    const text = `${why} Take no progressive chips.`;
    return (
        <section class="closed-band" role="alert">
            <p style={{ '--letters': TITLE.length + text.length }}><Hazard /> <b>{TITLE}</b> {text}</p>
        </section>
    );
}

// The badge in the head of the page, with the time at which the progressive closed.
export function ClosedSince() {
    return <span class="badge bad">Closed{closedSince.value !== null && ` ${clock(closedSince.value)}`}</span>;
}

export function LostTable() {
    const now = table.value;
    return (
        <section class="lost-table" role="alert">
            <Hazard />
            <p class="lost-title">This screen has lost the table</p>
            <p>
                Nothing pressed here arrives. It was lost at {clock(live.since.value)} and comes back by itself.
                Deal no card and pay nothing before it is back; tell the supervisor.
            </p>
            {now && (
                <dl class="facts">
                    <dt>Table</dt><dd>{now.table}</dd>
                    <dt>Last heard</dt><dd>round {now.round}, {now.mode === 'coin in' ? 'no more bets' : now.mode}</dd>
                    <dt>It said</dt><dd>{now.next}</dd>
                </dl>
            )}
        </section>
    );
}
