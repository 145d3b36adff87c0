// The versions of the configuration: what was in force when, who changed it, and what the signed checkpoints confirm of it (REG-6,
// V10).
import { useEffect, useState } from 'preact/hooks';
import { get } from '../lib/api';
import { money } from '../lib/money';
import { stamp } from '../lib/time';
import { Button } from '../ui/button';
import { Checkpoint } from '../ui/checkpoint';
import { Choice } from '../ui/field';
import { nameOf } from '../manager/documents';
import { OldNew } from '../manager/link-actions';
import { returns } from '../manager/shifts-returns';
import { useLoad } from '../manager/use-load';

interface Version {
    seq: number;
    time: number;
    effective: number | null;
    until: number | null;
    kind: string;
    subject: string;
    user: string | null;
    approver: string | null;
    text: string | null;
    changes: { member: string; before: string | null; after: string | null }[];
    diff?: string[]; // of a document: lines that begin with '+', '-' or ' '
}

type Change = Version['changes'][number];

interface Answer {
    versions: Version[];
    next: number | null;
}

// Kinds of subjects to filter by: the first part of a subject such as "link/mega".
const sorts = ['', 'link', 'table', 'rules', 'progressive', 'threshold', 'person', 'token', 'machine', 'program'];

function Lines({ diff }: { diff: string[] }) {
    return (
        <details>
            <summary>The lines that differ</summary>
            <pre class="diff" tabIndex={0} role="region" aria-label="Lines that differ">
                {diff.map((line, i) => <span key={i} data-sign={line[0]}>{line}{'\n'}</span>)}
            </pre>
        </details>
    );
}

function isInForce({ kind, time, effective, until }: Version): boolean {
    const now = Date.now();
    return !kind.endsWith('_revoked') && (effective ?? time) <= now && (until === null || until > now);
}

const sortWords: Record<string, string> = {
    link: 'Link', table: 'Table', rules: 'House rules', progressive: 'Progressive', threshold: 'Threshold', person: 'Person', token: 'Token',
    machine: 'Machine of', program: 'Program of manager',
};

// A subject such as "link/mega" in words.
function subjectWords(subject: string): string {
    const [sort, ...name] = subject.split('/');
    if (sort === 'machine') name.pop(); // the fingerprint of its key, which only auditors need
    return `${sortWords[sort!] ?? sort} ${name.join('/')}`;
}

const memberWords: Record<string, string> = {
    amount: 'Amount', document: 'File', game: 'Game', link: 'Link', is_live: 'Dealt by hand', policy: 'Simultaneous wins',
    high_approvals: 'Approvals of high jackpots', low_approvals: 'Approvals of low jackpots', coins_per_minute: 'Coins a minute, at most',
    claim_lock: 'Claim freezes its amount', two_departments: 'Approvals of two departments', role: 'Role', department: 'Department',
    version: 'Version', program: 'Program file', semantics: 'Meaning of events, version', effective: 'In force from', until: 'Until', is_barred: 'Barred',
    scopes: 'May', key: 'Key', hash: 'Token',
};

const isPrint = /^[0-9a-f]{64}$/;

const flags: Record<string, string> = { true: 'yes', false: 'no' };

// A value for people: moments, amounts, yes and no, and the name of a file instead of its hash.
function valueWords(member: string, value: string | null): string | null {
    if (value === null) return null;
    if (/^\d{13}$/.test(value)) return stamp(Number(value));
    if (isPrint.test(value)) return nameOf(value);
    if (member === 'amount' && /^\d+(\.\d+)?$/.test(value)) return money(value);
    return flags[value] ?? value;
}

function ChangeLine({ member, before, after }: Change) {
    const name = memberWords[member] ?? member.replaceAll('_', ' ');
    return <OldNew what={name} old={valueWords(member, before)} now={valueWords(member, after) ?? 'none'} />;
}

// Members that only identify something, such as hashes: people compare them and do not read them.
const isCompared = ({ member, after, before }: Change) => member !== 'document' && isPrint.test(after ?? before ?? '');

function Prints({ changes }: { changes: Change[] }) {
    if (changes.length === 0) return null;
    return (
        <details>
            <summary>Fingerprints for an auditor</summary>
            {changes.map(({ member, before, after }) => (
                <p key={member} class="small">
                    {memberWords[member] ?? member.replaceAll('_', ' ')} {before && <><code class="print">{before}</code> until then, now </>}
                    <code class="print">{after ?? 'none'}</code>
                </p>
            ))}
        </details>
    );
}

function Item({ version }: { version: Version }) {
    const { seq, time, effective, until, subject, user, approver, text, changes, diff } = version;
    const who = [user, approver].filter(Boolean).join(' and ');
    return (
        <li class="panel stack">
            <div class="row apart">
                <h3 class="break">{subjectWords(subject)}</h3>
                <span class="quiet small">{stamp(time)} · event {seq}</span>
            </div>
            <p class="small">
                {who ? <>By <b class="break">{who}</b>. </> : 'By the program. '}
                {effective !== null && effective !== time && `In force from ${stamp(effective)}. `}
                {until !== null && <span class="quiet">Until {stamp(until)}. </span>}
                {isInForce(version) && <span class="badge good">in force</span>}
            </p>
            {text && <p class="break">{text}</p>}
            {changes.filter((change) => !isCompared(change) && !(diff && change.member === 'document' && change.before === null))
                .map((change) => <ChangeLine key={change.member} {...change} />)}
            <Prints changes={changes.filter(isCompared)} />
            {diff && diff.length > 0 && <Lines diff={diff} />}
        </li>
    );
}

function Further({ to, sort }: { to: number; sort: string }) {
    const [asked, setAsked] = useState(false);
    if (!asked) return <div><Button onClick={() => setAsked(true)}>Look further back</Button></div>;
    return <List to={to} sort={sort} />;
}

function List({ to, sort }: { to: number | null; sort: string }) {
    const path = `/configuration/versions?limit=50${to === null ? '' : `&to=${to}`}`;
    const { value, fault } = useLoad((signal) => get<Answer>(path, signal), path, to === null ? returns.value : 0);
    if (!value) return <p class="quiet">{fault ?? 'Asking the manager…'}</p>;
    const found = value.versions.filter((v) => sort === '' || v.subject.startsWith(`${sort}/`));
    return (
        <>
            {found.length === 0 && <p class="quiet">Nothing of that kind in this stretch.</p>}
            <ul class="stack">{found.map((version) => <Item key={version.seq} version={version} />)}</ul>
            {value.next !== null && <Further key={value.next} to={value.next} sort={sort} />}
        </>
    );
}

interface State {
    configuration: string;
    program: string | null;
    since: number | null;
    version: string | null;
}

function Now({ onKnown }: { onKnown: () => void }) {
    const { value, fault } = useLoad((signal) => get<State>('/configuration', signal), 'configuration', returns.value);
    const isKnown = value !== null || fault !== null;
    useEffect(() => {
        if (isKnown) onKnown();
    }, [isKnown]);
    return (
        <section class="panel stack" aria-label="In force now">
            <h2>In force now</h2>
            {!value && <p class="quiet">{fault ?? 'Asking the manager…'}</p>}
            {value && (
                <dl class="facts">
                    <dt>Since</dt><dd>{value.since ? stamp(value.since) : 'the start'}</dd>
                    <dt>Program</dt><dd>{value.version ? `version ${value.version}` : 'not known'}</dd>
                    <dt>To compare</dt>
                    <dd>
                        <details>
                            <summary>Fingerprints for an auditor</summary>
                            <p class="small">Configuration <code class="print">{value.configuration}</code></p>
                            <p class="small">Program <code class="print">{value.program ?? 'not known'}</code></p>
                        </details>
                    </dd>
                </dl>
            )}
            {isKnown && <Checkpoint />}
        </section>
    );
}

export function Versions() {
    const [sort, setSort] = useState('');
    const [isKnown, setKnown] = useState(false); // the list waits for the part above it, so that both are drawn together
    return (
        <>
            <Now onKnown={() => setKnown(true)} />
            {isKnown && (
                <>
                    <div class="filters">
                        <Choice label="Show" value={sort} onValue={setSort}
                            options={sorts.map((value) => ({ value, label: value ? sortWords[value]!.replace(/ of.*/, '') : 'Everything' }))} />
                    </div>
                    <List to={null} sort={sort} />
                </>
            )}
        </>
    );
}
