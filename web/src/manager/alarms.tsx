// The page of alarms: what happened, whether it has healed, and forms to acknowledge alarms one by one or together.
import { useState } from 'preact/hooks';
import { get, post } from '../lib/api';
import { stamp } from '../lib/time';
import type { FloorEvent } from '../lib/types';
import { Allowed } from '../ui/allowed';
import { Button } from '../ui/button';
import { Checkpoint, useLatest } from '../ui/checkpoint';
import { TextField } from '../ui/field';
import type { Signed } from '../ui/proof';
import { say } from '../ui/toast';
import { alarmKind, alarmName, alarmTodo } from './alarm-words';
import { useAsk } from './ask';
import { ActionForm } from './link-actions';
import { alarms, tables } from './state';
import type { Alarm } from './types';
import { useLoad } from './use-load';
import { SecondPerson, useSecond } from './second';

function Answer({ alarm, onEnd }: { alarm: Alarm; onEnd: () => void }) {
    const [text, setText] = useState('');
    const second = useSecond();
    const asking = useAsk(['text', 'approver']);
    const send = async () => {
        const send = (user: string, signed: Signed) =>
            post(`/alarms/${alarm.alarm}/acknowledge`, { user, ...(text && { text }), ...signed });
        const done = await asking.run(send, alarm.halts ? {
            title: 'Sign the answer', act: 'Let the floor go on', second,
            says: [`Alarm ${alarm.alarm}, ${alarmName(alarm)}, is answered; the floor goes on.`, ...(text.trim() ? [text.trim()] : [])],
        } : undefined);
        if (!done) return;
        say(`Alarm ${alarm.alarm} is answered.`);
        onEnd();
    };
    return (
        <ActionForm title={`Answer alarm ${alarm.alarm}`} act={alarm.halts ? 'Let the floor go on' : 'Acknowledge'} danger={alarm.halts}
            ready={!alarm.halts || second.isReady} asking={asking} onSend={send} onEnd={onEnd}>
            <p>{alarmTodo(alarm)}</p>
            <TextField label="What was found and done" value={text} onValue={setText} lines={3} fault={asking.fault('text')} />
            {alarm.halts && <SecondPerson second={second} fault={asking.fault('approver')} />}
        </ActionForm>
    );
}

// A lost table may be back before anybody answers its alarm; then the alarm says so.
const isBack = (alarm: Alarm) => {
    const now = tables.value.find((t) => t.table === alarm.table);
    return now !== undefined && now.joined && !now.lost;
};

// An alarm about the witness says so when a later checkpoint covers the log at least up to the alarm's own event.
function SignedAgain({ alarm }: { alarm: number }) {
    const latest = useLatest();
    return typeof latest === 'object' && latest.seq >= alarm ? <span class="badge good">signed again</span> : null;
}

function Healed({ alarms: some }: { alarms: Alarm[] }) {
    if (some[0]!.item === 'witness') return <SignedAgain alarm={some[some.length - 1]!.alarm} />;
    if (some[0]!.item === 'manager away') {
        const away = tables.value.filter((t) => t.lost).length;
        return away === 0 ? <span class="badge good">every table is back</span> : <span class="badge bad">{away} still lost</span>;
    }
    if (some[0]!.item !== 'lost table') return null;
    const back = some.filter(isBack).length;
    if (back === some.length) return <span class="badge good">{some.length === 1 ? 'heard of again' : 'all heard of again'}</span>;
    return <span class="badge bad">{some.length === 1 ? 'still lost' : `${some.length - back} of ${some.length} still lost`}</span>;
}

function Item({ alarm, onAnswer }: { alarm: Alarm; onAnswer: () => void }) {
    const { value: event, fault } = useLoad((signal) => get<FloorEvent>(`/log/${alarm.alarm}`, signal), String(alarm.alarm), null);
    return (
        <li class={`panel stack alarm ${alarm.halts ? 'halts' : ''}`}>
            <div class="row apart">
                <h2>{alarmName(alarm)}</h2>
                <span class="row">
                    {alarm.halts && <span class="badge bad">halts the floor</span>}
                    <Healed alarms={[alarm]} />
                    <span class="quiet small">{event ? stamp(event.time) : ''}</span>
                </span>
            </div>
            <p class="verbatim">{event ? String(event.text ?? '') : (fault ?? '…')}</p>
            <p class="quiet">{alarmTodo(alarm)}</p>
            <div class="row">
                <Allowed right="house">
                    <Button kind="main" onClick={onAnswer}>
                        {alarm.halts ? 'Answer with two people…' : 'Acknowledge…'}<span class="hidden-visually"> alarm {alarm.alarm}</span>
                    </Button>
                </Allowed>
                {alarm.table && <a class="button" href={`#/floor/${alarm.table}`}>See {alarm.table}</a>}
            </div>
        </li>
    );
}

// Several alarms of one kind usually have one cause, so they can be answered together, or one by one.
function Group({ alarms: some, onAnswer, onOne }: { alarms: Alarm[]; onAnswer: () => void; onOne: (alarm: Alarm) => void }) {
    return (
        <li class="panel stack alarm">
            <div class="row apart">
                <h2>{alarmKind(some[0]!.item)}: {some.length}</h2>
                <Healed alarms={some} />
            </div>
            <ul class="row alarm-tables">
                {some.map((alarm) => (
                    <li key={alarm.alarm}>
                        <a class={`badge ${isBack(alarm) ? 'good' : 'bad'}`} href={`#/floor/${alarm.table}`}>
                            {alarm.table ?? `alarm ${alarm.alarm}`}{alarm.item === 'lost table' && (isBack(alarm) ? ' ✓' : ' lost')}
                        </a>
                    </li>
                ))}
            </ul>
            <p class="quiet">{alarmTodo(some[0]!)}</p>
            <Allowed right="house">
                <div class="row"><Button kind="main" onClick={onAnswer}>Acknowledge all {some.length}…</Button></div>
                <details>
                    <summary>One by one</summary>
                    <ul class="stack">{some.slice(0, SHOWN).map((a) => <Item key={a.alarm} alarm={a} onAnswer={() => onOne(a)} />)}</ul>
                    {some.length > SHOWN && <p class="quiet">{SHOWN} of {some.length} alarms; the others follow.</p>}
                </details>
            </Allowed>
        </li>
    );
}

// When a network switch fails, every table is lost at once. Only this many alarms are listed; the others appear as these are
// answered.
const SHOWN = 50;

// One form and one text answer a whole group. Each alarm is acknowledged by a request of its own, so each has its answer in the
// log.
function AnswerAll({ alarms: some, onEnd }: { alarms: Alarm[]; onEnd: () => void }) {
    const [all] = useState(some); // fixed when the form opens: nobody has looked at alarms that come later
    const [text, setText] = useState('');
    const [done, setDone] = useState(0);
    const asking = useAsk(['text']);
    const send = async () => {
        const each = async (user: string) => {
            for (const { alarm } of all.slice(done)) {
                await post(`/alarms/${alarm}/acknowledge`, { user, ...(text && { text }) });
                setDone((n) => n + 1);
            }
        };
        if (!(await asking.run(each))) return;
        say(`${all.length} alarms are answered.`);
        onEnd();
    };
    return (
        <ActionForm title={`Answer ${all.length} alarms`} act={done > 0 ? `${done} of ${all.length}…` : 'Acknowledge all'} ready asking={asking} onSend={send} onEnd={onEnd}>
            <p>{alarmKind(all[0]!.item)}: {all.map((a) => a.table ?? a.alarm).join(', ')}</p>
            <p class="quiet">{alarmTodo(all[0]!)}</p>
            <TextField label="What was found and done" value={text} onValue={setText} lines={3} fault={asking.fault('text')}
                hint="Written down with each of them." />
        </ActionForm>
    );
}

// Groups alarms by kind: those that halt the floor first, then the newest. An alarm that halts the floor is never grouped.
function grouped(open: Alarm[]): Alarm[][] {
    const newestFirst = [...open].sort((a, b) => Number(b.halts) - Number(a.halts) || b.alarm - a.alarm);
    const groups = new Map<string, Alarm[]>();
    for (const alarm of newestFirst) {
        const key = alarm.halts || !alarm.table ? String(alarm.alarm) : alarm.item;
        groups.set(key, [...(groups.get(key) ?? []), alarm]);
    }
    return [...groups.values()];
}

export function Alarms() {
    const [answering, setAnswering] = useState<Alarm[]>([]);
    const stillOpen = answering.filter(({ alarm }) => alarms.value.some((a) => a.alarm === alarm));
    const groups = grouped(alarms.value);
    const end = () => setAnswering([]);
    return (
        <>
            <h1>Alarms</h1>
            {groups.length === 0 ? <p class="empty panel">No alarm is open.</p> : (
                <ul class="stack">
                    {groups.map((some) => (some.length === 1
                        ? <Item key={some[0]!.alarm} alarm={some[0]!} onAnswer={() => setAnswering(some)} />
                        : <Group key={some[0]!.item} alarms={some} onAnswer={() => setAnswering(some)} onOne={(alarm) => setAnswering([alarm])} />))}
                </ul>
            )}
            <p><a href="#/log?kind=alarm_raised">Earlier alarms in the activity log</a></p>
            <Checkpoint />
            {answering.length === 1 && stillOpen.length === 1 && <Answer alarm={answering[0]!} onEnd={end} />}
            {answering.length > 1 && <AnswerAll alarms={answering} onEnd={end} />}
        </>
    );
}
