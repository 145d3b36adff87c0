// The floor as a pit of 120 tables, and what a desk is told when the manager does not answer.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { api, browser, clean, open, Pit, soon, until } from './lib.mjs';
import { end, go } from './manager-desk.mjs';
import { Felt } from './manager-felt.mjs';

const pits = ['north', 'south', 'east', 'west', 'salon'];
const tablesOf = (places, each) => places.flatMap((pit, p) => Array.from({ length: each }, (_, i) => `${pit}-${p * each + i + 1}`));
const names = pits.flatMap((pit) => tablesOf([pit], 24));
const floorFile = (tables) => `floor: Grand Pier
configured_by: [Ann, Ben]
people: {Ann: manager, Ben: manager, Sue: supervisor}
links:
  mega: {progressive: cn, claim_lock: yes, approvals: {high: 2, low: 1}, open: yes}
tables:
${tables.map((name) => `  ${name}: {rules: uth-cn, link: mega}`).join('\n')}
`;

const felts = [];
let pit, chromium, manager;

before(async () => {
    pit = new Pit();
    chromium = await browser();
    const floor = join(pit.folder, 'pier.yaml');
    writeFileSync(floor, floorFile(names));
    manager = await pit.manager({ floor, more: ['--lease', '2000'] });
    for (const name of names.slice(0, 6)) felts.push(await Felt.join(manager.address, name));
});

after(async () => {
    felts.forEach((felt) => felt.leave());
    await chromium?.close();
    await pit?.verify();
    await pit?.stop();
});

async function desk(path, { at = manager, ...options } = {}) {
    const context = await chromium.newContext({ viewport: { width: 1440, height: 900 }, ...options });
    await context.addInitScript(() => {
        sessionStorage.getItem('croupier-me') ?? sessionStorage.setItem('croupier-me', 'Ann');
        window.shifted = 0;
        new PerformanceObserver((list) => list.getEntries().forEach((entry) => (window.shifted += entry.hadRecentInput ? 0 : entry.value)))
            .observe({ type: 'layout-shift', buffered: true });
    });
    const page = await open(context, `${at.address}/manager#/${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    return page;
}

const overflow = (page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

// At the end of the list its headings are still visible, below the head of the page and above the last row.
async function headingsStay(page, last) {
    const row = page.locator(`[data-table=${last}]`);
    await until('the end of the list', async () => {
        await row.evaluate((each) => each.scrollIntoView({ block: 'end' }));
        const [top, heads, end] = await Promise.all(['.top', '.heads', `[data-table=${last}]`].map((each) => page.locator(each).boundingBox()));
        return heads.y >= top.y + top.height - 2 && heads.y + heads.height <= end.y && end.y + end.height <= page.viewportSize().height + 1;
    });
}

describe('the floor', () => {
    test('120 tables are on one screen of 1440 by 900, trouble first; the list keeps its headings', async () => {
        const page = await desk('floor');
        await until('all tiles', async () => (await page.locator('[data-table]').count()) === 120);
        const lowest = await page.locator('[data-table]').evaluateAll((tiles) => Math.max(...tiles.map((tile) => tile.getBoundingClientRect().bottom)));
        assert.ok(lowest <= 900, `the last tile ends at ${lowest}`);
        await felts[3].send('coin_in', { seats: [2] });
        const claim = await felts[3].claim(2, 'four of a kind');
        const first = page.getByRole('region', { name: 'Needs somebody' }).getByRole('link').first();
        await first.and(page.getByRole('link', { name: 'north-4: Jackpot claimed' })).waitFor();
        await page.locator('[data-table=north-4]').getByText('Jackpot').waitFor();
        assert.equal(await first.getAttribute('href'), `#/claims/${claim}`);
        const shifted = await page.evaluate(() => window.shifted);
        assert.ok(shifted < 0.02, `nothing jumps: ${shifted}`);
        await felts[3].send('claim_cancelled', { claim, text: 'dealt again' });
        await felts[3].send('game_over');
        await page.getByLabel('Search').fill('salon-1');
        await until('those of that name', async () => (await page.locator('[data-table]').count()) === 11);
        await page.getByLabel('Search').fill('');
        await page.getByRole('button', { name: 'List', exact: true }).click();
        await headingsStay(page, 'salon-24');
        await page.setViewportSize({ width: 1024, height: 768 }); // here the list scrolls within the page
        await headingsStay(page, 'salon-24');
        await page.setViewportSize({ width: 1440, height: 900 });
        const name = await page.locator('[data-table=salon-24] .row-link').evaluate((link) => link.getClientRects().length);
        assert.equal(name, 1, 'a name is on one line');
        await end(page);
    });

    // Names that differ only in their number, in pits of every size.
    for (const [what, places, each] of [['8 pits of 15', ['north', 'south', 'high-limit', 'west', 'salon', 'garden', 'terrace', 'east'], 15],
        ['12 pits of 10', Array.from({ length: 12 }, (_, i) => `room ${'abcdefghijkl'[i]}`.replace(' ', '-')), 10], ['24 pits of 5', Array.from({ length: 24 }, (_, i) => `g${'abcdefghijklmnopqrstuvwx'[i]}`), 5]])
        test(`${what} are on one screen too, each table with its number`, async () => {
            const floor = join(pit.folder, `${each}.yaml`);
            writeFileSync(floor, floorFile(tablesOf(places, each)));
            const other = await pit.manager({ floor, store: `${each}.db` });
            const page = await desk('floor', { at: other });
            const tiles = page.locator('[data-table]');
            await until('all tiles', async () => (await tiles.count()) === 120);
            const wrong = await tiles.evaluateAll((all) => all.filter((tile) => {
                const [box, number] = [tile.getBoundingClientRect(), tile.querySelector('.tile-name > :last-child')];
                const shown = number.getBoundingClientRect();
                return box.bottom > 900 || shown.right > box.right || shown.width < 4 || !tile.dataset.table.endsWith(number.textContent);
            }).map((tile) => `${tile.dataset.table} ${tile.getBoundingClientRect().bottom}`));
            assert.deepEqual(wrong, []);
            await page.getByLabel('Search').fill(`${places[2]}-`);
            await until('one pit', async () => (await tiles.count()) === each);
            assert.ok(await tiles.first().getByText(String(2 * each + 1), { exact: true }).isVisible());
            await end(page);
            await pit.kill(other, 'SIGTERM');
        });

    test('at every width, in both themes, at 200 % and by keyboard', async () => {
        const page = await desk('floor', { colorScheme: 'dark' });
        for (const [width, height] of [[390, 844], [768, 1024], [1024, 768], [1440, 900], [1920, 1080], [720, 450]]) {
            await page.setViewportSize({ width, height });
            for (const place of ['floor', 'alarms', 'log', 'setup/versions']) {
                await go(page, place);
                await until(`${place} is there`, async () => (await page.getByText(/Asking the manager|One moment/).count()) === 0);
                assert.equal(await overflow(page), 0, `${place} at ${width}`);
            }
            const [brand, lamp] = [await page.locator('.brand').boundingBox(), await page.locator('.connection').boundingBox()];
            assert.ok(brand.x + brand.width <= lamp.x, `the name ends before the lamp at ${width}`);
        }
        await page.setViewportSize({ width: 390, height: 844 });
        await go(page, 'floor');
        await clean(page, 'a phone, dark');
        await page.setViewportSize({ width: 1440, height: 900 });
        await page.emulateMedia({ colorScheme: 'light' });
        await clean(page, 'a desk, light');
        await page.locator('[data-table=north-1] a').focus();
        await page.keyboard.press('Enter');
        await page.getByRole('heading', { level: 1, name: /^north-1/ }).waitFor();
        await end(page);
    });
});

// On a large floor the page draws in full only the tiles within half a screen of what is visible, so that scrolling and changes
// cost what they cost on a small floor. Returns the tiles that are drawn in full, and those that should be.
const whole = (page) => page.locator('[data-table]').evaluateAll((all) => {
    const isNear = ({ top, bottom }) => bottom >= -innerHeight / 2 && top <= 1.5 * innerHeight;
    const names = (those) => those.map((each) => each.dataset.table).join(' ');
    return { made: names(all.filter((each) => each.querySelector('.tile-rate'))), near: names(all.filter((each) => isNear(each.getBoundingClientRect()))) };
});

// The browser draws the rows in sight and up to two screens ahead. Returns how many are drawn, and how far down in screens.
const drawn = (page) => page.locator('[data-table]').evaluateAll((all) => {
    const those = all.filter((each) => each.firstElementChild.checkVisibility({ contentVisibilityAuto: true }));
    return { many: those.length, screens: Math.max(0, ...those.map((each) => each.getBoundingClientRect().bottom)) / innerHeight };
});

describe('a floor of a thousand tables', () => {
    test('is searched, filtered and scrolled, as tiles and as a list; only what is in sight is drawn', async () => {
        const many = Array.from({ length: 1000 }, (_, i) => `pit${Math.floor(i / 50) + 1}-${(i % 50) + 1}`);
        const floor = join(pit.folder, 'thousand.yaml');
        writeFileSync(floor, `${floorFile(many.slice(0, 1))}limits: {tables: 1200}\n`);
        const large = await pit.manager({ floor, store: 'thousand.db', more: ['--lease', '60000'] });
        const { documents } = await api(large.address, '/documents');
        const like = { item: 'Progressive table', link: 'mega', document: documents.find(({ name }) => name === 'uth-cn').document, user: 'Ann', approver: 'Ben' };
        for (let i = 1; i < many.length; i += 50) // all at once would be more connections than a manager takes
            await Promise.all(many.slice(i, i + 50).map((name) => api(large.address, `/tables/${name}/configure`, like)));
        const felt = await Felt.join(large.address, 'pit17-33');
        felts.push(felt); // so that it leaves even if the test fails
        const page = await desk('floor', { at: large });
        const shown = page.locator('[data-table]');
        await until('all tiles', async () => (await shown.count()) === 1000);
        assert.equal(await overflow(page), 0);
        for (const at of [0, 1, 0.4]) {
            await page.evaluate((part) => scrollTo(0, part * (document.documentElement.scrollHeight - innerHeight)), at);
            await soon(async () => {
                const { made, near } = await whole(page);
                assert.equal(made, near);
            });
            const { made } = await whole(page);
            assert.ok(made.length > 0 && made.split(' ').length < 1000, 'and not all of them');
        }
        await page.evaluate(() => scrollTo(0, 0));
        await felt.send('coin_in', { seats: [2] });
        const claim = await felt.claim(2, 'four of a kind');
        await page.getByRole('link', { name: 'pit17-33: Jackpot claimed' }).waitFor();
        const shifted = await page.evaluate(() => window.shifted);
        assert.ok(shifted < 0.02, `nothing jumps: ${shifted}`);
        await page.getByRole('button', { name: /^Jackpot 1/ }).click();
        await until('the one with a jackpot', async () => (await shown.count()) === 1);
        await page.getByRole('button', { name: /^All/ }).click();
        await page.getByLabel('Search').fill('pit7-');
        await until('one pit', async () => (await shown.count()) === 50);
        await page.getByLabel('Search').fill('');
        await page.getByRole('button', { name: 'List', exact: true }).click();
        await until('all rows', async () => (await shown.count()) === 1000);
        await until('a screen of rows is drawn', async () => { const { many, screens } = await drawn(page); return many < 100 && screens <= 3; });
        await headingsStay(page, 'pit20-50');
        await page.getByRole('button', { name: 'State', exact: true }).click();
        await until('trouble first', async () => (await shown.first().getAttribute('data-table')) === 'pit17-33');
        await felt.send('claim_cancelled', { claim, text: 'dealt again' });
        felts.pop().leave();
        await end(page);
        await pit.kill(large, 'SIGTERM');
    });
});

describe('a page that is opened late', () => {
    test('knows how fast the tables played before it came, and says the whole name of each game', async () => {
        const few = join(pit.folder, 'few.yaml');
        writeFileSync(few, floorFile(['north-1', 'north-2', 'south-1']));
        const small = await pit.manager({ floor: few, store: 'few.db' });
        const [quick, slow] = [await Felt.join(small.address, 'north-1'), await Felt.join(small.address, 'north-2')];
        for (let n = 0; n < 3; n++) await quick.round([1]);
        // The page's clock stands still at half a minute later, so everything that it shows comes from the log.
        const context = await chromium.newContext({ viewport: { width: 1440, height: 900 } });
        await context.clock.setFixedTime(Date.now() + 30_000);
        await context.addInitScript(() => sessionStorage.setItem('croupier-me', 'Ann'));
        const page = await open(context, `${small.address}/manager#/floor`);
        await page.locator('[data-table=north-1] .tile-rate', { hasText: /^[1-9]\d*\/h$/ }).waitFor();
        await page.locator('[data-table=north-1] .pulse path').waitFor();
        await page.locator('[data-table=north-2] .tile-rate', { hasText: '0/h' }).waitFor();
        const game = page.locator('[data-table=north-1] .tile-game');
        assert.ok((await game.textContent()).length > 20);
        assert.ok(await game.evaluate((each) => each.scrollWidth <= each.clientWidth && each.scrollHeight <= each.clientHeight + 1), 'its game is not cut');
        await clean(page, 'a page opened late');
        const tops = async (width) => {
            await page.setViewportSize({ width, height: 1024 });
            return page.locator('.pit').evaluateAll((pits) => pits.map((pit) => Math.round(pit.getBoundingClientRect().top)));
        };
        const [north, south] = await tops(768);
        assert.equal(north, south, 'a tablet has room for two pits in a row');
        const [first, second] = await tops(390);
        assert.ok(second > first, 'a phone has not');
        assert.equal(await overflow(page), 0);
        // Rounds of the slot in which the page was opened are in the log too; without them the table would seem to have stopped.
        for (let n = 0; n < 2; n++) await slow.round([1]);
        const now = Date.now();
        await context.clock.setFixedTime(now);
        const late = await open(context, `${small.address}/manager#/floor`);
        await late.locator('[data-table=north-2] .tile-rate').waitFor();
        await context.clock.setFixedTime(now + 20_000);
        await late.locator('[data-table=north-2] .tile-rate', { hasText: /^[1-9]\d*\/h$/ }).waitFor();
        await end(late);
        [quick, slow].forEach((felt) => felt.leave());
        await end(page);
        await pit.kill(small, 'SIGTERM');
    });
});

describe('a manager that stands still', () => {
    test('a form that it does not answer says so; then one alarm says why the tables closed', async () => {
        const page = await desk('links/mega');
        await page.getByRole('button', { name: 'Close…' }).click();
        process.kill(manager.child.pid, 'SIGSTOP');
        await page.getByRole('button', { name: 'Close the link' }).click();
        await page.getByRole('dialog').getByText(/has not answered yet/).waitFor();
        process.kill(manager.child.pid, 'SIGCONT');
        await page.getByRole('heading', { name: /closed/ }).waitFor();
        await page.getByText(/has not answered yet/).waitFor({ state: 'detached' });
        await Promise.all(felts.map((felt) => felt.rejoin()));
        await go(page, 'alarms');
        await page.getByRole('heading', { name: 'The manager stood still' }).waitFor();
        await page.getByText('every table is back').waitFor();
        const { alarms } = await api(manager.address, '/alarms');
        assert.deepEqual(alarms.map(({ item }) => item), ['manager away'], 'it blames no table');
        await clean(page, 'alarms');
        await api(manager.address, `/alarms/${alarms[0].alarm}/acknowledge`, { user: 'Ann' });
        await end(page);
    });

    test('tables that are lost together are answered together, and say when they are back', async () => {
        const page = await desk('alarms');
        felts.forEach((felt) => felt.leave());
        await page.getByRole('heading', { name: 'A table was lost: 6' }).waitFor();
        await Promise.all(felts.map((felt) => felt.rejoin()));
        await page.getByText('all heard of again').waitFor();
        await page.getByRole('button', { name: 'Acknowledge all 6…' }).click();
        await page.getByLabel('What was found and done').fill('A switch was exchanged');
        await page.getByRole('button', { name: 'Acknowledge all', exact: true }).click();
        await page.getByText('No alarm is open.').waitFor();
        const { events } = await api(manager.address, '/log?kind=alarm_acknowledged&limit=1000');
        assert.equal(events.filter(({ text }) => text === 'A switch was exchanged').length, 6);
        await end(page);
    });
});

describe('words', () => {
    test('a correction of many times the meter is questioned', async () => {
        await api(manager.address, '/links/mega/close', { user: 'Ann' }).catch(() => undefined); // it may be closed already
        const page = await desk('links/mega');
        await page.getByRole('button', { name: 'Correct a meter…' }).click();
        const form = page.getByRole('dialog');
        await form.getByLabel('Change').fill('98765432109.99');
        await form.getByText(/ten digits/).waitFor();
        await form.getByLabel('Change').fill('12345678.99');
        await form.getByText(/This is 1,2\d\d times what the meter shows/).waitFor();
        await form.getByLabel('Reason').fill('a slip');
        await form.getByLabel('Second person').selectOption('Ben');
        const send = form.getByRole('button', { name: 'Correct the meter' });
        assert.ok(await send.isDisabled());
        await form.getByLabel(/is what I mean/).check();
        await soon(async () => assert.ok(await send.isEnabled()));
        await form.getByLabel('Change').fill('23456789.99');
        await soon(async () => assert.ok(await send.isDisabled(), 'another amount is asked about again'));
        await page.keyboard.press('Escape');
        await end(page);
    });

    test('an address that does not exist is a page for people', async () => {
        const context = await chromium.newContext();
        const page = await context.newPage();
        const answer = await page.goto(`${manager.address}/nowhere`);
        assert.equal(answer.status(), 404);
        await page.getByRole('link', { name: 'Go to the start page' }).click();
        await page.getByRole('heading', { name: 'Croupier', level: 1 }).waitFor();
        assert.match((await fetch(`${manager.address}/api/v1/nowhere`)).headers.get('content-type'), /problem/);
        await context.close();
    });
});
