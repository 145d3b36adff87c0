// One claim from the button to the receipt.
import { useState } from 'preact/hooks';
import { post } from '../lib/api';
import { exact, money } from '../lib/money';
import { Allowed } from '../ui/allowed';
import { Button, HoldButton } from '../ui/button';
import { TextField } from '../ui/field';
import { say } from '../ui/toast';
import { useAsk } from './ask';
import { ClaimReceipt } from './claim-receipt';
import { Approvals, Checklist, Compliance, Method } from './claim-steps';
import { ActionForm } from './link-actions';
import { claims, heardClaims, unruled } from './state';
import type { Claim } from './types';

function Facts({ claim }: { claim: Claim }) {
    const others = claims.value.filter((c) => c.link === claim.link && c.claim !== claim.claim && c.state === 'pending');
    return (
        <dl class="facts">
            <dt>Where</dt><dd><a href={`#/floor/${claim.table}`}>{claim.table}</a>, seat {claim.seat}, round {claim.round}</dd>
            <dt>Hand</dt><dd>{claim.award}</dd>
            <dt>Link and source</dt><dd><a href={`#/links/${claim.link}`}>{claim.link}</a>, from {claim.from}</dd>
            <dt>Key</dt><dd>{claim.key ? `${claim.key} jackpot` : 'none'}</dd>
            <dt>Amount</dt><dd>{exact(claim.amount)}</dd>
            <dt>Frozen</dt>
            <dd>{claim.frozen ? 'yes: it does not change any more' : 'no: as the meter stands now, taken when J-POT is pressed'}</dd>
            <dt>Live with it</dt>
            <dd>{claim.live.length > 0 ? `seat ${claim.live.join(', ')} (envy, where the pay table has it)` : 'no other seat'}</dd>
            <dt>Other claims here</dt>
            <dd>
                {others.length === 0 && 'none'}
                {others.map((c) => (
                    <a key={c.claim} class="row-link" href={`#/claims/${c.claim}`}>{c.claim}: {c.award}, {c.table} seat {c.seat}</a>
                ))}
            </dd>
        </dl>
    );
}

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

// The manager's sentence begins for programs; people read the rest.
export function inWords(missing: string): string {
    return missing.replace(/^claim cannot be paid yet: /, 'Before it can be paid: ').replace(/^claim is paid; clear/, 'Paid. Clear');
}

// What is to be done next, in one place and in plain words.
function Next({ claim }: { claim: Claim }) {
    if (claim.state === 'paid') return <p class="banner gold" role="status">Paid. Clear it with Process Jackpot.</p>;
    if (unruled(claim.link).some((c) => c.claim === claim.claim))
        return (
            <p class="banner gold" role="status">
                High jackpots wait at several tables. <a href={`#/links/${claim.link}`}>Record surveillance's order</a> first.
            </p>
        );
    if (claim.missing) return <p class="banner" role="status">{inWords(claim.missing)}</p>;
    const key = claim.key ? `turn the ${claim.key} key and ` : '';
    return <p class="banner good" role="status">Nothing is missing. Pay at {claim.table}: {key}press J-POT.</p>;
}

function Clear({ claim }: { claim: Claim }) {
    const asking = useAsk();
    const clear = async () => {
        if (await asking.run((user) => post(`/claims/${claim.claim}/clear`, { user })))
            say(`Claim ${claim.claim} is cleared. Print the receipt.`);
    };
    return (
        <section class="panel stack attention">
            <h2>Process Jackpot</h2>
            <p>{money(claim.amount)} was paid at {claim.table}. Clearing it here closes the claim and makes its receipt.</p>
            <Allowed right="claim">
                <div><HoldButton disabled={asking.busy} onHeld={clear}>Hold to clear {money(claim.amount)}</HoldButton></div>
            </Allowed>
        </section>
    );
}

function Open({ claim }: { claim: Claim }) {
    const [cancelling, setCancelling] = useState(false);
    const pending = claim.state === 'pending';
    return (
        <>
            <Next claim={claim} />
            {claim.state === 'paid' && <Clear claim={claim} />}
            <div class="columns">
                <div class="stack">
                    <section class="panel stack"><h2>The hand</h2><Facts claim={claim} /></section>
                    <Checklist claim={claim} />
                </div>
                <div class="stack">
                    <Approvals claim={claim} />
                    <Compliance claim={claim} />
                    {pending && <Method claim={claim} />}
                </div>
            </div>
            {pending && <Allowed right="claim"><div><Button onClick={() => setCancelling(true)}>Cancel this claim…</Button></div></Allowed>}
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
                    {claim && <span class={`badge ${claim.state === 'paid' ? 'gold' : 'info'}`}>{claim.state}</span>}
                </h1>
                {claim && <span class="amount" aria-live="polite">{money(claim.amount)}</span>}
            </div>
            {claim ? <Open claim={claim} /> : heardClaims.value ? <ClaimReceipt id={id} /> : <p class="quiet">Asking the manager…</p>}
        </>
    );
}
