// The most important figures in large type, each with its exact fraction.
import { Exact } from './exact';
import { decimal, percent } from './format';
import type { RulesAnalysis } from './types';

interface FigureProps {
    label: string;
    value: string;
    of: string;
    exact?: string;
    main?: boolean;
}

export function Figure({ label, value, of, exact, main }: FigureProps) {
    return (
        <div class={`figure ${main ? 'main-figure' : ''}`}>
            <dt>{label}</dt>
            <dd>
                <strong>{value}</strong>
                <span class="quiet small">{of}</span>
                {exact && (
                    <details class="exactly">
                        <summary>Exact fraction</summary>
                        <Exact text={exact} />
                    </details>
                )}
            </dd>
        </div>
    );
}

const negated = (exact: string) => (exact.startsWith('-') ? exact.slice(1) : exact === '0' ? exact : `-${exact}`);

export function RulesFigures({ analysis }: { analysis: RulesAnalysis }) {
    const { unit } = analysis;
    return (
        <dl class="figures">
            <Figure main label="House edge" value={percent(analysis.house_edge)} of={unit === 'Ante' ? 'of the Ante' : `of one ${unit}`} exact={negated(analysis.exact.ev)} />
            <Figure label="Element of risk" value={percent(analysis.element_of_risk)} of="of all that is wagered" />
            <Figure label="Average wager" value={decimal(analysis.average_wager)} of={`${unit}s a round`} exact={analysis.exact.average_wager} />
            <Figure label="Standard deviation" value={decimal(analysis.std_dev)} of={`${unit}s a round`} />
        </dl>
    );
}
