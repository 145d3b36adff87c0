// Two ways to be cut off, neither to be mistaken for play: the table has lost its link (the progressive is closed,
// the base game goes on), or this screen has lost the table (nothing pressed here arrives).
import { clock } from '../lib/time';
import { closedSince, live, table } from './state';

const reasons: Record<string, string> = {
    starting: 'The table has not reached the manager yet.',
    'link-down': 'The connection to the manager is lost.',
    'lease-over': 'The manager has not answered in time.',
    'not-configured': 'This table has no valid configuration. Call the manager.',
    'storage-failed': 'The manager cannot record anything. Call the manager.',
    'closed-at-manager': 'A person at the manager closed it.',
    'catching-up': 'The link is back; it is being told what happened meanwhile.',
};

function Hazard() {
    return (
        <svg class="hazard" viewBox="0 0 24 24" aria-hidden="true">
            <path d="M12 2 23 21H1zM11 9v6h2V9zm0 8v2h2v-2z" fill-rule="evenodd" />
        </svg>
    );
}

export function ClosedBand() {
    const now = table.value!;
    return (
        <section class="closed-band" role="alert">
            <Hazard />
            <p class="closed-title">PROGRESSIVE CLOSED</p>
            <p>
                {now.reason ? (reasons[now.reason] ?? now.reason) : 'The manager does not answer.'} Take no progressive chips.
                {closedSince.value !== null && <> Closed since {clock(closedSince.value)}.</>}
            </p>
        </section>
    );
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
