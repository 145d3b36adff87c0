// Lets another person approve at this screen, with a name and password of their own, for this claim and this amount only.
import { useState } from 'preact/hooks';
import { post, Refusal, why } from '../lib/api';
import { exact, money } from '../lib/money';
import { roleMay } from '../lib/rights';
import { isOpen } from '../lib/session';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { Choice, TextField } from '../ui/field';
import { Fault } from '../ui/sign-in';
import { say } from '../ui/toast';
import { refresh } from './state';
import type { Claim } from './types';
import { me, people } from './who';

// The people who may give the next approval, without the person who sits here.
export function otherApprovers(claim: Claim): { value: string; label: string }[] {
    const isOnly = claim.needs.approvals === 1;
    return people.value
        .filter((p) => p.name !== me.value && !p.barred && roleMay(p.role, 'approve') && (isOpen.value || p.has_password))
        .filter((p) => !claim.approved_by.includes(p.name) && !(isOnly && claim.verified_by === p.name))
        .map((p) => ({ value: p.name, label: [p.name, p.role, p.department].filter(Boolean).join(' · ') }));
}

function useSignature(claim: Claim, onEnd: () => void) {
    const [user, setUser] = useState('');
    const [password, setPassword] = useState('');
    const [busy, setBusy] = useState(false);
    const [refused, setRefused] = useState<unknown>(null);
    const ready = !busy && user !== '' && (isOpen.value || password !== '');
    const send = async (event: Event) => {
        event.preventDefault();
        if (!ready) return;
        setBusy(true);
        setRefused(null);
        setPassword('');
        const seen = isOpen.value ? {} : { amount: claim.amount, table: claim.table, proof: { password } };
        try {
            await post(`/claims/${claim.claim}/approve`, { user, ...seen });
            say(`${user} has approved ${money(claim.amount)}.`);
            onEnd();
        } catch (error) {
            setRefused(error);
            setBusy(false);
        }
        void refresh();
    };
    const fault = (field: string) => (refused instanceof Refusal && refused.field === field ? refused.message : null);
    const rest = refused && fault('password') === null && fault('user') === null ? why(refused) : null;
    return { user, setUser, password, setPassword, ready, busy, send, fault, rest };
}

export function SignHere({ claim, onEnd }: { claim: Claim; onEnd: () => void }) {
    const [asSeen] = useState(claim); // fixed when the dialog opens, because people sign what they saw
    const sign = useSignature(asSeen, onEnd);
    return (
        <Dialog title="Another person approves here" onClose={onEnd}>
            <form class="stack" onSubmit={sign.send} autocomplete="off">
                <div class="signing">
                    <p>{asSeen.award}, table {asSeen.table} seat {asSeen.seat}, round {asSeen.round}.</p>
                    <p>{exact(asSeen.amount)}{asSeen.frozen ? '' : ' as the meter stood when this was opened'}, from {asSeen.from} of {asSeen.link}.</p>
                    <p>This is approval {asSeen.approved_by.length + 1} of {asSeen.needs.approvals}.</p>
                </div>
                <Choice label="Who approves" value={sign.user} onValue={sign.setUser} required fault={sign.fault('user')}
                    hint="Sits down here. The approval is written under this name; whoever is signed in stays so."
                    options={[{ value: '', label: 'Choose…' }, ...otherApprovers(asSeen)]} />
                {!isOpen.value && (
                    <TextField label={sign.user ? `Password of ${sign.user}` : 'Password'} type="password" autocomplete="off" required
                        value={sign.password} onValue={sign.setPassword} fault={sign.fault('password')} />
                )}
                <Fault text={sign.rest} />
                <div class="ends">
                    <Button onClick={onEnd}>Cancel</Button>
                    <Button kind="main" type="submit" disabled={!sign.ready}>{sign.busy ? 'Checking…' : `Approve ${money(asSeen.amount)}`}</Button>
                </div>
            </form>
        </Dialog>
    );
}
