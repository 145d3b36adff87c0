// PIT-1: a win was on the table when the system failed, so people rule on it, two of them for a high jackpot. An approved high
// jackpot can be taken away only in the same way (PIT-7).
import { useState } from 'preact/hooks';
import { post } from '../lib/api';
import { exact } from '../lib/money';
import { Allowed } from '../ui/allowed';
import { TextField } from '../ui/field';
import { say } from '../ui/toast';
import { useAsk } from './ask';
import { SecondPerson, useSecond } from './second';
import { SignButton } from './sign-button';
import type { Claim } from './types';

// True for a high jackpot with an approval: one person alone may no longer cancel it.
export const isApprovedHigh = ({ key, approved_by: by }: Claim) => key === 'high' && by.length > 0;

const rulings = { pay: 'pay the claim', void: 'declare it void' };

export function Ruling({ claim }: { claim: Claim }) {
    const [text, setText] = useState('');
    const second = useSecond();
    const asking = useAsk(['text', 'approver']);
    const title = claim.held ? 'A ruling is awaited' : 'Declare it void';
    const takesTwo = claim.key === 'high';
    const isReady = text.trim() !== '' && (!takesTwo || second.isReady) && !asking.busy;
    const send = async (item: keyof typeof rulings) => {
        const done = await asking.run((user, signed) => post(`/claims/${claim.claim}/rule`, { item, text, user, ...signed }), {
            title: 'Sign the ruling', act: `Rule: ${rulings[item]}`, second: takesTwo ? second : null,
            says: [`Claim ${claim.claim}: ${claim.award}, table ${claim.table} seat ${claim.seat}, ${exact(claim.amount)}.`,
                `Ruling: ${rulings[item]}. ${text.trim()}`],
        });
        if (done) say(`The ruling on claim ${claim.claim} is recorded.`);
    };
    return (
        <section class="panel stack attention" aria-label={title}>
            <h2>{title}</h2>
            {claim.held ? <p>The system failed with this win on the table. The hands stay as they lie until {takesTwo ? 'two people have' : 'a supervisor has'} ruled.</p>
                : <p>This high jackpot is approved. Two people declare it void; nobody takes it away alone.</p>}
            <TextField label="Reason of the ruling" value={text} onValue={setText} lines={2} required fault={asking.fault('text')} />
            {takesTwo && <SecondPerson second={second} fault={asking.fault('approver')} />}
            <Allowed right="house">
                <div class="row">
                    {(claim.held ? ['pay', 'void'] as const : ['void'] as const).map((item) =>
                        <SignButton key={item} disabled={!isReady} act={rulings[item]} onAct={() => void send(item)} />)}
                </div>
            </Allowed>
        </section>
    );
}
