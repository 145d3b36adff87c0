// The value of each option of a decision, and what mistakes cost.
import { micros, money } from '../lib/money';
import { Button } from '../ui/button';
import { Sheet } from '../ui/table';
import { advice, adviceShown, session, showAdvice, table, view } from './play-state';
import type { Advice, Decision } from './types';
import { actionName } from './words';

const antes = (value: number) => `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(4)}`;

// Values are in units of the first bet, which is the Ante, or a bet in games without an Ante.
function unitOf(): string {
    return table.value?.slots.some((slot) => slot.name === 'ante') ? 'Ante' : 'bet';
}

function Counted({ found }: { found: Advice }) {
    const labels = (names: string[]) => names.map((name) => table.value?.slots.find((slot) => slot.name === name)?.label ?? name).join(', ');
    return (
        <p class="quiet small">
            Counted: {labels(found.counted)}{found.counted.includes('progressive') ? ' at its meters' : ''}.
            {found.not_counted.length > 0 && ` Not counted, because of the limit on one hand's pays: ${labels(found.not_counted)}.`}
        </p>
    );
}

function Options({ found }: { found: Advice }) {
    return (
        <Sheet label="Options" columns={['Option', `Worth, in ${unitOf()}s#`]}>
            {found.options.map((option) => (
                <tr key={option.action} class={option.action === found.best ? 'best-option' : ''}>
                    <td>{actionName(option.action)} {option.action === found.best && <span class="badge good">best</span>}</td>
                    <td class="number">{antes(option.value)}</td>
                </tr>
            ))}
        </Sheet>
    );
}

function Verdict({ decision }: { decision: Decision }) {
    if (decision.loss === 0) return <p class="banner good">{actionName(decision.taken)}: nothing was better.</p>;
    const cost = micros(decision.cost) > 0n ? money(decision.cost) : 'less than a cent';
    return (
        <p class="banner gold">
            {actionName(decision.best)} was better. {actionName(decision.taken)} costs {cost} on average ({decision.loss.toFixed(4)} {unitOf()}s).
        </p>
    );
}

export function AdvicePanel() {
    const found = advice.value;
    const acting = view.value?.phase === 'acting';
    const decisions = found?.decisions ?? [];
    const tell = session.value.tellMistakes;
    const last = decisions[decisions.length - 1];
    return (
        <section class="panel stack">
            <div class="row apart">
                <h2>Advice</h2>
                {acting && !adviceShown.value && <Button aria-keyshortcuts="a" onClick={showAdvice}>Show advice</Button>}
            </div>
            <div role="status" class="stack">
                {!view.value && <p class="quiet">Deal a hand; then every option can be looked up, exactly.</p>}
                {adviceShown.value && acting && (found ? <><Options found={found} /><Counted found={found} /></> : <p class="quiet">Working it out…</p>)}
                {tell && last && <Verdict decision={last} />}
                {tell && decisions.length > 1 && micros(found!.mistake_cost) > 0n && (
                    <p class="quiet">All decisions of this hand together: {money(found!.mistake_cost)}.</p>
                )}
            </div>
        </section>
    );
}
