// The page to play against the dealer.
import { useEffect, useState } from 'preact/hooks';
import { money } from '../lib/money';
import { place } from '../lib/router';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { Choice, Tick } from '../ui/field';
import { say } from '../ui/toast';
import { Accuracy } from './accuracy';
import { AdvicePanel } from './advice';
import { PlayKeys } from './keys';
import { BUY_IN, busy, change, linkOf, newSession, openLink, type Past, rack, replay, resume, session, shown, table, view } from './play-state';
import { PlayTable } from './play-table';
import { Settlement } from './settlement';
import { games, loadTable } from './tables';
import { gain, tone } from './words';

function Settings() {
    const { rules, neighbours, tellMistakes } = session.value;
    const playing = shown.value !== null;
    return (
        <section class="panel stack">
            <h2>Game</h2>
            <fieldset class="plain-set stack" disabled={playing}>
                <legend class="hidden-visually">Game and neighbours</legend>
                <Choice label="Rules" value={rules} onValue={(value) => change({ rules: value })}
                    options={games.value.map((game) => ({ value: game.name, label: `${game.title}, ${game.house}` }))} />
                <Choice label="Neighbours" value={String(neighbours)} onValue={(value) => change({ neighbours: Number(value) })}
                    options={[0, 1, 2, 3, 4, 5, 6].map((n) => ({ value: String(n), label: n === 0 ? 'none' : String(n) }))} />
            </fieldset>
            <Tick label="Tell me what a mistake cost" checked={tellMistakes} onValue={(on) => change({ tellMistakes: on })} />
        </section>
    );
}

async function share(past: Past): Promise<void> {
    const link = linkOf(past);
    try {
        await navigator.clipboard.writeText(link);
        say('The link to this hand is copied.');
    } catch {
        say(link);
    }
}

function History({ history }: { history: Past[] }) {
    if (history.length === 0) return <p class="quiet">No hand played yet.</p>;
    return (
        <ol class="history">
            {history.map((past) => (
                <li key={past.round}>
                    <span>Round {past.round} <span class="quiet small">{past.rules}</span></span>
                    <span class={`net ${tone(past.net)}`}>{gain(past.net)}</span>
                    <Button disabled={busy.value || (shown.value !== null && view.value?.phase === 'acting')}
                        aria-label={`Replay round ${past.round}`} onClick={() => void replay(past)}>Replay</Button>
                    <Button kind="plain" aria-label={`Copy a link to round ${past.round}`} onClick={() => void share(past)}>Link</Button>
                </li>
            ))}
        </ol>
    );
}

function Bankroll() {
    const [asking, setAsking] = useState(false);
    const { history, seed } = session.value;
    return (
        <section class="panel stack">
            <div class="row apart">
                <h2>Rack <span class="rack" data-rack>{money(rack.value)}</span></h2>
                <Button kind="plain" onClick={() => setAsking(true)}>New session</Button>
            </div>
            <p class="quiet small">Seed {seed}: the same seed deals the same rounds. Kept in this browser only.</p>
            <History history={history} />
            {asking && (
                <Dialog title="Begin a new session?" onClose={() => setAsking(false)}>
                    <p>You buy in for {money(BUY_IN)} and get a new deck. The {history.length} rounds of this session are forgotten.</p>
                    <div class="ends">
                        <Button onClick={() => setAsking(false)}>Stay</Button>
                        <Button kind="main" disabled={busy.value} onClick={() => { newSession(); setAsking(false); }}>New session</Button>
                    </div>
                </Dialog>
            )}
        </section>
    );
}

export function Play() {
    const { rules } = session.value;
    const first = games.value[0]?.name;
    useEffect(() => {
        if (first && !games.value.some((game) => game.name === rules)) change({ rules: first });
        else if (rules) loadTable(rules);
    }, [rules, first]);
    useEffect(() => void resume(), []);
    useEffect(openLink, [place.value]);
    const now = view.value;
    return (
        <div class="practice-grid">
            <PlayKeys />
            <div class="stack">
                <PlayTable />
                {now?.phase === 'settled' && shown.value && <Settlement view={now} seat={shown.value.seat} />}
            </div>
            {table.value && (
                <div class="stack">
                    <AdvicePanel />
                    <Accuracy />
                    <Bankroll />
                    <Settings />
                </div>
            )}
        </div>
    );
}
