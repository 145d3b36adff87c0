// The reconciliation of the open shift (REC-3), as on the End of Shift form: what each meter should be, and what it is.
import type { ComponentChild } from 'preact';
import { floor } from '../lib/floor';
import { exact, micros } from '../lib/money';
import { FactGrid } from './reports-facts';
import { Counters } from './shifts-counters';
import type { Shift, ShiftLink, ShiftMeter } from './shifts-types';

const count = (n: number) => n.toLocaleString('en-US');
const percent = (share: number) => `${+(share * 100).toFixed(4)} %`;

// The variance in coins: divided by what one coin adds to the meter.
function coinsOff(meter: ShiftMeter, bet: string): number {
    const coin = Number(micros(bet)) * meter.increment_rate;
    return coin > 0 ? Number(micros(meter.variance)) / coin : 0;
}

export const alarmsOf = (shift: Shift) =>
    shift.links.flatMap((link) => link.meters.filter((meter) => meter.alarm).map((meter) => `${meter.name} of ${link.link}`));

const isOff = (link: ShiftLink) => link.meters.some((meter) => meter.alarm);
const alarmsFirst = (links: ShiftLink[]) => [...links.filter(isOff), ...links.filter((link) => !isOff(link))];

// The lines of the manual's form, in its words and order.
const lines: { label: string; value: (meter: ShiftMeter) => string }[] = [
    { label: 'Beginning amount', value: (m) => exact(m.begin) },
    { label: 'Change in jackpot value', value: (m) => exact(m.expected) },
    { label: 'Returned coins', value: (m) => exact(-micros(m.returned)) },
    { label: 'Above the limit', value: (m) => exact(-micros(m.overflow)) },
    { label: 'Jackpots', value: (m) => exact(-micros(m.awards)) },
    { label: 'Reseeds', value: (m) => exact(m.reseeds) },
    { label: 'Reserve moved in', value: (m) => exact(m.moved_in) },
    { label: 'Corrections', value: (m) => exact(m.corrected) },
];

function Verdict({ alarm }: { alarm: boolean }) {
    return <span class={`badge ${alarm ? 'bad' : 'good'}`}>{alarm ? 'ALARM' : 'PASS'}</span>;
}

function Meters({ link, bet }: { link: ShiftLink; bet: string }) {
    const row = (label: string, value: (meter: ShiftMeter) => ComponentChild, kind = '') => (
        <tr class={kind}>
            <th scope="row">{label}</th>
            {link.meters.map((meter) => <td key={meter.name} class="number">{value(meter)}</td>)}
        </tr>
    );
    return (
        <div class="table-scroll" role="region" aria-label={`Meters of ${link.link}`} tabIndex={0}>
            <table class="table reconciled">
                <thead>
                    <tr>
                        <td />
                        {link.meters.map((m) => <th key={m.name} class="number" scope="col">{m.name} {percent(m.increment_rate)}</th>)}
                    </tr>
                </thead>
                <tbody>
                    {lines.map(({ label, value }) => row(label, value))}
                    {row('End amount should be', (m) => exact(micros(m.end) - micros(m.variance)), 'sum')}
                    {row('End amount', (m) => exact(m.end))}
                    {row('Total current meter', (m) => exact(micros(m.end) - micros(m.begin)))}
                    {row('Variance', (m) => exact(m.variance))}
                    {row('Variance in coins', (m) => coinsOff(m, bet).toLocaleString('en-US', { maximumFractionDigits: 2 }))}
                    {row('Result', (m) => <Verdict alarm={m.alarm} />)}
                </tbody>
            </table>
        </div>
    );
}

function Books({ link }: { link: ShiftLink }) {
    const { begin, end, coins } = link.hard_meter;
    return (
        <FactGrid
            facts={[
                ['Total hard meter', <>{count(begin)} → {count(end)}: <b>{count(coins)} {coins === 1 ? 'coin' : 'coins'}</b></>],
                ['Coin-in', exact(link.coin_in)],
                ['Returned', exact(link.returned)],
                ['House share', exact(link.house)],
                ['House funded', exact(link.house_funded)],
                ['Paid from the tray', exact(link.tray_paid)],
                ['Envy', exact(link.envy_paid)],
            ]}
        />
    );
}

function LinkForm({ link }: { link: ShiftLink }) {
    const bet = floor.value?.links.find((l) => l.link === link.link)?.bet ?? '0';
    return (
        <section class="panel stack" aria-label={link.link} data-link={link.link}>
            <div class="row apart">
                <h3>{link.link}</h3>
                <Verdict alarm={isOff(link)} />
            </div>
            <Books link={link} />
            <Meters link={link} bet={bet} />
        </section>
    );
}

export function Reconciliation({ shift }: { shift: Shift }) {
    const off = alarmsOf(shift);
    return (
        <>
            {off.length > 0 ? (
                <p class="banner bad" role="alert">ALARM: {off.join(', ')} {off.length > 1 ? 'are' : 'is'} off by more than 100 coins.</p>
            ) : (
                <p class="banner good" role="status">PASS: every meter agrees with the coins that were counted, within 100 coins.</p>
            )}
            {alarmsFirst(shift.links).map((link) => <LinkForm key={link.link} link={link} />)}
            <Counters shift={shift} />
        </>
    );
}
