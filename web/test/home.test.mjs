// The start page of a manager, of a table with a floor of its own, and of a table on a manager's link.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { api, browser, clean, open, Pit, shot, until } from './lib.mjs';
import { Felt } from './manager-felt.mjs';

let pit, chromium, manager, felt;

before(async () => {
    pit = new Pit();
    chromium = await browser();
    manager = await pit.manager();
});

after(async () => {
    felt?.leave();
    await chromium?.close();
    try {
        await pit?.verify();
    } finally {
        await pit?.stop();
    }
});

async function home(address, options = {}) {
    const context = await chromium.newContext({ viewport: { width: 1280, height: 800 }, ...options });
    const page = await open(context, `${address}/`);
    await page.getByRole('heading', { level: 1, name: 'Croupier' }).waitFor();
    return page;
}

const close = async (page) => {
    assert.deepEqual(page.faults, []);
    await page.context().close();
};

test('says how the floor is and leads everywhere', async () => {
    const { address } = manager;
    felt = await Felt.join(address, 'uth-1');
    const page = await home(address);
    const now = await api(address, '/floor');
    await page.getByText(`1 of ${now.tables.length} tables here`).waitFor();
    await shot(page, 'home');
    await page.setViewportSize({ width: 390, height: 844 });
    await page.emulateMedia({ colorScheme: 'dark' });
    await shot(page, 'home-phone');
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize({ width: 1280, height: 800 });
    await api(address, '/shifts', { item: '<b>Day</b> "1"', user: 'Supervisor' });
    await page.getByText('<b>Day</b> "1"').waitFor();
    await page.getByText(`1 of ${now.tables.length} tables here`).waitFor();
    await page.getByText(`${now.links.length} of ${now.links.length} links open`).waitFor();
    for (const link of now.links) await page.locator(`a[href="/sign?link=${link.link}"]`).waitFor();
    for (const table of now.tables) await page.getByRole('link', { name: `Sign of ${table.table}` }).waitFor();
    await page.getByText(now.version).waitFor();
    const ways = { 'Game Manager': '/manager', Mathematics: '/math', Practice: '/practice', Licences: '/web/licences.txt' };
    for (const [name, path] of Object.entries(ways)) {
        assert.equal(await page.getByRole('link', { name }).getAttribute('href'), path);
        assert.equal((await fetch(address + path)).status, 200, path);
    }
    await api(address, '/links/pg-main/close', { user: 'Manager One' });
    await page.locator('a[href="/sign?link=pg-main"]').getByText('Closed').waitFor();
    await clean(page, 'home');
    await page.reload();
    await page.getByText(`1 of ${now.tables.length} tables here`).waitFor();
    await page.keyboard.press('Tab');
    await page.locator('a:focus').waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/manager*');
    await close(page);
});

test('counts jackpots, not links', async () => {
    await felt.send('coin_in', { seats: [2, 3] });
    const page = await home(manager.address);
    for (const [seat, words] of [[2, '1 jackpot pending'], [3, '2 jackpots pending']]) {
        await felt.claim(seat, 'four of a kind');
        await page.getByText(words, { exact: true }).waitFor();
    }
    await close(page);
});

test('whoever is not signed in is shown the way to what guests may use, where there is any', async () => {
    const manager = (store, more) => pit.manager({ store, open: false, more });
    const [guests, none] = await Promise.all([manager('guests.db', ['--guests']), manager('none.db', [])]);
    const page = await home(guests.address);
    for (const [name, path] of [['Practice', '/practice'], ['Mathematics', '/math']])
        assert.equal(await page.getByRole('link', { name }).getAttribute('href'), path);
    await clean(page, 'sign in, with guests');
    await page.getByRole('link', { name: 'Mathematics' }).click();
    await page.getByRole('heading', { level: 1, name: 'Mathematics' }).waitFor();
    await close(page);
    const other = await home(none.address);
    await other.getByLabel('Your name').waitFor();
    assert.equal(await other.getByRole('link', { name: 'Practice' }).count(), 0);
    await close(other);
});

test('is readable in the dark and on a telephone', async () => {
    const page = await home(manager.address, { colorScheme: 'dark', viewport: { width: 390, height: 844 } });
    await page.getByRole('link', { name: 'Sign of uth-1' }).waitFor();
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'nothing sticks out');
    await clean(page, 'home, dark');
    await close(page);
});

test('keeps what it knew when the manager is lost, and recovers', async () => {
    const page = await home(manager.address);
    await page.getByText('links open').waitFor();
    const { port } = new URL(manager.address);
    await pit.kill(manager);
    await page.getByRole('alert').getByText('cannot be reached').waitFor();
    await page.getByRole('link', { name: 'Sign of uth-1' }).waitFor();
    manager = await pit.manager({ port });
    await page.getByRole('alert').waitFor({ state: 'detached' });
    await close(page);
});

test('a table on a link shows the way to its console', async () => {
    const table = await pit.table('uth-2', ['--manager', manager.address, '--live']);
    const page = await home(table.address);
    const console_ = page.getByRole('link', { name: 'Dealer console' });
    await console_.waitFor();
    assert.equal(await console_.getAttribute('href'), '/dealer');
    assert.equal(await page.getByRole('link', { name: 'Game Manager' }).count(), 0);
    const floor = await home(manager.address);
    const far = floor.getByRole('link', { name: 'Dealer console of uth-2' });
    await far.waitFor();
    assert.equal(await far.getAttribute('href'), `${table.address}/dealer`);
    assert.equal(await floor.getByRole('link', { name: 'Dealer console of uth-1' }).count(), 0);
    await close(floor);
    await page.getByText("plays on a manager's link").waitFor();
    await clean(page, 'home of a table');
    await shot(page, 'home-table');
    await page.keyboard.press('Tab');
    await page.locator('a:focus').waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/dealer*');
    await close(page);
    await pit.kill(table, 'SIGTERM');
    await until('the table is gone', async () => !(await api(manager.address, '/tables/uth-2')).alive);
});

test('a table with a floor of its own has everything', async () => {
    const table = await pit.table('alone', ['--standalone', '--store', 'alone.db', '--rules', 'uth-cn', '--live']);
    const page = await home(table.address);
    await page.getByRole('link', { name: 'Game Manager' }).waitFor();
    await page.getByRole('link', { name: 'Dealer console of alone' }).waitFor();
    await page.getByRole('link', { name: 'Sign of alone' }).click();
    const [link] = (await api(table.address, '/floor')).links;
    await page.getByRole('group', { name: link.meters[0].name }).waitFor();
    await close(page);
    await pit.kill(table, 'SIGTERM');
});
