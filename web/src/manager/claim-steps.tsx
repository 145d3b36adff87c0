// What people confirm before a claim is paid (TAB-7, UTH-17). Each step shows who did it.
import { useState } from 'preact/hooks';
import { post } from '../lib/api';
import { exact, micros, money } from '../lib/money';
import { isOpen } from '../lib/session';
import { Allowed } from '../ui/allowed';
import { Button } from '../ui/button';
import { Tick } from '../ui/field';
import { useAsk } from './ask';
import { SignButton } from './sign-button';
import type { Claim } from './types';
import { me } from './who';

interface Props {
    claim: Claim;
}

const itemWords: Record<string, string> = {
    hand: 'The hand is what the award asks for',
    leds: 'The seat\'s LEDs are on: the wager was registered',
    shuffle: 'The cards were shuffled as they must be',
    wager: 'The wager was made before the deal',
    sequence: 'The cards came in sequence',
    meter: 'The meter agrees with the last reading',
    deck: 'The deck was checked and counted',
};

function Done({ by }: { by: string }) {
    return <span class="badge good">✓ {by}</span>;
}

export function Checklist({ claim }: Props) {
    const [ticked, setTicked] = useState<string[]>([]);
    const asking = useAsk();
    const { items } = claim.needs;
    if (items.length === 0) return null;
    const verified = claim.verified_by;
    const tick = (item: string, on: boolean) => setTicked(on ? [...ticked, item] : ticked.filter((other) => other !== item));
    const send = () => asking.run((user) => post(`/claims/${claim.claim}/verify`, { items, user }));
    return (
        <section class="panel stack">
            <div class="row apart"><h2>Verification</h2>{verified && <Done by={verified} />}</div>
            <ul>
                {items.map((item) => (
                    <li key={item}>
                        <Tick label={itemWords[item] ?? item} checked={verified ? claim.items.includes(item) : ticked.includes(item)}
                            disabled={verified !== null || claim.state !== 'pending'} onValue={(on) => tick(item, on)} />
                    </li>
                ))}
            </ul>
            {!verified && claim.state === 'pending' && (
                <Allowed right="claim">
                    <div><Button kind="main" disabled={asking.busy || !items.every((i) => ticked.includes(i))} onClick={send}>
                        {me.value ? `Confirm all as ${me.value}` : 'Confirm all'}
                    </Button></div>
                </Allowed>
            )}
        </section>
    );
}

// Why this person cannot approve; null when they can.
function unfit(claim: Claim): string | null {
    if (claim.needs.items.length > 0 && !claim.verified_by) return 'The checklist is confirmed first.';
    if (me.value && claim.approved_by.includes(me.value)) return `${me.value} has approved; another person is next.`;
    if (me.value && claim.needs.approvals === 1 && claim.verified_by === me.value)
        return `${me.value} verified it and cannot be the only approver.`;
    return null;
}

export function Approvals({ claim }: Props) {
    const asking = useAsk();
    const { approvals } = claim.needs;
    if (approvals === 0) return null;
    const left = approvals - claim.approved_by.length;
    const why = unfit(claim);
    const who = left === approvals ? 'Different people approve' : 'Another person approves';
    const send = () => {
        // what was seen is what is approved: a meter that goes on does not change it
        const { amount, table } = claim;
        const seen = isOpen.value ? {} : { amount, table };
        void asking.run((user, signed) => post(`/claims/${claim.claim}/approve`, { user, ...seen, ...signed }), {
            title: 'Sign the approval', act: `Approve ${money(amount)}`, second: null,
            says: [`Claim ${claim.claim}: ${claim.award}, table ${table} seat ${claim.seat}, round ${claim.round}.`,
                `${exact(amount)}${claim.frozen ? '' : ' as the meter stood when this was opened'}, from ${claim.from} of ${claim.link}.`,
                `This is approval ${claim.approved_by.length + 1} of ${approvals}.`],
        });
    };
    return (
        <section class="panel stack">
            <h2>Approvals: {claim.approved_by.length} of {approvals}</h2>
            <ul class="row">
                {claim.approved_by.map((name) => <li key={name}><Done by={name} /></li>)}
                {Array.from({ length: left }, (_, i) => <li key={i}><span class="badge">not yet</span></li>)}
            </ul>
            {left > 0 && claim.state === 'pending' && (
                <>
                    <p class="quiet small">{why ?? `${who} the payment of ${money(claim.amount)}.`}</p>
                    <Allowed right="approve">
                        <div>
                            <SignButton disabled={asking.busy || why !== null} act={me.value ? `approve as ${me.value}` : 'approve'}
                                onAct={send} />
                        </div>
                    </Allowed>
                </>
            )}
        </section>
    );
}

function ComplianceItem({ claim, item }: Props & { item: string }) {
    const asking = useAsk();
    const done = claim.complied.find((c) => c.item === item);
    return (
        <li class="row apart step">
            <span>{item}</span>
            {done ? <Done by={done.by} /> : claim.state === 'pending' && (
                <Button disabled={asking.busy} aria-label={`Confirm ${item}`}
                    onClick={() => asking.run((user) => post(`/claims/${claim.claim}/comply`, { item, user }))}>
                    Confirm
                </Button>
            )}
        </li>
    );
}

export function Compliance({ claim }: Props) {
    if (claim.needs.compliance.length === 0) return null;
    return (
        <section class="panel stack">
            <h2>Compliance</h2>
            <p class="quiet small">Each check is confirmed by a named person before anything is paid.</p>
            <Allowed right="claim">
                <ul>{claim.needs.compliance.map((item) => <ComplianceItem key={item} claim={claim} item={item} />)}</ul>
            </Allowed>
        </section>
    );
}

export function Method({ claim }: Props) {
    const asking = useAsk();
    const limit = claim.needs.cheques_up_to;
    const onlyCheck = limit !== null && micros(claim.amount) > micros(limit);
    const choose = (method: string) => asking.run((user) => post(`/claims/${claim.claim}/method`, { method, user }));
    return (
        <section class="panel stack">
            <h2>Payment</h2>
            <p class="quiet small">
                {limit === null ? 'Cheques at the table or a casino check.'
                    : onlyCheck ? `Above ${money(limit)}: a casino check.`
                        : `Cheques at the table up to ${money(limit)}, or a casino check when the patron asks for it.`}
            </p>
            <Allowed right="claim">
                <div class="row" role="group" aria-label="Method of payment">
                    <Button disabled={asking.busy || onlyCheck} aria-pressed={claim.method === 'cheques'} onClick={() => choose('cheques')}>
                        Cheques
                    </Button>
                    <Button disabled={asking.busy} aria-pressed={claim.method === 'check'}
                        onClick={() => choose('check')}>Casino check</Button>
                </div>
            </Allowed>
        </section>
    );
}
