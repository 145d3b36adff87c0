// Shared by the browser tests: a real manager, real tables and a real browser, all on the loopback interface and in a folder of
// their own, ended by their process ids.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import assert from 'node:assert/strict';
import { chromium } from 'playwright-core';

const here = dirname(fileURLToPath(import.meta.url));
export const root = resolve(here, '../..');
const program = process.env.CROUPIER ?? join(root, 'build/check/src/app/croupier');
const shots = process.env.SHOTS ? join(root, 'docs/screens') : null;

// The limit after which a test fails instead of waiting for ever. Machines are shared, so it says nothing about speed.
export let PATIENCE_MS = Number(process.env.PATIENCE_MS ?? 120_000);

// For pages that wait for exact mathematics: an analysis takes minutes when other programs use the processors.
export function waitForAnalyses() {
    PATIENCE_MS = Math.max(PATIENCE_MS, 180_000);
}

const LOOK_MS = 50;

const rest = () => new Promise((done) => setTimeout(done, LOOK_MS));

// Waits until a condition is true (and returns its value), instead of waiting for a time.
export async function until(what, condition, limit_ms = PATIENCE_MS) {
    const end = Date.now() + limit_ms;
    for (;;) {
        const value = await condition();
        if (value) return value;
        assert.ok(Date.now() < end, `never happened: ${what}`);
        await rest();
    }
}

// The same for assertions: a page shows news soon, not at once.
export async function soon(check) {
    const end = Date.now() + PATIENCE_MS;
    for (;;) {
        try {
            return await check();
        } catch (error) {
            if (!(error instanceof assert.AssertionError) || Date.now() > end) throw error;
        }
        await rest();
    }
}

// For a message that is shown for a few seconds only: the waiting begins before the act that causes it.
export async function told(locator, act) {
    const said = locator.waitFor();
    said.catch(() => undefined); // if the act fails, its own error is reported
    await act();
    await said;
}

// No program outlives its test, however the test ends.
const children = new Set();
process.on('exit', () => children.forEach((child) => child.kill('SIGKILL')));

export class Pit {
    #running = [];
    #program;
    folder = mkdtempSync(join(tmpdir(), 'croupier-web-'));

    // A test may use another program, with other games.
    constructor(other = program) {
        this.#program = other;
    }

    // Starts a part of the program and collects its output.
    start(args, { input = 'ignore' } = {}) {
        // Threads of an analysis that wait for each other leave the processor to other programs.
        const env = { OMP_WAIT_POLICY: 'passive', ...process.env };
        const child = spawn(this.#program, args, { stdio: [input, 'pipe', 'pipe'], cwd: this.folder, env });
        // "close" and not "exit": then all of its output has been read.
        const part = { child, output: '', args, ended: new Promise((done) => child.on('close', done)) };
        children.add(child);
        part.ended.then(() => children.delete(child));
        child.stdout.on('data', (bytes) => (part.output += bytes));
        child.stderr.on('data', (bytes) => (part.output += bytes));
        this.#running.push(part);
        return part;
    }

    async #address(part, pattern) {
        return (await until(`${part.args.join(' ')} says its address`, () => {
            assert.equal(part.child.exitCode, null, part.output);
            return pattern.exec(part.output);
        }))[1];
    }

    // Starts a manager with a floor file; its address is in the result. With `port` it comes back on the same port. The lease is
    // long, so that a machine that stalls for two seconds loses no table, and a shift does not wait for readings of tables that a
    // test plays by hand.
    async manager({ floor = join(root, 'floors/demo.yaml'), store = 'floor.db', port = 0, open = true, more = ['--lease', '10000', '--readings', '1'] } = {}) {
        const part = this.start(['serve', ...(open ? ['--open'] : []), '--floor', floor, '--store', join(this.folder, store),
            '--listen', `127.0.0.1:${port}`, ...more]);
        part.address = await this.#address(part, /(http:\/\/127\.0\.0\.1:\d+)/);
        return part;
    }

    // Starts a table with its console; the console's address is in the result.
    async table(name, args) {
        const part = this.start(['table', name, '--state', join(this.folder, `${name}.table`), '--listen', '127.0.0.1:0', ...args]);
        part.address = await this.#address(part, /console: (http:\/\/127\.0\.0\.1:\d+)/);
        return part;
    }

    async kill(part, signal = 'SIGKILL') {
        part.child.kill(signal);
        await until(`${part.args.join(' ')} ends`, () => !children.has(part.child));
        this.#running = this.#running.filter((other) => other !== part);
    }

    // Checks the store with an audit, which must pass whatever the test did.
    async verify(store = 'floor.db') {
        const part = this.start(['verify', join(this.folder, store)]);
        assert.equal(await part.ended, 0, part.output);
    }

    async stop() {
        const isManager = (part) => part.args[0] === 'serve';
        // Tables are ended first, so that they can say good-bye to their manager.
        for (const group of [this.#running.filter((part) => !isManager(part)), this.#running.filter(isManager)])
            await Promise.all(group.map((part) => this.kill(part, 'SIGTERM')));
        rmSync(this.folder, { recursive: true, force: true });
    }
}

// The headless shell is the same engine without the windows of a browser, and much lighter, so it is preferred where it is
// installed.
const chromes = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

export async function browser() {
    return chromium.launch({
        timeout: PATIENCE_MS,
        executablePath: process.env.CHROMIUM ?? chromes.find((path) => existsSync(path)),
        args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
            '--disable-component-update', '--disable-sync'],
    });
}

// Opens an empty page that fails the test when it violates its policy, throws, or sends a request to another server. The caller
// loads its address.
export async function watched(context, url) {
    const page = await context.newPage();
    page.faults = [];
    page.on('pageerror', (error) => page.faults.push(`threw: ${error.message}`));
    page.on('console', (message) => {
        if (message.type() === 'error' && !/Failed to load resource|ERR_CONNECTION/.test(message.text())) page.faults.push(`console: ${message.text()}`);
    });
    // A refusal of a person's request is a proper answer, so it is only recorded here; screens.test.mjs checks that no page asks
    // for what it cannot have.
    page.refused = [];
    page.on('response', (answer) => answer.status() >= 400 && page.refused.push(`${answer.status()} ${answer.url()}`));
    page.on('request', (request) => {
        if (new URL(request.url()).origin !== new URL(url).origin) page.faults.push(`asks elsewhere: ${request.url()}`);
    });
    page.setDefaultTimeout(PATIENCE_MS);
    return page;
}

// Slows the processor down by this factor from now on.
export async function slowed(page, rate) {
    page.debug ??= await page.context().newCDPSession(page);
    await page.debug.send('Emulation.setCPUThrottlingRate', { rate: Number(rate) });
}

export async function open(context, url) {
    const page = await watched(context, url);
    if (process.env.SLOW) await slowed(page, process.env.SLOW);
    await page.goto(url);
    return page;
}

const axe = readFileSync(join(here, '../node_modules/axe-core/axe.min.js'), 'utf8');

// Waits for short animations, because an element that fades in does not have its colours yet. Longer animations run on purpose.
const fadedIn = (page) => page.evaluate(() => Promise.all(document.getAnimations()
    .filter((each) => each.playState === 'running' && each.effect.getComputedTiming().endTime < 2000)
    .map((each) => each.finished.catch(() => undefined))).then(() => undefined));

// Asserts that axe-core finds no violation (of `rules`, or of all rules), and that the page has none of the faults that watched()
// records.
export async function clean(page, what, rules = null) {
    await fadedIn(page);
    // The page's policy forbids foreign scripts, so the tool is injected through the debugger.
    if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe);
    // Violations are named by the text of their elements; making a selector for each takes a fifth of the time.
    const result = await page.evaluate((only) => window.axe.run(document, { resultTypes: ['violations'], selectors: false, ...(only && { runOnly: only }) }), rules);
    const said = result.violations.map((v) => `${v.id}: ${v.help}\n` + v.nodes.map((n) => `   ${n.html}\n   ${n.failureSummary}`).join('\n'));
    assert.ok(said.length === 0, `${what}: axe-core: ${said.join('\n')}`);
    assert.deepEqual(page.faults, [], `${what}: page`);
}

// The rules about colours. The themes differ in nothing else, so the second theme is checked by these only.
export const ofColours = ['color-contrast', 'link-in-text-block'];

export async function cleanInBothThemes(page, what) {
    await clean(page, what);
    await page.emulateMedia({ colorScheme: 'dark' });
    await clean(page, `${what}, dark`, ofColours);
    await page.emulateMedia({ colorScheme: 'light' });
}

// The words that are broken over two lines, and texts that stick out of their table. Text that is compared letter by letter, such
// as a hash, may be broken.
export const broken = (page) => page.evaluate(() => {
    const found = [];
    const free = '.hash, .print, .exact-cell, .yaml, .secret, .hidden-visually, .diff, input, textarea, select, option, script, style';
    const walker = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const at = node.parentElement;
        if (!at.checkVisibility({ visibilityProperty: true }) || at.closest(free)) continue;
        for (const { 0: word, index } of node.data.matchAll(/\S+/g)) {
            range.setStart(node, index);
            range.setEnd(node, index + word.length);
            const lines = new Set([...range.getClientRects()].filter((box) => box.width > 0).map((box) => Math.round(box.bottom)));
            if (lines.size > 1) found.push(`broken: ${word}`);
            const box = at.closest('.table-scroll');
            if (box && range.getBoundingClientRect().right > box.getBoundingClientRect().right + 1) found.push(`off to the side: ${word}`);
        }
    }
    return found;
});

// Takes a picture for docs/screens if SHOTS asks for it. Signs consist of gradients, for which JPEG takes a tenth of the bytes.
export async function shot(page, name, without = null) {
    if (!shots) return;
    mkdirSync(shots, { recursive: true });
    if (without) await page.locator(without).waitFor({ state: 'detached' });
    await fadedIn(page);
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
