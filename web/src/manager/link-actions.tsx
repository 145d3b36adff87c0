// Actions on a link: open, close, correct a meter (REG-9), transfer (REG-14).
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { post } from '../lib/api';
import { exact, micros, money } from '../lib/money';
import { Allowed } from '../ui/allowed';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { Choice, TextField, Tick } from '../ui/field';
import { say } from '../ui/toast';
import { useAsk, type Asking } from './ask';
import { SecondPerson, useSecond } from './second';
import { whole } from './state';
import type { Link } from './types';

interface Props {
    link: Link;
    onEnd: () => void;
}

interface FormProps {
    title: string;
    act: string; // the words on the button
    danger?: boolean;
    ready: boolean;
    asking: Asking;
    onSend: () => void;
    onEnd: () => void;
    children: ComponentChildren;
}

// A dialog with a form that is sent once.
export function ActionForm(p: FormProps) {
    return (
        <Dialog title={p.title} onClose={p.onEnd}>
            <form class="stack" onSubmit={(event) => { event.preventDefault(); if (p.ready) p.onSend(); }}>
                {p.children}
                <div class="ends">
                    <Button onClick={p.onEnd}>Cancel</Button>
                    <Button kind={p.danger ? 'danger' : 'main'} type="submit" disabled={!p.ready || p.asking.busy}>{p.act}</Button>
                </div>
            </form>
        </Dialog>
    );
}

export function OpenOrClose({ link, onEnd }: Props) {
    const [text, setText] = useState('');
    const asking = useAsk(['text']);
    const send = async () => {
        const done = await asking.run((user) =>
            link.open ? post(`/links/${link.link}/close`, text ? { user, text } : { user }) : post(`/links/${link.link}/open`, { user }));
        if (!done) return;
        say(`${link.link} is ${link.open ? 'closed' : 'open'}.`);
        onEnd();
    };
    return (
        <ActionForm title={link.open ? `Close ${link.link}` : `Open ${link.link}`} act={link.open ? 'Close the link' : 'Open the link'}
            danger={link.open} ready asking={asking} onSend={send} onEnd={onEnd}>
            {link.open ? (
                <>
                    <p>No table of this link takes progressive wagers until it is opened again. The meters stay.</p>
                    <TextField label="Why (goes into the log)" value={text} onValue={setText} lines={2} fault={asking.fault('text')} />
                </>
            ) : <p>The tables of this link take progressive wagers again.</p>}
        </ActionForm>
    );
}

// An open link cannot be changed (REG-6): this says so, and offers to close it.
export function MustClose({ link }: { link: Link }) {
    const asking = useAsk();
    if (!link.open) return null;
    return (
        <div class="banner gold stack">
            <span>{link.link} is open. Nothing of it changes until it is closed, and no round of its tables is in play.</span>
            <Allowed right="house">
                <Button disabled={asking.busy} onClick={() => asking.run((user) => post(`/links/${link.link}/close`, { user }))}>
                    Close {link.link} now
                </Button>
            </Allowed>
        </div>
    );
}

// What is wrong with the amount of a change; null if nothing is.
export function changeFault(text: string): string | null {
    if (!/^-?\d+(\.\d{1,6})?$/.test(text)) return 'Write an amount with its sign, such as 12.50 or -12.50.';
    if (/^-?\d{11,}/.test(text)) return 'That is more than a meter can hold: ten digits before the point at most.';
    return /[1-9]/.test(text) ? null : 'Zero changes nothing.';
}

const UNUSUAL = 10n; // a correction is usually cents or dollars; one of this many times the meter is questioned

// How many times the meter a change is, for a question; null where the change is not unusual.
function timesMeter(change: string, amount: string): string | null {
    const [by, meter] = [micros(change.replace(/^-/, '')), micros(amount)];
    if (meter <= 0n || by < UNUSUAL * meter) return null;
    return (by / meter).toLocaleString('en');
}

export function Correct({ link, onEnd }: Props) {
    const [from, setFrom] = useState(link.meters[0]?.name ?? '');
    const [change, setChange] = useState('');
    const [text, setText] = useState('');
    const second = useSecond();
    const asking = useAsk(['from', 'change', 'text', 'approver']);
    const level = link.meters.find((l) => l.name === from);
    const wrong = changeFault(change);
    const valid = wrong === null;
    const times = level && valid ? timesMeter(change, level.amount) : null;
    const [meant, setMeant] = useState('');
    const send = async () => {
        const done = await asking.run((user, signed) => post(`/links/${link.link}/correct`, { from, change, text, user, ...signed }), {
            title: 'Sign the correction', act: 'Correct the meter', second,
            says: [`${from} of ${link.link} changes by ${exact(change)}.`, `From ${exact(level!.amount)} to ${exact(sum(level!.amount, change))}.`,
                `Reason: ${text.trim()}`],
        });
        if (!done) return;
        say(`${from} of ${link.link} is corrected by ${money(change)}.`);
        onEnd();
    };
    return (
        <ActionForm title={`Correct a meter of ${link.link}`} act="Correct the meter" danger asking={asking} onSend={send} onEnd={onEnd}
            ready={valid && level !== undefined && (times === null || meant === change) && text.trim() !== '' && second.isReady && !link.open}>
            <MustClose link={link} />
            <Choice label="Meter" value={from} onValue={setFrom} fault={asking.fault('from')}
                options={link.meters.map((l) => ({ value: l.name, label: `${l.name}, ${exact(l.amount)}` }))} />
            <TextField label="Change" value={change} onValue={setChange} inputMode="text"
                hint="Amount with its sign: 12.50 adds, -12.50 takes away."
                fault={asking.fault('change') ?? (change ? wrong : null)} />
            {level && valid && <OldNew old={exact(level.amount)} now={exact(sum(level.amount, change))} what={from} />}
            {times && (
                <div class="banner gold">
                    <p>This is {times} times what the meter shows. Is a digit too many, or the point missing?</p>
                    <Tick label={`${money(change)} is what I mean`} checked={meant === change} onValue={(on) => setMeant(on ? change : '')} />
                </div>
            )}
            <TextField label="Reason" value={text} onValue={setText} lines={2} required fault={asking.fault('text')} />
            <SecondPerson second={second} fault={asking.fault('approver')} />
        </ActionForm>
    );
}

function sum(a: string, b: string): string {
    const total = micros(a) + micros(b);
    const size = total < 0n ? -total : total;
    return `${total < 0n ? '-' : ''}${size / 1_000_000n}.${(size % 1_000_000n).toString().padStart(6, '0')}`;
}

export function OldNew({ what, old, now }: { what: string; old: string | null; now: string }) {
    return (
        <p class="old-new">
            <span class="quiet">{what}</span>{' '}
            {old !== null && <><s>{old}</s> <span aria-hidden="true">→</span><span class="hidden-visually">becomes</span> </>}
            <b>{now}</b>
        </p>
    );
}

export function Transfer({ link, onEnd }: Props) {
    const others = (whole.value?.links ?? []).filter((l) => l.link !== link.link);
    const choices = others.map((l) => ({ value: l.link, label: `${l.link} (${l.open ? 'open' : 'closed'})` }));
    const [to, setTo] = useState('');
    const [text, setText] = useState('');
    const second = useSecond();
    const asking = useAsk(['to_link', 'text', 'approver']);
    const target = others.find((l) => l.link === to);
    const send = async () => {
        const done = await asking.run((user, signed) => post(`/links/${link.link}/transfer`, { to_link: to, text, user, ...signed }), {
            title: 'Sign the transfer', act: 'Move everything', second,
            says: [`All meters and reserves of ${link.link} go to ${to}.`,
                link.meters.map((l) => `${l.name} ${exact(l.amount)}, reserve ${exact(l.reserve)}`).join('; '), `Reason: ${text.trim()}`],
        });
        if (!done) return;
        say(`The meters of ${link.link} are moved to ${to}.`);
        onEnd();
    };
    return (
        <ActionForm title={`Transfer ${link.link}`} act="Move everything" danger asking={asking} onSend={send} onEnd={onEnd}
            ready={to !== '' && text.trim() !== '' && second.isReady && !link.open && !target?.open}>
            <p>
                All meters and reserves of {link.link} are added to the meters of the same name of another closed link.
                Nothing is left in {link.link}.
            </p>
            <MustClose link={link} />
            <Choice label="To the link" value={to} onValue={setTo} required fault={asking.fault('to_link')}
                hint={target?.open ? `${to} is open; close it first on its own page.` : ''}
                options={[{ value: '', label: 'Choose…' }, ...choices]} />
            <TextField label="Reason" value={text} onValue={setText} lines={2} required fault={asking.fault('text')} />
            <SecondPerson second={second} fault={asking.fault('approver')} />
        </ActionForm>
    );
}
