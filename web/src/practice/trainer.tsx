// The dealer's trainer: choose a lesson, then settle round after round.
import { useEffect, useState } from 'preact/hooks';
import { Button } from '../ui/button';
import { Choice, Tick } from '../ui/field';
import { AnswerPanel } from './answer';
import { Summary } from './correction';
import { TrainerKeys } from './keys';
import { games, loadTable, tables } from './tables';
import { Certificate } from './certificate';
import { busy, change, forgetScore, leave, lessons, resume, start, training } from './trainer-state';
import { TrainerTable } from './trainer-table';

function Setup() {
    const { rules, seats, sideBets, immediate, guided } = training.value;
    return (
        <section class="panel stack">
            <h2>A round to settle</h2>
            <p class="quiet">
                The program plays the patrons. You announce the dealer's hand, then go from seat to seat, right to left, and settle every
                wager: take it, push it, or pay it.
            </p>
            <div class="row" role="group" aria-label="Lesson, from easy to hard">
                {lessons.map(({ label, ...lesson }, i) => (
                    <Button key={label} onClick={() => change(lesson)} aria-pressed={lesson.seats === seats && lesson.sideBets === sideBets
                        && lesson.immediate === immediate && lesson.guided === guided}>
                        {`${i + 1}. ${label}`}
                    </Button>
                ))}
            </div>
            <Choice label="Rules" value={rules} onValue={(value) => change({ rules: value })}
                options={games.value.map((game) => ({ value: game.name, label: `${game.title}, ${game.house}` }))} />
            <Choice label="Seats" value={String(seats)} onValue={(value) => change({ seats: Number(value) })}
                options={[1, 2, 3, 4, 5, 6, 7].map((n) => ({ value: String(n), label: String(n) }))} />
            <Tick label="I pay side bets and the progressive too" checked={sideBets} onValue={(on) => change({ sideBets: on })} />
            <Tick label="Correct me at once" checked={immediate} onValue={(on) => change({ immediate: on })} />
            <Tick label="Show me which wager comes next" checked={guided} onValue={(on) => change({ guided: on })} />
            <div><Button kind="main" disabled={busy.value || !tables.value[rules]} onClick={() => void start()}>Deal</Button></div>
        </section>
    );
}

function Score() {
    const { right, wrong, streak, best, seatsTimed, seconds } = training.value;
    const [certifying, setCertifying] = useState(false);
    const all = right + wrong;
    return (
        <section class="panel score" aria-label="Score">
            <dl class="facts">
                <dt>Right</dt><dd>{right} of {all}{all > 0 ? ` (${Math.round((100 * right) / all)} %)` : ''}</dd>
                <dt>Streak</dt><dd>{streak}</dd>
                <dt>Best streak</dt><dd>{best}</dd>
                <dt>Time a seat</dt><dd>{seatsTimed > 0 ? `${(seconds / seatsTimed).toFixed(1)} s` : '–'}</dd>
            </dl>
            <Button disabled={training.value.rounds === 0} onClick={() => setCertifying(true)}>Certificate</Button>
            <Button kind="plain" disabled={all === 0} onClick={forgetScore}>Forget the score</Button>
            {certifying && <Certificate onClose={() => setCertifying(false)} />}
        </section>
    );
}

export function Trainer() {
    const { rules, drill } = training.value;
    const first = games.value[0]?.name;
    useEffect(() => {
        if (first && !games.value.some((game) => game.name === rules)) change({ rules: first });
        else if (rules) loadTable(rules);
    }, [rules, first]);
    useEffect(() => void resume(), []);
    if (!drill) return <div class="practice-grid"><Setup /><Score /><TrainerKeys /></div>;
    return (
        <div class="practice-grid">
            <div class="stack">
                <TrainerTable />
                <Summary />
            </div>
            <div class="stack trainer-side">
                <AnswerPanel />
                <Score />
                <Button kind="plain" disabled={busy.value} onClick={leave}>Leave this round</Button>
            </div>
            <TrainerKeys />
        </div>
    );
}
