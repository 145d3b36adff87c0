// Messages of the house to patrons on the signs (PIT-13): on all signs, at the tables of a link, or at one table.
import { useState } from 'preact/hooks';
import { get, post } from '../lib/api';
import { momentOf, stamp } from '../lib/time';
import { Allowed } from '../ui/allowed';
import { Button } from '../ui/button';
import { Choice, TextField } from '../ui/field';
import { say } from '../ui/toast';
import { useAsk } from './ask';
import { tables, whole } from './state';
import { useLoad } from './use-load';

interface Message {
    message: number;
    text: string;
    link: string | null;
    table: string | null;
    from: number | null;
    until: number | null;
}

const MOST = 239; // bytes of UTF-8

const bytes = (text: string) => new TextEncoder().encode(text).length;

// A place as the choice has it, such as "link mega", in words and as members of a request.
const placeWords = ({ link, table }: Pick<Message, 'link' | 'table'>) =>
    (table ? `at ${table}` : link ? `at the tables of ${link}` : 'on every sign');

function placeMembers(place: string): Record<string, string> {
    const [sort, ...name] = place.split(' ');
    return sort === '' ? {} : { [sort!]: name.join(' ') };
}

const places = () => [
    { value: '', label: 'Every sign' },
    ...(whole.value?.links ?? []).map(({ link }) => ({ value: `link ${link}`, label: `The tables of ${link}` })),
    ...tables.value.map(({ table }) => ({ value: `table ${table}`, label: `Table ${table}` })),
];

function Form({ onDone }: { onDone: () => void }) {
    const [text, setText] = useState('');
    const [place, setPlace] = useState('');
    const [until, setUntil] = useState('');
    const asking = useAsk(['text', 'link', 'table', 'until']);
    const isLong = bytes(text.trim()) > MOST;
    const ready = text.trim() !== '' && !isLong;
    const send = async () => {
        const body = { text: text.trim(), ...placeMembers(place), ...(until && { until: momentOf(until) }) };
        if (!(await asking.run((user) => post('/messages', { ...body, user })))) return;
        say('The signs show it.');
        setText('');
        onDone();
    };
    return (
        <form class="panel stack form" onSubmit={(event) => { event.preventDefault(); if (ready) void send(); }}>
            <h2>A new message</h2>
            <TextField label="Text" value={text} onValue={setText} lines={2} required
                fault={asking.fault('text') ?? (isLong ? 'That is too long for a sign.' : null)} />
            <Choice label="Where" value={place} onValue={setPlace} options={places()} fault={asking.fault('link') ?? asking.fault('table')} />
            <TextField label="Until" type="datetime-local" value={until} onValue={setUntil} hint="Empty: until it is taken down."
                fault={asking.fault('until')} />
            <div><Button kind="main" type="submit" disabled={!ready || asking.busy}>Show it</Button></div>
        </form>
    );
}

function Item({ message, onDone }: { message: Message; onDone: () => void }) {
    const asking = useAsk();
    const end = async () => {
        if (await asking.run((user) => post('/messages', { message: message.message, user }))) onDone();
    };
    return (
        <li class="panel row apart">
            <span class="stack tight">
                <b class="break">{message.text}</b>
                <span class="quiet small">Shown {placeWords(message)}{message.until !== null && `, until ${stamp(message.until)}`}</span>
            </span>
            <Allowed right="house"><Button disabled={asking.busy} onClick={end}>Take it down<span class="hidden-visually">: {message.text}</span></Button></Allowed>
        </li>
    );
}

export function Messages() {
    const { value, fault, again } = useLoad((signal) => get<{ messages: Message[] }>('/messages', signal), 'messages', null);
    if (!value) return <p class="quiet">{fault ?? 'Asking the manager…'}</p>;
    return (
        <>
            {value.messages.length === 0 ? <p class="quiet">The signs show no message of the house.</p>
                : <ul class="stack">{value.messages.map((message) => <Item key={message.message} message={message} onDone={again} />)}</ul>}
            <Allowed right="house"><Form onDone={again} /></Allowed>
        </>
    );
}
