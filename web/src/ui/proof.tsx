// Asks for the passwords of the people who answer for an action: anew for each action, and with what it does in words. The
// passwords are sent with the request and kept nowhere.
import { signal } from '@preact/signals';
import { useState } from 'preact/hooks';
import { Refusal, why } from '../lib/api';
import { signedIn } from '../lib/session';
import { Button } from './button';
import { Dialog } from './dialog';
import { Choice, TextField } from './field';

// The members that are added to the request's own.
export interface Signed {
    approver?: string;
    proof?: { password: string; approver_password?: string };
}

interface ToSign {
    title: string;
    says: string[]; // what is signed, line by line
    act: string; // the words on the button
    others: { value: string; label: string }[] | null; // who may be the second person; null if one person is enough
    send: (signed: Signed) => Promise<unknown>;
}

interface Asked extends ToSign {
    end: (outcome: boolean | Error) => void;
}

const asked = signal<Asked | null>(null);

// Resolves to true when the request was accepted, and to false when they did not sign. A refusal that is not about the passwords is
// thrown.
export function prove(what: ToSign): Promise<boolean> {
    return new Promise((done, failed) => {
        asked.value?.end(false);
        asked.value = {
            ...what,
            end: (outcome) => {
                asked.value = null;
                if (outcome instanceof Error) failed(outcome);
                else done(outcome);
            },
        };
    });
}

const own = new Set(['password', 'approver_password', 'approver', 'proof']);
const isAboutProof = (error: unknown): error is Refusal =>
    error instanceof Refusal && (error.status === 401 || error.status === 429 || error.code === 'proof' || own.has(error.field ?? ''));

const nothing = { approver: '', password: '', approver_password: '' };

function useProof({ others, send, end }: Asked) {
    const [typed, setTyped] = useState(nothing);
    const [busy, setBusy] = useState(false);
    const [refused, setRefused] = useState<Refusal | null>(null);
    const two = others !== null;
    const { approver, password, approver_password } = typed;
    const ready = !busy && password !== '' && (!two || (approver !== '' && approver_password !== ''));
    const submit = async (event: Event) => {
        event.preventDefault();
        if (!ready) return;
        setBusy(true);
        setRefused(null);
        setTyped({ ...nothing, approver });
        try {
            await send(two ? { approver, proof: { password, approver_password } } : { proof: { password } });
            end(true);
        } catch (error) {
            setBusy(false);
            if (isAboutProof(error)) setRefused(error);
            else end(error instanceof Error ? error : new Error(why(error)));
        }
    };
    const fault = (field: string) => (refused?.field === field ? refused.message : null);
    const set = (part: Partial<typeof nothing>) => setTyped({ ...typed, ...part });
    return { typed, set, busy, ready, submit, fault, rest: refused && !own.has(refused.field ?? '') ? refused.message : null };
}

function Second({ others, proof }: { others: NonNullable<ToSign['others']>; proof: ReturnType<typeof useProof> }) {
    const { typed, set, fault } = proof;
    return (
        <fieldset class="plain-set stack">
            <legend class="hidden-visually">Second person</legend>
            <Choice label="Second person" value={typed.approver} onValue={(approver) => set({ approver })} required
                fault={fault('approver')}
                hint={others.length === 0 ? 'Nobody else on this floor may sign as the second person yet.' : 'Sits down here and types the password. Never yourself.'}
                options={[{ value: '', label: 'Choose…' }, ...others]} />
            <TextField label={typed.approver ? `Password of ${typed.approver}` : 'Password of the second person'} type="password"
                autocomplete="off"
                value={typed.approver_password} onValue={(approver_password) => set({ approver_password })} required
                fault={fault('approver_password')} />
        </fieldset>
    );
}

function ProofForm({ what }: { what: Asked }) {
    const proof = useProof(what);
    const me = signedIn.value?.person ?? '';
    return (
        <Dialog title={what.title} onClose={() => what.end(false)}>
            <form class="stack" onSubmit={proof.submit} autocomplete="off">
                <div class="signing">{what.says.map((line, i) => <p key={i}>{line}</p>)}</div>
                <TextField label={`Password of ${me}`} type="password" autocomplete="off" value={proof.typed.password}
                    onValue={(password) => proof.set({ password })} required fault={proof.fault('password') ?? proof.fault('proof')} />
                {what.others && <Second others={what.others} proof={proof} />}
                <div role="alert">{proof.rest && <p class="banner bad">{proof.rest}</p>}</div>
                <div class="ends">
                    <Button onClick={() => what.end(false)}>Cancel</Button>
                    <Button kind="main" type="submit" disabled={!proof.ready}>{proof.busy ? 'Checking…' : what.act}</Button>
                </div>
            </form>
        </Dialog>
    );
}

export function ProofDialog() {
    return asked.value && <ProofForm what={asked.value} />;
}
