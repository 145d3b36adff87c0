// The page of one claim, from the pressed award button to the receipt.
import { useState } from 'preact/hooks';
import { post } from '../lib/api';
import { money } from '../lib/money';
import { rolesWith } from '../lib/rights';
import { may } from '../lib/session';
import { clock } from '../lib/time';
import { Allowed } from '../ui/allowed';
import { Button, HoldButton } from '../ui/button';
import { TextField } from '../ui/field';
import { say } from '../ui/toast';
import { useAsk } from './ask';
import { AmountSoFar } from './claim-amount';
import { Hand } from './claim-hand';
import { ClaimReceipt } from './claim-receipt';
import { After, Approvals, Checklist, Compliance, isSeenTo, Method, Step, type Progress, type Times } from './claim-steps';
import { isApprovedHigh, Ruling } from './claim-rule';
import { inWords } from './claim-words';
import { ActionForm } from './link-actions';
import { logHead, readWindow } from './log-read';
import { claims, heardClaims, unruled } from './state';
import type { Claim } from './types';
import { useLoad } from './use-load';

function Cancel({ claim, onEnd }: { claim: Claim; onEnd: () => void }) {
    const [text, setText] = useState('');
    const asking = useAsk(['text']);
    const send = async () => {
        if (!(await asking.run((user) => post(`/claims/${claim.claim}/cancel`, { user, text })))) return;
        say(`Claim ${claim.claim} is cancelled.`);
        onEnd();
    };
    return (
        <ActionForm title={`Cancel claim ${claim.claim}`} act="Cancel the claim" danger ready={text.trim() !== ''} asking={asking}
            onSend={send} onEnd={onEnd}>
            <p>
                The hand is not paid as a jackpot. {claim.frozen && 'The frozen amount goes back to the meter. '}
                A new claim can be made at the table while the round lasts.
            </p>
            <TextField label="Reason" value={text} onValue={setText} lines={2} required fault={asking.fault('text')} />
        </ActionForm>
    );
}

// A banner with the next thing to do.
function Next({ claim }: { claim: Claim }) {
    if (claim.state === 'paid') return <p class="banner gold" role="status">{isSeenTo(claim) ? 'Paid. Clear it with Process Jackpot.' : 'Paid. See to the deck.'}</p>;
    if (claim.held) return <p class="banner gold" role="status">A ruling is awaited.</p>;
    if (unruled(claim.link).some((c) => c.claim === claim.claim))
        return (
            <p class="banner gold" role="status">
                High jackpots wait at several tables. <a href={`#/links/${claim.link}`}>Record surveillance's order</a> first.
            </p>
        );
    if (claim.missing) return <p class="banner" role="status">{inWords(claim)}</p>;
    const key = claim.key ? `turn the ${claim.key} key and ` : '';
    return <p class="banner good" role="status">Nothing is missing. Pay at {claim.table}: {key}hold J-POT.</p>;
}

function Clear({ claim }: { claim: Claim }) {
    const asking = useAsk();
    const clear = async () => {
        if (await asking.run((user) => post(`/claims/${claim.claim}/clear`, { user })))
            say(`Claim ${claim.claim} is cleared. Add its receipt to the paperwork of the table.`);
    };
    return (
        <Step is="now" title="Process Jackpot" who={`A ${rolesWith('claim')} clears it here.`}>
            <p>{money(claim.amount)} was paid at {claim.table}. Clearing it closes the claim and makes its receipt.</p>
            <Allowed right="claim">
                <div><HoldButton disabled={asking.busy} onHeld={clear}>Hold to clear {money(claim.amount)}</HoldButton></div>
            </Allowed>
        </Step>
    );
}

// Which steps are done and which is next. Approvals wait for the checklist; the others may be done in any order.
function progressOf(claim: Claim): Record<'check' | 'approve' | 'comply' | 'method' | 'pay', Progress> {
    const { needs } = claim;
    const done = {
        check: needs.items.length === 0 || claim.verified_by !== null,
        approve: claim.approved_by.length >= needs.approvals,
        comply: claim.complied.length >= needs.compliance.length,
        method: claim.method !== 'none' || claim.state === 'paid',
        pay: claim.state === 'paid',
    };
    const ready = { check: true, approve: done.check, comply: true, method: true, pay: claim.missing === null };
    const is = (name: keyof typeof done): Progress => (done[name] ? 'done' : ready[name] ? 'now' : 'later');
    return { check: is('check'), approve: is('approve'), comply: is('comply'), method: is('method'), pay: is('pay') };
}

// The times of the steps are read from the log, which takes the right to read the books.
async function timesOf(claim: Claim, signal: AbortSignal): Promise<Times> {
    if (!may('books')) return new Map();
    const events = (await readWindow({ table: claim.table }, claim.claim, await logHead(), signal)).filter((e) => e.claim === claim.claim || e.seq === claim.claim);
    return new Map(events.flatMap((e) => [[e.kind, e.time], [`${e.kind} ${String(e.item ?? e.user ?? '')}`, e.time]] as [string, number][]));
}

function Steps({ claim }: { claim: Claim }) {
    const news = `${claim.state} ${claim.after.length} ${claim.approved_by.length} ${claim.complied.length} ${claim.verified_by} ${claim.method}`;
    const { value } = useLoad((signal) => timesOf(claim, signal), String(claim.claim), news);
    const times = value ?? new Map<string, number>();
    const is = progressOf(claim);
    const claimed = times.get('claim_made');
    return (
        <ol class="panel claim-steps" aria-label="Steps">
            <Step is="done" title="Claimed" who={null} done={<span class="badge good">✓ {claim.table}{claimed && `, ${clock(claimed)}`}</span>} />
            <Checklist claim={claim} is={is.check} times={times} />
            <Approvals claim={claim} is={is.approve} times={times} />
            <Compliance claim={claim} is={is.comply} times={times} />
            <Method claim={claim} is={is.method} times={times} />
            <Step is={is.pay} title="Paid at the table" who={`At ${claim.table}: ${claim.key ? `the ${claim.key} key, then ` : ''}J-POT.`}
                done={is.pay === 'done' && <span class="badge good">✓ {money(claim.amount)}</span>} />
            <After claim={claim} times={times} />
            {claim.state === 'paid' && claim.needs.clearing && isSeenTo(claim) ? <Clear claim={claim} /> : claim.needs.clearing && <Step is="later" title="Process Jackpot" who="Cleared here after it is paid." />}
        </ol>
    );
}

function Open({ claim }: { claim: Claim }) {
    const [cancelling, setCancelling] = useState(false);
    const pending = claim.state === 'pending';
    return (
        <>
            <Next claim={claim} />
            <div class="claim-page">
                <div class="stack">
                    {claim.held && <Ruling claim={claim} />}
                    <Hand claim={claim} />
                    {pending && <AmountSoFar claim={claim} />}
                    {pending && !claim.held && isApprovedHigh(claim) && <details><summary>Take this claim away…</summary><Ruling claim={claim} /></details>}
                    {pending && !claim.held && !isApprovedHigh(claim) && <Allowed right="claim"><div><Button onClick={() => setCancelling(true)}>Cancel this claim…</Button></div></Allowed>}
                </div>
                <Steps claim={claim} />
            </div>
            {cancelling && pending && <Cancel claim={claim} onEnd={() => setCancelling(false)} />}
        </>
    );
}

export function ClaimPage({ id }: { id: string }) {
    const claim = claims.value.find((c) => String(c.claim) === id);
    return (
        <>
            <p><a href="#/claims">Claims</a></p>
            <div class="row apart">
                <h1>
                    Claim {id}{claim && `: ${claim.award} `}
                    {claim && <span class={`badge ${claim.state === 'paid' || claim.held ? 'gold' : 'info'}`}>{claim.held ? 'a ruling is awaited' : claim.state}</span>}
                </h1>
                {claim && <span class="amount" aria-live="polite">{money(claim.amount)}</span>}
            </div>
            {claim ? <Open claim={claim} /> : heardClaims.value ? <ClaimReceipt id={id} /> : <p class="quiet">Asking the manager…</p>}
        </>
    );
}
