// The mathematics page: chooses files, shows their analysis, and loads the desk's tabs.
import '../design/base.css';
import './math.css';
import './charts.css';
import './editor.css';
import './desk/desk.css';
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { place } from '../lib/router';
import { Button } from '../ui/button';
import { Gate } from '../ui/gate';
import { mount } from '../ui/mount';
import { Toasts } from '../ui/toast';
import { Top } from '../ui/top';
import { placeOf, PROGRESSIVE_TABS, TABS, tabOf, type Tab } from './address';
import { Frequencies, SideBets } from './bars';
import { StrategyChart } from './chart';
import { Comparison } from './compare';
import { Downloads } from './download';
import { RulesFigures } from './figures';
import { PositionPanel } from './position';
import { ProgressiveResult } from './progressive';
import { Returns } from './returns';
import { forgetLines, lookInto, stopLooking } from './sensitivity';
import { SensitivityPanel } from './sensitivity-panel';
import { Source } from './source';
import { OpenCards, Spoken } from './spoken';
import { catalogue, comparing, go, left, loadCatalogue, right, startComparing } from './state';
import type { Study, Told } from './study';
import type { Answer, RulesAnswer } from './types';

function Waiting({ study }: { study: Study }) {
    return (
        <div class="panel waiting" role="status">
            {study.fault.value ? 'There are no figures for this text yet.' : 'Working out every deal…'}
        </div>
    );
}

function Cutoff({ cutoff }: { cutoff: string }) {
    return (
        <section class="panel stack">
            <h2>Strategy</h2>
            <p class="cutoff">Play <strong>{cutoff}</strong> or better, fold the rest.</p>
        </section>
    );
}

// The desk's tabs are loaded when somebody opens the first of them.
type DeskModule = typeof import('./desk/desk');
const desk = signal<DeskModule | null>(null);
const deskFailed = signal(false);

function loadDesk(): void {
    import('./desk/desk').then((module) => (desk.value = module), () => (deskFailed.value = true));
}

const titles: Record<Tab, string> = { protect: 'Protect', design: 'Design', strategy: 'Strategy', risk: 'Risk', par: 'PAR' };

function Tabs({ now, tabs }: { now: Tab | null; tabs: readonly Tab[] }) {
    const tab = (each: Tab | null, title: string) => (
        <a key={title} href={placeOf(left.name.value, each)} {...(each === now ? { 'aria-current': 'page' as const } : {})}>{title}</a>
    );
    return <nav class="tabs no-print" aria-label="What to look at">{[tab(null, 'Analysis'), ...tabs.map((each) => tab(each, titles[each]))]}</nav>;
}

function DeskResult({ tab, told, answer }: { tab: Tab; told: Told; answer: Answer }) {
    useEffect(() => void (desk.value ?? loadDesk()), []);
    const module = desk.value;
    if (module) return <module.Desk tab={tab} study={left} told={told} answer={answer} />;
    return <div class="panel waiting" role="status">{deskFailed.value ? 'This part did not load; load the page again.' : 'One moment…'}</div>;
}

function RulesResult({ told, answer }: { told: Told; answer: RulesAnswer }) {
    const { analysis } = answer;
    const progressive = catalogue.value?.rules.find((each) => each.name === left.name.value)?.progressive;
    return (
        <>
            <RulesFigures analysis={analysis} />
            {analysis.starting_hands.length > 0 && (
                <section class="panel"><StrategyChart title="First decision" hands={analysis.starting_hands} unit={analysis.unit} /></section>
            )}
            {analysis.cutoff && <Cutoff cutoff={analysis.cutoff} />}
            <Spoken subject={told.subject} analysis={analysis} />
            {analysis.by_open_card && <OpenCards rows={analysis.by_open_card} />}
            <div class="pair">
                <Frequencies frequencies={analysis.frequencies} />
                <div class="stack">
                    <SideBets bets={analysis.side_bets} />
                    {progressive && (
                        <section class="panel stack">
                            <h2>Progressive</h2>
                            <p>The one usually at this table is <a href={`#/${progressive}`}>{progressive}</a>.</p>
                        </section>
                    )}
                </div>
            </div>
            <Returns key={answer.name} name={answer.name} wagers={analysis.wagers} />
            <PositionPanel key={answer.game} subject={told.subject} unit={analysis.unit}
                shape={{ hole: answer.hole_cards ?? 0, board: answer.open_cards, dealer: answer.dealer_open }} />
            <SensitivityPanel />
        </>
    );
}

function Single() {
    const told = left.told.value;
    const atDesk = tabOf(place.value) !== null;
    useEffect(() => {
        if (!told) forgetLines();
        else if (!atDesk) void lookInto(told.subject);
        return stopLooking;
    }, [told, atDesk]);
    if (!told) return <Waiting study={left} />;
    const { answer } = told;
    const tabs = answer.kind === 'rules' ? TABS : PROGRESSIVE_TABS;
    const tab = tabs.find((each) => each === tabOf(place.value)) ?? null;
    return (
        <div class={`results ${left.stale.value && tab !== 'design' ? 'stale' : ''}`} aria-busy={left.busy.value}>
            <ResultHead title={answer.title} name={answer.name} />
            <Tabs now={tab} tabs={tabs} />
            {tab ? <DeskResult tab={tab} told={told} answer={answer} />
                : answer.kind === 'progressive' ? <><ProgressiveResult told={told} analysis={answer.analysis} more={left.more.value} /><SensitivityPanel /></>
                : <RulesResult told={told} answer={answer} />}
        </div>
    );
}

function ResultHead({ title, name }: { title: string; name: string }) {
    return (
        <div class="row apart">
            <h2 class="result-title">{title} <span class="quiet">{name}</span></h2>
            <span role="status">{left.stale.value && <span class="badge gold">Figures of an earlier text</span>}</span>
        </div>
    );
}

function Compared() {
    const [a, b] = [left.told.value, right.told.value];
    const stale = left.stale.value || right.stale.value;
    if (!a || !b) return <Waiting study={a ? right : left} />;
    const label = (study: Study, told: Told) => `${told.answer.name}${study.edited.value ? ' (edited)' : ''}`;
    return (
        <div class={`results ${stale ? 'stale' : ''}`} aria-busy={left.busy.value || right.busy.value}>
            <span role="status">{stale && <span class="badge gold">Figures of an earlier text</span>}</span>
            <Comparison a={a.answer} b={b.answer} names={[label(left, a), label(right, b)]} />
        </div>
    );
}

function Bench() {
    const list = catalogue.value;
    if (!list) return <p class="panel waiting" role="status">Asking for the list of files…</p>;
    const pickLeft = (name: string) => (comparing.value ? go(name, right.name.value) : go(name));
    return comparing.value ? (
        <>
            <div class="sources">
                <Source folded label="Left" study={left} catalogue={list} onPick={pickLeft} />
                <Source folded label="Right" study={right} catalogue={list} onPick={(name) => go(left.name.value, name)} />
            </div>
            <Compared />
        </>
    ) : (
        <div class="bench">
            <Source label="File" study={left} catalogue={list} onPick={pickLeft} />
            <Single />
        </div>
    );
}

function Page() {
    const first = left.name.value;
    useEffect(() => void loadCatalogue(), []);
    return (
        <>
            <Top title="Mathematics">
                <div class="row">
                    {comparing.value ? <Button onClick={() => go(first)}>One file</Button>
                        : <Button disabled={!catalogue.value} onClick={startComparing}>Compare two</Button>}
                    <Button onClick={() => print()}>Print</Button>
                    <Downloads label={comparing.value ? 'Report, left' : 'Report'} told={left.told.value} disabled={left.stale.value || left.partial.value} />
                </div>
            </Top>
            <main class="math"><Bench /></main>
            <Toasts />
        </>
    );
}

mount(<Gate title="Mathematics" guests><Page /></Gate>);
