// The floor as a pit of 120 tables, and what a desk hears of a manager that stands still.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { api, browser, clean, open, Pit, soon, until } from './lib.mjs';
import { end, go } from './manager-desk.mjs';
import { Felt } from './manager-felt.mjs';

const pits = ['north', 'south', 'east', 'west', 'salon'];
const names = pits.flatMap((pit) => Array.from({ length: 24 }, (_, i) => `${pit}-${i + 1}`));
const floorFile = `floor: Grand Pier
configured_by: [Ann, Ben]
people: {Ann: manager, Ben: manager, Sue: supervisor}
links:
  mega: {progressive: cn, claim_lock: yes, approvals: {high: 2, low: 1}, open: yes}
tables:
${names.map((name) => `  ${name}: {rules: uth-cn, link: mega}`).join('\n')}
`;

const felts = [];
let pit, chromium, manager;

before(async () => {
    pit = new Pit();
    chromium = await browser();
    const floor = join(pit.folder, 'pier.yaml');
    writeFileSync(floor, floorFile);
    manager = await pit.manager({ floor, more: ['--lease', '2000'] });
    for (const name of names.slice(0, 6)) felts.push(await Felt.join(manager.address, name));
});

after(async () => {
    felts.forEach((felt) => felt.leave());
    await chromium?.close();
    await pit?.verify();
    await pit?.stop();
});

async function desk(path, options = {}) {
    const context = await chromium.newContext({ viewport: { width: 1440, height: 900 }, ...options });
    await context.addInitScript(() => {
        sessionStorage.getItem('croupier-me') ?? sessionStorage.setItem('croupier-me', 'Ann');
        window.shifted = 0;
        new PerformanceObserver((list) => list.getEntries().forEach((entry) => (window.shifted += entry.hadRecentInput ? 0 : entry.value)))
            .observe({ type: 'layout-shift', buffered: true });
    });
    const page = await open(context, `${manager.address}/manager#/${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    return page;
}

const overflow = (page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

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
        const list = page.getByRole('region', { name: 'Tables' });
        await list.evaluate((box) => (box.scrollTop = box.scrollHeight));
        await soon(async () => assert.ok(await page.getByRole('button', { name: 'Table', exact: true }).isVisible()));
        const heads = await page.locator('.heads').boundingBox();
        assert.ok(heads.y < (await list.boundingBox()).y + 10, 'headings are at the top of the list');
        const name = await page.locator('[data-table=salon-24] .row-link').evaluate((link) => link.getClientRects().length);
        assert.equal(name, 1, 'a name is on one line');
        await end(page);
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
        await api(manager.address, '/links/mega/close', { user: 'Ann' }).catch(() => undefined); // or it is closed already
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
