// The house and its shifts: settings, handing over, counters, cash, records about a table, notices before play. The browser is in
// another time zone than the house, and nothing may show or send the browser's time.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { api, clean, shot, soon, told, until } from './lib.mjs';
import { end, go, hold, House } from './manager-desk.mjs';

const floorFile = `floor: Grand Pier
configured_by: [Ann, Ben]
people: {Ann: manager, Ben: manager, Sue: supervisor, Sid: supervisor, Eve: {role: surveillance, department: Cameras}}
house: {zone: America/Chicago, day start: "06:00", shifts: [day, swing, graveyard]}
thresholds: {cash report: 10000, tax form: 1200, check: 100000}
links:
  mega: {progressive: cn, approvals: {high: 2, low: 1}, open: yes}
tables:
  north-1: {rules: uth-cn, link: mega}
  north-2: {rules: uth-cn, link: mega}
  salon-1: {rules: uth-cn, link: mega}
`;

const house = new House({
    floor: (folder) => {
        const path = join(folder, 'pier.yaml');
        writeFileSync(path, floorFile);
        return path;
    },
});
const tell = (path, body) => api(house.address, path, body);
const newest = async (kind) => (await tell(`/log?kind=${kind}&limit=1000`)).events.at(-1);
const desk = (name, path) => house.desk(name, path, { timezoneId: 'Asia/Tokyo' });

// A moment on the clocks of Chicago, with the name of the time zone.
const timeZone = 'America/Chicago';
const inChicago = (ms) => {
    const zone = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'short' }).formatToParts(ms).find(({ type }) => type === 'timeZoneName').value;
    return `${new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(ms)} ${zone}`;
};

describe('the house', () => {
    test('two people set its name, its zone and its money, and every screen follows', async () => {
        const page = await desk('Ann', 'setup/house');
        await page.getByText('America/Chicago, now').waitFor();
        await clean(page, 'house');
        const set = async (label, act) => {
            await page.getByRole('button', { name: `Change: ${label}` }).click();
            await act(page.getByRole('dialog').getByLabel(label, { exact: true }));
            await page.getByLabel('Second person').selectOption('Ben');
            await page.getByRole('button', { name: 'Set it' }).click();
            await page.getByRole('dialog').waitFor({ state: 'detached' });
        };
        await set('Name', (field) => field.fill('Grand Pier Casino'));
        await page.getByRole('banner').getByText('Grand Pier Casino').waitFor();
        await set('Money', (field) => field.fill('1.234,56 €'));
        await set('Time zone', (field) => field.selectOption('Europe/Berlin'));
        assert.equal((await newest('house_set')).text, 'Europe/Berlin CET-1CEST,M3.5.0,M10.5.0/3');
        await go(page, 'links/mega');
        await page.getByText(/^25\.000,\d\d €$|^\d\.\d{3},\d\d €$|^\d+\.\d{3},\d\d €$/).first().waitFor();
        await go(page, 'setup/house');
        await set('Money', (field) => field.fill('$1,234.56'));
        await set('Time zone', (field) => field.selectOption('America/Chicago'));
        assert.equal((await tell('/house')).house.zone, 'America/Chicago');
        await shot(page, 'manager-house');
        // A value that the manager would refuse is refused at its field, and nothing changes.
        await page.getByRole('button', { name: 'Change: Gaming day begins at' }).click();
        await page.getByRole('dialog').getByLabel('Gaming day begins at').fill('25:00');
        await page.getByLabel('Second person').selectOption('Ben');
        await page.getByRole('button', { name: 'Set it' }).click();
        await page.getByRole('dialog').locator('.fault').waitFor();
        await clean(page, 'a refused setting');
        assert.equal((await tell('/house')).house.day_start, '06:00');
        await page.keyboard.press('Escape');
        await end(page);
    });

    test('whoever may not set it reads it', async () => {
        const page = await desk('Sue', 'setup/house');
        await page.getByText('day, swing, graveyard').waitFor();
        await end(page);
    });

    test('a time that is typed is the time of the house, not of the browser', async () => {
        const page = await desk('Sue', 'setup/messages');
        await page.getByLabel('Text').fill('The pit closes early');
        await page.getByLabel('Until').fill('2031-01-15T18:30');
        await page.getByRole('button', { name: 'Show it' }).click();
        await page.getByText('until 2031-01-15 18:30').waitFor();
        const { messages } = await tell('/messages');
        assert.equal(messages[0].until, Date.UTC(2031, 0, 16, 0, 30));
        await page.getByRole('button', { name: /^Take it down/ }).click();
        await page.getByText('The signs show no message').waitFor();
        await end(page);
    });
});

describe('a shift', () => {
    test('is handed over with what is open, and the next begins at the same event', async () => {
        const page = await desk('Sue', 'shifts');
        await page.getByLabel('Name of the shift').selectOption('swing');
        await page.getByRole('button', { name: 'Open the shift' }).click();
        const { gaming_day: day } = (await tell('/house')).house;
        await page.getByRole('heading', { level: 2, name: `Shift swing, ${day}, number 1` }).waitFor();
        const opened = await newest('shift_opened');
        await page.getByText(`Opened ${inChicago(opened.time)} by Sue`).waitFor();

        const felt = await house.felt('north-1');
        await felt.round([1, 2]);
        await felt.send('meter_read', { coins: 2 }); // the counter begins at its first reading
        await felt.round([1, 2]);
        await felt.send('meter_read', { coins: 6 });
        const other = await house.felt('salon-1');
        await other.round([3]);
        await felt.send('coin_in', { seats: [2] });
        const claim = await felt.claim(2, 'straight flush');
        const dispute = (await tell('/disputes', { text: 'The patron says it was a flush', table: 'north-1', user: 'Sue' })).seq;

        await page.getByText('1 not read').waitFor();
        await page.getByText(/^Hard meters of \d+ tables$/).click();
        await page.getByRole('row', { name: /^north-1 mega 0 5 5 6 \+2/ }).waitFor();
        await page.getByRole('row', { name: /^salon-1 .* not read/ }).waitFor();
        await told(page.getByText('Every table is asked for its meters'), () => page.getByRole('button', { name: 'Read the meters now' }).click());
        await page.getByRole('row', { name: /^north-1 .* asked for/ }).waitFor();
        await felt.send('meter_read', { coins: 7 });
        for (const { name: from, amount } of (await tell('/links/mega')).meters)
            await felt.send('meter_read', { from, amount: amount.replace(/(\.\d\d).*/, '$1') });
        await page.getByRole('row', { name: /^north-1 mega 0 5 5 7 \+2/ }).waitFor();
        await page.getByRole('button', { name: 'Close the shift…' }).click();
        const dialog = page.getByRole('dialog');
        const handed = dialog.getByRole('region', { name: 'What is handed over' });
        await handed.getByRole('link', { name: /^straight flush, north-1 seat 2, \$/ }).waitFor();
        await handed.getByText(`Dispute ${dispute}`).waitFor();
        await handed.getByText('north-1', { exact: true }).waitFor();
        await dialog.getByText(/The counter of salon-1 was not\s+read/).waitFor();
        await clean(page, 'handing over');
        await shot(page, 'manager-handover');
        assert.equal(await dialog.getByLabel('The shift that begins').inputValue(), 'graveyard');
        await dialog.getByLabel('Who takes over').selectOption('Sid');
        await told(page.getByText('Shift swing is closed'), () => dialog.getByRole('button', { name: 'Close the shift' }).click());
        await page.getByRole('heading', { level: 2, name: /^Shift graveyard/ }).waitFor();
        const closed = await newest('shift_closed');
        assert.deepEqual([closed.item, closed.next, closed.person, closed.open], ['swing', 'graveyard', 'Sid', [claim, dispute]]);
        await page.getByText(`Opened ${inChicago(closed.time)} by Sid`).waitFor();
        await page.getByRole('region', { name: 'List of past shifts' }).getByText(`${day}, 1`).waitFor();
        await felt.send('claim_cancelled', { claim, text: 'dealt again' });
        await felt.send('game_over');
        await end(page);
    });
});

describe('cash', () => {
    test('sales and payouts of a patron add up over the gaming day, and what is to be reported stands out', async () => {
        const page = await desk('Sue', 'cash');
        await page.getByText('No known patron').waitFor();
        const felt = await house.felt('north-2');
        await felt.send('buy_in', { seat: 3, amount: '6000.00', item: 'cash', patron: 'P. Lane' });
        await felt.send('buy_in', { seat: 4, amount: '9000.00', item: 'cash', patron: 'Q. Moss' });
        await page.reload();
        await page.getByRole('row', { name: 'P. Lane $6,000.00 $0.00 $6,000.00 below' }).waitFor();
        await page.getByRole('row', { name: 'Q. Moss $9,000.00 $0.00 $9,000.00 close to it' }).waitFor();
        await felt.send('payout', { seat: 3, amount: '4000.01', item: 'cash', patron: 'P. Lane', user: 'Sue' });
        await felt.round([1]);
        await page.getByText('One patron has passed the amount that is reported.').waitFor();
        await page.getByRole('row', { name: 'P. Lane $6,000.00 $4,000.01 $10,000.01 report is due' }).waitFor();
        await page.getByRole('region', { name: 'Sales and payouts lately' }).getByText('was paid, cash').waitFor();
        await clean(page, 'cash');
        await shot(page, 'manager-cash');
        await end(page);
    });
});

describe('a table', () => {
    test('irregularities, seats of one patron, one hand a patron and a wrong payment are recorded there', async () => {
        const page = await desk('Ann', 'floor/salon-1');
        await page.getByText('one at each seat').waitFor();
        await page.getByRole('button', { name: 'Irregularity…' }).click();
        const dialog = page.getByRole('dialog');
        await dialog.getByLabel('What happened').selectOption('exposed card');
        await dialog.getByLabel('4', { exact: true }).check();
        await dialog.getByLabel('What was decided').fill('The card was burned');
        await clean(page, 'an irregularity');
        await dialog.getByRole('button', { name: 'Record it' }).click();
        await dialog.waitFor({ state: 'detached' });
        const noted = await newest('irregularity_recorded');
        assert.deepEqual([noted.item, noted.seats, noted.text, noted.user, noted.table], ['exposed card', [4], 'The card was burned', 'Ann', 'salon-1']);

        await page.getByRole('button', { name: 'Seats of one patron…' }).click();
        await dialog.getByLabel('2', { exact: true }).check();
        await dialog.getByLabel('3', { exact: true }).check();
        await dialog.getByRole('button', { name: 'Record it' }).click();
        await page.getByText("seats 2 and 3 are one patron's", { exact: true }).waitFor();
        await page.getByRole('button', { name: 'One hand a patron…' }).click();
        await dialog.getByRole('button', { name: 'Limit to one hand' }).click();
        await page.getByText("seats 2 and 3 are one patron's, one hand each").waitFor();

        // An award that the tray paid.
        const felt = await house.felt('salon-1');
        await felt.send('coin_in', { seats: [5] });
        const paid = await felt.send('award_paid', { seat: 5, award: 'three of a kind' });
        await felt.send('game_over');
        await page.getByRole('button', { name: 'Wrong payment…' }).click();
        await dialog.getByLabel('Change').fill('-10');
        await dialog.getByLabel('Payment').selectOption(`${paid.seq}`);
        await dialog.getByLabel('Reason').fill('two chips too few');
        assert.ok(await dialog.getByRole('button', { name: 'Correct the payment' }).isDisabled(), 'not by one person');
        await dialog.getByLabel('Second person').selectOption('Ben');
        await dialog.getByRole('button', { name: 'Correct the payment' }).click();
        await dialog.locator('.fault', { hasText: 'cannot be taken back' }).waitFor();
        await dialog.getByLabel('Change').fill('7');
        await dialog.getByRole('button', { name: 'Correct the payment' }).click();
        await dialog.waitFor({ state: 'detached' });
        const corrected = await newest('tray_corrected');
        assert.equal(corrected.payment, paid.seq);
        assert.deepEqual([corrected.seat, corrected.user, corrected.approver, corrected.text], [5, 'Ann', 'Ben', 'two chips too few']);
        assert.equal(Number(corrected.change), 7);
        await clean(page, 'a table');
        await end(page);
    });
});

describe('a link', () => {
    test('what is odd about a meter is said before play, on the shift, the links and its own page', async () => {
        await tell('/links/mega/close', { user: 'Sue' });
        const { meters } = await tell('/links/mega');
        const change = `-${(Number(meters[0].amount) - Number(meters[0].seed) + 5).toFixed(6)}`;
        await tell('/links/mega/correct', { from: meters[0].name, change, text: 'a test of the notice', user: 'Ann', approver: 'Ben' });
        const page = await desk('Sue', 'shifts');
        for (const place of ['shifts', 'links', 'links/mega']) {
            await go(page, place);
            await page.getByRole('region', { name: 'Before play' }).getByText(/less than its seed of \$/).waitFor();
        }
        await clean(page, 'before play');
        const back = `${(Number(meters[0].amount) - Number(meters[0].seed) + 5).toFixed(6)}`;
        await tell('/links/mega/correct', { from: meters[0].name, change: back, text: 'and back', user: 'Ann', approver: 'Ben' });
        await tell('/links/mega/open', { user: 'Sue' });
        await end(page);
    });

    test('bet, shares, seeds and awards are changed without a file: two people, the link closed', async () => {
        const page = await desk('Ann', 'setup/links/mega');
        const form = page.locator('form', { has: page.getByRole('heading', { name: 'Parameters of mega' }) });
        await form.getByText(/Nothing of it changes until it is closed/).waitFor();
        await form.getByRole('button', { name: 'Close mega now' }).click();
        await form.getByText(/Nothing of it changes/).waitFor({ state: 'detached' });
        const old = await tell('/links/mega/parameters');
        const [meter] = old.parameters.meters;
        await form.getByLabel(`${meter.name}, seed`, { exact: true }).fill('12000.00');
        const [award] = old.parameters.awards.slice(-1);
        await form.getByLabel(`${award.hand}, pays`, { exact: true }).fill('nonsense');
        await form.getByLabel('Second person').selectOption('Ben');
        await form.getByRole('button', { name: 'Put them in force' }).click();
        await form.locator('.banner.bad').waitFor();
        await clean(page, 'refused parameters');
        assert.equal((await tell('/links/mega')).document, old.document, 'nothing has changed');
        await form.getByLabel(`${award.hand}, pays`, { exact: true }).fill(award.pays);
        await told(page.getByText('The parameters of mega are in force.'), () => form.getByRole('button', { name: 'Put them in force' }).click());
        const now = await tell('/links/mega/parameters');
        assert.equal(now.parameters.meters[0].seed, '12000.00');
        assert.deepEqual(now.parameters.awards, old.parameters.awards);
        const configured = await newest('link_configured');
        assert.deepEqual([configured.user, configured.approver, configured.document], ['Ann', 'Ben', now.document]);
        await tell('/links/mega/open', { user: 'Sue' });
        await end(page);
    });

    test('surveillance records its own finding; two people record the order that rests on it', async () => {
        const [one, two] = [await house.felt('north-1'), await house.felt('north-2')];
        await one.send('coin_in', { seats: [2] });
        await two.send('coin_in', { seats: [4] });
        const claims = [await one.claim(2, 'royal flush'), await two.claim(4, 'royal flush')];
        const page = await desk('Eve', 'links/mega');
        await page.getByRole('heading', { name: 'Which came first?' }).waitFor();
        await page.getByRole('button', { name: `Move claim ${claims[1]} up` }).click();
        await page.getByLabel('Ruling of surveillance').fill('Camera 7 shows north-2 first');
        await clean(page, 'an order');
        await told(page.getByText("Surveillance's finding is recorded."),
            () => page.getByRole('button', { name: "Record this as surveillance's finding" }).click());
        await soon(async () => {
            const link = await tell('/links/mega');
            assert.deepEqual([link.found, link.found_by], [[claims[1], claims[0]], 'Eve']);
        });
        // The supervisor sees the finding and begins with its order, and is told when the order differs from it.
        const ruling = await desk('Sue', 'links/mega');
        const found = `Eve of surveillance found: claim ${claims[1]}, then claim ${claims[0]}.`;
        await ruling.getByText(found, { exact: true }).waitFor();
        await ruling.getByRole('button', { name: `Move claim ${claims[0]} up` }).click();
        await ruling.getByText(`${found} The order below is another.`, { exact: true }).waitFor();
        await ruling.getByRole('button', { name: `Move claim ${claims[1]} up` }).click();
        await ruling.getByText(found, { exact: true }).waitFor();
        await ruling.getByLabel('Ruling of surveillance').fill('As Eve found');
        await ruling.getByLabel('Second person').selectOption('Eve');
        await clean(ruling, 'a finding');
        await hold(ruling, ruling.getByRole('button', { name: 'Hold to record this order' }), 'it is ruled', async () => (await tell('/links/mega')).order.length > 0);
        assert.deepEqual((await tell('/links/mega')).order, [claims[1], claims[0]]);
        await end(ruling);
        await one.send('claim_cancelled', { claim: claims[0], text: 'end of the test' });
        await two.send('claim_cancelled', { claim: claims[1], text: 'end of the test' });
        await one.send('game_over');
        await two.send('game_over');
        await until('no claim is left', async () => (await tell('/claims')).claims.length === 0);
        await end(page);
    });
});
