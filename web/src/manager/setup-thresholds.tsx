// REG-16: thresholds, the amounts above which something must be done, each from a certain day on.
import { useState } from 'preact/hooks';
import { get, post } from '../lib/api';
import { isAmount, money } from '../lib/money';
import { momentOf, stamp } from '../lib/time';
import { Allowed } from '../ui/allowed';
import { Button } from '../ui/button';
import { Choice, TextField } from '../ui/field';
import { say } from '../ui/toast';
import { useAsk } from './ask';
import { Changes } from './changes';
import { useLoad } from './use-load';
import { SecondPerson, useSecond } from './second';

interface Answer {
    thresholds: { item: string; amount: string; effective: number }[];
    in_force: Record<string, string | null>;
}

const items: Record<string, string> = {
    'cash report': 'Cash is reported above',
    'tax form': 'A tax form is due from',
    check: 'Cheques are paid up to; above it, a casino check',
};

function Form({ now, onDone }: { now: Answer; onDone: () => void }) {
    const [item, setItem] = useState('check');
    const [amount, setAmount] = useState('');
    const [from, setFrom] = useState('');
    const second = useSecond();
    const asking = useAsk(['item', 'amount', 'effective', 'approver']);
    const ready = isAmount(amount) && from !== '' && second.isReady;
    const old = now.in_force[item];
    const what = from ? `${item}, from ${from.replace('T', ' ')}` : item;
    const send = async () => {
        const effective = momentOf(from);
        const done = await asking.run((user, signed) => post('/thresholds', { item, amount, effective, user, ...signed }), {
            title: 'Sign the threshold', act: 'Set it', second,
            says: [`Threshold "${item}": ${old ? money(old) : 'none'} becomes ${money(amount)}.`, `In force from ${from.replace('T', ' ')}.`],
        });
        if (!done) return;
        say('The threshold is set.');
        setAmount('');
        onDone();
    };
    return (
        <form class="panel stack form" onSubmit={(event) => { event.preventDefault(); if (ready) void send(); }}>
            <h2>Set a threshold</h2>
            <Choice label="Which" value={item} onValue={setItem} options={Object.keys(items).map((value) => ({ value, label: value }))}
                hint={items[item] ?? ''} fault={asking.fault('item')} />
            <TextField label="Amount" value={amount} onValue={setAmount} inputMode="decimal"
                fault={asking.fault('amount') ?? (amount && !isAmount(amount) ? 'Write an amount such as 10000 or 10000.50.' : null)} />
            <TextField label="In force from" type="datetime-local" value={from} onValue={setFrom} fault={asking.fault('effective')} />
            {isAmount(amount) && <Changes isNew={false} rows={[{ what, old: old ? money(old) : 'none', now: money(amount) }]} />}
            <SecondPerson second={second} fault={asking.fault('approver')} />
            <div><Button kind="main" type="submit" disabled={!ready || asking.busy}>Set it</Button></div>
        </form>
    );
}

export function Thresholds() {
    const { value, fault, again } = useLoad((signal) => get<Answer>('/thresholds', signal), 'thresholds', null);
    if (!value) return <p class="quiet">{fault ?? 'Asking the manager…'}</p>;
    return (
        <>
            <section class="panel stack">
                <h2>In force</h2>
                <dl class="facts">
                    {Object.entries(items).map(([item, about]) => {
                        const amount = value.in_force[item];
                        return [<dt key={item}>{about}</dt>, <dd key={`${item}=`}>{amount ? money(amount) : 'not set'}</dd>];
                    })}
                </dl>
            </section>
            <div class="panel flush table-scroll" role="region" aria-label="All thresholds" tabIndex={0}>
                <table class="table">
                    <thead><tr><th>Which</th><th class="number">Amount</th><th>From</th></tr></thead>
                    <tbody>
                        {value.thresholds.map((t) => (
                            <tr key={`${t.item} ${t.effective}`}>
                                <td>{t.item}</td><td class="number">{money(t.amount)}</td>
                                <td>{t.effective > 0 ? stamp(t.effective) : 'the start'}</td>
                            </tr>
                        ))}
                    </tbody>
                </table>
            </div>
            <Allowed right="set"><Form now={value} onDone={again} /></Allowed>
        </>
    );
}
