// A console that is cut off: the manager is killed (the progressive closes at once, the base game goes on), then the table's
// program (the whole screen says so). Both come back, and the round with them.
import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { browser, clean, open, Pit, shot, until } from './lib.mjs';
import { button, fitsEverywhere, isOff, portOf, screen, state, tableOn, tapUntil, whole } from './dealer-steps.mjs';

let pit, chrome, manager, table, page;
const lease = ['--lease', '4000']; // the test waits until it runs out
const tableArgs = () => ['--manager', manager.address, '--players', '3', '--dealer', '--seed', '21', '--key-user', 'Dealer 1'];

before(async () => {
    pit = new Pit();
    chrome = await browser();
    manager = await pit.manager({ more: lease });
    table = await tableOn(pit, 'uth-1', 0, tableArgs());
    const context = await chrome.newContext({ viewport: screen, hasTouch: true, colorScheme: 'dark' });
    page = await open(context, `${table.address}/dealer`);
    await page.locator('.desk').waitFor();
});

after(async () => {
    await chrome?.close();
    await pit?.stop();
});

const start = async () => {
    await until('the patrons have bet', async () => (await state(table)).next.startsWith('Bets are open'));
    await tapUntil(button(page, 'Start Game'), 'betting is closed', async () => (await state(table)).mode === 'coin in');
};
const deal = async () => {
    const before = JSON.stringify((await state(table)).deal);
    await tapUntil(button(page, 'Deal').first(), 'the table deals on', async () => JSON.stringify((await state(table)).deal) !== before);
};

test('the manager is killed in a round: closed, played out, and open again', async () => {
    await start();
    await deal();
    await pit.kill(manager);
    const band = page.getByRole('alert').filter({ hasText: 'PROGRESSIVE CLOSED' });
    await band.waitFor();
    assert.match(await band.innerText(), /^\s*PROGRESSIVE CLOSED The manager \S.* Take no progressive chips\.$/);
    const badge = page.locator('.whose .badge');
    assert.match(await badge.innerText(), /^Closed \d\d:\d\d:\d\d \S+$/);
    // The line says what to do, with nothing before it.
    assert.match(await page.locator('.next-line').innerText(), /^Seat \d decides\. Deal on\.$/);
    assert.equal(await page.locator('.desk').getAttribute('data-closed'), 'true');
    await fitsEverywhere(page, whole);
    await clean(page, 'closed, dark');
    await shot(page, 'console-offline');
    await page.emulateMedia({ colorScheme: 'light' });
    await clean(page, 'closed, light');
    await page.emulateMedia({ colorScheme: 'dark' });
    const since = await badge.innerText();
    await page.reload();
    await page.getByText(since, { exact: true }).waitFor();

    // the base game goes on: cards and payments
    while ((await state(table)).deal.phase !== 'settled') await deal();
    for (;;) {
        const { deal: now } = await state(table);
        if (now.at === now.steps.length || now.steps[now.at].award) break;
        await fitsEverywhere(page);
        const confirm = button(page, `Seat ${now.steps[now.at].seat} is settled`);
        await tapUntil(confirm, 'the step is done', async () => (await state(table)).deal.at > now.at);
    }
    assert.ok(await isOff(button(page, 'Start Game')));

    manager = await pit.manager({ port: portOf(manager), more: lease });
    await until('open again', async () => (await state(table)).mode !== 'closed');
    await band.waitFor({ state: 'detached' });
    const { round } = await state(table);
    await tapUntil(button(page, 'GAME OVER'), 'the next round', async () => (await state(table)).round === round + 1);
});

test('the table’s program is killed in a round and comes back at the same step', async () => {
    await start();
    await deal();
    const before = await state(table);
    await button(page, 'Menu').tap();
    await page.getByRole('dialog').waitFor();
    const port = portOf(table);
    await pit.kill(table);
    const lost = page.getByRole('alert').filter({ hasText: 'This screen has lost the table' });
    await lost.waitFor();
    assert.equal(await page.getByRole('dialog').count(), 0, 'nothing lies over it');
    assert.match(await lost.innerText(), new RegExp(`round ${before.round}`));
    assert.ok(await page.locator('.desk').evaluate((desk) => desk.inert), 'nothing can be pressed');
    await page.keyboard.press('d');
    await clean(page, 'lost, dark');
    await page.emulateMedia({ colorScheme: 'light' });
    await clean(page, 'lost, light');
    await page.emulateMedia({ colorScheme: 'dark' });

    table = await tableOn(pit, 'uth-1', port, tableArgs());
    await lost.waitFor({ state: 'detached' });
    await until('the round is back', async () => (await state(table)).mode === 'coin in');
    const { deal: now, round } = await state(table);
    assert.equal(round, before.round);
    assert.deepEqual(now.seats.map((seat) => seat.cards), before.deal.seats.map((seat) => seat.cards));
    await until('the screen shows it', async () => !(await isOff(button(page, 'Deal').first())));
    await deal();
});

test('a press that gets no answer is said, and pressed once', async () => {
    const presses = [];
    await page.route('**/console/press', (route) => {
        presses.push(route.request().postDataJSON());
        return route.abort();
    });
    await until('a press is possible', async () => !(await isOff(button(page, 'Deal').first())));
    await button(page, 'Deal').first().tap();
    await page.getByText('Refused: The server cannot be reached.').waitFor();
    const { round } = await state(table);
    assert.deepEqual(presses, [{ press: 'deal', round }]);
    await page.unroute('**/console/press');
    await deal();
    await page.getByText('Refused:').waitFor({ state: 'detached' });
});

test('a screen that opens while the table is away says so', async () => {
    const other = await page.context().newPage();
    await other.goto(`${table.address}/dealer`);
    await other.locator('.desk').waitFor();
    await pit.kill(table);
    await other.getByText('This screen has lost the table').waitFor();
    await page.getByText('This screen has lost the table').waitFor();
    await pit.verify();
});
