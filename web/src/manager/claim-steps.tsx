// The steps that people confirm before a claim is paid (TAB-7, UTH-17). Each step shows who did it.
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { post } from '../lib/api';
import { afterWords, checkWords } from '../lib/checklist';
import { exact, micros, money } from '../lib/money';
import { rolesWith } from '../lib/rights';
import { isOpen } from '../lib/session';
import { clock } from '../lib/time';
import { Allowed } from '../ui/allowed';
import { Button } from '../ui/button';
import { TextField, Tick } from '../ui/field';
import { useAsk } from './ask';
import { CardPad, HAND } from './claim-cards';
import { otherApprovers, SignHere } from './claim-sign';
import { SignButton } from './sign-button';
import type { Claim } from './types';
import { me } from './who';

interface Props {
    claim: Claim;
    is: Progress;
    times: Times;
}

export type Progress = 'done' | 'now' | 'later';

// The times of the steps, from the log. Without them a step shows only who did it.
export type Times = ReadonlyMap<string, number>;

function Done({ by, at }: { by: string; at?: number | undefined }) {
    return <span class="badge good">✓ <span>{by}{at !== undefined && <span class="step-time">, {clock(at)}</span>}</span></span>;
}

interface StepProps {
    is: Progress;
    title: string;
    who: string | null; // who can do it; null if nothing is left to do
    done?: ComponentChildren;
    children?: ComponentChildren;
}

// A step on the way from the claim to the receipt: done, next, or later.
export function Step({ is, title, who, done, children }: StepProps) {
    return (
        <li class={`step ${is}`} aria-current={is === 'now' ? 'step' : undefined}>
            <div class="row apart"><h2>{title}</h2>{done}</div>
            {is !== 'done' && who && <p class="quiet small">{who}</p>}
            {children}
        </li>
    );
}

// The deck is folded away, because it would stand between the checklist and its button. Cards that the table sent with the claim
// are shown beside the steps, and are keyed again only where other cards lie on the table.
function KeyedCards({ isKeyed, children }: { isKeyed: boolean; children: ComponentChildren }) {
    return <details><summary>{isKeyed ? 'Other cards lie on the table…' : 'Key the cards of the hand…'}</summary>{children}</details>;
}

export function Checklist({ claim, is, times }: Props) {
    const [ticked, setTicked] = useState<string[]>([]);
    const [cards, setCards] = useState<string[]>([]);
    const [reference, setReference] = useState('');
    const asking = useAsk(['text', 'reference']);
    const { items } = claim.needs;
    if (items.length === 0) return null;
    const verified = claim.verified_by;
    const tick = (item: string, on: boolean) => setTicked(on ? [...ticked, item] : ticked.filter((other) => other !== item));
    const keyed = items.includes('hand') && cards.length === HAND ? { text: cards.join(' ') } : {};
    const isHalf = cards.length > 0 && cards.length < HAND;
    const recorded = reference.trim() && { reference: reference.trim() };
    const send = () => asking.run((user) => post(`/claims/${claim.claim}/verify`, { items, user, ...keyed, ...recorded }));
    return (
        <Step is={is} title="Verification" who={`A ${rolesWith('claim')} looks at each, and confirms all.`}
            done={verified && <Done by={verified} at={times.get('claim_verified')} />}>
            <ul class="checks">
                {items.map((item) => (
                    <li key={item}>
                        <Tick label={checkWords(item)} checked={verified ? claim.items.includes(item) : ticked.includes(item)}
                            disabled={verified !== null || claim.state !== 'pending'} onValue={(on) => tick(item, on)} />
                    </li>
                ))}
            </ul>
            {!verified && claim.state === 'pending' && (
                <Allowed right="claim">
                    {items.includes('hand') && <KeyedCards isKeyed={Boolean(claim.cards)}><CardPad cards={cards} onCards={setCards} fault={asking.fault('text')} /></KeyedCards>}
                    <TextField label="Surveillance's reference (optional)" value={reference} onValue={setReference} fault={asking.fault('reference')}
                        hint="Where the recording of the hand is kept; it stands on slip and receipt." />
                    <div><Button kind="main" disabled={asking.busy || isHalf || !items.every((i) => ticked.includes(i))} onClick={send}>
                        {me.value ? `Confirm all as ${me.value}` : 'Confirm all'}
                    </Button></div>
                </Allowed>
            )}
        </Step>
    );
}

// True when nothing is left to confirm after the payment.
export const isSeenTo = (claim: Claim) => claim.needs.after.every((item) => claim.after.includes(item));

// PIT-11: what must be done with the deck after the jackpot is paid.
export function After({ claim, times }: Omit<Props, 'is'>) {
    const asking = useAsk();
    const { after } = claim.needs;
    if (after.length === 0) return null;
    const isPaid = claim.state === 'paid';
    const confirm = (item: string) => asking.run((user) => post(`/claims/${claim.claim}/verify`, { items: [item], user }));
    return (
        <Step is={isSeenTo(claim) ? 'done' : isPaid ? 'now' : 'later'} title="After the payment" who={`A ${rolesWith('claim')} sees to the deck.`}>
            <Allowed right="claim">
                <ul>
                    {after.map((item) => (
                        <li key={item} class="row apart comply">
                            <span>{afterWords(item)}</span>
                            {claim.after.includes(item) ? <Done by="confirmed" at={times.get('claim_verified')} /> : isPaid && (
                                <Button disabled={asking.busy} aria-label={`Confirm ${item}`} onClick={() => confirm(item)}>Confirm</Button>
                            )}
                        </li>
                    ))}
                </ul>
            </Allowed>
        </Step>
    );
}

// Why the person who is signed in cannot approve; null when they can.
function unfit(claim: Claim): string | null {
    if (claim.needs.items.length > 0 && !claim.verified_by) return 'The checklist is confirmed first.';
    if (me.value && claim.approved_by.includes(me.value)) return `${me.value} has approved; another person is next.`;
    if (me.value && claim.needs.approvals === 1 && claim.verified_by === me.value)
        return `${me.value} verified it and cannot be the only approver.`;
    return null;
}

function approval(claim: Claim) {
    const { amount, table } = claim;
    return {
        title: 'Sign the approval', act: `Approve ${money(amount)}`, second: null,
        says: [`Claim ${claim.claim}: ${claim.award}, table ${table} seat ${claim.seat}, round ${claim.round}.`,
            `${exact(amount)}${claim.frozen ? '' : ' as the meter stood when this was opened'}, from ${claim.from} of ${claim.link}.`,
            `This is approval ${claim.approved_by.length + 1} of ${claim.needs.approvals}.`],
    };
}

function ApproveNow({ claim }: { claim: Claim }) {
    const asking = useAsk();
    const [other, setOther] = useState(false);
    const why = unfit(claim);
    const isFirst = claim.approved_by.length === 0;
    const send = () => {
        // The approval carries the amount that was on the screen, even if the meter has moved since.
        const { amount, table } = claim;
        const seen = isOpen.value ? {} : { amount, table };
        void asking.run((user, signed) => post(`/claims/${claim.claim}/approve`, { user, ...seen, ...signed }), approval(claim));
    };
    const canOther = otherApprovers(claim).length > 0 && (claim.needs.items.length === 0 || claim.verified_by !== null);
    return (
        <>
            <p class="quiet small">{why ?? `${isFirst ? 'Different people approve' : 'Another person approves'} the payment of ${money(claim.amount)}.`}</p>
            <Allowed right="approve">
                <div class="row">
                    <SignButton disabled={asking.busy || why !== null} act={me.value ? `approve as ${me.value}` : 'approve'} onAct={send} />
                    {me.value && <Button disabled={!canOther} onClick={() => setOther(true)}>Another person signs here…</Button>}
                </div>
            </Allowed>
            {other && <SignHere claim={claim} onEnd={() => setOther(false)} />}
        </>
    );
}

export function Approvals({ claim, is, times }: Props) {
    const { approvals } = claim.needs;
    if (approvals === 0) return null;
    const left = Math.max(0, approvals - claim.approved_by.length);
    return (
        <Step is={is} title={claim.needs.notice ? 'Supervision is notified' : `Approvals: ${claim.approved_by.length} of ${approvals}`}
            who={claim.needs.notice ? `A ${rolesWith('approve')} acknowledges the payment before it is made.` : `A ${rolesWith('approve')} signs, never twice the same person.`}
            done={claim.approved_by.map((name) => <Done key={name} by={name} at={times.get(`claim_approved ${name}`)} />)}>
            {left > 0 && claim.state === 'pending' && <ApproveNow claim={claim} />}
        </Step>
    );
}

const complianceWords: Record<string, string> = {
    ofac: 'Sanctions list (OFAC) searched',
    'title 31': 'Cash transaction report (Title 31)',
    'tax form': 'Tax form filled in and signed',
    id: 'Identity of the patron checked',
    'patron record': 'Record of the patron made',
};

function ComplianceItem({ claim, item, times, patron }: Omit<Props, 'is'> & { item: string; patron: string }) {
    const asking = useAsk();
    const done = claim.complied.find((c) => c.item === item);
    return (
        <li class="row apart comply">
            <span>{complianceWords[item] ?? item}</span>
            {done ? <Done by={done.by} at={times.get(`claim_complied ${item}`)} /> : claim.state === 'pending' && (
                <Button disabled={asking.busy} aria-label={`Confirm ${item}`}
                    onClick={() => asking.run((user) => post(`/claims/${claim.claim}/comply`, { item, user, ...(patron && { patron }) }))}>
                    Confirm
                </Button>
            )}
        </li>
    );
}

export function Compliance({ claim, is, times }: Props) {
    const items = claim.needs.compliance;
    const [patron, setPatron] = useState('');
    if (items.length === 0) return null;
    return (
        <Step is={is} title={`Compliance: ${claim.complied.length} of ${items.length}`} who={`Each check is confirmed by a ${rolesWith('claim')}.`}>
            <Allowed right="claim">
                {is !== 'done' && <TextField label="Patron, as the house knows them (optional)" value={patron} onValue={setPatron}
                    hint="A jackpot paid in cheques counts with the patron's cash of the day." />}
                <ul>{items.map((item) => <ComplianceItem key={item} claim={claim} item={item} times={times} patron={patron.trim()} />)}</ul>
            </Allowed>
        </Step>
    );
}

const methods: Record<string, string> = { cheques: 'Cheques', check: 'Casino check' };

export function Method({ claim, is, times }: Props) {
    const asking = useAsk();
    const limit = claim.needs.cheques_up_to;
    const onlyCheck = limit !== null && micros(claim.amount) > micros(limit);
    const choose = (method: string) => asking.run((user) => post(`/claims/${claim.claim}/method`, { method, user }));
    const words = limit === null ? 'Cheques at the table or a casino check.'
        : onlyCheck ? `Above ${money(limit)}: a casino check.`
            : `Cheques at the table up to ${money(limit)}, or a casino check when the patron asks for it.`;
    return (
        <Step is={is} title="Payment" who={words}
            done={is === 'done' && <Done by={methods[claim.method] ?? 'Cheques'} at={times.get('claim_method')} />}>
            {claim.state === 'pending' && (
                <Allowed right="claim">
                    <div class="row" role="group" aria-label="Method of payment">
                        <Button disabled={asking.busy || onlyCheck} aria-pressed={claim.method === 'cheques'} onClick={() => choose('cheques')}>
                            Cheques
                        </Button>
                        <Button disabled={asking.busy} aria-pressed={claim.method === 'check'}
                            onClick={() => choose('check')}>Casino check</Button>
                    </div>
                </Allowed>
            )}
        </Step>
    );
}
