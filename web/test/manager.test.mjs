// The Game Manager: the floor, who sits at it, alarms, a lost connection; every page in every theme and size.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { api, clean, shot, soon, told, until } from './lib.mjs';
import { end, go, House } from './manager-desk.mjs';

const house = new House();

describe('the floor', () => {
    test('shows every table as it is, filters and sorts', async () => {
        const felt = await house.felt('uth-1');
        const page = await house.desk('Supervisor', 'floor');
        await page.getByRole('button', { name: 'List', exact: true }).click();
        const row = page.locator('[data-table=uth-1]');
        await row.getByText('Betting').waitFor();
        const asked = [];
        page.on('request', (request) => asked.push(new URL(request.url()).pathname));
        await felt.send('coin_in', { seats: [2, 5] });
        await row.getByText('In play').waitFor();
        await row.getByRole('img', { name: 'wagers on seats 2, 5', exact: true }).waitFor();
        const { tables } = await api(house.address, '/tables');
        assert.equal(await page.locator('[data-table]').count(), tables.length);
        await until('round and coins as the store has them', async () => {
            const told = (await api(house.address, '/tables')).tables.find((t) => t.table === 'uth-1');
            const cells = await row.getByRole('cell').allTextContents();
            return told.coins > 0 && cells[5] === String(told.round) && cells[6] === told.coins.toLocaleString('en');
        });
        assert.ok(!asked.includes('/api/v1/tables'), 'the stream brings the coins');
        await felt.send('game_over');
        await row.getByText('Betting').waitFor();
        await page.getByRole('button', { name: /^Betting/ }).click();
        await until('one row', async () => (await page.locator('[data-table]').count()) === 1);
        await page.reload();
        await until('the filter outlives a reload', async () => (await page.locator('[data-table]').count()) === 1);
        await page.getByRole('button', { name: /^All/ }).click();
        await page.getByLabel('Search').fill('pg-');
        await until('two rows', async () => (await page.locator('[data-table]').count()) === 2);
        await page.getByRole('button', { name: 'Table', exact: true }).click();
        await until('turned round', async () => (await page.locator('[data-table]').first().getAttribute('data-table')) === 'pg-2');
        await page.getByLabel('Search').fill('');
        await clean(page, 'floor');
        await end(page);
    });

    test('a table has its page, with its events', async () => {
        const page = await house.desk('Supervisor', 'floor');
        await page.getByRole('link', { name: /^uth-1 / }).click();
        await page.getByRole('heading', { name: /^uth-1/ }).waitFor();
        await page.locator('.events tbody tr').first().waitFor();
        const { events } = await api(house.address, '/log?table=uth-1&limit=1000');
        await soon(async () => assert.equal(await page.locator('.events tbody tr').count(), Math.min(25, events.length)));
        assert.equal(await page.getByRole('link', { name: 'Sign' }).getAttribute('href'), '/sign?table=uth-1');
        await page.locator('.events tbody tr').first().getByRole('button').click();
        const newest = events[events.length - 1];
        const answer = await fetch(`${house.address}/api/v1/log/${newest.seq}`);
        await page.getByRole('dialog').getByText('Details for an auditor').click();
        await page.getByRole('dialog').getByText(answer.headers.get('Event-Hash')).waitFor();
        await page.keyboard.press('Escape');
        await page.reload();
        await page.getByRole('heading', { name: /^uth-1/ }).waitFor();
        await clean(page, 'table');
        await shot(page, 'manager-table');
        await end(page);
    });

    test('the way to the dealer console of a real table', async () => {
        const table = await house.pit.table('uth-3', ['--manager', house.address, '--live']);
        await until('it has joined', async () => (await api(house.address, '/tables/uth-3')).joined);
        const page = await house.desk('Supervisor', 'floor/uth-3');
        const opened = page.context().waitForEvent('page');
        await page.getByRole('link', { name: 'Dealer console' }).click();
        const dealer = await opened;
        await dealer.waitForURL(`${table.address}/dealer**`);
        await dealer.getByText('uth-3').first().waitFor();
        await house.pit.kill(table, 'SIGTERM');
        await page.getByRole('link', { name: 'Dealer console' }).waitFor({ state: 'detached' });
        await page.getByRole('heading', { name: /Not joined/ }).waitFor();
        await dealer.close();
        await end(page);
    });

    test('an unknown table is said to be unknown', async () => {
        const page = await house.desk('Supervisor', 'floor/nowhere');
        await page.getByText(/no table|there is no/i).waitFor();
        await end(page);
    });
});

describe('who sits here', () => {
    test('is asked before anything is written, kept for the tab, and shown', async () => {
        const page = await house.desk(null, 'links/five-card');
        await page.getByRole('button', { name: /^Who are you/ }).waitFor();
        await page.getByRole('button', { name: 'Close…' }).click();
        const written = [];
        page.on('request', (request) => request.method() !== 'GET' && written.push(request.url()));
        await page.getByRole('button', { name: 'Close the link' }).click();
        const who = page.getByRole('dialog', { name: 'Who sits here?' });
        await who.getByRole('button', { name: 'Cancel' }).click();
        await who.waitFor({ state: 'detached' });
        assert.deepEqual(written, [], 'nothing is written without a name');
        assert.deepEqual((await api(house.address, '/log?kind=link_closed')).events, []);
        await page.getByRole('button', { name: 'Close the link' }).click();
        await who.getByLabel('Your name').selectOption('Supervisor');
        await who.getByRole('button', { name: 'That is me' }).click();
        await page.getByRole('heading', { name: /closed/ }).waitFor();
        const { events } = await api(house.address, '/log?kind=link_closed');
        assert.equal(events[events.length - 1].user, 'Supervisor');
        await page.reload();
        await page.getByRole('button', { name: 'You are Supervisor. Change' }).waitFor();
        await api(house.address, '/links/five-card/open', { user: 'Supervisor' });
        await page.getByRole('heading', { name: /open/ }).waitFor();
        await end(page);
    });

    test('shortcuts and the help work by keyboard, and can be switched off', async () => {
        const page = await house.desk('Supervisor', 'floor');
        await page.keyboard.press('?');
        await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
        await page.keyboard.press('Escape');
        await page.getByRole('dialog').waitFor({ state: 'detached' });
        await page.keyboard.press('g');
        await page.keyboard.press('l');
        await page.getByRole('heading', { level: 1, name: 'Links' }).waitFor();
        await page.keyboard.press('?');
        await page.getByLabel('Shortcuts of a single letter are on').uncheck();
        await page.keyboard.press('Escape');
        await page.getByRole('dialog').waitFor({ state: 'detached' });
        await page.keyboard.press('g');
        await page.keyboard.press('c');
        assert.equal(await page.getByRole('heading', { level: 1 }).textContent(), 'Links');
        await end(page);
    });
});

describe('alarms and a lost connection', () => {
    test('an implausible contribution raises an alarm that a person answers', async () => {
        const felt = await house.felt('uth-2');
        const page = await house.desk('Supervisor', 'floor');
        await until('the bound is passed', async () => {
            await felt.round([1, 2, 3, 4, 5, 6, 7]).catch(() => undefined);
            return (await api(house.address, '/alarms')).alarms.length > 0;
        });
        await page.getByText(/One alarm is open: Implausible contribution \(uth-2\)/).waitFor();
        await page.getByRole('link', { name: 'See alarms' }).click();
        await clean(page, 'alarms');
        await shot(page, 'manager-alarms');
        await page.getByRole('button', { name: /^Acknowledge… alarm/ }).click();
        await page.getByLabel('What was found and done').fill('Acceptor 3 double counts');
        await page.getByRole('button', { name: 'Acknowledge', exact: true }).click();
        await page.getByText('No alarm is open.').waitFor();
        const { events } = await api(house.address, '/log?kind=alarm_acknowledged');
        assert.deepEqual([events[0].user, events[0].text], ['Supervisor', 'Acceptor 3 double counts']);
        await end(page);
    });

    test('a lost table is seen and raises an alarm that one person answers', async () => {
        const page = await house.desk('Supervisor', 'floor');
        const felt = await house.felt('uth-2');
        felt.leave();
        await page.locator('[data-table=uth-2]').getByText('Lost').waitFor();
        await page.locator('[data-table=uth-1]').getByText('Betting').waitFor();
        await page.getByText('One alarm is open: A table was lost (uth-2)').waitFor();
        await page.reload();
        await page.locator('[data-table=uth-2]').getByText('Lost').waitFor();
        await go(page, 'alarms');
        await page.getByText(/^table uth-2 has not been heard of for \d+ seconds; look after it$/).waitFor();
        await page.getByText('still lost').waitFor();
        assert.equal(await page.getByRole('link', { name: 'See uth-2' }).count(), 1, 'it is listed once');
        await clean(page, 'a lost table');
        await felt.rejoin();
        await page.getByText('heard of again').waitFor();
        await page.getByRole('button', { name: /^Acknowledge… alarm/ }).click();
        await page.getByLabel('What was found and done').fill('The cable was loose');
        await page.getByRole('button', { name: 'Acknowledge', exact: true }).click();
        await page.getByText('No alarm is open.').waitFor();
        await go(page, 'floor');
        await page.locator('[data-table=uth-2]').getByText('Betting').waitFor();
        await end(page);
    });

    test('the manager is lost and found', async () => {
        const page = await house.desk('Supervisor', 'floor');
        await page.locator('[data-table=uth-1]').getByText('Betting').waitFor();
        await house.killManager();
        await page.getByText(/No connection since/).waitFor();
        await go(page, 'links/pg-main');
        await house.restartManager();
        await page.getByText(/No connection since/).waitFor({ state: 'detached' });
        await page.getByRole('region', { name: 'Books per level' }).waitFor();
        await end(page);
    });

    test('a write while the manager is gone says so and changes nothing', async () => {
        const page = await house.desk('Supervisor', 'links/pg-main');
        await page.getByRole('button', { name: 'Close…' }).click();
        await house.killManager();
        await told(page.locator('.toast.bad').getByText(/cannot be reached/),
            () => page.getByRole('button', { name: 'Close the link' }).click());
        await house.restartManager();
        await page.getByRole('button', { name: 'Close the link' }).click();
        await page.getByRole('heading', { name: /closed/ }).waitFor();
        await api(house.address, '/links/pg-main/open', { user: 'Supervisor' });
        await end(page);
    });

    test('a floor that is halted cannot be overlooked, and two people let it go on', async () => {
        // A table joins that remembers more events than the store has, so the store must have lost some.
        await fetch(`${house.address}/api/v1/tables/four-1/join`, {
            method: 'POST', headers: { 'Content-Type': 'application/json' },
            body: JSON.stringify({ instance: 'felt-four', acked_epoch: 1, acked_seq: 999 }),
        });
        const page = await house.desk('Manager One', 'floor');
        await page.getByText('THE FLOOR IS HALTED', { exact: true }).waitFor();
        await clean(page, 'halt');
        await shot(page, 'manager-halt');
        await page.getByRole('link', { name: 'Answer the alarm' }).click();
        await page.getByRole('button', { name: /^Answer with two people/ }).click();
        assert.equal(await page.getByRole('button', { name: 'Let the floor go on' }).isDisabled(), true);
        await page.getByLabel('Second person').selectOption('Manager Two');
        await page.getByRole('button', { name: 'Let the floor go on' }).click();
        await page.getByText('THE FLOOR IS HALTED', { exact: true }).waitFor({ state: 'detached' });
        await end(page);
    });
});

describe('every page', () => {
    const paths = ['floor', 'floor/uth-1', 'links', 'links/uth-three', 'claims', 'log', 'alarms', 'setup/documents',
        'setup/links/uth-three',
        'setup/tables/uth-1', 'setup/thresholds'];
    for (const options of [
        { colorScheme: 'dark' },
        { colorScheme: 'light', viewport: { width: 390, height: 844 } },
        { colorScheme: 'dark', viewport: { width: 1024, height: 768 }, reducedMotion: 'reduce' },
    ])
        test(`is accessible and fits: ${JSON.stringify(options)}`, async () => {
            const page = await house.desk('Supervisor', 'floor', options);
            for (const path of paths) {
                await go(page, path);
                await page.locator('main h1').waitFor();
                await until(`${path} is drawn`,
                    async () => (await page.getByText(/Asking the manager|Reading the log|Listening for/).count()) === 0);
                await clean(page, `${path} ${JSON.stringify(options)}`);
                const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
                assert.ok(wide <= 0, `${path} is ${wide}px wider than the screen`);
            }
            if (options.viewport?.width === 390) {
                await page.getByRole('button', { name: 'More' }).click();
                await page.getByRole('dialog', { name: 'Pages' }).getByRole('link', { name: 'Activity' }).click();
                await page.getByRole('heading', { level: 1, name: 'Activity log' }).waitFor();
                await go(page, 'floor');
                await shot(page, 'manager-floor-phone');
            } else {
                await go(page, 'links/uth-three');
                await page.locator('.chart').first().waitFor();
                await shot(page, options.reducedMotion ? 'manager-link-tablet' : 'manager-link-dark');
            }
            await end(page);
        });
});
