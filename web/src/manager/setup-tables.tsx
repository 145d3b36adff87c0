// Configuration of tables: the form for a new table or another configuration of one.
import { useState } from 'preact/hooks';
import { get, post } from '../lib/api';
import { Allowed } from '../ui/allowed';
import { Button } from '../ui/button';
import { Choice, Tick, TextField } from '../ui/field';
import { say } from '../ui/toast';
import { useAsk } from './ask';
import { Changes, changeWords, hasChange, type Change } from './changes';
import { documentChoices, nameOf } from './documents';
import { ID_HINT, isId, NEW } from './setup-links';
import { tables, whole } from './state';
import type { Table } from './types';
import { useLoad } from './use-load';
import { SecondPerson, useSecond } from './second';

interface Wish {
    game: string;
    link: string;
    rules: string;
    is_live: boolean;
}

const wishOf = (t: Table | null): Wish =>
    ({ game: t?.game ?? '', link: t?.link?.id ?? '', rules: t?.rules ?? '', is_live: t?.is_live ?? false });

const words = (w: Wish): Record<string, string> => ({
    Game: w.game,
    Link: w.link || 'none',
    'House rules': nameOf(w.rules || null),
    'Dealt by hand': w.is_live ? 'yes' : 'no',
});

function changesOf(table: Table | null, wish: Wish): Change[] {
    const old = table ? words(wishOf(table)) : {};
    return Object.entries(words(wish)).map(([what, now]) => ({ what, old: old[what] ?? '', now }));
}

const body = (w: Wish) =>
    ({ item: w.game, ...(w.link && { link: w.link }), ...(w.rules && { document: w.rules }), ...(w.is_live && { is_live: true }) });

function Form({ table, onDone }: { table: Table | null; onDone: (id: string) => void }) {
    const [id, setId] = useState(table?.table ?? '');
    const [wish, setWish] = useState(wishOf(table));
    const second = useSecond();
    const asking = useAsk(['table', 'item', 'link', 'document', 'approver']);
    const set = (part: Partial<Wish>) => setWish({ ...wish, ...part });
    const changes = changesOf(table, wish);
    const ready = isId(id) && wish.game.trim() !== '' && second.isReady && hasChange(changes);
    const links = (whole.value?.links ?? []).map((l) => ({ value: l.link, label: l.link }));
    const send = async () => {
        const done = await asking.run((user, signed) => post(`/tables/${id}/configure`, { ...body(wish), user, ...signed }),
            { title: 'Sign the configuration', act: table ? 'Change it' : 'Set it up', second, says: [`Table ${id}`, ...changeWords(changes, !table)] });
        if (!done) return;
        say(`${id} is configured.`);
        onDone(id);
    };
    return (
        <form class="panel stack form" onSubmit={(event) => { event.preventDefault(); if (ready) void send(); }}>
            <h2>{table ? table.table : 'A new table'}</h2>
            {table?.mode === 'in play' && <p class="banner gold">A round is in play. A table is set up between rounds.</p>}
            {!table && <TextField label="Name" value={id} onValue={setId} hint={ID_HINT}
                fault={asking.fault('table') ?? (id && !isId(id) ? ID_HINT : null)} />}
            <TextField label="Game, as the felt says it" value={wish.game}
                onValue={(game) => set({ game })} required fault={asking.fault('item')} />
            <Choice label="House rules" value={wish.rules} onValue={(rules) => set({ rules })} options={documentChoices(false)}
                fault={asking.fault('document')} />
            <Choice label="Link" value={wish.link} onValue={(link) => set({ link })} fault={asking.fault('link')}
                options={[{ value: '', label: 'No progressive' }, ...links]} />
            <Tick label="Dealt by hand: the table registers wagers and awards only" checked={wish.is_live}
                onValue={(is_live) => set({ is_live })} />
            <Changes rows={changes} isNew={!table} />
            <SecondPerson second={second} fault={asking.fault('approver')} />
            <div><Button kind="main" type="submit" disabled={!ready || asking.busy}>{table ? 'Change it' : 'Set it up'}</Button></div>
        </form>
    );
}

function Existing({ id }: { id: string }) {
    const now = tables.value.find((t) => t.table === id);
    const { value, fault, again } = useLoad((signal) => get<Table>(`/tables/${encodeURIComponent(id)}`, signal), id,
        `${now?.mode} ${now?.game} ${now?.link}`);
    if (!value) return <p class="quiet">{fault ?? 'Asking the manager…'}</p>;
    return <Form key={`${value.game} ${value.link?.id} ${value.rules}`} table={value} onDone={again} />;
}

export function SetupTables({ id }: { id: string }) {
    const go = (value: string) => (location.hash = `/setup/tables/${value}`);
    const known = tables.value.map((t) => ({ value: t.table, label: `${t.table} (${t.game})` }));
    const options = [{ value: '', label: 'Choose…' }, ...known, { value: NEW, label: 'New table…' }];
    return (
        <>
            <div class="filters"><Choice label="Table" value={id} options={options} onValue={go} /></div>
            <Allowed right="set">
                {id === NEW && <Form table={null} onDone={(name) => (location.hash = `/floor/${name}`)} />}
                {id && id !== NEW && <Existing key={id} id={id} />}
            </Allowed>
        </>
    );
}
