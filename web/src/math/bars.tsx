// Parts of a whole as a table with bars. The bars are hidden from screen readers, because the table says the same.
import { Sheet } from '../ui/table';
import { Exact } from './exact';
import { decimal, percent, words } from './format';
import type { RulesAnalysis } from './types';

export function Bar({ part, bad }: { part: number; bad?: boolean }) {
    const width = `${Math.max(0, Math.min(1, part)) * 100}%`;
    return <span class={`bar ${bad ? 'bad-bar' : ''}`} aria-hidden="true"><span style={{ width }} /></span>;
}

export function Frequencies({ frequencies }: { frequencies: Record<string, number> }) {
    return (
        <section class="panel stack">
            <h2>Decisions</h2>
            <p class="quiet small">Parts of all deals when every decision is the best one.</p>
            <Sheet class="bars" label="Decisions" columns={['Decision', '(Bar)', 'Part of all deals#']}>
                {Object.entries(frequencies).map(([key, part]) => (
                    <tr key={key}>
                        <th scope="row">{words(key)}</th>
                        <td class="bar-cell"><Bar part={part} /></td>
                        <td class="number">{percent(part, 4)}</td>
                    </tr>
                ))}
            </Sheet>
        </section>
    );
}

export function SideBets({ bets }: { bets: RulesAnalysis['side_bets'] }) {
    const entries = Object.entries(bets);
    if (entries.length === 0) return null;
    return (
        <section class="panel stack">
            <h2>Side bets</h2>
            <Sheet label="Side bets" columns={['Bet', 'House edge#', 'Expectation#']}>
                {entries.map(([key, bet]) => (
                    <tr key={key}>
                        <th scope="row">{words(key)}</th>
                        <td class="number">{bet.house_edge === undefined ? '' : percent(bet.house_edge)}</td>
                        <td class="number">{decimal(bet.ev)}<span class="exact-line"><Exact text={bet.exact} /></span></td>
                    </tr>
                ))}
            </Sheet>
        </section>
    );
}
