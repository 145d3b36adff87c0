// A claim that is done: how its amount came about (REG-10), and its papers (REC-4).
import { API, get } from '../lib/api';
import { exact, money } from '../lib/money';
import { stamp } from '../lib/time';
import type { FloorEvent } from '../lib/types';
import { eventDetails, eventWho, kindName } from './event-words';
import { useLoad } from './use-load';

interface Receipt {
    link: string;
    table: string;
    seat: number;
    round: number;
    award: string;
    from: string;
    amount: string;
    house_funded: string;
    reseeded: string;
    envy: string;
    method: string | null;
    claimed_at: number;
    paid_at: number;
    cleared: boolean;
    meter: Meter | null;
    events: FloorEvent[];
}

interface Meter {
    name: string;
    since: number;
    since_reset: boolean;
    start: string;
    coin_events: number;
    contributed: string;
    award_events: number;
    awarded: string;
    other: string;
    before: string;
    after: string;
    balances: boolean;
}

const papers = [
    ['receipt', 'Receipt (PDF)'],
    ['slip', 'Payout slip (PDF)'],
    ['derivation', 'How the amount came about (PDF)'],
];

function Papers({ id }: { id: string }) {
    return (
        <div class="row">
            {papers.map(([report, name]) => (
                <a key={report} class="button" target="_blank" rel="noreferrer" href={`${API}/reports/${report}?claim=${id}&format=pdf`}>{name}</a>
            ))}
        </div>
    );
}

function Derivation({ meter }: { meter: Meter }) {
    const rows: [string, string][] = [
        [meter.since_reset ? `Reset at event ${meter.since}` : `From event ${meter.since} (the last reset is longer ago)`, meter.start],
        [`Contributions (rounds: ${meter.coin_events.toLocaleString('en')})`, meter.contributed],
        [`Awards paid meanwhile (${meter.award_events})`, meter.awarded.startsWith('-') ? meter.awarded.slice(1) : `-${meter.awarded}`],
        ['Corrections and transfers', meter.other],
    ];
    return (
        <div class="table-scroll" role="region" aria-label="How the amount came about" tabIndex={0}>
            <table class="table">
                <tbody>
                    {rows.map(([name, amount]) => <tr key={name}><td>{name}</td><td class="number">{exact(amount)}</td></tr>)}
                    <tr class="sum"><td>{meter.name} before the payment</td><td class="number">{exact(meter.before)}</td></tr>
                    <tr><td>{meter.name} after it</td><td class="number">{exact(meter.after)}</td></tr>
                </tbody>
            </table>
            <p><span class={`badge ${meter.balances ? 'good' : 'bad'}`}>{meter.balances ? 'It balances' : 'It does not balance'}</span></p>
        </div>
    );
}

function Story({ events }: { events: FloorEvent[] }) {
    return (
        <ol class="story">
            {events.map((e) => (
                <li key={e.seq}>
                    <span class="quiet small">{stamp(e.time)} · #{e.seq} {eventWho(e)}</span><br />
                    <b>{kindName(e.kind)}</b> {eventDetails(e)}
                </li>
            ))}
        </ol>
    );
}

export function ClaimReceipt({ id }: { id: string }) {
    const { value: r, fault } = useLoad((signal) => get<Receipt>(`/claims/${encodeURIComponent(id)}/receipt`, signal), id, null);
    if (!r && !fault) return <p class="quiet">Asking the manager…</p>;
    if (!r)
        return (
            <p class="panel">
                This claim is not open, and it was not paid. {fault}{' '}
                <a href="#/log?kind=claim_cancelled">See cancelled claims in the activity log.</a>
            </p>
        );
    return (
        <>
            <p class="banner good" role="status">
                Paid{r.cleared ? ' and cleared' : ''}: {money(r.amount)} to {r.table}, seat {r.seat}, for {r.award}.
            </p>
            <Papers id={id} />
            <div class="columns">
                <section class="panel stack">
                    <h2>Receipt</h2>
                    <dl class="facts">
                        <dt>Amount</dt><dd>{exact(r.amount)}</dd>
                        <dt>From</dt><dd>{r.from} of <a href={`#/links/${r.link}`}>{r.link}</a></dd>
                        <dt>Claimed</dt><dd>{stamp(r.claimed_at)}</dd>
                        <dt>Paid</dt><dd>{stamp(r.paid_at)}{r.method ? `, by ${r.method}` : ''}</dd>
                        <dt>House funded</dt><dd>{exact(r.house_funded)}</dd>
                        <dt>Reseeded</dt><dd>{exact(r.reseeded)}</dd>
                        <dt>Envy</dt><dd>{exact(r.envy)}</dd>
                    </dl>
                </section>
                {r.meter && <section class="panel stack"><h2>How the amount came about</h2><Derivation meter={r.meter} /></section>}
            </div>
            <section class="panel stack"><h2>What happened</h2><Story events={r.events} /></section>
        </>
    );
}
