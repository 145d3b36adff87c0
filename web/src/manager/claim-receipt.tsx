// A claim that is done: how its amount came about (REG-10), and its documents (REC-4).
import { API, get } from '../lib/api';
import { exact, micros, money } from '../lib/money';
import { stamp } from '../lib/time';
import type { FloorEvent } from '../lib/types';
import { Cards } from '../ui/card';
import { Falls, plus, type Part } from './claim-falls';
import { cardsOf } from './claim-hand';
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

// The parts of the amount from the meter's last reset on, each beginning where the one before it ended.
function partsOf(meter: Meter): Part[] {
    const start = micros(meter.start);
    const first: Part = {
        name: meter.since_reset ? 'It began at' : 'It stood at (its last reset is longer ago)', amount: start, from: 0n, to: start, kind: 'stand',
    };
    const parts = [first];
    const add = (name: string, amount: bigint) => parts.push(plus(name, amount, parts[parts.length - 1]!.to));
    add(`Contributions of ${meter.coin_events.toLocaleString('en')} ${meter.coin_events === 1 ? 'round' : 'rounds'}`, micros(meter.contributed));
    if (meter.award_events > 0 || micros(meter.awarded) !== 0n) add(`Awards paid meanwhile: ${meter.award_events}`, -micros(meter.awarded));
    if (micros(meter.other) !== 0n) add('Corrections and transfers', micros(meter.other));
    const before = micros(meter.before);
    return [...parts, { name: `${meter.name} before the payment`, amount: before, from: 0n, to: before, kind: 'stand', isSum: true },
        { name: `${meter.name} after it`, amount: micros(meter.after), from: 0n, to: micros(meter.after), kind: 'stand' }];
}

function Derivation({ meter }: { meter: Meter }) {
    return (
        <Falls parts={partsOf(meter)}>
            <p><span class={`badge ${meter.balances ? 'good' : 'bad'}`}>{meter.balances ? 'It balances' : 'It does not balance'}</span></p>
        </Falls>
    );
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const isSome = (amount: string) => micros(amount) !== 0n;
// The first value of a member that people stated in events of this kind about the claim.
const said = (events: FloorEvent[], kind: string, member: string) =>
    events.filter((event) => event.kind === kind).map((event) => event[member]).find((value) => typeof value === 'string' && value !== '');

function Story({ events }: { events: FloorEvent[] }) {
    return (
        <ol class="story">
            {events.map((e) => (
                <li key={e.seq}>
                    <span class="quiet small">{stamp(e.time)} {eventWho(e)}</span><br />
                    <b>{capital(kindName(e.kind))}</b> {eventDetails(e).replace(/claim \d+(: |$)/, '')}
                </li>
            ))}
        </ol>
    );
}

export function ClaimReceipt({ id }: { id: string }) {
    const { value: r, fault } = useLoad((signal) => get<Receipt>(`/claims/${encodeURIComponent(id)}/receipt`, signal), id, null);
    if (!r && !fault) return <p key="waiting" class="quiet">Asking the manager…</p>;
    if (!r)
        return (
            <p class="panel">
                This claim is not open, and it was not paid. {fault}{' '}
                <a href="#/log?kind=claim_cancelled">See cancelled claims in the activity log.</a>
            </p>
        );
    const cards = cardsOf(said(r.events, 'claim_verified', 'text') ?? said(r.events, 'claim_made', 'text'));
    const patron = said(r.events, 'claim_complied', 'patron') as string | undefined;
    const recording = said(r.events, 'claim_verified', 'reference') as string | undefined;
    return (
        <>
            <p key="paid" class="banner good" role="status">
                Paid{r.cleared ? ' and cleared' : ''}: {money(r.amount)} to {r.table}, seat {r.seat}, for {r.award}.
            </p>
            <Papers id={id} />
            <div class="columns">
                <section class="panel stack">
                    <h2>Receipt</h2>
                    {cards.length > 0 && <div class="claim-cards"><Cards cards={cards} /></div>}
                    <dl class="facts">
                        <dt>Hand</dt><dd>{capital(r.award)}{cards.length === 0 ? '; its cards were not keyed in' : ''}</dd>
                        <dt>Where</dt><dd><a href={`#/floor/${r.table}`}>{r.table}</a>, seat {r.seat}, round {r.round.toLocaleString('en')}</dd>
                        {patron && <><dt>Patron</dt><dd>{patron}</dd></>}
                        {recording && <><dt>Surveillance</dt><dd>{recording}</dd></>}
                        <dt>Amount</dt><dd>{exact(r.amount)}</dd>
                        <dt>From</dt><dd>{r.from} of <a href={`#/links/${r.link}`}>{r.link}</a></dd>
                        <dt>Claimed</dt><dd>{stamp(r.claimed_at)}</dd>
                        <dt>Paid</dt><dd>{stamp(r.paid_at)}{r.method ? `, by ${r.method === 'check' ? 'casino check' : r.method}` : ''}</dd>
                        {isSome(r.house_funded) && <><dt>House funded</dt><dd>{exact(r.house_funded)}</dd></>}
                        {isSome(r.reseeded) && <><dt>Reseeded</dt><dd>{exact(r.reseeded)}</dd></>}
                        {isSome(r.envy) && <><dt>Envy</dt><dd>{exact(r.envy)}</dd></>}
                    </dl>
                </section>
                {r.meter && <section class="panel stack"><h2>How the amount came about</h2><Derivation meter={r.meter} /></section>}
            </div>
            <section class="panel stack"><h2>What happened</h2><Story events={r.events} /></section>
        </>
    );
}
