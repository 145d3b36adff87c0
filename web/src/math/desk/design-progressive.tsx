// The design of a progressive: a slider for every seed, share, reserve and award, with the effect of one step. Or the program
// searches for values that reach a wanted return, hit frequency, average jackpot and number of bets between jackpots.
import { useEffect, useState } from 'preact/hooks';
import { currencySign } from '../../lib/money';
import { save } from '../../lib/save';
import { Button } from '../../ui/button';
import { Tick } from '../../ui/field';
import { Sheet } from '../../ui/table';
import { keepAt, valueAt } from '../address';
import { amount, change, count, percent, percentChange, words } from '../format';
import type { Study, Told } from '../study';
import type { ProgressiveAnalysis, Subject } from '../types';
import { Answer, Files, NumberField, State, TabHead, takeFile } from './parts';
import { houseShare, knobs, rangeOf, withValues, type Knob } from './progressive-text';
import { asked as questionOf, keepWanted, lacking, rangesAt, ROWS_MOST, usualRange, wantedAt, type Range, type Wanted } from './progressive-wanted';
import { useQuestion } from './question';

interface MeterReturn {
    average_jackpot: number | null;
    bets_between: number | null;
    hours_between?: number | null;
}

interface Return {
    house_advantage: number | null;
    hit_frequency: number | null;
    meters: Record<string, MeterReturn>;
}

interface DesignAnswer {
    now: Return;
    sensitivity: { what: string; step: string | number; one_step_more: Return }[];
    tried: number;
    reached: number;
    tables: (Return & { values: Record<string, string | number> })[];
}

// The server sends amounts as text and shares as fractions; a knob has amounts and percentages, rounded to the millionth.
const knobValue = (knob: Knob, told: string | number) => (knob.kind === 'percent' ? Math.round(Number(told) * 1e8) / 1e6 : Number(told));

const about = (subject: Subject) => ('name' in subject ? { progressive: subject.name } : { progressive_text: subject.text });
const shownValue = (knob: Knob, value: number) => (knob.kind === 'percent' ? `${value} %` : knob.kind === 'times' ? `${value / knob.bet} for 1` : amount(value));
const ofMeter = (name: string, meters: string[]) => (meters.length > 1 ? ` ${words(name)}` : '');
const orDash = (value: number | null | undefined, show: (value: number) => string) => (value === null || value === undefined ? '–' : show(value));

// Asks for the effect of one step of each value. The ranges hold only the present values, so nothing is searched for.
function useSteps(subject: Subject, of: Knob[], all: Knob[]) {
    const vary = of.map((knob) => `${knob.key}=${knob.value}..${knob.value}:${rangeOf(knob, all).step}`);
    return useQuestion<DesignAnswer>('/analyze/design', vary.length > 0 ? { ...about(subject), vary, target: 0, within: 10, limit: 1 } : null);
}

function Slider({ knob, all, effect, onValue }: { knob: Knob; all: Knob[]; effect: number | null | undefined; onValue: (value: number) => void }) {
    const { from, to, step } = rangeOf(knob, all);
    const shown = shownValue(knob, knob.value);
    return (
        <label class="slider">
            <span class="slider-hand">{knob.label}</span>
            <input type="range" min={Math.min(from, knob.value)} max={Math.max(to, knob.value)} step={step} value={knob.value} aria-valuetext={shown}
                onInput={(event) => onValue(Number(event.currentTarget.value))} />
            <output class="slider-pays">{shown}</output>
            <span class="quiet small slider-weight">{effect === null || effect === undefined ? '' : `${percentChange(effect, 4)} for ${knob.kind === 'times' ? step / knob.bet : shownValue(knob, step)} more`}</span>
        </label>
    );
}

function Now({ study, analysis, all }: { study: Study; analysis: ProgressiveAnalysis; all: Knob[] }) {
    const isExact = !study.stale.value;
    const jackpots = Object.keys(analysis.meters).map((name) => ({
        name, average: typeof analysis.average_jackpot === 'number' ? analysis.average_jackpot : analysis.average_jackpot[name],
        bets: 1 / analysis.meters[name]!.hit_probability,
    }));
    const names = jackpots.map((each) => each.name);
    return (
        <>
            <p class="design-edge" role="status">
                <span>House advantage</span>
                <strong>{percent(analysis.house_advantage, 4)}</strong>
                <span class={`badge ${isExact ? '' : 'gold'}`}>{isExact ? 'exact' : study.fault.value ? 'not a valid file' : 'the exact value follows'}</span>
                <span class="small quiet">hits {percent(analysis.hit_frequency, 4)} · the house keeps {houseShare(all)} % of a bet</span>
            </p>
            {study.fault.value && <p class="banner bad">{study.fault.value.text}</p>}
            <Sheet label="The meters now" columns={['Meter', 'Average jackpot#', 'Bets between jackpots#']}>
                {jackpots.map(({ name, average, bets }) => (
                    <tr key={name}>
                        <th scope="row">{words(name)}{names.length > 1 ? '' : ', the only one'}</th>
                        <td class="number">{orDash(average, amount)}</td>
                        <td class="number">{Number.isFinite(bets) ? count(bets) : '–'}</td>
                    </tr>
                ))}
            </Sheet>
        </>
    );
}

function Sliders({ study, subject, all }: { study: Study; subject: Subject; all: Knob[] }) {
    const first = useSteps(subject, all.slice(0, ROWS_MOST), all);
    const second = useSteps(subject, all.slice(ROWS_MOST, 2 * ROWS_MOST), all);
    const third = useSteps(subject, all.slice(2 * ROWS_MOST, 3 * ROWS_MOST), all);
    const effects = new Map([first, second, third].flatMap(({ answer }) => answer?.sensitivity.map((row) => [row.what, row.one_step_more.house_advantage] as const) ?? []));
    const put = (knob: Knob, value: number) => {
        study.edit(withValues(study.text.value, { [knob.key]: value }));
        keepAt({ values: knobs(study.text.value).map((each) => each.value).join(',') });
    };
    return (
        <>
            <div class="sliders">
                {all.map((knob) => <Slider key={knob.key} knob={knob} all={all} effect={effects.get(knob.key)} onValue={(value) => put(knob, value)} />)}
            </div>
            <State asked={first} waiting="Working out what each step changes…" />
        </>
    );
}

function Vary({ all, ranges, onRanges }: { all: Knob[]; ranges: Record<string, Range>; onRanges: (ranges: Record<string, Range>) => void }) {
    const without = (key: string) => Object.fromEntries(Object.entries(ranges).filter(([each]) => each !== key));
    return (
        <fieldset class="vary">
            <legend>What may vary</legend>
            <div class="vary-ticks">
                {all.map((knob) => (
                    <Tick key={knob.key} label={knob.label} checked={knob.key in ranges}
                        onValue={(on) => onRanges(on ? { ...ranges, [knob.key]: usualRange(knob) } : without(knob.key))} />
                ))}
            </div>
            {all.filter((knob) => knob.key in ranges).map((knob) => {
                const range = ranges[knob.key]!;
                const put = (part: keyof Range) => (value: string) => onRanges({ ...ranges, [knob.key]: { ...range, [part]: value } });
                const unit = knob.kind === 'percent' ? '%' : currencySign();
                return (
                    <div key={knob.key} class="vary-row" role="group" aria-label={knob.label}>
                        <span><strong>{knob.label}</strong> <span class="quiet small">now {shownValue(knob, knob.value)}</span></span>
                        <NumberField label="From" unit={unit} value={range.from} onValue={put('from')} />
                        <NumberField label="To" unit={unit} value={range.to} onValue={put('to')} />
                        <NumberField label="Step" unit={unit} value={range.step} onValue={put('step')} />
                    </div>
                );
            })}
        </fieldset>
    );
}

function WantedFields({ wanted, meters, onWanted }: { wanted: Wanted; meters: string[]; onWanted: (wanted: Wanted) => void }) {
    const put = (key: 'target' | 'within' | 'hit' | 'hour') => (value: string) => onWanted({ ...wanted, [key]: value });
    return (
        <fieldset class="vary">
            <legend>What is wanted</legend>
            <div class="desk-fields">
                <NumberField label="House advantage" unit="%" value={wanted.target} onValue={put('target')} />
                <NumberField label="Hit frequency" unit="%" value={wanted.hit} onValue={put('hit')} />
                <NumberField label="May be off by" unit="%" value={wanted.within} onValue={put('within')} />
                {meters.map((name) => (
                    <NumberField key={name} label={`Average jackpot${ofMeter(name, meters)}`} unit={currencySign()} value={wanted.jackpot[name] ?? ''}
                        onValue={(value) => onWanted({ ...wanted, jackpot: { ...wanted.jackpot, [name]: value } })} />
                ))}
                {meters.map((name) => (
                    <NumberField key={name} label={`Bets between jackpots${ofMeter(name, meters)}`} value={wanted.between[name] ?? ''}
                        onValue={(value) => onWanted({ ...wanted, between: { ...wanted.between, [name]: value } })} />
                ))}
                <NumberField label="Bets an hour, for hours between" value={wanted.hour} onValue={put('hour')} />
            </div>
        </fieldset>
    );
}

interface FoundProps {
    found: DesignAnswer;
    body: object;
    all: Knob[];
    name: string;
    onUse: (values: Record<string, number>) => void;
}

function Found({ found, body, all, name, onUse }: FoundProps) {
    const meters = Object.keys(found.now.meters);
    const varied = found.sensitivity.map((row) => all.find((knob) => knob.key === row.what)).filter((knob) => knob !== undefined);
    const valuesOf = (values: Record<string, string | number>) =>
        Object.fromEntries(varied.filter((knob) => knob.key in values).map((knob) => [knob.key, knobValue(knob, values[knob.key]!)]));
    const hasHours = meters.some((meter) => found.now.meters[meter]!.hours_between !== undefined);
    const figures = (each: Return) => (
        <>
            <td class="number">{orDash(each.house_advantage, (value) => percent(value, 4))}</td>
            <td class="number">{orDash(each.hit_frequency, (value) => percent(value, 4))}</td>
            {meters.map((meter) => <td key={meter} class="number">{orDash(each.meters[meter]!.average_jackpot, amount)}</td>)}
            {meters.map((meter) => <td key={meter} class="number">{orDash(each.meters[meter]!.bets_between, count)}</td>)}
            {hasHours && meters.map((meter) => <td key={meter} class="number">{orDash(each.meters[meter]!.hours_between, (value) => value.toFixed(1))}</td>)}
        </>
    );
    return (
        <>
            <div class="row apart">
                <p class="quiet small">
                    {found.reached.toLocaleString('en-US')} of {found.tried.toLocaleString('en-US')} combinations reach it
                    {found.tables.length === 0 ? ': widen the ranges, or let the figures be farther off.' : found.reached > found.tables.length ? `; the best ${found.tables.length} are shown.` : '.'}
                </p>
                <Files path="/analyze/design" body={body} name={`${name}-design`} />
            </div>
            {found.tables.length > 0 && (
                <Sheet label="Progressives that reach it, the best first" columns={['(Use it)', ...varied.map((knob) => `${knob.label}#`), 'House advantage#', 'Hits#',
                    ...meters.map((meter) => `Average jackpot${ofMeter(meter, meters)}#`), ...meters.map((meter) => `Bets between${ofMeter(meter, meters)}#`),
                    ...(hasHours ? meters.map((meter) => `Hours between${ofMeter(meter, meters)}#`) : [])]}>
                    <tr class="quiet">
                        <td>Now</td>
                        {varied.map((knob) => <td key={knob.key} class="number">{shownValue(knob, knob.value)}</td>)}
                        {figures(found.now)}
                    </tr>
                    {found.tables.map((table, i) => (
                        <tr key={JSON.stringify(table.values)}>
                            <td class="design-use no-print">
                                <Button onClick={() => onUse(valuesOf(table.values))} aria-label={`Use progressive ${i + 1}`}>Use</Button>
                                <Button onClick={() => void takeFile('/analyze/design', { ...body, format: 'yaml', pick: i + 1 }, `${name}-design.yaml`)}
                                    aria-label={`Download the file of progressive ${i + 1}`}>File</Button>
                            </td>
                            {varied.map((knob) => <td key={knob.key} class="number">{shownValue(knob, knobValue(knob, table.values[knob.key]!))}</td>)}
                            {figures(table)}
                        </tr>
                    ))}
                </Sheet>
            )}
            <h3>What a step more changes</h3>
            <Sheet label="What a step more changes" columns={['What', 'A step#', 'House advantage#', 'Hits#', ...meters.map((meter) => `Average jackpot${ofMeter(meter, meters)}#`)]}>
                {found.sensitivity.map(({ what, step, one_step_more: more }) => {
                    const knob = all.find((each) => each.key === what);
                    return (
                        <tr key={what}>
                            <th scope="row">{knob?.label ?? words(what)}</th>
                            <td class="number">{knob ? shownValue(knob, knobValue(knob, step)) : step}</td>
                            <td class="number">{orDash(more.house_advantage, (value) => percentChange(value, 6))}</td>
                            <td class="number">{orDash(more.hit_frequency, (value) => percentChange(value, 4))}</td>
                            {meters.map((meter) => <td key={meter} class="number">{orDash(more.meters[meter]!.average_jackpot, (value) => change(value, 2))}</td>)}
                        </tr>
                    );
                })}
            </Sheet>
        </>
    );
}

function Search({ study, subject, all, meters }: { study: Study; subject: Subject; all: Knob[]; meters: string[] }) {
    const [ranges, setRanges] = useState<Record<string, Range>>(() =>
        rangesAt() ?? Object.fromEntries(all.filter((knob) => /(^|\.)(seed|share)$/.test(knob.key)).slice(0, 2).map((knob) => [knob.key, usualRange(knob)])));
    const [wanted, setWanted] = useState(wantedAt);
    const [body, setBody] = useState<object | null>(null);
    const [lacks, setLacks] = useState<string | null>(null);
    const asked = useQuestion<DesignAnswer>('/analyze/design', body);
    const look = () => {
        const missing = lacking(ranges, wanted);
        setLacks(missing);
        if (missing) return;
        keepWanted(ranges, wanted);
        setBody({ ...about(subject), ...questionOf(ranges, wanted) });
    };
    // A link with ranges in its address starts the same search at once.
    useEffect(() => {
        if (rangesAt() && !lacking(ranges, wanted)) look();
    }, []);
    const use = (values: Record<string, number>) => {
        study.edit(withValues(study.text.value, values));
        keepAt({ values: knobs(study.text.value).map((each) => each.value).join(',') });
    };
    return (
        <section class="panel stack">
            <h2>Progressives for a wanted return</h2>
            <p class="quiet small">Everything in the ranges is tried; the best come first: near to what is wanted, with round numbers. Figures of jackpots may be off by a fiftieth.</p>
            <form class="stack" onSubmit={(event) => { event.preventDefault(); look(); }}>
                <WantedFields wanted={wanted} meters={meters} onWanted={setWanted} />
                <Vary all={all} ranges={ranges} onRanges={setRanges} />
                <div class="row">
                    <Button kind="main" type="submit">Look for progressives</Button>
                    <span class="fault" role="alert">{lacks}</span>
                </div>
            </form>
            {body && <State asked={asked} waiting="Looking through the combinations…" />}
            {body && asked.answer && <Answer asked={asked}><Found found={asked.answer} body={body} all={all} name={study.name.value} onUse={use} /></Answer>}
        </section>
    );
}

export function DesignProgressive({ study, told, analysis }: { study: Study; told: Told; analysis: ProgressiveAnalysis }) {
    const all = knobs(study.text.value);
    // The values of a link are put into the text.
    useEffect(() => {
        const values = valueAt('values')?.split(',').map(Number);
        if (values?.length === all.length && values.every((each) => each >= 0))
            study.edit(withValues(study.text.value, Object.fromEntries(all.map((knob, i) => [knob.key, values[i]!]))));
    }, []);
    return (
        <>
            <section class="panel stack">
                <TabHead title="Design" files={
                    <Button class="no-print" disabled={!study.edited.value || study.fault.value !== null}
                        onClick={() => save(new Blob([study.text.value], { type: 'application/yaml' }), `${study.name.value}-design.yaml`)}>File</Button>
                }>
                    Turn a value: the figures of the whole progressive follow, exactly. The house's share of a bet makes up for the meters'.
                </TabHead>
                <Now study={study} analysis={analysis} all={all} />
                <Sliders study={study} subject={told.subject} all={all} />
            </section>
            <Search study={study} subject={told.subject} all={all} meters={Object.keys(analysis.meters)} />
        </>
    );
}
