// TAB-10: simultaneous high jackpots at several tables are paid in the order surveillance saw them.
import { useState } from 'preact/hooks';
import { post } from '../lib/api';
import { money } from '../lib/money';
import { Button, HoldButton } from '../ui/button';
import { TextField } from '../ui/field';
import { say } from '../ui/toast';
import { useAsk } from './ask';
import type { Claim } from './types';

function moved(order: number[], at: number, by: number): number[] {
    const next = [...order];
    [next[at], next[at + by]] = [next[at + by]!, next[at]!];
    return next;
}

export function OrderRuling({ link, claims }: { link: string; claims: Claim[] }) {
    const [chosen, setChosen] = useState<number[]>([]);
    const [text, setText] = useState('');
    const asking = useAsk(['order', 'text']);
    const known = new Set(claims.map((c) => c.claim));
    // A claim that came meanwhile stands last until it is moved.
    const order = [...chosen.filter((n) => known.has(n)), ...claims.map((c) => c.claim).filter((n) => !chosen.includes(n))];
    const send = async () => {
        if (await asking.run((user) => post(`/links/${link}/order`, { order, user, text }))) say('The order is recorded.');
    };
    return (
        <section class="panel stack attention" aria-label="Order of simultaneous jackpots">
            <h2>Which came first?</h2>
            <p>
                High jackpots wait at several tables of {link}. None is paid until surveillance's ruling is recorded;
                then they are paid in that order.
            </p>
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
            {asking.fault('order') && <p class="fault" role="alert">{asking.fault('order')}</p>}
            <TextField label="Ruling of surveillance" value={text} onValue={setText} lines={2} required fault={asking.fault('text')}
                hint="Who looked at which recording, and what it showed." />
            <div><HoldButton disabled={asking.busy || text.trim() === ''} onHeld={send}>Hold to record this order</HoldButton></div>
        </section>
    );
}
