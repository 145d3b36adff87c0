// What the tests of the manager console share: a manager with its browser, desks at it, tables played by hand.
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { browser, open, Pit, until } from './lib.mjs';
import { Felt } from './manager-felt.mjs';

export const dollars = (text) => `$${Number(text.split('.')[0]).toLocaleString('en')}.${text.split('.')[1].slice(0, 2)}`;

// One manager and one browser for a file of tests; the books must stand up to an audit at its end.
export class House {
    felts = new Map();

    constructor() {
        before(async () => {
            this.pit = new Pit();
            this.chromium = await browser();
            this.manager = await this.pit.manager();
            this.address = this.manager.address;
        });
        after(async () => {
            this.felts.forEach((felt) => felt.leave());
            await this.chromium?.close();
            await this.pit?.verify();
            await this.pit?.stop();
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
        return page;
    }
}

export async function end(page) {
    assert.deepEqual(page.faults, []);
    await page.context().close();
}

export const go = (page, path) => page.evaluate((to) => { location.hash = `/${to}`; }, path);

// Holds Enter on a button, once it can be held, until it has had enough.
export async function hold(page, button) {
    await button.and(page.locator(':enabled')).focus();
    // watched from before the press: on a busy machine a look now and then would miss it
    await button.evaluate((element) => {
        window.held = new Promise((done) => {
            let began = false;
            const look = () => {
                const holds = element.classList.contains('holding');
                // another desk may have done it meanwhile: then there is nothing left to hold
                if (!element.isConnected || (!holds && (began || element.disabled))) done(clearInterval(timer), watch.disconnect());
                began ||= holds;
            };
            const watch = new MutationObserver(look);
            watch.observe(document, { subtree: true, childList: true, attributes: true });
            const timer = setInterval(look, 100);
        });
    });
    await page.keyboard.down('Enter');
    await page.evaluate(() => window.held);
    await page.keyboard.up('Enter');
}

export async function optionAt(page, label, pattern) {
    const texts = await until('options', async () => {
        const found = await page.getByLabel(label).locator('option').allTextContents();
        return found.some((t) => pattern.test(t)) && found;
    });
    return texts.findIndex((t) => pattern.test(t));
}
