// Reports: choose one, see it, save it. The choice is part of the address, so that a reload shows the same report.
import './reports.css';
import { useState } from 'preact/hooks';
import { get } from '../lib/api';
import { floor } from '../lib/floor';
import { place } from '../lib/router';
import { momentOf, stamp, typedAt } from '../lib/time';
import { Button } from '../ui/button';
import { Choice, TextField } from '../ui/field';
import { Downloads } from './reports-files';
import { PaperView, type Paper } from './reports-paper';
import { loadPast, type PastShiftList } from './shifts-past';
import { useLoad } from './use-load';

interface ReportKind {
    name: string;
    about: string;
    of_claim: boolean;
}

type Member = 'link' | 'table' | 'shift' | 'since' | 'until' | 'claim';

// The parameters that can narrow a report.
function takes(kind: ReportKind): Member[] {
    if (kind.of_claim) return ['claim'];
    if (kind.name === 'shift') return ['shift', 'link', 'table'];
    if (kind.name === 'submission') return ['link'];
    return ['link', 'table', 'shift', 'since', 'until'];
}

const asked = () => new URLSearchParams(place.value.split('?')[1] ?? '');

// The parameters of the request: those in the address that this report has.
function queryOf(kind: ReportKind, choice: URLSearchParams): string {
    const query = new URLSearchParams();
    for (const member of takes(kind)) {
        const value = choice.get(member);
        if (value) query.set(member, value);
    }
    return query.toString();
}

const localTime = (ms: string | null) => (ms ? typedAt(Number(ms)) : '');
const fromLocal = (text: string) => (text ? `${momentOf(text)}` : '');
const any = (label: string) => ({ value: '', label });

function shiftOptions(past: PastShiftList | null) {
    const current = floor.value?.shift;
    return [
        ...(current ? [{ value: `${current.shift}`, label: `${current.name} (open)` }] : []),
        ...(past?.shifts ?? []).map(({ shift, name, begin }) => ({ value: `${shift}`, label: `${name}, ${stamp(begin)}` })),
    ];
}

interface MemberProps {
    report: string;
    member: Member;
    value: string;
    onValue: (value: string) => void;
    past: PastShiftList | null;
}

function MemberField({ report, member, value, onValue, past }: MemberProps) {
    const of = { value, onValue };
    const links = floor.value!.links.map(({ link }) => ({ value: link, label: link }));
    const tables = floor.value!.tables.map(({ table }) => ({ value: table, label: table }));
    const noShift = any(report === 'shift' ? 'The open shift' : 'Not by shift');
    switch (member) {
        case 'link':
            return <Choice label="Link" {...of} options={[any('All links'), ...links]} />;
        case 'table':
            return <Choice label="Table" {...of} options={[any('All tables'), ...tables]} />;
        case 'shift':
            return <Choice label="Shift" {...of} options={[noShift, ...shiftOptions(past)]} />;
        case 'claim':
            return <TextField label="Claim" {...of} required inputMode="numeric" hint="The number of the claim, or of the payment." />;
        default:
            return (
                <TextField label={member === 'since' ? 'From' : 'Until'} type="datetime-local" value={localTime(value)}
                    onValue={(text) => onValue(fromLocal(text))} />
            );
    }
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function ChoiceForm({ kinds, choice }: { kinds: ReportKind[]; choice: URLSearchParams }) {
    const [chosen, setChosen] = useState<Record<string, string>>({ report: kinds[0]?.name ?? '', ...Object.fromEntries(choice) });
    const choose = (member: string) => (value: string) => setChosen({ ...chosen, [member]: value });
    const { value: past } = useLoad(loadPast, 'past', floor.value?.shift?.shift);
    const kind = kinds.find(({ name }) => name === chosen['report']);
    const show = (event: Event) => {
        event.preventDefault();
        const next = new URLSearchParams(Object.entries(chosen).filter(([, value]) => value));
        location.hash = `/reports?${next}`;
    };
    return (
        <form class="panel stack no-print" onSubmit={show}>
            <div class="choices">
                <Choice label="Report" value={chosen['report']!} onValue={choose('report')} hint={capital(kind?.about ?? '')}
                    options={kinds.map(({ name }) => ({ value: name, label: capital(name) }))} />
                {kind && takes(kind).map((member) => (
                    <MemberField key={member} report={kind.name} member={member} past={past}
                        value={chosen[member] ?? ''} onValue={choose(member)} />
                ))}
            </div>
            <div class="row"><Button kind="main" type="submit">Show the report</Button></div>
        </form>
    );
}

function Shown({ report, query }: { report: string; query: string }) {
    const path = `/reports/${report}?${query}${query && '&'}format=json`;
    const { value: paper, fault, again } = useLoad((signal) => get<Paper>(path, signal), path, 0);
    if (fault)
        return (
            <div class="banner bad row apart" role="alert">
                <span>{fault}</span>
                <Button onClick={again}>Try again</Button>
            </div>
        );
    if (!paper) return <p class="quiet" role="status">Making the report …</p>;
    return (
        <>
            <div class="row no-print">
                <Downloads report={report} query={query} what={paper.title} />
                <Button onClick={() => print()}>Print</Button>
                <Button onClick={again}>Make it anew</Button>
            </div>
            <PaperView paper={paper} />
        </>
    );
}

export function Reports() {
    const { value: list, fault } = useLoad((signal) => get<{ reports: ReportKind[] }>('/reports', signal), 'kinds', 0);
    const choice = asked();
    const kind = list?.reports.find(({ name }) => name === choice.get('report'));
    const query = kind ? queryOf(kind, choice) : '';
    return (
        <>
            <h1 class="no-print">Reports</h1>
            {fault && <p class="banner bad" role="alert">{fault}</p>}
            {list && floor.value && <ChoiceForm key={place.value} kinds={list.reports} choice={choice} />}
            {kind && <Shown key={`${kind.name}?${query}`} report={kind.name} query={query} />}
            {list && !kind && (
                <p class="quiet">Choose a report and what it is about, then show it. Each is also a PDF, a CSV and a JSON file.</p>
            )}
        </>
    );
}
