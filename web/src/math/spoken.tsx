// How to play, in words, and what playing so costs compared with the best play. For games in which a card of the dealer's lies
// open, the best play as a table.
import { useEffect, useState } from 'preact/hooks';
import { why } from '../lib/api';
import { isAborted, postPatiently } from '../lib/patient';
import { Button } from '../ui/button';
import { Sheet } from '../ui/table';
import { Exact } from './exact';
import { percent, words } from './format';
import type { OpenCardRow, RuleOfThumb, RulesAnalysis, RulesAnswer, Subject } from './types';

const RANKS = ['2', '3', '4', '5', '6', '7', '8', '9', '10', 'J', 'Q', 'K', 'A'];

function Cost({ rule, unit }: { rule: RuleOfThumb; unit: string }) {
    if (rule.cost === null || !rule.exact_cost) return null;
    if (rule.cost === 0) return <p><strong>So played, nothing is lost:</strong> it is the best play.</p>;
    return (
        <p>
            So played it costs <strong>{percent(rule.cost)}</strong> of {unit === 'Ante' ? 'the Ante' : `one ${unit}`} more than the best
            play, exactly <Exact text={rule.exact_cost} />.
        </p>
    );
}

// Where the cost takes as long as a whole analysis, it is calculated only on request.
function useCost(subject: Subject, known: RuleOfThumb) {
    const [found, setFound] = useState<RuleOfThumb | null>(null);
    const [trouble, setTrouble] = useState<string | null>(null);
    const [request, setRequest] = useState<AbortController | null>(null);
    useEffect(() => {
        setFound(null);
        setTrouble(null);
        setRequest(null);
        return () => request?.abort();
    }, [subject]);
    const ask = () => {
        const mine = new AbortController();
        setRequest(mine);
        postPatiently<RulesAnswer>('/analyze', { ...subject, rule_of_thumb: true }, mine.signal)
            .then((answer) => setFound(answer.analysis.rule_of_thumb))
            .catch((error) => isAborted(error) || setTrouble(why(error)));
    };
    return { rule: found ?? known, trouble, asking: request !== null && !found && !trouble, ask };
}

export function Spoken({ subject, analysis }: { subject: Subject; analysis: RulesAnalysis }) {
    const { rule, trouble, asking, ask } = useCost(subject, analysis.rule_of_thumb);
    if (rule.decisions.length === 0) return null;
    const stages = [...new Set(rule.decisions.map((line) => line.decision))];
    return (
        <section class="panel stack spoken">
            <h2>How to play, in words</h2>
            {stages.map((stage) => (
                <div key={stage} class="spoken-stage">
                    {stages.length > 1 && <h3>{words(stage)}</h3>}
                    <dl class="spoken-lines">
                        {rule.decisions.filter((line) => line.decision === stage).map((line) => (
                            <div key={line.action}><dt>{words(line.action)}</dt><dd>{line.hands}</dd></div>
                        ))}
                    </dl>
                </div>
            ))}
            <div role="status" class="stack">
                <Cost rule={rule} unit={analysis.unit} />
                {asking && <p class="quiet">Playing every deal by these words…</p>}
                {trouble && <p class="banner bad">{trouble}</p>}
            </div>
            {rule.cost === null && !asking && <div><Button onClick={ask}>What do these words cost?</Button></div>}
        </section>
    );
}

function cellOf(least: number, most: number): { text: string; tone: string } {
    const word = (bet: number) => (bet === 0 ? 'F' : `${bet}×`);
    if (least !== most) return { text: `${word(most)}/${word(least)}`, tone: 'd-check' };
    return { text: word(most), tone: most === 0 ? 'd-fold' : most > 1 ? 'd-high' : 'd-low' };
}

export function OpenCards({ rows }: { rows: OpenCardRow[] }) {
    return (
        <section class="panel stack">
            <h2>The best play by hand and open card</h2>
            <p class="quiet small">Antes to bet; F folds. Where two are given it depends on the other cards.</p>
            <Sheet class="open-cards" label="The best play by hand and open card" columns={['Hand', ...RANKS]}>
                {rows.map((row) => (
                    <tr key={row.hand}>
                        <th scope="row">{words(row.hand)}</th>
                        {RANKS.map((rank, i) => {
                            const cell = cellOf(row.least[i]!, row.most[i]!);
                            return <td key={rank} class={cell.tone}>{cell.text}</td>;
                        })}
                    </tr>
                ))}
            </Sheet>
        </section>
    );
}
