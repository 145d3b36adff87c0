// How often each wager has each result, what that pays, and what it contributes to the expectation.
import { useState } from 'preact/hooks';
import { Button } from '../ui/button';
import { Sheet } from '../ui/table';
import { placeOf } from './address';
import { Bar } from './bars';
import { Exact } from './exact';
import { change, count, oneIn, percent, words } from './format';
import type { Wager } from './types';

const paid: Record<string, string> = { lose: 'loses', push: 'returned', none: '' };

function Rows({ wager }: { wager: Wager }) {
    const largest = Math.max(...wager.rows.map((row) => Math.abs(row.contributes)));
    const several = wager.rows.some((row) => row.bets !== 1 && row.bets !== 0);
    const columns = ['Ends', 'Combinations#', 'How often#', ...(several ? ['Bets#'] : []), 'Pays', '(Bar)', 'Contributes#'];
    return (
        <Sheet class="bars" label={`${wager.label}: how often, pays, contributes`} columns={columns}>
            {wager.rows.map((row) => (
                <tr key={row.name}>
                    <th scope="row">{words(row.name)}</th>
                    <td class="number">{count(row.combinations)}</td>
                    <td class="number">{percent(row.probability, 6)}<span class="exact-line quiet">{oneIn(row.probability)}</span></td>
                    {several && <td class="number">{row.bets.toFixed(4)}</td>}
                    <td class="pays">{paid[row.pays] ?? row.pays}</td>
                    <td class="bar-cell"><Bar part={largest > 0 ? Math.abs(row.contributes) / largest : 0} bad={row.contributes < 0} /></td>
                    <td class="number">{change(row.contributes, 6)}<span class="exact-line"><Exact text={row.exact} /></span></td>
                </tr>
            ))}
            <tr class="total">
                <th scope="row">All</th>
                <td class="number">{count(wager.combinations)}</td>
                <td class="number">{percent(1, 6)}</td>
                {several && <td />}
                <td />
                <td class="bar-cell" />
                <td class="number">{change(wager.ev, 6)}<span class="exact-line"><Exact text={wager.exact} /></span></td>
            </tr>
        </Sheet>
    );
}

// For games with decisions only some wagers are listed here; those of the base game are on the PAR sheet, which works out every way
// a round can end.
export function Returns({ name, wagers }: { name?: string; wagers: Wager[] }) {
    const [chosen, choose] = useState('');
    const wager = wagers.find((each) => each.wager === chosen) ?? wagers[0];
    if (!wager) return null;
    return (
        <section class="panel stack returns">
            <h2>Every wager: how often, pays, contributes</h2>
            <div class="row" role="group" aria-label="Wager">
                {wagers.map((each) => (
                    <Button key={each.wager} aria-pressed={each === wager} onClick={() => choose(each.wager)}>{each.label}</Button>
                ))}
            </div>
            <p class="quiet small">
                {wager.kind === 'base' ? 'Under the best play, in units of the first bet. The wagers of the base game add up to its expectation.'
                    : 'Per unit of the bet, which the cards alone decide.'}
            </p>
            <Rows wager={wager} />
            {name && !wagers.some((each) => each.kind === 'base') && (
                <p>Every other wager of the game, outcome by outcome, is on its <a href={placeOf(name, 'par')}>PAR sheet</a>.</p>
            )}
        </section>
    );
}
