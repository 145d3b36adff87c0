// What the tests of the dealer console share: a table with its screen, and what a dealer does with the fingers.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { api, soon, until } from './lib.mjs';

export const screen = { width: 1024, height: 768 };

// The table's program on a port of our choice, so that it comes back where the screen looks for it.
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
// What is not there cannot be pressed either; this never waits for it.
export const isOff = (locator) => locator.evaluateAll(([found]) =>
    !found || found.disabled === true || found.getAttribute('aria-disabled') === 'true' || found.closest('[inert]') !== null);

const TRY_MS = 10_000;

// Presses as a person does: when the screen is ready, and again when it visibly came to nothing, as when the lease
// ran out under the finger. A press carries its round, so that one too many does no harm.
async function repeat(locator, what, condition, pressOnce) {
    await until(what, async () => {
        if (await condition()) return true;
        if (await isOff(locator)) return false;
        return pressOnce(() => until(what, condition, TRY_MS).then(() => true, () => false));
    });
}

export async function tapUntil(locator, what, condition) {
    await repeat(locator, what, condition, async (happened) => {
        await locator.tap({ timeout: TRY_MS }).catch(() => {}); // it was switched off under the finger
        return happened();
    });
}

// The same by the button's own key; the focus has to be out of dialogs and fields.
export async function keyUntil(page, key, locator, what, condition) {
    await repeat(locator, what, condition, async (happened) => {
        await page.keyboard.press(key);
        return happened();
    });
}

// Holds a finger on a button until something has happened.
export async function hold(page, locator, what, condition) {
    await repeat(locator, what, condition, async (happened) => {
        // where it stands once nothing moves any more, and nothing else lies there
        if (!(await locator.hover({ timeout: TRY_MS }).then(() => true, () => false))) return false;
        await page.mouse.down();
        const has = await happened();
        await page.mouse.up();
        return has;
    });
}

// The same by keyboard: the button's own key brings the focus, then Enter is held.
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

// Brings a key, with the PIN of whoever brings it where one is asked for; the lock has it.
export async function insertKey(page, table, key, user, pin = null) {
    await button(page, `Key ${key}`).tap();
    const dialog = page.getByRole('dialog', { name: `Insert key ${key}` });
    await dialog.getByLabel('Who brings the key').fill(user);
    if (pin !== null) await dialog.getByLabel('PIN').fill(pin);
    await tapUntil(dialog.getByRole('button', { name: 'Insert the key' }), 'the key is in', async () => (await state(table)).key.in === Number(key));
    await dialog.waitFor({ state: 'detached' });
    await page.getByText(`Key ${key}: ${user}`).waitFor();
}

// Takes a pending jackpot back: a name, and a hold.
export async function takeBack(page, user, what, condition) {
    const dialog = page.getByRole('dialog', { name: 'take back' });
    await dialog.getByLabel('Who takes it back').fill(user);
    await hold(page, dialog.getByRole('button', { name: 'Hold: it was not a jackpot' }), what, condition);
    await dialog.waitFor({ state: 'detached' });
}

// The pit's part of a claim, as the manager's desks do it.
export async function release(manager, claim) {
    const { needs } = await api(manager.address, `/claims/${claim}`);
    await api(manager.address, `/claims/${claim}/verify`, { items: needs.items, user: 'Manager One' });
    for (const user of ['Manager Two', 'Supervisor'].slice(0, needs.approvals))
        await api(manager.address, `/claims/${claim}/approve`, { user });
    for (const item of needs.compliance) await api(manager.address, `/claims/${claim}/comply`, { item, user: 'Cage' });
}

// Nothing to press is smaller than a finger or loses a part of its face, and all of it is on the screen; where the
// screen is too small for that, the console is one column.
export async function reachable(page, { scrolls = false } = {}) {
    const look = () => page.evaluate((mayScroll) => { // every wager of a settlement too
        const found = [];
        for (const each of document.querySelectorAll('.desk button')) {
            const box = each.getBoundingClientRect();
            if (each.checkVisibility() === false) continue;
            if (box.width < 47.5 || box.height < 47.5) found.push(`${each.textContent}: ${box.width} × ${box.height}`);
            if (each.scrollWidth > each.clientWidth + 2 || each.scrollHeight > each.clientHeight + 2) found.push(`${each.textContent} is cut`);
            if ((box.bottom > innerHeight + 0.5 && !mayScroll) || box.right > innerWidth || box.left < 0) found.push(`${each.textContent} is not on the screen`);
        }
        if (document.documentElement.scrollWidth > innerWidth) found.push('the page scrolls sideways');
        // the next step, an amount and what a wager pays are whole where they stand
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

// Whole on the screen, lying and standing; then a phone, and what magnification by two leaves of a screen.
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

// From now on everything that moves without having been pressed is remembered.
export const watchShifts = (page) => page.evaluate(() => {
    window.shifts = [];
    window.shiftObserver?.disconnect(); // watched anew, not twice
    window.shiftObserver = new PerformanceObserver((list) => window.shifts.push(...list.getEntries()
        .filter((entry) => !entry.hadRecentInput)
        .map((entry) => ({ value: entry.value, what: entry.sources.map(({ node }) => node?.className ?? node?.nodeName) }))));
    window.shiftObserver.observe({ type: 'layout-shift' });
});

export async function stoodStill(page) {
    const shifts = await page.evaluate(() => window.shifts);
    assert.ok(shifts.reduce((sum, { value }) => sum + value, 0) < 0.02, JSON.stringify(shifts));
}
