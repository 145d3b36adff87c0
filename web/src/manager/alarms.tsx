import { useState } from 'preact/hooks';
import { get, post } from '../lib/api';
import { stamp } from '../lib/time';
import type { FloorEvent } from '../lib/types';
import { Allowed } from '../ui/allowed';
import { Button } from '../ui/button';
import { Checkpoint } from '../ui/checkpoint';
import { TextField } from '../ui/field';
import type { Signed } from '../ui/proof';
import { say } from '../ui/toast';
import { alarmName, alarmTodo } from './alarm-words';
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

// A lost table may be back before anybody answers.
function Found({ table }: { table: string }) {
    const now = tables.value.find((t) => t.table === table);
    if (!now) return null;
    return now.lost ? <span class="badge bad">still lost</span> : <span class="badge good">heard of again</span>;
}

function Item({ alarm, onAnswer }: { alarm: Alarm; onAnswer: () => void }) {
    const { value: event, fault } = useLoad((signal) => get<FloorEvent>(`/log/${alarm.alarm}`, signal), String(alarm.alarm), null);
    return (
        <li class={`panel stack alarm ${alarm.halts ? 'halts' : ''}`}>
            <div class="row apart">
                <h2>{alarmName(alarm)}</h2>
                <span class="row">
                    {alarm.halts && <span class="badge bad">halts the floor</span>}
                    {alarm.item === 'lost table' && alarm.table && <Found table={alarm.table} />}
                    <span class="quiet small">{event ? stamp(event.time) : ''} · event {alarm.alarm}</span>
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

// When a switch fails, every table is lost at once; the others come up as these are answered.
const SHOWN = 50;

export function Alarms() {
    const [answering, setAnswering] = useState<number | null>(null);
    const answered = alarms.value.find((a) => a.alarm === answering);
    const newestFirst = [...alarms.value].sort((a, b) => Number(b.halts) - Number(a.halts) || b.alarm - a.alarm);
    return (
        <>
            <h1>Alarms</h1>
            {newestFirst.length === 0 ? <p class="empty panel">No alarm is open.</p>
                : <ul class="stack">{newestFirst.slice(0, SHOWN).map((a) => <Item key={a.alarm} alarm={a} onAnswer={() => setAnswering(a.alarm)} />)}</ul>}
            {newestFirst.length > SHOWN && <p class="quiet">{SHOWN} of {newestFirst.length} alarms; the others follow.</p>}
            <p><a href="#/log?kind=alarm_raised">Earlier alarms in the activity log</a></p>
            <Checkpoint />
            {answered && <Answer alarm={answered} onEnd={() => setAnswering(null)} />}
        </>
    );
}
