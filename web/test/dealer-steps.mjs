// Shared by the tests of the dealer console: a table with its screen, and the dealer's actions by touch and keyboard.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { api, soon, until } from './lib.mjs';

export const screen = { width: 1024, height: 768 };

// Starts a table's program on a given port, so that after a restart the screen finds it again.
export async function tableOn(pit, name, port, args) {
    const part = pit.start(['table', name, '--state', join(pit.folder, `${name}.table`), '--listen', `127.0.0.1:${port}`, ...args]);
    part.address = (await until(`${name} says its address`, () => {
        assert.equal(part.child.exitCode, null, part.output);
        return /console: (http:\/\/127\.0\.0\.1:\d+)/.exec(part.output);
    }))[1];
    return part;
}

export const portOf = (part) => Number(new URL(part.address).port);
export const state = (table) => api(table.address, '/console');
export const money = (text) => `$${text.replace(/\B(?=(\d{3})+\.)/g, ',')}`;
export const button = (page, name) => page.getByRole('button', { name });
// True also if the element does not exist; this never waits for it.
export const isOff = (locator) => locator.evaluateAll(([found]) =>
    !found || found.disabled === true || found.getAttribute('aria-disabled') === 'true' || found.closest('[inert]') !== null);

const TRY_MS = 10_000;

// Presses as a person does: when the screen is ready, and again when the press visibly had no effect, for example because the lease
// ran out. A press carries its round, so an extra one does no harm.
async function repeat(locator, what, condition, pressOnce) {
    await until(what, async () => {
        if (await condition()) return true;
        if (await isOff(locator)) return false;
        return pressOnce(() => until(what, condition, TRY_MS).then(() => true, () => false));
    });
}

export async function tapUntil(locator, what, condition) {
    await repeat(locator, what, condition, async (happened) => {
        await locator.tap({ timeout: TRY_MS }).catch(() => {}); // the button may become disabled during the tap
        return happened();
    });
}

// The same with the button's key. The focus must be outside of dialogs and fields.
export async function keyUntil(page, key, locator, what, condition) {
    await repeat(locator, what, condition, async (happened) => {
        await page.keyboard.press(key);
        return happened();
    });
}

// Holds a finger on a button until something has happened.
export async function hold(page, locator, what, condition) {
    await repeat(locator, what, condition, async (happened) => {
        // Waits until the button has stopped moving and nothing covers it.
        if (!(await locator.hover({ timeout: TRY_MS }).then(() => true, () => false))) return false;
        await page.mouse.down();
        const has = await happened();
        await page.mouse.up();
        return has;
    });
}

// The same by keyboard: the button's key gives it the focus, then Enter is held.
export async function holdKey(page, key, what, condition) {
    const locator = page.locator(`.hold[aria-keyshortcuts="${key}"]`);
    const isFocused = () => locator.evaluateAll(([found]) => found !== undefined && found === document.activeElement);
    await repeat(locator, what, condition, async (happened) => {
        await page.keyboard.press(key);
        if (!(await isFocused())) return false;
        await page.keyboard.down('Enter');
        const has = await happened();
        await page.keyboard.up('Enter');
        return has;
    });
}

// Inserts a key, with the PIN of the person who brings it where one is asked for, and waits until it is in the lock.
export async function insertKey(page, table, key, user, pin = null) {
    await button(page, `Key ${key}`).tap();
    const dialog = page.getByRole('dialog', { name: `Insert key ${key}` });
    await dialog.getByLabel('Who brings the key').fill(user);
    if (pin !== null) await dialog.getByLabel('PIN').fill(pin);
    await tapUntil(dialog.getByRole('button', { name: 'Insert the key' }), 'the key is in', async () => (await state(table)).key.in === Number(key));
    await dialog.waitFor({ state: 'detached' });
    await page.getByText(`Key ${key}: ${user}`).waitFor();
}

// Takes a pending jackpot back, with a name and a held button.
export async function takeBack(page, user, what, condition) {
    const dialog = page.getByRole('dialog', { name: 'take back' });
    await dialog.getByLabel('Who takes it back').fill(user);
    await hold(page, dialog.getByRole('button', { name: 'Hold: it was not a jackpot' }), what, condition);
    await dialog.waitFor({ state: 'detached' });
}

// Does the pit's part of a claim through the manager's interface.
export async function release(manager, claim) {
    const { needs } = await api(manager.address, `/claims/${claim}`);
    await api(manager.address, `/claims/${claim}/verify`, { items: needs.items, user: 'Manager One' });
    for (const user of ['Manager Two', 'Supervisor'].slice(0, needs.approvals))
        await api(manager.address, `/claims/${claim}/approve`, { user });
    for (const item of needs.compliance) await api(manager.address, `/claims/${claim}/comply`, { item, user: 'Cage' });
}

// Checks that no button is smaller than a finger or cut off, and that all of them are on the screen. Where the screen is too small
// for that, the console must be one column.
export async function reachable(page, { scrolls = false } = {}) {
    const look = () => page.evaluate((mayScroll) => { // the lines of a settlement are checked as well
        const found = [];
        for (const each of document.querySelectorAll('.desk button')) {
            const box = each.getBoundingClientRect();
            if (each.checkVisibility() === false) continue;
            if (box.width < 47.5 || box.height < 47.5) found.push(`${each.textContent}: ${box.width} × ${box.height}`);
            if (each.scrollWidth > each.clientWidth + 2 || each.scrollHeight > each.clientHeight + 2) found.push(`${each.textContent} is cut`);
            if ((box.bottom > innerHeight + 0.5 && !mayScroll) || box.right > innerWidth || box.left < 0) found.push(`${each.textContent} is not on the screen`);
        }
        if (document.documentElement.scrollWidth > innerWidth) found.push('the page scrolls sideways');
        // The next step, amounts and odds are not cut off by the boxes around them.
        for (const [what, where] of [['.next > *', '.next'], ['.next-line', '.next'], ['.closed-band p', '.closed-band'], ['.fitted', 'button, .claim'], ['.odds', '.why'], ['.hand', '.seat']])
            for (const each of document.querySelectorAll(what)) {
                const range = document.createRange();
                range.selectNodeContents(each);
                const inner = range.getBoundingClientRect(), outer = each.closest(where).getBoundingClientRect();
                if (each.checkVisibility() === false || inner.width === 0) continue;
                if (inner.top < outer.top - 1 || inner.bottom > outer.bottom + 1 || inner.left < outer.left - 1 || inner.right > outer.right + 1)
                    found.push(`${each.textContent} is not whole in ${where}`);
            }
        for (const each of document.querySelectorAll('.seat, .middle, .felt, .lines'))
            if (each.scrollWidth > each.clientWidth + 1 || each.scrollHeight > each.clientHeight + 1) found.push(`${each.className} ${each.dataset.seat ?? ''} runs over`);
        return found;
    }, scrolls);
    await soon(async () => assert.deepEqual(await look(), []));
}

// Sizes at which the whole console fits, landscape and portrait; then a phone, and screens magnified to twice their size.
export const whole = [[1024, 600], [1024, 768], [1440, 900], [1920, 1080], [768, 1024], [1080, 1920]];
const inOneColumn = [[390, 844], [512, 384], [720, 450], [960, 540]];

export async function fitsEverywhere(page, sizes = [...whole, ...inOneColumn]) {
    for (const [width, height] of sizes) {
        await page.setViewportSize({ width, height });
        const scrolls = inOneColumn.some(([w]) => w === width);
        await reachable(page, { scrolls }).catch((error) => assert.fail(`${width} × ${height}: ${error.message}`));
    }
    await page.setViewportSize(screen);
}

// Records from here on every layout shift that was not caused by input.
export const watchShifts = (page) => page.evaluate(() => {
    window.shifts = [];
    window.shiftObserver?.disconnect(); // so that it does not watch twice
    window.shiftObserver = new PerformanceObserver((list) => window.shifts.push(...list.getEntries()
        .filter((entry) => !entry.hadRecentInput)
        .map((entry) => ({ value: entry.value, what: entry.sources.map(({ node }) => node?.className ?? node?.nodeName) }))));
    window.shiftObserver.observe({ type: 'layout-shift' });
});

export async function stoodStill(page) {
    const shifts = await page.evaluate(() => window.shifts);
    assert.ok(shifts.reduce((sum, { value }) => sum + value, 0) < 0.02, JSON.stringify(shifts));
}
