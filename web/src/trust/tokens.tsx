// Tokens, with which programs and signs identify themselves instead of a password.
import { signal } from '@preact/signals';
import { useState } from 'preact/hooks';
import { get, post } from '../lib/api';
import { onEvent } from '../lib/floor';
import { momentOf } from '../lib/time';
import { Allowed } from '../ui/allowed';
import { Button } from '../ui/button';
import { TextField, Tick } from '../ui/field';
import { Sheet } from '../ui/table';
import { say } from '../ui/toast';
import { When } from '../ui/when';
import { useAsk } from '../manager/ask';
import { ActionForm } from '../manager/link-actions';
import { SecondPerson, useSecond } from '../manager/second';
import { useLoad } from '../manager/use-load';
import { ShownOnce } from './shown-once';

interface Token {
    item: string;
    text: string;
    effective: number | null;
    revoked: boolean;
    good: boolean;
}

const scopes: { name: string; about: string }[] = [
    { name: 'read', about: 'read: everything that an auditor sees' },
    { name: 'metrics', about: 'metrics: figures for a monitoring program' },
    { name: 'sign', about: 'sign: meters and winners, for signs' },
];

const news = signal(0);
onEvent((name) => {
    if (name === 'token') news.value++;
});

interface Wish {
    name: string;
    scopes: string[];
    table: string;
    until: string;
}

const nothing: Wish = { name: '', scopes: [], table: '', until: '' };
const scopesOf = (w: Wish) => [...w.scopes, ...w.table.split(/[\s,]+/).filter(Boolean).map((id) => `table:${id}`)].join(' ');

function Fields({ wish, onWish, fault }: { wish: Wish; onWish: (wish: Wish) => void; fault: (field: string) => string | null }) {
    const set = (part: Partial<Wish>) => onWish({ ...wish, ...part });
    const tick = (name: string, on: boolean) => set({ scopes: on ? [...wish.scopes, name] : wish.scopes.filter((each) => each !== name) });
    return (
        <>
            <TextField label="Name" value={wish.name} onValue={(name) => set({ name })} required fault={fault('item')}
                hint="What it is for: signs in the bar, monitoring." />
            <fieldset class="plain-set">
                <legend>What it may do</legend>
                {scopes.map(({ name, about }) => (
                    <Tick key={name} label={about} checked={wish.scopes.includes(name)} onValue={(on) => tick(name, on)} />
                ))}
            </fieldset>
            <TextField label="Speaks for the tables" value={wish.table} onValue={(table) => set({ table })} fault={fault('text')}
                hint="Their names, for tables on this machine that have no certificate. Empty: none." />
            <TextField label="Ends" type="datetime-local" value={wish.until} onValue={(until) => set({ until })} fault={fault('effective')}
                hint="Empty: when it is revoked." />
        </>
    );
}

function AddToken({ onEnd }: { onEnd: () => void }) {
    const [wish, setWish] = useState(nothing);
    const [made, setMade] = useState<string | null>(null);
    const second = useSecond();
    const asking = useAsk(['item', 'text', 'effective', 'approver']);
    const item = wish.name.trim();
    const text = scopesOf(wish);
    const send = async () => {
        let answer = '';
        const body = { item, text, ...(wish.until && { effective: momentOf(wish.until) }) };
        const done = await asking.run(async (user, signed) =>
            (answer = (await post<{ token: string }>('/tokens', { ...body, user, ...signed })).token), {
            title: 'Sign the token', act: 'Make the token', second,
            says: [`Token "${item}"`, `May: ${text}`, wish.until ? `Ends ${wish.until.replace('T', ' ')}.` : 'Ends when it is revoked.'],
        });
        if (!done) return;
        news.value++;
        setMade(answer);
    };
    if (made !== null)
        return (
            <ShownOnce title={`Token ${item}`} secret={made} onEnd={onEnd}>
                <p>
                    Programs take it from a file: <code>--token FILE</code>.
                    {wish.scopes.includes('sign') && <> A sign is opened once with <code>/sign?link=…#token=</code> and the token behind it.</>}
                </p>
            </ShownOnce>
        );
    return (
        <ActionForm title="Add a token" act="Make the token" ready={item !== '' && text !== '' && second.isReady} asking={asking}
            onSend={send} onEnd={onEnd}>
            <Fields wish={wish} onWish={setWish} fault={asking.fault} />
            <SecondPerson second={second} fault={asking.fault('approver')} />
        </ActionForm>
    );
}

function Row({ token }: { token: Token }) {
    const asking = useAsk();
    const revoke = async () => {
        if (!(await asking.run((user) => post(`/tokens/${encodeURIComponent(token.item)}/revoke`, { user })))) return;
        say(`${token.item} is revoked.`);
        news.value++;
    };
    return (
        <tr>
            <td class="break">{token.item}</td>
            <td class="break all">{token.text}</td>
            <td data-label="Ends">{token.effective ? <When at={token.effective} /> : 'when it is revoked'}</td>
            <td>{token.good ? <span class="badge good">good</span> : <span class="badge bad">{token.revoked ? 'revoked' : 'ended'}</span>}</td>
            <td class="acts">{token.good && <Button disabled={asking.busy} aria-label={`Revoke ${token.item}`} onClick={revoke}>Revoke</Button>}</td>
        </tr>
    );
}

export function Tokens() {
    const [adding, setAdding] = useState(false);
    const { value, fault } = useLoad((signal) => get<{ tokens: Token[] }>('/tokens', signal), 'tokens', news.value);
    if (!value) return <p class="quiet">{fault ?? 'Asking the manager…'}</p>;
    return (
        <Allowed right="set">
            <p class="quiet">A program or a sign that shows a token may do what the token says, and nothing else. Whoever has it is it.</p>
            <div><Button kind="main" onClick={() => setAdding(true)}>Add a token…</Button></div>
            {value.tokens.length === 0 ? <p class="empty panel">No token yet.</p> : (
                <div class="panel">
                    <Sheet label="Tokens" columns={['Name', 'May', 'Ends', 'State', '(Revoke)']} class="stacks">
                        {value.tokens.map((token) => <Row key={token.item} token={token} />)}
                    </Sheet>
                </div>
            )}
            {adding && <AddToken onEnd={() => setAdding(false)} />}
        </Allowed>
    );
}
