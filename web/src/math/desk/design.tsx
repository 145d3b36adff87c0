// The design of a pay table: a slider for each row. Moving it changes the edge at once by an estimate from the row's weight, and
// the exact value follows. Or the program searches for tables that reach a wanted edge.
import { useEffect, useState } from 'preact/hooks';
import { Button } from '../../ui/button';
import { Choice } from '../../ui/field';
import { Sheet } from '../../ui/table';
import { keepAt, placeOf, valueAt } from '../address';
import { save } from '../../lib/save';
import { Exact } from '../exact';
import { decimal, percent, percentChange, words } from '../format';
import { catalogue } from '../state';
import type { Study, Told } from '../study';
import type { RulesAnswer, Subject } from '../types';
import { Answer, isNumber, NumberField, State, TabHead, takeFile } from './parts';
import { payTables, withPays, type PayRow, type PayTable } from './pay-table';
import { about, useQuestion } from './question';

interface Candidate {
    pays: Record<string, number>;
    house_edge: number;
    hit_frequency: number | null;
    std_dev: number;
}

interface DesignAnswer {
    sensitivity: { hand: string; ev_per_unit: number; exact: string }[];
    tried: number;
    reached: number;
    complete: string;
    tables: Candidate[];
}

const ROWS_AT_ONCE = 8; // the most rows that one request may vary

// Asks for the weights of rows: the effect of each on the edge. No tables are searched for.
function useWeights(subject: Subject, table: PayTable, rows: PayRow[]) {
    const vary = rows.map((row) => `${row.hand}=${Math.max(1, Math.floor(row.pays))}..${Math.max(1, Math.floor(row.pays))}`);
    return useQuestion<DesignAnswer>('/analyze/design',
        vary.length > 0 ? { ...about(subject), wager: table.name, vary, target: 0, within: 10, limit: 1, analyses: 1 } : null);
}

// The expectation that the table belongs to: that of its side bet, or of the base game.
function valueOf({ analysis }: RulesAnswer, table: string) {
    const side = analysis.side_bets[table];
    return side ? { edge: side.house_edge ?? -side.ev, exact: side.exact, of: words(table) } : { edge: analysis.house_edge, exact: analysis.exact.ev, of: 'the base game' };
}

interface SliderProps {
    row: PayRow;
    value: number;
    most: number;
    weight: number | undefined;
    onValue: (value: number) => void;
}

function Slider({ row, value, most, weight, onValue }: SliderProps) {
    const shown = value === row.pays ? row.shown : `${value} to 1`;
    return (
        <label class="slider">
            <span class="slider-hand">{words(row.hand)}</span>
            <input type="range" min={1} max={Math.max(most, value)} step={1} value={value} aria-valuetext={shown}
                onInput={(event) => onValue(Number(event.currentTarget.value))} />
            <output class="slider-pays">{shown}</output>
            <span class="quiet small slider-weight">{weight === undefined ? '' : `${percentChange(-weight, 4)} for 1 more`}</span>
        </label>
    );
}

interface SlidersProps {
    study: Study;
    told: Told;
    answer: RulesAnswer;
    table: PayTable;
    weights: Map<string, number>;
}

// The exact value belongs to the text that was analysed; the effect of rows that were moved since is estimated.
function Sliders({ study, answer, told, table, weights }: SlidersProps) {
    const analysed = payTables('text' in told.subject ? told.subject.text : study.shipped.value).find((each) => each.name === table.name);
    const shipped = payTables(study.shipped.value).find((each) => each.name === table.name);
    const before = new Map(analysed?.rows.map((row) => [row.hand, row.pays]));
    const moved = table.rows.filter((row) => row.pays !== before.get(row.hand));
    const known = moved.every((row) => weights.has(row.hand));
    const { edge, exact: fraction, of } = valueOf(answer, table.name);
    const estimate = edge - moved.reduce((sum, row) => sum + (weights.get(row.hand) ?? 0) * (row.pays - (before.get(row.hand) ?? row.pays)), 0);
    const exact = moved.length === 0 && !study.stale.value;
    const put = (row: PayRow, pays: number) => {
        study.edit(withPays(study.text.value, [row], [pays]));
        keepAt({ pays: table.rows.map((each) => (each === row ? pays : each.pays)).join(',') });
    };
    return (
        <>
            <p class="design-edge" role="status">
                <span>House edge of {of}</span>
                <strong>{exact || known ? percent(exact ? edge : estimate, 4) : '…'}</strong>
                <span class={`badge ${exact ? '' : 'gold'}`}>{exact ? 'exact' : study.fault.value ? 'not a valid table' : 'by the weights; the exact value follows'}</span>
                {exact && <span class="small quiet">expectation <Exact text={fraction} /></span>}
            </p>
            {study.fault.value && <p class="banner bad">{study.fault.value.text}</p>}
            <div class="sliders">
                {table.rows.map((row) => (
                    <Slider key={row.hand} row={row} value={row.pays} weight={weights.get(row.hand)}
                        most={2 * Math.max(5, shipped?.rows.find((each) => each.hand === row.hand)?.pays ?? row.pays)}
                        onValue={(value) => put(row, value)} />
                ))}
            </div>
        </>
    );
}

function FoundTables({ asked, body, table, study }: { asked: DesignAnswer; body: object; table: PayTable; study: Study }) {
    const varied = table.rows.filter((row) => asked.tables[0] && row.hand in asked.tables[0].pays);
    const use = (found: Candidate) => {
        const pays = table.rows.map((row) => found.pays[row.hand] ?? row.pays);
        study.edit(withPays(study.text.value, table.rows, pays));
        keepAt({ pays: pays.join(',') });
    };
    const download = (pick: number) => takeFile('/analyze/design', { ...body, format: 'yaml', pick }, `${study.name.value}-design.yaml`);
    return (
        <>
            <p class="quiet small">
                {asked.reached.toLocaleString('en-US')} of {asked.tried.toLocaleString('en-US')} tables reach it
                {asked.complete === 'yes' ? '.' : '; there may be more than were analysed: narrower ranges look at all of them.'}
            </p>
            {asked.tables.length > 0 && (
                <Sheet label="Tables that reach it" columns={[...varied.map((row) => `${words(row.hand)}#`), 'House edge#', 'Hits#', 'Deviation#', '(Use it)']}>
                    {asked.tables.map((found, i) => (
                        <tr key={JSON.stringify(found.pays)}>
                            {varied.map((row) => <td key={row.hand} class="number">{found.pays[row.hand]}</td>)}
                            <td class="number">{percent(found.house_edge, 4)}</td>
                            <td class="number">{found.hit_frequency === null ? '' : percent(found.hit_frequency, 2)}</td>
                            <td class="number">{decimal(found.std_dev, 4)}</td>
                            <td class="no-print">
                                <span class="row">
                                    <Button onClick={() => use(found)} aria-label={`Use table ${i + 1}`}>Use</Button>
                                    <Button onClick={() => void download(i + 1)} aria-label={`Download the file of table ${i + 1}`}>File</Button>
                                </span>
                            </td>
                        </tr>
                    ))}
                </Sheet>
            )}
        </>
    );
}

function Search({ subject, table, study }: { subject: Subject; table: PayTable; study: Study }) {
    const [target, setTarget] = useState(valueAt('target') ?? '');
    const [spread, setSpread] = useState(valueAt('spread') ?? '1');
    const [within, setWithin] = useState(valueAt('within') ?? '0.1');
    const [wanted, setWanted] = useState<object | null>(null);
    const asked = useQuestion<DesignAnswer>('/analyze/design', wanted);
    // The last rows of a table hit most often and weigh most.
    const rows = table.rows.slice(-ROWS_AT_ONCE);
    const look = () => {
        keepAt({ target, spread, within });
        const vary = rows.map((row) => `${row.hand}=${Math.max(1, Math.round(row.pays) - Number(spread))}..${Math.round(row.pays) + Number(spread)}`);
        setWanted({ ...about(subject), wager: table.name, vary: vary.slice(-5), target: Number(target) / 100, within: Number(within) / 100 });
    };
    const ready = isNumber(target) && /^\d$/.test(spread) && isNumber(within);
    return (
        <section class="panel stack">
            <h2>Tables for a wanted edge</h2>
            <p class="quiet small">The lower rows of the table vary around what they pay now; the best tables come first: near to the wanted edge, with round pays.</p>
            <form class="desk-fields" onSubmit={(event) => { event.preventDefault(); if (ready) look(); }}>
                <NumberField label="House edge" unit="%" value={target} onValue={setTarget} />
                <NumberField label="May be off by" unit="%" value={within} onValue={setWithin} />
                <NumberField label="Rows vary by" value={spread} onValue={setSpread} />
                <Button kind="main" type="submit">Look for tables</Button>
            </form>
            {wanted && <State asked={asked} waiting="Looking through the tables…" />}
            {wanted && asked.answer && <Answer asked={asked}><FoundTables asked={asked.answer} body={wanted} table={table} study={study} /></Answer>}
        </section>
    );
}

export function Design({ study, told, answer }: { study: Study; told: Told; answer: RulesAnswer }) {
    const tables = payTables(study.text.value);
    const [name, setName] = useState(valueAt('table') ?? tables.find((each) => each.name in answer.analysis.side_bets)?.name ?? tables[0]?.name ?? '');
    const table = tables.find((each) => each.name === name) ?? tables[0];
    // The pays of a link are put into the text.
    useEffect(() => {
        const pays = valueAt('pays')?.split(',').map(Number);
        if (table && pays?.length === table.rows.length && pays.every((each) => each > 0))
            study.edit(withPays(study.text.value, table.rows, pays));
    }, []);
    if (!table) return <section class="panel"><p>These rules have no pay table whose rows could vary.</p></section>;
    return <DesignTable key={table.name} study={study} told={told} answer={answer} table={table} tables={tables}
        onTable={(chosen) => { setName(chosen); keepAt({ table: chosen, pays: '' }); }} />;
}

interface DesignTableProps {
    study: Study;
    told: Told;
    answer: RulesAnswer;
    table: PayTable;
    tables: PayTable[];
    onTable: (name: string) => void;
}

function DesignTable({ study, told, answer, table, tables, onTable }: DesignTableProps) {
    const low = useWeights(told.subject, table, table.rows.slice(-ROWS_AT_ONCE));
    const high = useWeights(told.subject, table, table.rows.slice(0, -ROWS_AT_ONCE));
    const progressive = catalogue.value?.rules.find((each) => each.name === study.name.value)?.progressive;
    const weights = new Map([low, high].flatMap(({ answer: each }) => each?.sensitivity.map((row) => [row.hand, row.ev_per_unit] as const) ?? []));
    return (
        <>
            <section class="panel stack">
                <TabHead title="Design" files={
                    <Button class="no-print" disabled={!study.edited.value || study.fault.value !== null}
                        onClick={() => save(new Blob([study.text.value], { type: 'application/yaml' }), `${study.name.value}-design.yaml`)}>Rules file</Button>
                }>
                    Move a row: the edge follows at once by what the row weighs, then exactly.
                </TabHead>
                <Choice label="Pay table" value={table.name} onValue={onTable}
                    options={tables.map((each) => ({ value: each.name, label: words(each.name) }))} />
                {progressive && <p class="small">The progressive at this table is designed by itself: <a href={placeOf(progressive, 'design')}>{progressive}</a>.</p>}
                <Sliders study={study} told={told} answer={answer} table={table} weights={weights} />
                <State asked={low} waiting="Working out what each row weighs…" />
            </section>
            <Search subject={told.subject} table={table} study={study} />
        </>
    );
}
