// The server's judgement of the trainee's answers: after each answer, or at the end about all.
import { useLayoutEffect, useRef } from 'preact/hooks';
import { money } from '../lib/money';
import { Button } from '../ui/button';
import { Paragraph } from '../ui/paragraph';
import { Sheet } from '../ui/table';
import { allAnswered, busy, dealing, judged, leave, start, training } from './trainer-state';
import { isSame } from './places';
import type { GivenAnswer, Judgement, Verdict } from './types';

function inWords(verdict: Verdict, amount: string | undefined): string {
    if (verdict === 'pay') return `Pay ${amount ? money(amount) : ''}`;
    return { take: 'Take', push: 'Push', none: 'Nothing due' }[verdict];
}

function nameOf(answer: GivenAnswer): string {
    const step = dealing.value?.order.find((each) => isSame(answer, each));
    const from = answer.from_seat === undefined ? '' : ` from seat ${answer.from_seat}`;
    return `Seat ${answer.seat}, ${step?.label ?? answer.wager}${from}`;
}

function Explained({ judgement, answer }: { judgement: Judgement; answer: GivenAnswer }) {
    return (
        <>
            {judgement.right ? <p><strong>Right:</strong> {judgement.why}. <Paragraph name={judgement.paragraph} /></p> : (
                <p>
                    <strong>{inWords(judgement.verdict, judgement.amount)}</strong>
                    {`, not ${inWords(answer.verdict, answer.amount).toLowerCase()}: ${judgement.why}. `}
                    <Paragraph name={judgement.paragraph} />
                </p>
            )}
            {!judgement.in_order && (
                <p><strong>Out of order:</strong> {judgement.order_why}. <Paragraph name={judgement.order_paragraph} /></p>
            )}
        </>
    );
}

function Spoken() {
    const said = judged.value?.announcement;
    if (!said) return null;
    return (
        <div class={`banner ${said.right ? 'good' : 'bad'}`}>
            <p>
                <strong>{said.right ? 'Right:' : `The dealer ${said.correct}:`}</strong> “{said.words}”{' '}
                <Paragraph name={said.paragraph} />
            </p>
        </div>
    );
}

// The judgement of the last answer, shown as soon as it is given.
export function Correction() {
    const drill = training.value.drill;
    const found = judged.value;
    if (!drill || !found) return <div role="status" />;
    const last = drill.answers.length - 1;
    const judgement = found.answers[last];
    const answer = drill.answers[last];
    return (
        <div role="status">
            {judgement && answer ? (
                <div class={`banner ${judgement.right && judgement.in_order ? 'good' : 'bad'}`}>
                    <p class="small">{nameOf(answer)}</p>
                    <Explained judgement={judgement} answer={answer} />
                </div>
            ) : <Spoken />}
        </div>
    );
}

function Row({ judgement, answer }: { judgement: Judgement; answer: GivenAnswer }) {
    const good = judgement.right && judgement.in_order;
    return (
        <tr>
            <td>{nameOf(answer)}</td>
            <td class="end">{inWords(answer.verdict, answer.amount)}</td>
            <td><span class={`badge ${good ? 'good' : 'bad'}`}>{good ? 'right' : judgement.right ? 'out of order' : 'wrong'}</span></td>
            <td class="all"><Explained judgement={judgement} answer={answer} /></td>
        </tr>
    );
}

export function Summary() {
    const head = useRef<HTMLHeadingElement>(null);
    const drill = training.value.drill;
    const found = judged.value;
    const complete = allAnswered.value && found !== null;
    useLayoutEffect(() => {
        if (complete) head.current?.focus();
    }, [complete]);
    if (!drill || !found || !complete) return null;
    const good = found.answers.filter((answer) => answer.right && answer.in_order).length;
    return (
        <section class="panel stack">
            <div class="row apart">
                <h2 ref={head} tabindex={-1}>{good} of {found.answers.length} right</h2>
                <div class="row">
                    <Button disabled={busy.value} onClick={leave}>Change the settings</Button>
                    <Button kind="main" disabled={busy.value} onClick={() => void start()}>Next round</Button>
                </div>
            </div>
            <Spoken />
            <Sheet label="All answers" class="stacks" columns={['Wager', 'You', 'Result', 'Explained']}>
                {found.answers.map((judgement, i) => <Row key={i} judgement={judgement} answer={drill.answers[i]!} />)}
            </Sheet>
        </section>
    );
}
