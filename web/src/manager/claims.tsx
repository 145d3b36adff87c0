// The page of claims: jackpots to clear, jackpots that wait, and those paid lately.
import './claims.css';
import { money } from '../lib/money';
import { stamp } from '../lib/time';
import type { FloorEvent } from '../lib/types';
import { inWords } from './claim-words';
import { logHead, readBack } from './log-read';
import { claims, heardClaims, toClear, waiting } from './state';
import type { Claim } from './types';
import { useLoad } from './use-load';

const LATELY = 10;

function Item({ claim }: { claim: Claim }) {
    return (
        <li>
            <a class="panel claim-item" href={`#/claims/${claim.claim}`}>
                <span class="stack tight">
                    <strong>{claim.award}</strong>
                    <span>{claim.table}, seat {claim.seat} · {claim.link}{claim.key ? ` · ${claim.key} jackpot` : ''}</span>
                    <span class="quiet small">
                        {inWords(claim)}
                    </span>
                </span>
                <span class="amount">{money(claim.amount)}</span>
            </a>
        </li>
    );
}

function Section({ title, items, none }: { title: string; items: Claim[]; none: string }) {
    return (
        <section class="stack" aria-label={title}>
            <h2>{title}</h2>
            {items.length === 0 ? <p class="quiet">{none}</p> : <ul class="stack">{items.map((c) => <Item key={c.claim} claim={c} />)}</ul>}
        </section>
    );
}

function Paid({ events }: { events: FloorEvent[] }) {
    if (events.length === 0) return <p class="quiet">None.</p>;
    return (
        <div class="panel flush table-scroll" role="region" aria-label="Paid lately" tabIndex={0}>
            <table class="table stacks">
                <thead><tr><th>Claim</th><th>Paid</th><th>Table</th><th>Hand</th><th class="number">Amount</th></tr></thead>
                <tbody>
                    {events.map((e) => (
                        <tr key={e.seq}>
                            <td><a class="row-link" href={`#/claims/${e.claim}`}>{String(e.claim)}</a></td>
                            <td class="nowrap">{stamp(e.time)}</td><td class="nowrap end">{String(e.table)}</td><td>{String(e.award ?? '')}</td>
                            <td class="number">{typeof e.amount === 'string' && money(e.amount)}</td>
                        </tr>
                    ))}
                </tbody>
            </table>
        </div>
    );
}

async function paidLately(signal: AbortSignal): Promise<FloorEvent[]> {
    const { events } = await readBack({ kind: 'claim_paid' }, await logHead(), 1, LATELY, signal);
    return events.slice(0, LATELY);
}

export function Claims() {
    const open = claims.value.map((c) => `${c.claim} ${c.state}`).join();
    const { value: paid, fault } = useLoad(paidLately, 'paid', open);
    return (
        <>
            <h1>Claims</h1>
            {!heardClaims.value ? <p class="quiet">Asking the manager…</p> : (
                <>
                    <Section title="To be cleared" items={toClear.value} none="No paid jackpot waits for Process Jackpot." />
                    <Section title="Waiting for payment" items={waiting.value} none="No jackpot is claimed." />
                    <h2>Paid lately</h2>
                    {paid ? <Paid events={paid} /> : <p class="quiet">{fault ?? 'Reading the log…'}</p>}
                </>
            )}
        </>
    );
}
