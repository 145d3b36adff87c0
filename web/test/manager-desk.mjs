// What the tests of the manager console share: a manager with its browser, desks at it, tables played by hand.
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { browser, open, Pit, until } from './lib.mjs';
import { Felt } from './manager-felt.mjs';

const TRY_MS = 10_000;

export const dollars = (text) => `$${Number(text.split('.')[0]).toLocaleString('en')}.${text.split('.')[1].slice(0, 2)}`;

// One manager and one browser for a file of tests; the books must stand up to an audit at its end.
export class House {
    felts = new Map();

    // floor: makes a floor file of its own, given the folder; without it the house is the demonstration
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

    // The manager dies at once; it comes back on the same port when it is told to.
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

    // A page of the console, with this person at it.
    async desk(name, path, options = {}) {
        const context = await this.chromium.newContext({ viewport: { width: 1280, height: 800 }, ...options });
        if (name)
            await context.addInitScript((who) => sessionStorage.getItem('croupier-me') ?? sessionStorage.setItem('croupier-me', who), name);
        const page = await open(context, `${this.address}/manager#/${path}`);
        await page.getByRole('heading', { level: 1 }).waitFor();
        // the page, not the heading of the gate that stands before it
        await page.getByText('Asking the manager…').waitFor({ state: 'detached' });
        return page;
    }
}

export async function end(page) {
    assert.deepEqual(page.faults, []);
    await page.context().close();
}

// Goes to another page and is there: what is looked at next is not what was there before.
export const go = (page, path) => page.evaluate((to) => new Promise((done) => {
    if (location.hash === `#/${to}`) return done();
    addEventListener('hashchange', () => setTimeout(done), { once: true });
    location.hash = `/${to}`;
}), path);

// Holds Enter on a button, once it can be held, until something has happened; again when the hold came to nothing.
export async function hold(page, button, what, condition) {
    await until(what, async () => {
        if (await condition()) return true;
        if ((await button.and(page.locator(':enabled')).count()) === 0) return false;
        // another desk may do it meanwhile: then there is nothing left to hold
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
