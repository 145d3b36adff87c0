// Records disputes: who, when, what and the decision. A dispute can go to the Commissioner's office (UTH-20).
import './disputes.css';
import { signal } from '@preact/signals';
import { useState } from 'preact/hooks';
import { post } from '../lib/api';
import { floor, onEvent } from '../lib/floor';
import { stamp } from '../lib/time';
import type { FloorEvent } from '../lib/types';
import { Allowed } from '../ui/allowed';
import { Button } from '../ui/button';
import { TextField } from '../ui/field';
import { say } from '../ui/toast';
import { useAsk } from './ask';
import { OpenDispute } from './disputes-open';
import { readDisputes, type Dispute } from './disputes-read';
import { eventWho } from './event-words';
import { ActionForm } from './link-actions';
import { returns } from './shifts-returns';
import { useLoad } from './use-load';

type Act = 'decide' | 'escalate' | 'notify' | 'finding';
type Field = 'person' | 'item' | 'text';

interface Acting {
    dispute: Dispute;
    act: Act;
}

// The form that is open. It stays as it is even when another console decides the dispute meanwhile.
const acting = signal<Acting | null>(null);
const news = signal(0);
onEvent((name) => {
    if (name === 'dispute') news.value++;
});

interface ActWords {
    title: string;
    about: string;
    asks: { field: Field; label: string; isOptional?: boolean }[];
    button: string;
    said: string;
}

const acts: Record<Act, ActWords> = {
    decide: {
        title: 'Decide dispute', about: 'The decision closes the dispute and stays in the log.',
        asks: [{ field: 'text', label: 'The decision, and why' }], button: 'Record the decision', said: 'is decided',
    },
    escalate: {
        title: 'Escalate dispute', about: "It goes to the Commissioner's office, and management is notified at once: an alarm is raised.",
        asks: [{ field: 'text', label: 'Why it is passed on' }], button: 'Escalate', said: "is with the Commissioner's office",
    },
    notify: {
        title: 'Notice of dispute', about: "The notice to the Commissioner's office: to whom, and under which reference.",
        asks: [{ field: 'person', label: 'Who was notified' }, { field: 'item', label: 'Reference' }, { field: 'text', label: 'What was said', isOptional: true }],
        button: 'Record the notice', said: "is on notice at the Commissioner's office",
    },
    finding: {
        title: 'Finding on dispute', about: 'What the office found. The dispute is decided after it.',
        asks: [{ field: 'text', label: 'The finding' }, { field: 'item', label: 'Reference', isOptional: true }],
        button: 'Record the finding', said: 'has its finding',
    },
};

function ActDialog({ dispute, act }: Acting) {
    const end = () => (acting.value = null);
    const [written, setWritten] = useState<Partial<Record<Field, string>>>({});
    const asking = useAsk(['person', 'item', 'text']);
    const number = dispute.opened.seq;
    const { title, about, asks, button, said } = acts[act];
    const valueOf = (field: Field) => written[field]?.trim() ?? '';
    const send = async () => {
        const members = Object.fromEntries(asks.map(({ field }) => [field, valueOf(field)]).filter(([, value]) => value !== ''));
        if (!(await asking.run((user) => post(`/disputes/${number}/${act}`, { user, ...members })))) return;
        say(`Dispute ${number} ${said}.`);
        news.value++;
        end();
    };
    return (
        <ActionForm title={`${title} ${number}`} act={button} danger={act === 'escalate'} ready={asks.every(({ field, isOptional }) => isOptional || valueOf(field) !== '')}
            asking={asking} onSend={send} onEnd={end}>
            <p class="quiet">{about}</p>
            <blockquote class="words">{String(dispute.opened['text'])}</blockquote>
            {asks.map(({ field, label, isOptional }) => (
                <TextField key={field} label={isOptional ? `${label} (optional)` : label} value={written[field] ?? ''} required={!isOptional}
                    onValue={(value) => setWritten({ ...written, [field]: value })} fault={asking.fault(field)} {...(field === 'text' ? { lines: 4 } : {})} />
            ))}
        </ActionForm>
    );
}

const happened: Record<string, string> = {
    dispute_opened: 'Opened', dispute_escalated: 'Escalated', commissioner_notified: 'Commissioner notified',
    commissioner_answered: 'Finding recorded', dispute_decided: 'Decided',
};

// The details of a step: to whom, under which reference, and what was said.
const words = ({ person, item, text, kind }: FloorEvent) =>
    [kind === 'dispute_opened' ? undefined : person, item, text].filter((part) => part !== undefined).map(String).join(', ');

function Step({ event }: { event: FloorEvent }) {
    return (
        <li>
            <p class="small">
                <b>{happened[event.kind]}</b> by {eventWho(event)} <span class="quiet">{stamp(event.time)} · event {event.seq}</span>
            </p>
            <p class="words">{words(event)}</p>
        </li>
    );
}

function About({ opened }: { opened: FloorEvent }) {
    const { table, seat, person, claim } = opened;
    if (table === undefined && seat === undefined && person === undefined && claim === undefined) return null;
    return (
        <p class="row small">
            {table !== undefined && <span>Table <a href={`#/floor/${String(table)}`}>{String(table)}</a></span>}
            {seat !== undefined && <span>Seat {String(seat)}</span>}
            {person !== undefined && <span class="break">Patron {String(person)}</span>}
            {claim !== undefined && <span>Claim <a href={`#/claims/${String(claim)}`}>{String(claim)}</a></span>}
        </p>
    );
}

function Card({ dispute }: { dispute: Dispute }) {
    const { opened, later, open, escalated, notified, answered } = dispute;
    const press = (act: Act) => () => (acting.value = { dispute, act });
    return (
        <article class="panel stack dispute" aria-label={`Dispute ${opened.seq}`}>
            <div class="row apart">
                <h3 class="row">
                    Dispute {opened.seq}
                    {escalated && <span class="badge bad">Escalated</span>}
                    <span class={`badge ${open ? 'gold' : 'good'}`}>{open ? 'Open' : 'Decided'}</span>
                </h3>
                {open && (
                    <div class="row">
                        <Allowed right="house">
                            <Button disabled={escalated} onClick={press('escalate')}>Escalate…</Button>
                            {escalated && <Button disabled={notified} onClick={press('notify')}>Notice…</Button>}
                            {escalated && <Button disabled={!notified || answered} onClick={press('finding')}>Finding…</Button>}
                            <Button kind="main" disabled={escalated && !answered} onClick={press('decide')}>Decide…</Button>
                        </Allowed>
                    </div>
                )}
            </div>
            <About opened={opened} />
            <ol class="steps">{[opened, ...later].map((event) => <Step key={event.seq} event={event} />)}</ol>
        </article>
    );
}

// A button that searches a further stretch of the log for decided disputes.
function Older({ before }: { before: number }) {
    const [asked, setAsked] = useState(false);
    const { value, fault } = useLoad((abort) => (asked ? readDisputes(before - 1, abort) : Promise.resolve(null)), `${before} ${asked}`, 0);
    if (fault) return <p class="banner bad" role="alert">{fault}</p>;
    if (!asked) return <div class="row"><Button onClick={() => setAsked(true)}>Look further back</Button></div>;
    if (!value) return <p class="quiet" role="status">Reading the log …</p>;
    return (
        <>
            {value.decided.map((dispute) => <Card key={dispute.opened.seq} dispute={dispute} />)}
            {value.from > 1 ? <Older before={value.from} /> : value.decided.length === 0 && <p class="quiet">There are no others.</p>}
        </>
    );
}

export function Disputes() {
    const [opening, setOpening] = useState(false);
    const { value, fault } = useLoad((abort) => readDisputes(null, abort), 'disputes', `${news.value} ${returns.value}`);
    return (
        <>
            <div class="row apart">
                <h1>Disputes</h1>
                <Allowed right="house">
                    <Button kind="main" disabled={!floor.value} onClick={() => setOpening(true)}>Open a dispute…</Button>
                </Allowed>
            </div>
            {fault && <p class="banner bad" role="alert">{fault}</p>}
            {value && (
                <>
                    <h2>Open <span class="quiet">{value.open.length}</span></h2>
                    {value.open.length === 0 && <p class="quiet">No dispute is open.</p>}
                    {value.open.map((dispute) => <Card key={dispute.opened.seq} dispute={dispute} />)}
                    <h2>Decided</h2>
                    {value.decided.length === 0 && <p class="quiet">None has been decided lately.</p>}
                    {value.decided.map((dispute) => <Card key={dispute.opened.seq} dispute={dispute} />)}
                    {value.from > 1 && <Older key={value.from} before={value.from} />}
                </>
            )}
            {acting.value && <ActDialog {...acting.value} />}
            {opening && <OpenDispute onEnd={(opened) => { setOpening(false); if (opened) news.value++; }} />}
        </>
    );
}
