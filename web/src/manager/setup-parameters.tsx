// Changes seed, bet, shares, limits and awards of a link without writing a file. The changes become a new document, which two
// people put in force while the link is closed (REG-6).
import { useState } from 'preact/hooks';
import { get, post } from '../lib/api';
import { Button } from '../ui/button';
import { Sheet } from '../ui/table';
import { say } from '../ui/toast';
import { TextField } from '../ui/field';
import { useAsk } from './ask';
import { Changes, changeWords, hasChange, type Change } from './changes';
import { MustClose } from './link-actions';
import { SecondPerson, useSecond } from './second';
import type { Link } from './types';
import { useLoad } from './use-load';

interface Parameters {
    bet: string;
    house_share: string;
    meters: { name: string; share: string; reserve: string; seed: string; limit: string }[];
    awards: { hand: string; pays: string; from: string; key: string; envy: string }[];
}

interface Answer {
    document: string;
    parameters: Parameters;
}

type Row = Record<string, string>;

const meterColumns = [['share', 'Share'], ['reserve', 'Reserve'], ['seed', 'Seed'], ['limit', 'Limit']] as const;
const awardColumns = [['pays', 'Pays'], ['from', 'From'], ['key', 'Key'], ['envy', 'Envy']] as const;

function rowChanges(names: readonly (readonly [string, string])[], id: string, old: Row[], now: Row[]): Change[] {
    return now.flatMap((row, i) => names.map(([member, label]) => ({ what: `${row[id]}, ${label.toLowerCase()}`, old: old[i]![member]!, now: row[member]! })));
}

function changesOf(old: Parameters, now: Parameters): Change[] {
    return [
        { what: 'Bet', old: old.bet, now: now.bet },
        { what: 'House share', old: old.house_share, now: now.house_share },
        ...rowChanges(meterColumns, 'name', old.meters, now.meters),
        ...rowChanges(awardColumns, 'hand', old.awards, now.awards),
    ];
}

// Only the members that differ go into the request.
function rowsChanged<T extends Row>(id: string, old: T[], now: T[]): Row[] {
    const different = now.map((row, i) => Object.fromEntries(Object.entries(row).filter(([name, value]) => name === id || value !== old[i]![name])));
    return different.filter((row) => Object.keys(row).length > 1);
}

function changed(old: Parameters, now: Parameters): Record<string, unknown> {
    const meters = rowsChanged('name', old.meters, now.meters);
    const awards = rowsChanged('hand', old.awards, now.awards);
    return {
        ...(now.bet !== old.bet && { bet: now.bet }),
        ...(now.house_share !== old.house_share && { house_share: now.house_share }),
        ...(meters.length > 0 && { meters }),
        ...(awards.length > 0 && { awards }),
    };
}

// The link's other options are sent unchanged.
const optionsOf = (link: Link) => ({
    policy: link.policy, claim_lock: link.claim_lock, high_approvals: link.high_approvals, low_approvals: link.low_approvals,
    ...(link.two_departments && { two_departments: true }), ...(link.coins_per_minute && { coins_per_minute: link.coins_per_minute }),
});

interface GridProps {
    label: string;
    id: string;
    first: string; // heading of the column of names
    columns: readonly (readonly [string, string])[];
    rows: Row[];
    onRows: (rows: Row[]) => void;
}

function Grid({ label, id, first, columns, rows, onRows }: GridProps) {
    const set = (at: number, member: string, value: string) => onRows(rows.map((row, i) => (i === at ? { ...row, [member]: value } : row)));
    return (
        <Sheet label={label} class="parameters" columns={[first, ...columns.map(([, name]) => name)]}>
            {rows.map((row, at) => (
                <tr key={row[id]}>
                    <th scope="row">{row[id]}</th>
                    {columns.map(([member, name]) => (
                        <td key={member}>
                            <input class="input" aria-label={`${row[id]}, ${name.toLowerCase()}`} value={row[member]}
                                onInput={(event) => set(at, member, event.currentTarget.value)} />
                        </td>
                    ))}
                </tr>
            ))}
        </Sheet>
    );
}

function Form({ link, answer, onDone }: { link: Link; answer: Answer; onDone: () => void }) {
    const old = answer.parameters;
    const [now, setNow] = useState(old);
    const second = useSecond();
    const asking = useAsk(['parameters', 'approver']);
    const set = (part: Partial<Parameters>) => setNow({ ...now, ...part });
    const changes = changesOf(old, now);
    const ready = hasChange(changes) && second.isReady && !link.open;
    const send = async () => {
        const done = await asking.run(async (user, signed) => {
            const mine = signed.proof ? { proof: { password: signed.proof.password } } : {};
            const { document } = await post<{ document: string }>(`/links/${link.link}/parameters`, { parameters: changed(old, now), user, ...mine });
            await post(`/links/${link.link}/configure`, { ...optionsOf(link), document, user, ...signed });
        }, { title: 'Sign the parameters', act: 'Put them in force', second, says: [`Link ${link.link}`, ...changeWords(changes, false)] });
        if (!done) return;
        say(`The parameters of ${link.link} are in force.`);
        onDone();
    };
    return (
        <form class="panel stack" onSubmit={(event) => { event.preventDefault(); if (ready) void send(); }}>
            <h2>Parameters of {link.link}</h2>
            <MustClose link={link} />
            <div class="filters">
                <TextField label="Bet" value={now.bet} onValue={(bet) => set({ bet })} inputMode="decimal" />
                <TextField label="House share" value={now.house_share} onValue={(share) => set({ house_share: share })} hint="A percentage; with the meters' shares and reserves it is 100 %." />
            </div>
            <Grid label="Meters" id="name" first="Meter" columns={meterColumns} rows={now.meters} onRows={(rows) => set({ meters: rows as Parameters['meters'] })} />
            <Grid label="Awards" id="hand" first="Hand" columns={awardColumns} rows={now.awards} onRows={(rows) => set({ awards: rows as Parameters['awards'] })} />
            <p class="quiet small">Pays: a share of the meter as 100%, an amount as 500.00, or 50 for 1. From: a meter, or tray. Key: none, low or high. Limit and envy: an amount, or none.</p>
            {asking.fault('parameters') && <p class="banner bad" role="alert">{asking.fault('parameters')}</p>}
            <Changes rows={changes} isNew={false} of="the parameters" />
            <SecondPerson second={second} fault={asking.fault('approver')} />
            <div><Button kind="main" type="submit" disabled={!ready || asking.busy}>Put them in force</Button></div>
        </form>
    );
}

export function LinkParametersForm({ link, onDone }: { link: Link; onDone: () => void }) {
    const { value, fault } = useLoad((signal) => get<Answer>(`/links/${encodeURIComponent(link.link)}/parameters`, signal), link.document, link.configured);
    if (!value) return <p class="quiet">{fault ?? 'Asking the manager…'}</p>;
    return <Form key={value.document} link={link} answer={value} onDone={onDone} />;
}
