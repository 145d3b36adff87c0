// Shared by the tests of trust: a floor with passwords, and people who sign in at the interface and in the browser.
import assert from 'node:assert/strict';
import { browser, open, Pit, until } from './lib.mjs';

export const wordOf = (name) => `the word of ${name}`;
export const hostile = `<img src=x onerror="window.bad=1"> 'q' "t"`;

// A person at the interface: signs in, and sends cookie and CSRF token with every write.
export class Signed {
    static async in(address, person, path = '/session', body = { person, password: wordOf(person) }) {
        const answer = await fetch(`${address}/api/v1${path}`, {
            method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
        const text = await answer.text();
        assert.ok(answer.ok, `${path}: ${answer.status} ${text}`);
        const signed = new Signed();
        Object.assign(signed, { address, person, csrf: JSON.parse(text).csrf, cookie: answer.headers.get('set-cookie').split(';')[0] });
        return signed;
    }

    async ask(path, body) {
        const headers = { Cookie: this.cookie, ...(body && { 'Content-Type': 'application/json', 'Croupier-CSRF': this.csrf }) };
        const answer = await fetch(`${this.address}/api/v1${path}`, body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers });
        const text = await answer.text();
        assert.ok(answer.ok, `${path}: ${answer.status} ${text}`);
        return text ? JSON.parse(text) : null;
    }

    // Sends a request with a second person and the passwords of both.
    askWith(approver, path, body = {}) {
        return this.ask(path, { ...body, approver, proof: { password: wordOf(this.person), approver_password: wordOf(approver) } });
    }
}

export class TrustFloor {
    async begin(options = {}) {
        this.chromium = await browser();
        this.pit = new Pit();
        this.manager = await this.pit.manager({ open: false, ...options });
        this.address = this.manager.address;
        this.setup = await until('the setup address', () => /setup: (http\S+)/.exec(this.manager.output)?.[1]);
    }

    async end() {
        await this.chromium?.close();
        try {
            await this.pit?.verify();
        } finally {
            await this.pit?.stop();
        }
    }

    // Sets up the first manager and invites the others; everybody's password is wordOf(name).
    async enlist(...names) {
        const [first, second, ...rest] = ['Manager One', 'Manager Two', ...names];
        const code = new URL(this.setup).hash.slice(1);
        this.one = await Signed.in(this.address, first, '/setup', { person: first, code, password: wordOf(first) });
        const invited = await this.one.ask(`/people/${encodeURIComponent(second)}/invite`, { proof: { password: wordOf(first) } });
        this.two = await this.accept(second, invited.code);
        for (const name of rest)
            await this.accept(name, (await this.one.askWith(second, `/people/${encodeURIComponent(name)}/invite`)).code);
    }

    accept(person, code) {
        return Signed.in(this.address, person, '/invitation', { person, code, password: wordOf(person) });
    }

    async add(person, item, more = {}) {
        await this.one.askWith('Manager Two', '/people', { person, item, ...more });
    }

    async token(item, text) {
        return (await this.one.askWith('Manager Two', '/tokens', { item, text })).token;
    }

    context(options = {}) {
        return this.chromium.newContext({ viewport: { width: 1280, height: 800 }, ...options });
    }

    // Opens a page at which this person has signed in.
    async desk(name, path, options = {}) {
        const page = await open(await this.context(options), this.address + path);
        if (name) await signInAt(page, name);
        return page;
    }
}

export async function signInAt(page, name, password = wordOf(name)) {
    await page.getByLabel('Your name').fill(name);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in', exact: true, disabled: false }).press('Enter');
    await page.getByLabel('Password', { exact: true }).waitFor({ state: 'detached' });
}

// Signs an action in its dialog: one person, or two if `with` is given.
export async function prove(page, title, { by, with: second = null, password = wordOf(by), secondPassword = second && wordOf(second) }) {
    const dialog = page.getByRole('dialog', { name: title });
    await dialog.getByLabel(`Password of ${by}`).fill(password);
    if (second) {
        await dialog.getByLabel('Second person', { exact: true }).selectOption(second);
        await dialog.getByLabel(`Password of ${second}`).fill(secondPassword);
    }
    await dialog.locator('button[type=submit]').click();
    return dialog;
}
