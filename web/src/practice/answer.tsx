// The trainee's answer about one wager: take, push, pay an amount, or nothing due.
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { isAmount, money } from '../lib/money';
import { Button } from '../ui/button';
import { Correction } from './correction';
import { allAnswered, announce, busy, current, dealing, mustAnnounce, settle, takeBack, training } from './trainer-state';
import type { Step, Verdict } from './types';

const keys: Record<string, Verdict> = { t: 'take', p: 'push', n: 'none' };

function AnswerForm({ step }: { step: Step }) {
    const [amount, setAmount] = useState('');
    const [fault, setFault] = useState('');
    const field = useRef<HTMLInputElement>(null);
    useLayoutEffect(() => field.current?.focus(), []);
    const give = (verdict: Verdict) => {
        if (verdict === 'pay' && !isAmount(amount)) return setFault('Type what you pay: 40 or 7.50.');
        settle(step, verdict, amount);
    };
    const from = step.from_seat === null ? '' : ` from seat ${step.from_seat}`;
    return (
        <form class="answer" onSubmit={(event) => { event.preventDefault(); give('pay'); }}>
            <h2>Seat {step.seat}: {step.label}{from}, {money(step.stake)}</h2>
            <label class="field">
                Amount
                <input ref={field} class="input" inputMode="decimal" autocomplete="off" value={amount}
                    aria-invalid={fault ? 'true' : 'false'} aria-describedby="answer-help"
                    onInput={(event) => { setAmount(event.currentTarget.value.trim()); setFault(''); }}
                    onKeyDown={(event) => {
                        const verdict = event.ctrlKey || event.altKey || event.metaKey ? undefined : keys[event.key.toLowerCase()];
                        if (!verdict) return;
                        event.preventDefault();
                        give(verdict);
                    }} />
            </label>
            <div class="answer-buttons">
                <Button kind="main" type="submit" disabled={busy.value}>Pay</Button>
                <Button disabled={busy.value} onClick={() => give('take')}>Take</Button>
                <Button disabled={busy.value} onClick={() => give('push')}>Push</Button>
                <Button disabled={busy.value} onClick={() => give('none')}>Nothing</Button>
            </div>
            <p id="answer-help" class="small">
                {fault ? <span class="fault-note">{fault}</span> : (
                    <span class="quiet">
                        The amount is what you pay besides a stake that goes back. In the field: Enter pays, T takes, P pushes,
                        N nothing due.
                    </span>
                )}
            </p>
        </form>
    );
}

function Announcement() {
    const box = useRef<HTMLDivElement>(null);
    useEffect(() => box.current?.querySelector('button')?.focus(), []);
    return (
        <div class="answer" ref={box}>
            <h2>What do you announce?</h2>
            <div class="row">
                {dealing.value?.announcements.map((said) => (
                    <Button key={said} disabled={busy.value} onClick={() => announce(said)}>Dealer {said}</Button>
                ))}
            </div>
        </div>
    );
}

export function AnswerPanel() {
    const drill = training.value.drill;
    const step = current.value;
    if (!drill || !dealing.value || allAnswered.value) return null;
    return (
        <section class="panel answer-panel" aria-label="Your answer">
            {mustAnnounce.value ? <Announcement />
                : step ? <AnswerForm key={`${step.seat} ${step.wager} ${step.from_seat}`} step={step} />
                : <p class="answer"><strong>Choose the wager you settle next.</strong></p>}
            {drill.immediate ? <Correction /> : (
                <div class="row">
                    <span class="quiet">{drill.answers.length} answered</span>
                    <Button disabled={busy.value || drill.answers.length === 0} onClick={takeBack}>Take back the last answer</Button>
                </div>
            )}
        </section>
    );
}
