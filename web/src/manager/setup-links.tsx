// Configuration of links: the form for a new link or another configuration of one.
import { useState } from 'preact/hooks';
import { get, post } from '../lib/api';
import { Allowed } from '../ui/allowed';
import { Button } from '../ui/button';
import { Choice, Tick, TextField } from '../ui/field';
import { say } from '../ui/toast';
import { useAsk } from './ask';
import { Changes, changeWords, hasChange, type Change } from './changes';
import { documentChoices, nameOf } from './documents';
import { MustClose } from './link-actions';
import { LinkParametersForm } from './setup-parameters';
import { whole } from './state';
import type { Link } from './types';
import { useLoad } from './use-load';
import { SecondPerson, useSecond } from './second';

export const NEW = 'new';
export const isId = (text: string) => /^[a-z][a-z0-9-]{0,22}$/.test(text);
export const ID_HINT = 'Small letters, digits and dashes; at most 23.';

const policyChoices = [
    { value: 'order', label: 'In order' },
    { value: 'full', label: 'Full amount to each' },
    { value: 'split', label: 'Split' },
];
const approvalChoices = ['0', '1', '2'].map((value) => ({ value, label: value }));

interface Wish {
    document: string;
    policy: string;
    claim_lock: boolean;
    high: string;
    low: string;
    departments: boolean;
    coins: string;
}

const usual: Wish = { document: '', policy: 'order', claim_lock: false, high: '2', low: '1', departments: false, coins: '' };

const wishOf = (link: Link): Wish => ({
    document: link.document,
    policy: link.policy,
    claim_lock: link.claim_lock,
    high: String(link.high_approvals),
    low: String(link.low_approvals),
    departments: link.two_departments ?? false,
    coins: link.coins_per_minute ? String(link.coins_per_minute) : '',
});

const words = (w: Wish): Record<string, string> => ({
    Progressive: nameOf(w.document || null),
    'Simultaneous wins': policyChoices.find((p) => p.value === w.policy)?.label ?? w.policy,
    'Claim lock': w.claim_lock ? 'yes' : 'no',
    'Approvals, high': w.high,
    'Approvals, low': w.low,
    'Two departments': w.departments ? 'yes' : 'no',
    'Coins a minute': w.coins || 'no bound',
});

function changesOf(link: Link | null, wish: Wish): Change[] {
    const old = link ? words(wishOf(link)) : {};
    return Object.entries(words(wish)).map(([what, now]) => ({ what, old: old[what] ?? '', now }));
}

const body = (w: Wish) => ({
    document: w.document,
    policy: w.policy,
    claim_lock: w.claim_lock,
    high_approvals: Number(w.high),
    low_approvals: Number(w.low),
    ...(w.departments && { two_departments: true }),
    ...(w.coins && { coins_per_minute: Number(w.coins) }),
});

function Form({ link, onDone }: { link: Link | null; onDone: (id: string) => void }) {
    const [id, setId] = useState(link?.link ?? '');
    const [wish, setWish] = useState(link ? wishOf(link) : usual);
    const second = useSecond();
    const asking = useAsk(['link', 'document', 'policy', 'coins_per_minute', 'approver']);
    const set = (part: Partial<Wish>) => setWish({ ...wish, ...part });
    const changes = changesOf(link, wish);
    const coinsFit = /^\d{0,9}$/.test(wish.coins) && wish.coins !== '0';
    const ready = isId(id) && wish.document !== '' && second.isReady && coinsFit && hasChange(changes) && !link?.open;
    const send = async () => {
        const done = await asking.run((user, signed) => post(`/links/${id}/configure`, { ...body(wish), user, ...signed }),
            { title: 'Sign the configuration', act: link ? 'Change it' : 'Set it up', second, says: [`Link ${id}`, ...changeWords(changes, !link)] });
        if (!done) return;
        say(`${id} is configured.${link ? '' : ' Open it on its page.'}`);
        onDone(id);
    };
    return (
        <form class="panel stack form" onSubmit={(event) => { event.preventDefault(); if (ready) void send(); }}>
            <h2>{link ? link.link : 'A new link'}</h2>
            {link && <MustClose link={link} />}
            {!link && <TextField label="Name" value={id} onValue={setId} hint={ID_HINT}
                fault={asking.fault('link') ?? (id && !isId(id) ? ID_HINT : null)} />}
            <Choice label="Progressive" value={wish.document} onValue={(document) => set({ document })}
                options={documentChoices(true)} required fault={asking.fault('document')} />
            <Choice label="Simultaneous wins" value={wish.policy} onValue={(policy) => set({ policy })} options={policyChoices}
                fault={asking.fault('policy')} />
            <Tick label="Claim lock: a claim freezes its amount at once" checked={wish.claim_lock}
                onValue={(claim_lock) => set({ claim_lock })} />
            <Tick label="Two departments: those who approve, correct or transfer are not of the same one" checked={wish.departments}
                onValue={(departments) => set({ departments })} />
            <div class="filters">
                <Choice label="Approvals, high jackpots" value={wish.high} onValue={(high) => set({ high })} options={approvalChoices} />
                <Choice label="Approvals, low jackpots" value={wish.low} onValue={(low) => set({ low })} options={approvalChoices} />
                <TextField label="Coins a minute" value={wish.coins} onValue={(coins) => set({ coins })} inputMode="numeric"
                    hint="More from one table is refused. Empty: no bound."
                    fault={asking.fault('coins_per_minute') ?? (coinsFit ? null : 'A whole number from 1 up, or nothing.')} />
            </div>
            <Changes rows={changes} isNew={!link} />
            <SecondPerson second={second} fault={asking.fault('approver')} />
            <div><Button kind="main" type="submit" disabled={!ready || asking.busy}>{link ? 'Change it' : 'Set it up'}</Button></div>
        </form>
    );
}

function Existing({ id }: { id: string }) {
    const brief = whole.value?.links.find((l) => l.link === id);
    const { value, fault, again } = useLoad((signal) => get<Link>(`/links/${encodeURIComponent(id)}`, signal), id,
        `${brief?.open} ${brief?.progressive}`);
    if (!value) return <p class="quiet">{fault ?? 'Asking the manager…'}</p>;
    return (
        <>
            <Form key={value.configured} link={value} onDone={again} />
            <LinkParametersForm key={`parameters ${value.configured}`} link={value} onDone={again} />
        </>
    );
}

export function SetupLinks({ id }: { id: string }) {
    const links = whole.value?.links ?? [];
    return (
        <>
            <nav class="row" aria-label="Links">
                {links.map(({ link }) => (
                    <a key={link} class="button tab" href={`#/setup/links/${link}`} aria-current={link === id ? 'page' : undefined}>
                        {link}
                    </a>
                ))}
                <a class="button tab" href={`#/setup/links/${NEW}`} aria-current={id === NEW ? 'page' : undefined}>New link…</a>
            </nav>
            <Allowed right="set">
                {id === NEW ? <Form key="new" link={null} onDone={(name) => (location.hash = `/links/${name}`)} />
                    : id ? <Existing key={id} id={id} /> : <p class="quiet">Choose a link to see and change how it is set up.</p>}
            </Allowed>
        </>
    );
}
