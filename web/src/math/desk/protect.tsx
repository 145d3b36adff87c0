// The protection tab: choose the cards that somebody can see; it shows what that is worth and what the house can do against it.
import { useState } from 'preact/hooks';
import { money } from '../../lib/money';
import { Button } from '../../ui/button';
import { Choice } from '../../ui/field';
import { Sheet } from '../../ui/table';
import { keepAt, valueAt } from '../address';
import { Figure } from '../figures';
import { percent, percentChange, words } from '../format';
import type { RulesAnswer, Subject } from '../types';
import { Answer, isNumber, NumberField, State, TabHead } from './parts';
import { about, useQuestion } from './question';

interface Change {
    hand: string;
    base: Record<string, number>; // the part of the cases in which each action is the best, without the information
    seen: Record<string, number>; // the same with it
    cards?: { seen: string[]; best: string[] }[]; // which seen cards make which action the best; several actions where the suits decide
}

interface Protection {
    ev: number;
    exact: { ev: string } | null;
    rounds?: number;
    std_error: number;
    gain: number;
    house_edge: number;
    changes: Change[];
    procedures: string[];
}

const SHOWN = 40;

interface Place {
    key: string; // one card that can be seen: "dealer-1", "flop-2", "turn", "board-1", "seat-3"
    label: string;
}

interface Group {
    title: string;
    places: Place[];
}

const many = (count: number, key: string, label: string): Place[] =>
    Array.from({ length: Math.max(0, count) }, (_, i) => ({ key: `${key}-${i + 1}`, label: `${label} ${i + 1}` }));

// The cards on the layout of the game, as the server describes it.
function groupsOf(game: RulesAnswer): Group[] {
    const texas = game.board_cards === 5;
    const board = texas ? [...many(3, 'flop', 'Flop'), { key: 'turn', label: 'Turn' }, { key: 'river', label: 'River' }]
        : many(game.board_cards, 'board', 'Card');
    return [
        { title: "Dealer's hand", places: many(game.dealer_cards - game.dealer_open, 'dealer', 'Card') },
        { title: 'Board', places: board },
        { title: 'Other seats', places: many(6, 'seat', 'Hand') },
    ].filter((group) => group.places.length > 0);
}

// The chosen cards as the question has them: "dealer:1,flop:2". Which cards of a group are seen makes no difference, except in
// games whose board is opened card by card.
function seesOf(taken: Set<string>): string {
    const count = (key: string) => [...taken].filter((each) => each.startsWith(`${key}-`)).length;
    const counted = (['dealer', 'flop'] as const).filter((key) => count(key) > 0).map((key) => `${key}:${count(key)}`);
    const named = ['turn', 'river'].filter((key) => taken.has(key));
    const board = [...taken].filter((each) => each.startsWith('board-')).map((each) => `board:${each.slice(6)}`).sort();
    const seats = count('seat') > 0 ? [`seats:${count('seat')}`] : [];
    return [...counted, ...named, ...board, ...seats].join(',');
}

function takenOf(sees: string): Set<string> {
    const taken = new Set<string>();
    for (const part of sees.split(',').filter(Boolean)) {
        const [key = '', value] = part.split(':');
        const name = key === 'seats' ? 'seat' : key;
        if (value === undefined) taken.add(key);
        else if (key === 'board') taken.add(`board-${value}`);
        else for (let i = 1; i <= Math.min(6, Number(value)); i++) taken.add(`${name}-${i}`);
    }
    return taken;
}

const RANKS = [...'23456789TJQKA'];
const COUNTS = ['first', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven'];
const DEAD_MOST = 40;

// A choice for marked backs, which tell whether a card's rank is in a group: the group, and how many of the first cards that lie
// face down are marked, the dealer's before the board's.
function Marked({ ranks, count, most, onRanks, onCount }: {
    ranks: string; count: string; most: number; onRanks: (ranks: string) => void; onCount: (count: string) => void;
}) {
    const toggle = (rank: string) => onRanks(RANKS.filter((each) => ranks.includes(each) !== (each === rank)).join(''));
    const places = COUNTS.slice(0, most).map((value, i) => ({ value, label: i === 0 ? 'the first card' : `the first ${value} cards` }));
    return (
        <fieldset class="plain-set stack">
            <legend>Marked backs <span class="quiet small">(which ranks the marks tell from the others)</span></legend>
            <div class="row" role="group" aria-label="Ranks that are marked">
                {RANKS.map((rank) => <Button key={rank} aria-pressed={ranks.includes(rank)} onClick={() => toggle(rank)}>{rank === 'T' ? '10' : rank}</Button>)}
            </div>
            {ranks !== '' && <Choice label="Read on" value={count} onValue={onCount} options={[...places, { value: 'all', label: 'every card that lies face down' }]} />}
        </fieldset>
    );
}

function Layout({ groups, taken, onToggle }: { groups: Group[]; taken: Set<string>; onToggle: (key: string) => void }) {
    return (
        <div class="layout-felt">
            {groups.map((group) => (
                <div key={group.title} class="layout-group" role="group" aria-label={group.title}>
                    <h3>{group.title}</h3>
                    <div class="layout-cards">
                        {group.places.map(({ key, label }) => (
                            <button key={key} type="button" class="layout-card" aria-pressed={taken.has(key)} onClick={() => onToggle(key)}>
                                <span>{label}</span><span class="layout-eye">{taken.has(key) ? 'seen' : 'hidden'}</span>
                            </button>
                        ))}
                    </div>
                </div>
            ))}
            <p class="small">Tap each card that somebody can see before the first decision.</p>
        </div>
    );
}

function Worth({ told, stake, hands }: { told: Protection; stake: string; hands: string }) {
    const hour = isNumber(stake) && isNumber(hands) ? Number(stake) * Number(hands) : null;
    const amount = (part: number) => `${part < 0 ? '−' : '+'}${money((Math.abs(part) * (hour ?? 0)).toFixed(2))}`;
    const sure = told.exact ? 'exact: every case was looked at'
        : `± ${percent(told.std_error)} (standard error of ${told.rounds?.toLocaleString('en-US')} drawn cases)`;
    return (
        <dl class="figures">
            <Figure main label="What it is worth" value={percentChange(told.gain, 4)} of="of the first bet, over the honest game" />
            <Figure label="The player's expectation" value={percentChange(told.ev, 4)} of={sure} {...(told.exact ? { exact: told.exact.ev } : {})} />
            {hour !== null && <Figure label="An hour" value={amount(told.gain)} of={`${amount(told.ev)} in all, ${amount(told.ev - told.gain)} without`} />}
        </dl>
    );
}

// Joins neighbouring hands with the same figures into one line: "Ace-eight-seven high to Ace-four-two high".
function runsOf(changes: Change[]) {
    const runs: { first: string; last: string; change: Change }[] = [];
    const figures = (change: Change) => JSON.stringify([...[change.base, change.seen].map((each) => Object.entries(each).map(([key, part]) => key + part.toFixed(6))), change.cards]);
    for (const change of changes) {
        const run = runs.at(-1);
        if (run && figures(run.change) === figures(change)) run.last = change.hand;
        else runs.push({ first: change.hand, last: change.hand, change });
    }
    return runs;
}

const CARDS_SHOWN = 12;

// The seen cards with which an action is the best: "2–8, (9), A". In brackets where the action is the best for some suits only.
function cardsFor(change: Change, action: string): string {
    const parts: { first: string; last: string; sure: boolean }[] = [];
    const sights = (change.cards ?? []).filter((group) => group.best.includes(action)).flatMap((group) => group.seen.map((seen) => ({ seen, sure: group.best.length === 1 })));
    sights.sort((a, b) => (a.seen.length === 1 && b.seen.length === 1 ? RANKS.indexOf(a.seen) - RANKS.indexOf(b.seen) : 0));
    for (const { seen, sure } of sights) {
        const before = parts.at(-1);
        if (before && before.sure === sure && seen.length === 1 && RANKS.indexOf(seen) === RANKS.indexOf(before.last) + 1) before.last = seen;
        else parts.push({ first: seen, last: seen, sure });
    }
    const said = parts.map(({ first, last, sure }) => (sure ? '' : '(') + (first === last ? first : `${first}–${last}`) + (sure ? '' : ')'));
    return said.length > CARDS_SHOWN ? `${said.slice(0, CARDS_SHOWN).join(', ')} and ${said.length - CARDS_SHOWN} more` : said.join(', ');
}

function Changes({ told }: { told: Protection }) {
    if (told.changes.length === 0) return null;
    const actions = [...new Set(told.changes.flatMap((each) => Object.keys(each.seen)))];
    const runs = runsOf(told.changes);
    const hasCards = told.changes.some((each) => each.cards);
    const cell = (part: number | undefined) => (part === undefined ? '' : percent(part, 1));
    return (
        <section class="panel stack">
            <h2>First decisions that change</h2>
            <p class="quiet small">
                How often each action is the best, knowing the card; below it, without{hasCards && '; then the cards that ask for it, in brackets where suits decide'}. {runs.length > SHOWN && `The first ${SHOWN} of ${runs.length} lines.`}
            </p>
            <Sheet label="First decisions that change" columns={['Hand', ...actions.map((action) => `${words(action)}#`)]}>
                {runs.slice(0, SHOWN).map(({ first, last, change: each }) => (
                    <tr key={first}>
                        <th scope="row">{first === last ? first : `${first} to ${last}`}</th>
                        {actions.map((action) => (
                            <td key={action} class="number">
                                {cell(each.seen[action])}<span class="exact-line quiet">{cell(each.base[action])}</span>
                                {hasCards && <span class="exact-line">{cardsFor(each, action)}</span>}
                            </td>
                        ))}
                    </tr>
                ))}
            </Sheet>
        </section>
    );
}

export function Protect({ subject, game }: { subject: Subject; game: RulesAnswer }) {
    const groups = groupsOf(game);
    const [taken, setTaken] = useState(() => takenOf(valueAt('sees') ?? ''));
    const [stake, setStake] = useState(valueAt('stake') ?? '25');
    const [hands, setHands] = useState(valueAt('hands') ?? '40');
    const [dead, setDead] = useState(valueAt('dead') ?? '');
    const [ranks, setRanks] = useState(valueAt('marked') ?? '');
    const [backs, setBacks] = useState(valueAt('backs') ?? 'first');
    const isDead = /^[1-9]\d?$/.test(dead) && Number(dead) <= DEAD_MOST;
    const isWhole = dead === '' || isDead;
    const sees = [seesOf(taken), isDead && `dead:${Number(dead)}`, ranks && `marked:${ranks}/${backs}`].filter(Boolean).join(',');
    const asked = useQuestion<Protection>('/analyze/protect', sees && isWhole ? { ...about(subject), sees } : null);
    const toggle = (key: string) => {
        const next = new Set(taken);
        if (!next.delete(key)) next.add(key);
        setTaken(next);
        keepAt({ sees: seesOf(next) });
    };
    const told = sees ? asked.answer : null;
    return (
        <>
            <section class="panel stack">
                <TabHead title="Protect">What it is worth to see cards that are not for the player to see, used perfectly.</TabHead>
                <Layout groups={groups} taken={taken} onToggle={toggle} />
                <div class="desk-fields">
                    <NumberField label="Known dead cards" value={dead} onValue={(value) => { setDead(value); keepAt({ dead: value }); }} />
                    <NumberField label="First bet" value={stake} onValue={(value) => { setStake(value); keepAt({ stake: value }); }} />
                    <NumberField label="Hands an hour" value={hands} onValue={(value) => { setHands(value); keepAt({ hands: value }); }} />
                    {(sees || dead) && <Button class="no-print" onClick={() => { setTaken(new Set()); setDead(''); setRanks(''); keepAt({ sees: '', dead: '', marked: '', backs: '' }); }}>Nothing is seen</Button>}
                </div>
                <Marked ranks={ranks} count={backs} most={game.dealer_cards - game.dealer_open + game.board_cards}
                    onRanks={(value) => { setRanks(value); keepAt({ marked: value, backs: value && backs }); }} onCount={(value) => { setBacks(value); keepAt({ backs: value }); }} />
                {!isWhole && <p class="banner" role="status">Write a number of dead cards from 1 to {DEAD_MOST}, or nothing.</p>}
                {sees && <State asked={asked} waiting="Playing every case with and without that knowledge: seconds, or up to two minutes for the dealer's cards in games of hold'em…" />}
            </section>
            {told && (
                <Answer asked={asked}>
                    <Worth told={told} stake={stake} hands={hands} />
                    {told.procedures.length > 0 && (
                        <section class="panel stack">
                            <h2>What protects the house</h2>
                            <ul class="desk-list">{told.procedures.map((line) => <li key={line}>{line}</li>)}</ul>
                        </section>
                    )}
                    <Changes told={told} />
                </Answer>
            )}
        </>
    );
}
