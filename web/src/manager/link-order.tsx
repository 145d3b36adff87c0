// TAB-10: simultaneous high jackpots at several tables are paid in the order surveillance saw them.
import { useState } from 'preact/hooks';
import { post } from '../lib/api';
import { money } from '../lib/money';
import { Allowed } from '../ui/allowed';
import { Button } from '../ui/button';
import { TextField } from '../ui/field';
import { say } from '../ui/toast';
import { useAsk } from './ask';
import { SecondPerson, useSecond } from './second';
import { SignButton } from './sign-button';
import type { Claim, Link } from './types';

function moved(order: number[], at: number, by: number): number[] {
    const next = [...order];
    [next[at], next[at + by]] = [next[at + by]!, next[at]!];
    return next;
}

// Surveillance records its own finding; the order that two people record rests on it (PIT-8).
function useFinding(link: string, order: number[], text: string) {
    const asking = useAsk(['order', 'text']);
    const send = async () => {
        if (await asking.run((user) => post(`/links/${link}/finding`, { order, text: text.trim(), user }))) say("Surveillance's finding is recorded.");
    };
    return { asking, send };
}

// Shows surveillance's finding to the person who rules, and says so when the order on the screen differs from it.
function Found({ by, found, order }: { by: string | null; found: number[]; order: number[] }) {
    if (by === null || found.length === 0) return null;
    const is = found.every((number, i) => order[i] === number);
    return (
        <p class="banner" role="status">
            {by} of surveillance found: {found.map((number) => `claim ${number}`).join(', then ')}.{!is && ' The order below is another.'}
        </p>
    );
}

export function OrderRuling({ of, claims }: { of: Link; claims: Claim[] }) {
    const { link } = of;
    const [moves, setChosen] = useState<number[] | null>(null);
    const [text, setText] = useState('');
    const second = useSecond();
    const asking = useAsk(['order', 'text', 'approver']);
    const known = new Set(claims.map((c) => c.claim));
    const found = of.found.filter((n) => known.has(n));
    const chosen = moves ?? found;
    // A claim that came meanwhile stands last until somebody moves it.
    const order = [...chosen.filter((n) => known.has(n)), ...claims.map((c) => c.claim).filter((n) => !chosen.includes(n))];
    const finding = useFinding(link, order, text);
    const send = async () => {
        const done = await asking.run((user, signed) => post(`/links/${link}/order`, { order, user, text, ...signed }), {
            title: 'Sign the order of payment', act: 'Record this order', second,
            says: [`High jackpots of ${link} are paid in this order:`, ...order.map((number, i) => {
                const claim = claims.find((c) => c.claim === number)!;
                return `${i + 1}. claim ${number}, ${claim.award}, ${claim.table} seat ${claim.seat}, ${money(claim.amount)}`;
            }), `Ruling: ${text.trim()}`],
        });
        if (done) say('The order is recorded.');
    };
    return (
        <section class="panel stack attention" aria-label="Order of simultaneous jackpots">
            <h2>Which came first?</h2>
            <p>
                High jackpots wait at several tables of {link}. None is paid until surveillance's ruling is recorded;
                then they are paid in that order.
            </p>
            <Found by={of.found_by} found={found} order={order} />
            <ol class="order">
                {order.map((number, i) => {
                    const claim = claims.find((c) => c.claim === number)!;
                    return (
                        <li key={number}>
                            <b>{i + 1}.</b>
                            <span>
                                <a href={`#/claims/${number}`}>Claim {number}</a>: {claim.award}, {claim.table} seat {claim.seat},{' '}
                                {money(claim.amount)}
                            </span>
                            <Button disabled={i === 0} aria-label={`Move claim ${number} up`}
                                onClick={() => setChosen(moved(order, i, -1))}>
                                ↑
                            </Button>
                            <Button disabled={i === order.length - 1} aria-label={`Move claim ${number} down`}
                                onClick={() => setChosen(moved(order, i, 1))}>
                                ↓
                            </Button>
                        </li>
                    );
                })}
            </ol>
            {(asking.fault('order') ?? finding.asking.fault('order')) && <p class="fault" role="alert">{asking.fault('order') ?? finding.asking.fault('order')}</p>}
            <TextField label="Ruling of surveillance" value={text} onValue={setText} lines={2} required fault={asking.fault('text') ?? finding.asking.fault('text')}
                hint="Who looked at which recording, and what it showed." />
            <Allowed right="find">
                <div><Button disabled={finding.asking.busy || text.trim() === ''} onClick={finding.send}>Record this as surveillance's finding</Button></div>
            </Allowed>
            <SecondPerson second={second} fault={asking.fault('approver')} />
            <Allowed right="house">
                <div>
                    <SignButton disabled={asking.busy || text.trim() === '' || !second.isReady} act="record this order" onAct={send} />
                </div>
            </Allowed>
        </section>
    );
}
