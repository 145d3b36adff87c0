// The office of the Game Manager: shifts and reports. The screens agree with the books.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { clean, shot, soon, until } from './lib.mjs';
import { go } from './manager-desk.mjs';
import { Felt, prepare, process } from './manager-felt.mjs';
import { close, hostile, long, Office, tabTo } from './office-desk.mjs';

const grouped = (n) => n.replace(/\B(?=(\d{3})+$)/g, ',');
// An amount as the books show it: in cents, or with six decimals where there is more.
const exact = (text) => {
    const [whole, part = '00'] = text.replace('-', '').split('.');
    return `${text.startsWith('-') ? '−' : ''}$${grouped(whole)}.${part}`;
};

describe('shifts', () => {
    const office = new Office();
    before(() => office.begin());
    after(() => office.end());

    const row = (page, link, label) =>
        page.locator(`[data-link="${link}"] tr`, { has: page.getByRole('rowheader', { name: label, exact: true }) });
    const cells = (page, link, label) => row(page, link, label).getByRole('cell').allInnerTexts();

    async function agrees(page) {
        await until('the form agrees with the manager', async () => {
            const shift = await office.api('/shifts/current');
            const told = await Promise.all(
                shift.links.map(async ({ link, meters }) => {
                    const same = async (label, member) => `${await cells(page, link, label)}` === `${meters.map((m) => exact(m[member]))}`;
                    return [
                        await same('End amount', 'end'),
                        await same('Change in jackpot value', 'expected'),
                        await same('Reseeds', 'reseeds'),
                        await same('Variance', 'variance'),
                    ];
                }),
            );
            return told.flat().every(Boolean);
        });
    }

    test('a shift is opened by keyboard, balances live with a jackpot in it, and is closed', async () => {
        const page = await office.desk('Supervisor', 'shifts');
        await page.getByText('No shift has been closed yet.').waitFor();
        await clean(page, 'no shift');
        await tabTo(page, page.getByLabel('Name of the shift'));
        await page.keyboard.type(`${hostile.slice(0, 30)} Day`);
        await page.keyboard.press('Enter');
        const title = page.getByRole('heading', { level: 2, name: 'Shift <img src=x' });
        await title.waitFor();
        const opened = await office.newest('shift_opened');
        assert.equal(opened.item, `${hostile.slice(0, 30)} Day`);
        assert.equal(opened.user, 'Supervisor');
        await agrees(page);
        office.felt = await Felt.join(office.address, 'uth-1');
        await office.felt.round([1, 2, 3]);
        await agrees(page);
        for (const label of ['Change in jackpot value', 'Total current meter'])
            assert.deepEqual(await cells(page, 'uth-three', label), ['$0.42', '$0.15', '$0.18'], label);
        await office.felt.send('coin_in', { seats: [2, 5] });
        const claim = await office.felt.claim(2, 'royal flush', [5]);
        await prepare(office.address, claim);
        const paid = await office.felt.pay(claim);
        await office.felt.send('game_over');
        await process(office.address, claim);
        await until('the jackpot is on the form', async () => (await cells(page, 'uth-three', 'Jackpots'))[0] === `−${exact(paid.amount)}`);
        await agrees(page);
        await page.reload();
        await title.waitFor();
        await agrees(page);
        await page.getByText('PASS: every meter agrees').waitFor();
        await page.getByText(/^Hard meters of \d+ tables$/).click();
        const coins = (await office.api('/shifts/current')).tables.find((t) => t.table === 'uth-1').hard_meter.coins;
        await page.getByRole('row', { name: `uth-1 uth-three 0 ${coins} ${coins}` }).waitFor();
        await clean(page, 'shift');
        await tabTo(page, page.getByRole('button', { name: 'Close the shift…' }));
        await page.keyboard.press('Enter');
        const dialog = page.getByRole('dialog');
        await tabTo(page, dialog.getByLabel('Remark'));
        await page.keyboard.type(hostile);
        await tabTo(page, dialog.getByRole('button', { name: 'Close the shift' }));
        await page.keyboard.press('Enter');
        await page.getByRole('heading', { name: 'No shift is open' }).waitFor();
        const closed = await office.newest('shift_closed');
        assert.equal(closed.text, hostile);
        const form = page.getByRole('link', { name: /^End of Shift form of .* as PDF$/ });
        const pdf = await fetch(new URL(await form.getAttribute('href'), office.address));
        assert.equal(pdf.headers.get('content-type'), 'application/pdf');
        await page.getByRole('link', { name: /^Show the End of Shift form/ }).click();
        await page.getByRole('heading', { name: 'End of Shift Form' }).waitFor();
        await page.getByText(exact(paid.amount)).first().waitFor();
        await close(page);
    });

    test('a refusal stands at its field, and nothing is sent twice', async () => {
        const page = await office.desk('Supervisor', 'shifts');
        await page.getByLabel('Name of the shift').fill(long);
        await page.getByRole('button', { name: 'Open the shift' }).click();
        await page.locator('.field .fault').waitFor();
        assert.equal((await office.api('/floor')).shift, null);
        await page.getByLabel('Name of the shift').fill('Swing');
        let release;
        const held = new Promise((done) => (release = done));
        await page.route('**/api/v1/shifts', async (route) => {
            if (route.request().method() === 'POST') await held;
            await route.continue();
        });
        const button = page.getByRole('button', { name: 'Open the shift' });
        await button.click();
        await until('the button waits', () => button.isDisabled());
        await page.getByLabel('Name of the shift').press('Enter');
        release();
        await page.getByRole('heading', { level: 2, name: 'Shift Swing' }).waitFor();
        assert.equal((await office.api('/log?kind=shift_opened')).events.length, 2);
        await page.unrouteAll({ behavior: 'ignoreErrors' });
        await close(page);
    });

    test('a discrepancy of 101 coins is an alarm, one of 100 is not', async () => {
        if (!(await office.api('/floor')).shift) await office.api('/shifts', { item: 'Swing', user: 'Supervisor' });
        const page = await office.desk('Supervisor', 'shifts', { colorScheme: 'dark' });
        for (const extra of [100, 101]) {
            // The manager's answer about a table that counted coins which never reached its link.
            await page.route('**/api/v1/shifts/current', async (route) => {
                const answer = await route.fetch();
                const shift = await answer.json();
                const link = shift.links.find((l) => l.link === 'uth-three');
                link.hard_meter.end += extra;
                link.hard_meter.coins += extra;
                const gain = (0.14 * extra).toFixed(2);
                Object.assign(link.meters[0], { expected: gain, variance: `-${gain}`, alarm: extra > 100 });
                await route.fulfill({ response: answer, json: shift });
            });
            await page.reload();
            await page.getByText(extra > 100 ? 'ALARM: mega of uth-three is off by more than 100 coins.' : 'PASS: every meter').waitFor();
            await soon(async () => {
                assert.deepEqual(await cells(page, 'uth-three', 'Variance in coins'), [`-${extra}`, '0', '0']);
                assert.deepEqual(await cells(page, 'uth-three', 'Result'), [extra > 100 ? 'ALARM' : 'PASS', 'PASS', 'PASS']);
            });
            await page.unrouteAll({ behavior: 'ignoreErrors' });
        }
        await clean(page, 'variance, dark');
        await shot(page, 'manager-shift-alarm');
        await close(page);
    });

    test('a lost manager is said, and its return brings the form up to date', async () => {
        const page = await office.desk('Supervisor', 'shifts');
        await agrees(page);
        const { port } = new URL(office.address);
        await office.pit.kill(office.manager);
        await page.getByText(/No connection since/).waitFor();
        office.manager = await office.pit.manager({ port });
        await page.getByText(/No connection since/).waitFor({ state: 'detached' });
        office.felt.leave();
        office.felt = await Felt.join(office.address, 'uth-1');
        await office.felt.round([4]);
        await agrees(page);
        await close(page);
    });
});

describe('reports', () => {
    const office = new Office();
    before(async () => {
        await office.begin();
        office.felt = await Felt.join(office.address, 'uth-1');
        await office.api('/shifts', { item: 'Day', user: 'Supervisor' });
        await office.felt.send('coin_in', { seats: [2, 5] });
        const claim = await office.felt.claim(2, 'royal flush', [5]);
        await prepare(office.address, claim);
        await office.felt.pay(claim);
        await office.felt.send('game_over');
        await process(office.address, claim);
        await office.api('/disputes', { user: 'Supervisor', text: `${hostile} ${long}` });
    });
    after(() => office.end());

    // Every cell of the report's JSON is on the screen, in the same order.
    const sameAsPaper = (page, query) => soon(async () => {
        const paper = await office.api(`/reports/${query}`);
        await page.getByRole('heading', { level: 2, name: paper.title }).waitFor();
        const parts = [paper, ...paper.sections];
        const tables = parts.flatMap((part) => part.tables);
        const rows = tables.flatMap((t) => [...t.rows, ...(t.total ? [t.total] : [])].map((cells) => [t, cells]));
        const seen = await page.locator('.sheet tbody tr').evaluateAll((all) => all.map((tr) => [...tr.cells].map((td) => td.textContent)));
        assert.equal(seen.length, rows.length);
        rows.forEach(([table, cells], r) =>
            cells.forEach((cell, c) => {
                const type = table.columns[c].type;
                if (cell === null) assert.equal(seen[r][c], '');
                else if (type === 'money' && /^-?\d+\.\d+$/.test(cell)) assert.equal(seen[r][c], exact(cell));
                else if (typeof cell === 'string') assert.equal(seen[r][c], cell);
                else if (type === 'count') assert.equal(seen[r][c], cell.toLocaleString('en-US'));
            }));
        const facts = parts.flatMap((part) => Object.values(part.facts)).filter((value) => value !== null && value !== '');
        assert.equal(await page.locator('.sheet dd').count(), facts.length);
    });

    test('each is chosen, shown as it is written, and survives a reload', async () => {
        const page = await office.desk('Supervisor', 'reports');
        await page.getByText('Choose a report').waitFor();
        await clean(page, 'reports');
        for (const name of ['coin-in', 'activity', 'jackpots', 'shift']) {
            await page.getByLabel('Report', { exact: true }).selectOption(name);
            await page.getByRole('button', { name: 'Show the report' }).click();
            await sameAsPaper(page, `${name}?format=json`);
            for (const format of ['PDF', 'CSV', 'JSON']) {
                const file = page.getByRole('link', { name: `as ${format}` });
                assert.equal((await fetch(new URL(await file.getAttribute('href'), office.address))).status, 200, `${name} ${format}`);
            }
            if (name === 'activity') assert.equal(await page.locator('.sheet img').count(), 0);
        }
        await page.getByLabel('Report', { exact: true }).selectOption('jackpots');
        await page.getByLabel('Link', { exact: true }).selectOption('uth-three');
        await page.getByLabel('Shift', { exact: true }).selectOption({ label: 'Day (open)' });
        await page.getByRole('button', { name: 'Show the report' }).click();
        const { shift } = await office.api('/floor');
        await sameAsPaper(page, `jackpots?link=uth-three&shift=${shift.shift}&format=json`);
        await page.reload();
        await sameAsPaper(page, `jackpots?link=uth-three&shift=${shift.shift}&format=json`);
        await soon(async () => assert.equal(await page.getByLabel('Link', { exact: true }).inputValue(), 'uth-three'));
        await clean(page, 'a report');
        await shot(page, 'manager-report');
        await page.emulateMedia({ media: 'print' });
        await page.getByRole('button', { name: 'Show the report' }).waitFor({ state: 'hidden' });
        await close(page);
    });

    test('a date range narrows it; a range that makes no sense is refused in words', async () => {
        const page = await office.desk('Supervisor', 'reports', { colorScheme: 'dark' });
        await page.getByLabel('Report', { exact: true }).selectOption('activity');
        await page.getByLabel('From').fill('2020-01-01T00:00');
        await page.getByLabel('Until').fill('2020-01-02T00:00');
        await tabTo(page, page.getByRole('button', { name: 'Show the report' }));
        await page.keyboard.press('Enter');
        await page.getByText('Nothing to list.').waitFor();
        await clean(page, 'an empty report, dark');
        await page.getByLabel('Until').fill('2019-01-02T00:00');
        await page.getByRole('button', { name: 'Show the report' }).click();
        await page.getByRole('alert').getByText('The range ends before it begins').waitFor();
        await close(page);
    });

    test('a message of the house is put on the signs and taken down', async () => {
        const page = await office.desk('Supervisor', 'setup/messages');
        await page.getByLabel('Text').fill(hostile);
        await page.getByRole('button', { name: 'Show it' }).click();
        await page.getByRole('listitem').getByText(hostile).first().waitFor();
        assert.deepEqual((await office.api('/messages')).messages.map(({ text }) => text), [hostile]);
        await clean(page, 'messages');
        await page.getByRole('button', { name: /^Take it down/ }).click();
        await page.getByText('no message of the house').waitFor();
        assert.deepEqual((await office.api('/messages')).messages, []);
        await close(page);
    });

    test('a submission is worked out while one waits', async () => {
        const page = await office.desk('Manager One', 'reports');
        let release;
        const held = new Promise((done) => (release = done));
        await page.route('**/api/v1/reports/submission*', async (route) => {
            await held; // so that the waiting is seen, however fast the report is made
            await route.continue();
        });
        await go(page, 'reports?report=submission&link=pg-main');
        await page.getByText('Making the report …').waitFor();
        release();
        await page.getByRole('heading', { level: 2, name: 'Go-Live Submission' }).waitFor();
        await sameAsPaper(page, 'submission?link=pg-main&format=json');
        await clean(page, 'submission');
        await close(page);
    });

    test('a receipt is of a claim', async () => {
        const { claim } = await office.newest('claim_cleared');
        const page = await office.desk('Cage', `reports?report=receipt&claim=${claim}`);
        await page.getByRole('heading', { level: 2, name: 'Jackpot Receipt' }).waitFor();
        await page.getByLabel('Claim').fill('1');
        await page.getByRole('button', { name: 'Show the report' }).click();
        await page.getByRole('alert').waitFor();
        await page.getByRole('button', { name: 'Try again' }).waitFor();
        await close(page);
    });
});
