// Shared by the tests of the Game Manager: a manager with its browser, desks at it, tables played by hand.
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { browser, open, Pit, until } from './lib.mjs';
import { Felt } from './manager-felt.mjs';

const TRY_MS = 10_000;

export const dollars = (text) => `$${Number(text.split('.')[0]).toLocaleString('en')}.${text.split('.')[1].slice(0, 2)}`;

// One manager and one browser for a whole test file. The books are audited at its end.
export class House {
    felts = new Map();

    // `floor` writes a floor file into the given folder; without it the demonstration floor is used.
    constructor({ floor } = {}) {
        before(async () => {
            this.pit = new Pit();
            this.chromium = await browser();
            this.manager = await this.pit.manager(floor ? { floor: floor(this.pit.folder) } : {});
            this.address = this.manager.address;
        });
        after(async () => {
            this.felts.forEach((felt) => felt.leave());
            await this.chromium?.close();
            try {
                await this.pit?.verify();
            } finally {
                await this.pit?.stop();
            }
        });
    }

    // Kills the manager; restartManager() brings it back on the same port.
    async killManager() {
        await this.pit.kill(this.manager);
    }

    async restartManager() {
        this.manager = await this.pit.manager({ port: Number(new URL(this.address).port) });
    }

    async felt(table) {
        if (!this.felts.has(table)) this.felts.set(table, await Felt.join(this.address, table));
        return this.felts.get(table);
    }

    // Opens a page of the Game Manager as this person.
    async desk(name, path, options = {}) {
        const context = await this.chromium.newContext({ viewport: { width: 1280, height: 800 }, ...options });
        if (name)
            await context.addInitScript((who) => sessionStorage.getItem('croupier-me') ?? sessionStorage.setItem('croupier-me', who), name);
        const page = await open(context, `${this.address}/manager#/${path}`);
        await page.getByRole('heading', { level: 1 }).waitFor();
        // Waits for the page itself, because a gate with a heading of its own comes before it.
        await page.getByText('Asking the manager…').waitFor({ state: 'detached' });
        return page;
    }
}

export async function end(page) {
    assert.deepEqual(page.faults, []);
    await page.context().close();
}

// Goes to another page and waits until the address has changed, so that the next assertion does not see the page before.
export const go = (page, path) => page.evaluate((to) => new Promise((done) => {
    if (location.hash === `#/${to}`) return done();
    addEventListener('hashchange', () => setTimeout(done), { once: true });
    location.hash = `/${to}`;
}), path);

// Holds Enter on a button as soon as it is enabled, until the condition is true; again if the hold had no effect.
export async function hold(page, button, what, condition) {
    await until(what, async () => {
        if (await condition()) return true;
        if ((await button.and(page.locator(':enabled')).count()) === 0) return false;
        // Another desk may do it meanwhile; then the button is gone.
        if (!(await button.focus({ timeout: TRY_MS }).then(() => true, () => false))) return false;
        await page.keyboard.down('Enter');
        const has = await until(what, condition, TRY_MS).then(() => true, () => false);
        await page.keyboard.up('Enter');
        return has;
    });
}
export async function optionAt(page, label, pattern) {
    const texts = await until('options', async () => {
        const found = await page.getByLabel(label).locator('option').allTextContents();
        return found.some((t) => pattern.test(t)) && found;
    });
    return texts.findIndex((t) => pattern.test(t));
}
