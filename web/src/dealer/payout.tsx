// Take and pay, one seat after another from the dealer's right to the left (PG-6, UTH-13).
import { money, withMoney } from '../lib/money';
import { HoldButton } from '../ui/button';
import { claimOf } from './claims';
import { PressButton } from './press';
import { busy, isWaiting, press, table } from './state';
import type { Award, Claim, PayLine, Step } from './types';
import { claimWords, keyWords } from './words';

const verdicts: Record<string, { word: string; look: string }> = {
    wins: { word: 'PAY', look: 'good' },
    loses: { word: 'TAKE', look: 'bad' },
    returned: { word: 'PUSH', look: 'info' },
};

// Splits the reason into its end, which says what the wager pays ("5 to 1"), and the rest. The odds come first in the line, so that
// they stay readable where the line is too short for everything.
function apart(why: string): { odds: string; reason: string } {
    const [, reason = why, odds = ''] = /^(.*): (\d+ (?:to|for) \d+|[\d.]+% of .*|a fixed award .*)$/.exec(why) ?? [];
    return { odds, reason };
}

function Line({ line }: { line: PayLine }) {
    const { odds, reason } = apart(withMoney(line.why));
    const isProgressive = line.wager === 'Progressive';
    const verdict = verdicts[line.verdict] ?? { word: line.verdict, look: '' };
    // The coin fell into the tray when betting closed; an award is paid by its button and key.
    const word = isProgressive ? (line.verdict === 'wins' ? 'AWARD' : 'IN TRAY') : verdict.word;
    const look = isProgressive ? (line.verdict === 'wins' ? 'gold' : '') : verdict.look;
    // A progressive award is paid with the amount of its claim, which AwardDue shows, and not with the meter at the time of the
    // bet.
    const pays = isProgressive ? '' : money(line.pays);
    const amount = line.verdict === 'wins' ? pays : money(line.stake);
    return (
        <tr>
            <th scope="row">{line.wager}</th>
            <td><span class={`badge ${look}`}>{word}</span></td>
            <td class="number">{amount}</td>
            <td class="why" title={line.why}>
                {odds && <b class="odds">{odds}</b>} {line.paragraph && <span class="rule">{line.paragraph}</span>} {reason}
            </td>
        </tr>
    );
}

// Until the award is claimed, its button's present amount is shown; from then on the claim's own amount, in every state.
function AwardDue({ step, award, claim }: { step: Step; award: Award | undefined; claim: Claim | null }) {
    if (!step.award) return null;
    const amount = claim ? claim.amount : award?.amount;
    return (
        <p class="award-owed">
            <b>{step.award.award}</b> {amount && money(amount)}, {keyWords[step.award.key]}:{' '}
            {claim ? claimWords(claim) : 'press the award’s button'}
        </p>
    );
}

function Confirm({ step, can }: { step: Step; can: boolean }) {
    const at = table.value!.deal!.at;
    const text = `Seat ${step.seat} is settled`;
    // Steps with progressive money are confirmed by holding the button.
    if (step.award || step.envy)
        return (
            <HoldButton class="confirm" aria-keyshortcuts="P" disabled={!can} onHeld={() => void press('paid', { at })}>
                Hold: {text}
            </HoldButton>
        );
    return <PressButton what="paid" parts={{ at }} can={can} shortcut="P" kind="main" class="confirm">{text}</PressButton>;
}

// Shown when all seats are done; the last confirmation can still be taken back.
export function PayoutDone() {
    const now = table.value!;
    const { at } = now.deal!;
    return (
        <section class="payout panel all-done" aria-label="Take and pay">
            <footer>
                <h2>All seats are confirmed</h2>
                <PressButton what="back" parts={{ at }} can={!isWaiting(now) && at > 0} shortcut="B">Back</PressButton>
            </footer>
        </section>
    );
}

export function Payout({ step }: { step: Step }) {
    const now = table.value!;
    const { at, steps } = now.deal!;
    const claim = claimOf(now, step.seat);
    const award = now.awards.find((each) => each.award === step.award?.award);
    const canPress = !isWaiting(now);
    const isKeyed = !step.award || claim !== null;
    return (
        <section class="payout panel" aria-label="Take and pay" aria-busy={busy.value}>
            <header>
                <h2>Seat {step.seat}{step.envy && ', envy'}</h2>
                <span class="quiet small">{at + 1} of {steps.length}</span>
                <dl class="totals">
                    <div><dt>Take</dt><dd>{money(step.take)}</dd></div>
                    <div><dt>Pay</dt><dd>{money(step.pay)}</dd></div>
                </dl>
            </header>
            <div class="lines">
                <table>
                    <thead class="hidden-visually"><tr><th>Wager</th><th>Do</th><th>Amount</th><th>Why</th></tr></thead>
                    <tbody>{step.lines.map((line, i) => <Line key={i} line={line} />)}</tbody>
                </table>
            </div>
            <footer>
                <AwardDue step={step} award={award} claim={claim} />
                <PressButton what="back" parts={{ at }} can={canPress && at > 0} shortcut="B">Back</PressButton>
                <Confirm step={step} can={canPress && isKeyed} />
            </footer>
        </section>
    );
}
