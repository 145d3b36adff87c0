// The Game Manager: links and their books, the activity log, configuration.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { api, clean, shot, soon, told, until } from './lib.mjs';
import { dollars, end, go, House, optionAt } from './manager-desk.mjs';

const house = new House();

describe('links', () => {
    test('books on screen are the books of the store', async () => {
        const page = await house.desk('Manager One', 'links/uth-three');
        const link = await api(house.address, '/links/uth-three');
        const books = page.getByRole('region', { name: 'Books per level' });
        await books.waitFor();
        const row = async (name) =>
            (await books.getByRole('row', { name: new RegExp(`^${name}`) }).locator('td').allTextContents()).slice(1);
        const exact = (t) => (/\.\d\d$/.test(t) ? dollars(t) : dollars(t).replace(/\.\d+$/, '') + '.' + t.split('.')[1]);
        await soon(async () => {
            assert.deepEqual(await row('Current amount'), link.meters.map((m) => exact(m.amount)));
            assert.deepEqual(await row('Hits'), link.meters.map((m) => String(m.hits)));
            assert.deepEqual(await row('Wins paid'), link.meters.map((m) => exact(m.paid)));
            assert.equal(await page.getByRole('region', { name: 'Last hits' }).locator('tbody tr').count(), link.hits.length);
        });
        await clean(page, 'link');
        await end(page);
    });

    test('the chart draws the history and says it as a table', async () => {
        const felt = await house.felt('uth-1');
        const page = await house.desk('Manager One', 'links/uth-three');
        await page.getByRole('heading', { name: 'History' }).waitFor();
        // Two different values make a line. More coins than people can play in a minute would raise an alarm.
        for (const seats of [[1, 2, 3, 4, 5, 6, 7], [1, 2]]) {
            await felt.round(seats);
            const { meters } = await api(house.address, '/links/uth-three');
            await page.getByText(dollars(meters[0].amount)).first().waitFor();
        }
        await until('a chart', async () => (await page.locator('.chart').count()) === 3);
        const scale = await page.locator('.chart-scale span').allInnerTexts();
        assert.deepEqual(scale.filter((text) => !/^\$[\d,]+(\.\d\d)?$/.test(text)), [], 'whole cents');
        await page.locator('.chart svg').first().hover();
        await page.locator('.chart-read').first().getByText(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d [A-Z]{2,5}: \$1\d,\d{3}/).waitFor();
        await page.getByText('The same as a table').click();
        await until('the newest value is in the table', async () => {
            const { meters } = await api(house.address, '/links/uth-three');
            const cells = await page.getByRole('region',
                { name: 'History as a table' }).locator('tbody tr').first().locator('td').allTextContents();
            return cells.slice(1).join() === meters.map((m) => dollars(m.amount)).join();
        });
        await page.getByRole('button', { name: 'Day' }).click();
        await clean(page, 'history');
        await shot(page, 'manager-link');
        await end(page);
    });

    test('a meter is corrected by two people, on a closed link only; field faults stand at their field', async () => {
        const page = await house.desk('Manager One', 'links/five-card');
        await page.getByRole('button', { name: 'Correct a meter…' }).click();
        const form = page.getByRole('dialog');
        await form.getByText(/five-card is open/).waitFor();
        await form.getByRole('button', { name: 'Close five-card now' }).click();
        await form.getByText(/five-card is open/).waitFor({ state: 'detached' });
        await form.getByLabel('Change').fill('-99999999');
        await form.getByLabel('Reason').fill('Reading of the sign');
        assert.equal(await form.getByLabel('Second person').locator('option', { hasText: 'Manager One' }).count(), 0, 'never yourself');
        await form.getByLabel('Second person').selectOption('Manager Two');
        assert.ok(await form.getByRole('button', { name: 'Correct the meter' }).isDisabled(), 'many times the meter is asked about');
        await form.getByLabel(/99,999,999.00 is what I mean/).check();
        await form.getByRole('button', { name: 'Correct the meter' }).click();
        await form.locator('.fault').waitFor();
        await form.getByLabel('Change').fill('12.50');
        await form.getByText('$10,012.50').waitFor();
        await form.getByRole('button', { name: 'Correct the meter' }).click();
        await form.waitFor({ state: 'detached' });
        assert.equal((await api(house.address, '/links/five-card')).meters[0].amount, '10012.50');
        await page.getByText('$10,012.50').first().waitFor();
        const { events } = await api(house.address, '/log?kind=meter_corrected');
        assert.deepEqual([events[0].user, events[0].approver, events[0].text], ['Manager One', 'Manager Two', 'Reading of the sign']);
        await page.getByRole('button', { name: 'Open…' }).click();
        await page.getByRole('button', { name: 'Open the link' }).click();
        await page.getByRole('heading', { name: /open/ }).waitFor();
        await end(page);
    });

    test('everything is moved to another link', async () => {
        const page = await house.desk('Manager One', 'setup/links/new');
        await page.getByLabel('Name').fill('five-new');
        await page.getByLabel('Progressive').selectOption({ index: await optionAt(page, 'Progressive', /^rp$/) });
        await page.getByLabel('Second person').selectOption('Manager Two');
        await page.getByRole('button', { name: 'Set it up' }).click();
        await page.getByRole('heading', { name: /^five-new/ }).waitFor();
        const before = (await api(house.address, '/links/five-card')).meters[0].amount;
        await api(house.address, '/links/five-card/close', { user: 'Manager One' });
        await go(page, 'links/five-card');
        await page.getByRole('button', { name: 'Transfer…' }).click();
        await page.getByLabel('To the link').selectOption('five-new');
        await page.getByLabel('Reason').fill('New signs');
        await page.getByLabel('Second person').selectOption('Manager Two');
        await told(page.getByText('The meters of five-card are moved to five-new.'),
            () => page.getByRole('button', { name: 'Move everything' }).click());
        const after = (await api(house.address, '/links/five-new')).meters[0].amount;
        assert.ok(Number(after) >= Number(before), `${before} is in ${after}`);
        await end(page);
    });
});

// A moment on the local clock as a field for date and time takes it: "2026-11-15T10:00".
const localMinute = (date) => new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);

const rowsOf = (page) => page.locator('.events tbody tr[data-seq]').evaluateAll((rows) => rows.map((row) => Number(row.dataset.seq)));

// Both exports have exactly the rows on the screen, in the opposite order: oldest first.
const sameAsExport = (page) => soon(async () => {
    const shown = (await rowsOf(page)).reverse();
    const fetched = async (name) => fetch(house.address + (await page.getByRole('link', { name }).getAttribute('href')));
    const csv = await fetched('Export CSV');
    assert.match(csv.headers.get('content-type'), /^text\/csv/);
    assert.deepEqual([...(await csv.text()).matchAll(/^(\d+),\d{4}-/gm)].map((row) => Number(row[1])), shown);
    const json = await (await fetched('Export JSON')).json();
    assert.deepEqual(json.sections[0].tables[0].rows.map((row) => row[0]), shown);
});

describe('the activity log', () => {
    test('live, filtered, paused, back to the beginning', async () => {
        const felt = await house.felt('tcp-1'); // without a link, so it can play any number of rounds
        for (let i = 0; i < 60; i++) await felt.round([]);
        const page = await house.desk('Supervisor', 'log');
        const first = page.locator('.events tbody tr').first();
        await first.waitFor();
        const { seq } = await felt.round([]);
        await page.locator(`tr[data-seq="${seq}"]`).waitFor();
        await page.getByRole('button', { name: 'Pause' }).click();
        await page.getByText(/^Paused at event/).waitFor();
        const later = await felt.round([]);
        await page.getByText(/^Paused at event/).waitFor();
        assert.equal(await page.locator(`tr[data-seq="${later.seq}"]`).count(), 0);
        await page.getByRole('button', { name: 'Go on' }).click();
        await page.locator(`tr[data-seq="${later.seq}"]`).waitFor();

        await page.getByLabel('What').selectOption('link_opened');
        const { events } = await api(house.address, '/log?kind=link_opened&limit=1000');
        await until('as many as the store has', async () => (await page.locator('.events tbody tr').count()) === events.length);
        await page.reload();
        await until('the filter outlives a reload', async () => (await page.locator('.events tbody tr').count()) === events.length);
        await sameAsExport(page);

        await page.getByRole('button', { name: 'Show everything' }).click();
        const older = page.getByRole('button', { name: 'Older', disabled: false });
        await until('the first event', async () => {
            if (await page.locator('tr[data-seq="1"]').count()) return true;
            if (await older.count()) await older.press('Enter');
            // Only rows in sight are drawn, so the test scrolls to the end.
            await page.locator('.events-box').evaluate((box) => (box.scrollTop = box.scrollHeight));
            return false;
        });
        assert.ok(await page.locator('.events tbody tr').count() < 100, 'a long list is drawn in part');
        assert.ok(await page.evaluate(() => document.documentElement.scrollHeight < 2 * innerHeight), 'the page stays short');
        assert.ok(await page.locator('.events th').first().isVisible(), 'its headings stay');
        await page.getByLabel('Person').selectOption('Manager Two');
        await until('only theirs', async () => {
            const who = await page.locator('.events tbody tr td:nth-child(6)').allTextContents();
            return who.length > 0 && who.every((w) => w.includes('Manager Two'));
        });
        await page.getByText('That is the beginning.').waitFor();
        await sameAsExport(page);
        await page.getByLabel('What').selectOption('person_added');
        await page.getByLabel('From', { exact: true }).fill('2020-01-01T00:00');
        await page.getByLabel('To').fill(localMinute(new Date()));
        await page.getByText('A closed stretch of time.').waitFor();
        await until('people who were brought in', async () => (await rowsOf(page)).length > 0);
        await sameAsExport(page);
        await clean(page, 'log');
        await go(page, 'log');
        // Where the columns do not fit, rows are folded, so that nobody scrolls sideways.
        for (const width of [390, 768, 1024, 1280]) {
            await page.setViewportSize({ width, height: 800 });
            await soon(async () => assert.deepEqual(await page.locator('.events-box').evaluate((box) => {
                const row = box.querySelector('tbody tr:not(.gap)').getBoundingClientRect();
                return [box.scrollWidth <= box.clientWidth, (row.height > 100) === (box.clientWidth < 880)];
            }), [true, true], `the log at ${width} px`));
        }
        await shot(page, 'manager-log');
        await end(page);
    });

    test('whoever reads the list is not disturbed: news wait, and are shown when they are wanted', async () => {
        const felt = await house.felt('tcp-1');
        const page = await house.desk('Supervisor', 'log?table=tcp-1&kind=game_over');
        const row = ({ seq }) => page.locator(`tr[data-seq="${seq}"]`);
        const box = page.getByRole('region', { name: 'Activity log' });
        // Only rows in sight are compared; how many are drawn above and below changes a moment after the scrolling.
        const places = () => page.locator('.events tr[data-seq]').evaluateAll((rows) => rows.map((each) => [each.dataset.seq, each.getBoundingClientRect().top])
            .filter(([, top]) => top > 0 && top < innerHeight).map((each) => each.join(' ')).join());
        for (let i = 0; i < 40; i++) await felt.round([]);
        await page.evaluate(() => {
            window.shifted = 0;
            new PerformanceObserver((list) => list.getEntries().forEach((entry) => (window.shifted += entry.hadRecentInput ? 0 : entry.value)))
                .observe({ type: 'layout-shift' });
        });
        await row(await felt.round([])).waitFor();
        const ways = {
            hovered: [() => box.hover({ position: { x: 200, y: 200 } }), () => page.mouse.move(2, 2)],
            focused: [() => box.focus(), () => page.getByRole('button', { name: 'Pause' }).focus()],
            scrolled: [() => box.evaluate((each) => each.scrollTo(0, 300)), () => box.evaluate((each) => each.scrollTo(0, 0))],
            opened: [() => page.locator('.row-link').first().click(), async () => { await page.keyboard.press('Escape'); await page.mouse.move(2, 2); await page.getByRole('button', { name: 'Pause' }).focus(); }],
        };
        for (const [way, [begin, over]] of Object.entries(ways)) {
            await begin();
            await soon(async () => assert.equal(await places(), await places())); // the page has come to rest
            const before = await places();
            const shifted = await page.evaluate(() => window.shifted);
            const first = await felt.round([]);
            await page.getByRole('button', { name: '1 new event', exact: true }).waitFor({ state: 'attached' });
            const second = await felt.round([]);
            await page.getByRole('button', { name: '2 new events' }).waitFor({ state: 'attached' });
            assert.equal(await places(), before, `${way}: no row moves`);
            assert.ok((await page.evaluate(() => window.shifted)) - shifted < 0.001, `${way}: nothing jumps`);
            assert.equal(await row(second).count(), 0, way);
            await over();
            await row(second).waitFor();
            await row(first).waitFor();
            assert.equal(await page.locator('.events-news').count(), 0, way);
        }
        await ways.scrolled[0]();
        await felt.round([]);
        const third = await felt.round([]);
        await page.getByRole('button', { name: '2 new events' }).press('Enter');
        await row(third).waitFor();
        assert.equal(await box.evaluate((each) => each.scrollTop), 0);
        assert.ok(await box.evaluate((each) => each === document.activeElement), 'the focus is in the list');
        await felt.round([]);
        await page.getByRole('button', { name: '1 new event', exact: true }).waitFor();
        await clean(page, 'news that wait');
        await end(page);
    });

    test('a stretch of time ends where it is told to', async () => {
        const page = await house.desk('Supervisor', 'log');
        await page.getByLabel('To').fill('2020-01-01T00:00');
        await page.getByText('No event is like that.').waitFor();
        assert.equal(await page.getByRole('button', { name: 'Pause' }).isDisabled(), true);
        await page.getByLabel('To').fill('');
        await page.getByLabel('From', { exact: true }).fill('2020-01-01T00:00');
        await page.locator('.events tbody tr').first().waitFor();
        await end(page);
    });
});

describe('configuration', () => {
    test('documents are shown and added; a wrong one is refused at its field', async () => {
        const page = await house.desk('Manager One', 'setup/documents');
        const { documents } = await api(house.address, '/documents');
        await until('all of them', async () => (await page.locator('tbody tr').count()) === documents.length);
        await shot(page, 'manager-documents');
        await page.getByRole('link', { name: 'uth-cn', exact: true }).click();
        const hash = documents.find((d) => d.name === 'uth-cn').document;
        const yaml = await (await fetch(`${house.address}/api/v1/documents/${hash}`)).text();
        await until('the text as it was given', async () => (await page.locator('.yaml').textContent().catch(() => '')) === yaml);
        await page.getByRole('button', { name: 'Add a document…' }).click();
        await page.getByRole('textbox', { name: 'Text' }).fill('<script>alert(1)</script>');
        await page.getByRole('button', { name: 'Add', exact: true }).click();
        await page.locator('dialog .fault, .toast.bad').first().waitFor();
        await page.getByRole('button', { name: 'Cancel' }).click();
        await clean(page, 'documents');
        await end(page);
    });

    test('a link is changed by two people after it is closed; old and new are shown first', async () => {
        const page = await house.desk('Manager One', 'setup/links/uth-three');
        // The form of the parameters is below it and has the same words.
        const form = page.locator('form', { has: page.getByLabel('Simultaneous wins') });
        await form.getByRole('button', { name: 'Close uth-three now' }).click();
        await form.getByRole('button', { name: 'Close uth-three now' }).waitFor({ state: 'detached' });
        await page.getByLabel('Simultaneous wins').selectOption('full');
        await page.getByLabel('Coins a minute').fill('90');
        const changes = form.getByRole('region', { name: 'What changes' });
        await soon(async () => {
            assert.match(await changes.textContent(), /In order.*Full amount to each/);
            assert.match(await changes.textContent(), /120.*90/);
        });
        await form.getByLabel('Second person').selectOption('Manager Two');
        await clean(page, 'setup link');
        await shot(page, 'manager-configuration');
        await page.getByRole('button', { name: 'Change it' }).click();
        await changes.getByText('Nothing.').waitFor();
        const link = await api(house.address, '/links/uth-three');
        assert.deepEqual([link.policy, link.coins_per_minute, link.claim_lock], ['full', 90, true]);
        await api(house.address, '/links/uth-three/open', { user: 'Manager One' });
        await end(page);
    });

    test('a table is set up, and a threshold from a day on', async () => {
        const page = await house.desk('Manager One', 'setup/tables/new');
        await page.getByLabel('Name').fill('uth-99');
        await page.getByLabel('Game, as the felt says it').fill('Ultimate "Texas" <b>Hold\'em</b>');
        await page.getByLabel('House rules').selectOption({ index: await optionAt(page, 'House rules', /^uth-cn/) });
        await page.getByLabel('Link', { exact: true }).selectOption('uth-three');
        await page.getByLabel('Second person').selectOption('Manager Two');
        await page.getByRole('button', { name: 'Set it up' }).click();
        await page.getByRole('heading', { level: 1, name: /^uth-99/ }).waitFor();
        assert.equal((await api(house.address, '/tables/uth-99')).game, 'Ultimate "Texas" <b>Hold\'em</b>');
        await go(page, 'setup/thresholds');
        await page.getByLabel('Amount').fill('5000');
        await page.getByLabel('In force from').fill('2031-01-01T00:00');
        await page.getByLabel('Second person').selectOption('Manager Two');
        await page.getByRole('button', { name: 'Set it' }).click();
        await page.getByRole('cell', { name: '$5,000.00' }).waitFor();
        assert.ok((await api(house.address, '/thresholds')).thresholds.some((t) => t.item === 'check' && t.amount === '5000.00'));
        await clean(page, 'thresholds');
        await end(page);
    });
});
