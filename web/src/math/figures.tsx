// The few numbers that matter most, large; the exact fraction for who wants it.
import { decimal, fraction, percent } from './format';
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
                        <code>{fraction(exact)}</code>
                    </details>
                )}
            </dd>
        </div>
    );
}

const negated = (exact: string) => (exact.startsWith('-') ? exact.slice(1) : exact === '0' ? exact : `-${exact}`);

export function RulesFigures({ analysis }: { analysis: RulesAnalysis }) {
    return (
        <dl class="figures">
            <Figure main label="House edge" value={percent(analysis.house_edge)} of="of the Ante" exact={negated(analysis.exact.ev)} />
            <Figure label="Element of risk" value={percent(analysis.element_of_risk)} of="of all that is wagered" />
            <Figure label="Average wager" value={decimal(analysis.average_wager)} of="Antes a round" exact={analysis.exact.average_wager} />
            <Figure label="Standard deviation" value={decimal(analysis.std_dev)} of="Antes a round" />
        </dl>
    );
}
