// REG-7 and REG-8: the parameters of a link and its books. On a phone each figure stands above the values of its meters, one to a
// line.
import type { ComponentChild } from 'preact';
import { exact, money } from '../lib/money';
import { nameOf } from './documents';
import type { Level, Link } from './types';

const policies = {
    order: 'in order: the second gets what the first left',
    full: 'the full amount to each',
    split: 'split between them',
};

const percent = (share: number) => `${Number((share * 100).toFixed(4))} %`;

function LevelTable({ levels, rows, label }: { levels: Level[]; rows: [string, (level: Level) => ComponentChild][]; label: string }) {
    return (
        <div class="table-scroll" role="region" aria-label={label} tabIndex={0}>
            <table class="table stacks">
                <thead><tr><th>Per level</th>{levels.map((l) => <th key={l.name} class="number">{l.name}</th>)}</tr></thead>
                <tbody>
                    {rows.map(([name, cell]) => (
                        <tr key={name}><td class="all">{name}</td>{levels.map((l) => <td key={l.name} class="all number" data-label={l.name}>{cell(l)}</td>)}</tr>
                    ))}
                </tbody>
            </table>
        </div>
    );
}

export function LinkParameters({ link }: { link: Link }) {
    return (
        <>
            <dl class="facts">
                <dt>Bet</dt><dd>{money(link.bet)}</dd>
                <dt>House share</dt><dd>{percent(link.house_share)}</dd>
                <dt>Simultaneous wins</dt><dd>{policies[link.policy]}</dd>
                <dt>Claim lock</dt>
                <dd>{link.claim_lock ? 'yes: a claim freezes its amount' : 'no: the amount is taken when J-POT is pressed'}</dd>
                <dt>Approvals</dt><dd>high jackpots {link.high_approvals}, low jackpots {link.low_approvals}</dd>
                <dt>Plausible coins</dt>
                <dd>{link.coins_per_minute ? `at most ${link.coins_per_minute} a minute from a table` : 'no bound'}</dd>
                <dt>Progressive</dt><dd><a href={`#/setup/documents/${link.document}`}>{nameOf(link.document)}</a></dd>
                <dt>Configured by event</dt><dd>{link.configured}</dd>
            </dl>
            <LevelTable label="Parameters per level" levels={link.meters} rows={[
                ['Base and reset (seed)', (l) => money(l.seed)],
                ['Increment rate', (l) => percent(l.share)],
                ['Hidden rate (reserve)', (l) => percent(l.reserve_share)],
                ['Limit', (l) => (l.limit ? money(l.limit) : 'none')],
            ]} />
        </>
    );
}

export function LinkBooks({ link }: { link: Link }) {
    const b = link.books;
    return (
        <>
            <dl class="facts">
                <dt>Coin-in</dt><dd>{exact(b.coin_in)} in {b.coins.toLocaleString('en')} coins</dd>
                <dt>Returned coins</dt><dd>{exact(b.returned)}</dd>
                <dt>House share</dt><dd>{exact(b.house)}</dd>
                <dt>House funded</dt><dd>{exact(b.house_funded)}</dd>
                <dt>Paid from the tray</dt><dd>{exact(b.tray_paid)}</dd>
                <dt>Envy paid</dt><dd>{exact(b.envy_paid)}</dd>
            </dl>
            <LevelTable label="Books per level" levels={link.meters} rows={[
                ['Current amount', (l) => exact(l.amount)],
                ['Reserve', (l) => exact(l.reserve)],
                ['Overflow', (l) => exact(l.overflow)],
                ['Hits', (l) => l.hits],
                ['Wins paid', (l) => exact(l.paid)],
                ['Pending', (l) => exact(l.pending)],
                ['Seeded', (l) => exact(l.seeded)],
                ['Contributed', (l) => exact(l.contributed)],
                ['Put in reserve', (l) => exact(l.reserved)],
                ['Moved in from reserve', (l) => exact(l.moved_in)],
                ['Corrected', (l) => exact(l.corrected)],
                ['Reserve corrected', (l) => exact(l.reserve_corrected)],
            ]} />
        </>
    );
}
