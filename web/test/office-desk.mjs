// Shared by the tests of the Game Manager's office: a floor, a browser, and a desk with a person at it.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { api, browser, open, Pit, until } from './lib.mjs';

const FORGOTTEN_MS = 1500; // after this time a browser forgets the letters typed in a list

export const hostile = `<img src=x onerror="document.title='broken'"> 'quoted' "twice"`;
export const long = 'five hundred letters '.repeat(25).trim();

export class Office {
    async begin(options = {}) {
        this.chromium = await browser();
        this.pit = new Pit();
        this.manager = await this.pit.manager(options);
        this.address = this.manager.address;
    }

    // A store with neither a floor nor people.
    async beginEmpty() {
        this.chromium = await browser();
        this.pit = new Pit();
        this.manager = this.pit.start(['serve', '--open', '--store', join(this.pit.folder, 'floor.db'), '--listen', '127.0.0.1:0']);
        this.address = await until('the manager says its address', () => {
            assert.equal(this.manager.child.exitCode, null, this.manager.output);
            return /(http:\/\/127\.0\.0\.1:\d+)/.exec(this.manager.output)?.[1];
        });
    }

    async end() {
        this.felt?.leave();
        await this.chromium?.close();
        try {
            await this.pit?.verify();
        } finally {
            await this.pit?.stop();
        }
    }

    desk(name, path, options = {}) {
        return this.#sit(name, `/manager#/${path}`, options);
    }

    trust(name, path, options = {}) {
        return this.#sit(name, `/trust#/${path}`, options);
    }

    async #sit(name, path, options) {
        const context = await this.chromium.newContext({ viewport: { width: 1280, height: 800 }, ...options });
        const sit = (who) => sessionStorage.getItem('croupier-me') ?? sessionStorage.setItem('croupier-me', who);
        if (name) await context.addInitScript(sit, name);
        const page = await open(context, this.address + path);
        await page.getByRole('heading', { level: 1 }).waitFor();
        return page;
    }

    api(path, body) {
        return api(this.address, path, body);
    }

    // The newest event of a kind.
    async newest(kind) {
        return (await this.api(`/log?kind=${kind}&limit=1000`)).events.at(-1);
    }
}

export async function close(page) {
    assert.deepEqual(page.faults, []);
    await page.context().close();
}

// Types the beginning of a choice, as people do in a list with the focus. The browser forgets the letters if one comes late, as on
// a busy machine; then they are typed again.
export async function typeChoice(page, label) {
    const chosen = () => page.evaluate(() => document.activeElement.selectedOptions?.[0]?.text);
    await until(`${label} is chosen`, async () => {
        await page.keyboard.type(label);
        if ((await chosen())?.startsWith(label)) return true;
        await new Promise((done) => setTimeout(done, FORGOTTEN_MS));
        return false;
    });
}

// Presses Tab until the element has the focus; fails if it cannot be reached by keyboard.
export async function tabTo(page, locator) {
    await until(`it can be used: ${locator}`, () => locator.isEnabled());
    for (let i = 0; i < 60; i++) {
        if (await locator.evaluate((element) => element === document.activeElement)) return;
        await page.keyboard.press('Tab');
    }
    assert.fail(`not reached by keyboard: ${locator}`);
}
