// What the browser tests share: a real manager, real tables, a real browser; all on loopback, in a folder
// of their own, ended by their process ids.
import { spawn } from 'node:child_process';
import { mkdtempSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import assert from 'node:assert/strict';
import { chromium } from 'playwright-core';

const here = dirname(fileURLToPath(import.meta.url));
export const root = resolve(here, '../..');
const program = process.env.CROUPIER ?? join(root, 'build/check/src/cli/croupier');
const shots = process.env.SHOTS ? join(root, 'docs/screens') : null;

// Waits for a condition, not for a time; the limit only ends a test that would never end.
export async function until(what, condition, limit_ms = 60_000) {
    const end = Date.now() + limit_ms;
    for (;;) {
        const value = await condition();
        if (value) return value;
        assert.ok(Date.now() < end, `never happened: ${what}`);
        await new Promise((done) => setTimeout(done, 50));
    }
}

export class Pit {
    #running = [];
    folder = mkdtempSync(join(tmpdir(), 'croupier-web-'));

    // Starts a part of the program; what it prints is kept.
    start(args, { input = 'ignore' } = {}) {
        const child = spawn(program, args, { stdio: [input, 'pipe', 'pipe'], cwd: this.folder });
        const part = { child, output: '', args, ended: new Promise((done) => child.on('exit', done)) };
        child.stdout.on('data', (bytes) => (part.output += bytes));
        child.stderr.on('data', (bytes) => (part.output += bytes));
        this.#running.push(part);
        return part;
    }

    async #address(part, pattern) {
        return (await until(`${part.args.join(' ')} says its address\n${part.output}`, () => {
            assert.equal(part.child.exitCode, null, part.output);
            return pattern.exec(part.output);
        }))[1];
    }

    // A manager on a floor file; returns its address. The same port again after a restart.
    async manager({ floor = join(root, 'floors/demo.yaml'), store = 'floor.db', port = 0, open = true, more = [] } = {}) {
        const part = this.start(['serve', ...(open ? ['--open'] : []), '--floor', floor, '--store', join(this.folder, store),
            '--listen', `127.0.0.1:${port}`, ...more]);
        part.address = await this.#address(part, /(http:\/\/127\.0\.0\.1:\d+)/);
        return part;
    }

    // A table with its console; returns where the console is.
    async table(name, args) {
        const part = this.start(['table', name, '--state', join(this.folder, `${name}.table`), '--listen', '127.0.0.1:0', ...args]);
        part.address = await this.#address(part, /console: (http:\/\/127\.0\.0\.1:\d+)/);
        return part;
    }

    async kill(part, signal = 'SIGKILL') {
        part.child.kill(signal);
        await part.ended;
        this.#running = this.#running.filter((other) => other !== part);
    }

    // The books must stand up to an audit, whatever the test did.
    async verify(store = 'floor.db') {
        const part = this.start(['verify', join(this.folder, store)]);
        assert.equal(await part.ended, 0, part.output);
    }

    async stop() {
        for (const part of [...this.#running].reverse()) await this.kill(part, 'SIGTERM');
        rmSync(this.folder, { recursive: true, force: true });
    }
}

export async function browser() {
    return chromium.launch({
        executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
        args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
            '--disable-component-update', '--disable-sync'],
    });
}

// A page that fails the test when it breaks its policy, throws, or asks anyone but its server.
export async function open(context, url) {
    const page = await context.newPage();
    page.faults = [];
    page.on('pageerror', (error) => page.faults.push(`threw: ${error.message}`));
    page.on('console', (message) => {
        if (message.type() === 'error' && !/Failed to load resource|ERR_CONNECTION/.test(message.text())) page.faults.push(`console: ${message.text()}`);
    });
    page.on('request', (request) => {
        if (new URL(request.url()).origin !== new URL(url).origin) page.faults.push(`asks elsewhere: ${request.url()}`);
    });
    page.setDefaultTimeout(60_000); // ends a test that would never end, on a machine that has other things to do too
    await page.goto(url);
    return page;
}

const axe = readFileSync(join(here, '../node_modules/axe-core/axe.min.js'), 'utf8');

// No violation that axe-core can find, and none of the page's own faults.
export async function clean(page, what) {
    // the page's policy forbids foreign script; the tool gets in through the debugger instead
    await page.evaluate(axe);
    const result = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }));
    const said = result.violations.map((v) => `${v.id}: ${v.help}\n` + v.nodes.map((n) => `   ${n.html}\n   ${n.failureSummary}`).join('\n'));
    assert.deepEqual(said, [], `${what}: axe-core`);
    assert.deepEqual(page.faults, [], `${what}: page`);
}

// A picture for docs/screens, when asked for; signs are all gradients, which JPEG keeps in a tenth of the bytes.
export async function shot(page, name) {
    if (!shots) return;
    mkdirSync(shots, { recursive: true });
    const photo = name.startsWith('sign') ? { type: 'jpeg', quality: 85 } : { type: 'png' };
    await page.screenshot({ path: join(shots, `${name}.${photo.type === 'png' ? 'png' : 'jpg'}`), ...photo });
}

export async function api(address, path, body, token = null) {
    const shown = token ? { Authorization: `Bearer ${token}` } : {};
    const answer = await fetch(`${address}/api/v1${path}`, body === undefined ? { headers: shown }
        : { method: 'POST', headers: { 'Content-Type': 'application/json', ...shown }, body: JSON.stringify(body) });
    const text = await answer.text();
    assert.ok(answer.ok, `${path}: ${answer.status} ${text}`);
    return JSON.parse(text);
}
