// What the browser tests share: a real manager, real tables, a real browser; all on loopback, in a folder
// of their own, ended by their process ids.
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

// Ends a test that would never end. Machines are shared: nothing here is a statement about speed.
export let PATIENCE_MS = Number(process.env.PATIENCE_MS ?? 120_000);

// For pages that wait for exact mathematics: an analysis takes minutes where others take the processors.
export function waitForAnalyses() {
    PATIENCE_MS = Math.max(PATIENCE_MS, 180_000);
}

const LOOK_MS = 50;

const rest = () => new Promise((done) => setTimeout(done, LOOK_MS));

// Waits for a condition, not for a time.
export async function until(what, condition, limit_ms = PATIENCE_MS) {
    const end = Date.now() + limit_ms;
    for (;;) {
        const value = await condition();
        if (value) return value;
        assert.ok(Date.now() < end, `never happened: ${what}`);
        await rest();
    }
}

// The same for assertions: what a page has been told is on it soon, not at once.
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

// What is said for a few seconds only is waited for from before it can be said.
export async function told(locator, act) {
    const said = locator.waitFor();
    said.catch(() => undefined); // if the act fails, that is what is told
    await act();
    await said;
}

// Whatever happens to a test, no program outlives it.
const children = new Set();
process.on('exit', () => children.forEach((child) => child.kill('SIGKILL')));

export class Pit {
    #running = [];
    #program;
    folder = mkdtempSync(join(tmpdir(), 'croupier-web-'));

    // Another program where its games are to be others.
    constructor(other = program) {
        this.#program = other;
    }

    // Starts a part of the program; what it prints is kept.
    start(args, { input = 'ignore' } = {}) {
        // threads of an analysis that wait for each other leave the processor to those who have work
        const env = { OMP_WAIT_POLICY: 'passive', ...process.env };
        const child = spawn(this.#program, args, { stdio: [input, 'pipe', 'pipe'], cwd: this.folder, env });
        // closed, not only ended: then all that it printed has been read
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

    // A manager on a floor file; returns its address. The same port again after a restart. A table is given up late: a
    // machine that stalls for two seconds is no lost table. A shift does not wait for tables that a test plays by hand.
    async manager({ floor = join(root, 'floors/demo.yaml'), store = 'floor.db', port = 0, open = true, more = ['--lease', '10000', '--readings', '1'] } = {}) {
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
        await until(`${part.args.join(' ')} ends`, () => !children.has(part.child));
        this.#running = this.#running.filter((other) => other !== part);
    }

    // The books must stand up to an audit, whatever the test did.
    async verify(store = 'floor.db') {
        const part = this.start(['verify', join(this.folder, store)]);
        assert.equal(await part.ended, 0, part.output);
    }

    async stop() {
        const isManager = (part) => part.args[0] === 'serve';
        // tables say good-bye to their manager
        for (const group of [this.#running.filter((part) => !isManager(part)), this.#running.filter(isManager)])
            await Promise.all(group.map((part) => this.kill(part, 'SIGTERM')));
        rmSync(this.folder, { recursive: true, force: true });
    }
}

// The same engine without the browser's own windows around it is much lighter, where it is installed.
const chromes = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

export async function browser() {
    return chromium.launch({
        timeout: PATIENCE_MS,
        executablePath: process.env.CHROMIUM ?? chromes.find((path) => existsSync(path)),
        args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
            '--disable-component-update', '--disable-sync'],
    });
}

// A page that fails the test when it breaks its policy, throws, or asks anyone but its server.
// It is still empty: what it shows is for the caller.
export async function watched(context, url) {
    const page = await context.newPage();
    page.faults = [];
    page.on('pageerror', (error) => page.faults.push(`threw: ${error.message}`));
    page.on('console', (message) => {
        if (message.type() === 'error' && !/Failed to load resource|ERR_CONNECTION/.test(message.text())) page.faults.push(`console: ${message.text()}`);
    });
    // a refusal of what somebody asked for is an answer; a page that asks for what it cannot have is at fault (see screens.test.mjs)
    page.refused = [];
    page.on('response', (answer) => answer.status() >= 400 && page.refused.push(`${answer.status()} ${answer.url()}`));
    page.on('request', (request) => {
        if (new URL(request.url()).origin !== new URL(url).origin) page.faults.push(`asks elsewhere: ${request.url()}`);
    });
    page.setDefaultTimeout(PATIENCE_MS);
    return page;
}

// The processor is so many times slower from now on.
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

// What fades in has no colours of its own yet; what moves for longer does so on purpose.
const fadedIn = (page) => page.evaluate(() => Promise.all(document.getAnimations()
    .filter((each) => each.playState === 'running' && each.effect.getComputedTiming().endTime < 2000)
    .map((each) => each.finished.catch(() => undefined))).then(() => undefined));

// No violation that axe-core can find (of these rules, or of all), and none of the page's own faults.
export async function clean(page, what, rules = null) {
    await fadedIn(page);
    // the page's policy forbids foreign script; the tool gets in through the debugger instead
    if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe);
    // elements are told by their text: a selector for each takes a fifth of the time
    const result = await page.evaluate((only) => window.axe.run(document, { resultTypes: ['violations'], selectors: false, ...(only && { runOnly: only }) }), rules);
    const said = result.violations.map((v) => `${v.id}: ${v.help}\n` + v.nodes.map((n) => `   ${n.html}\n   ${n.failureSummary}`).join('\n'));
    assert.ok(said.length === 0, `${what}: axe-core: ${said.join('\n')}`);
    assert.deepEqual(page.faults, [], `${what}: page`);
}

// Rules that judge colours. The themes differ in nothing else, so that one page shows both.
export const ofColours = ['color-contrast', 'link-in-text-block'];

export async function cleanInBothThemes(page, what) {
    await clean(page, what);
    await page.emulateMedia({ colorScheme: 'dark' });
    await clean(page, `${what}, dark`, ofColours);
    await page.emulateMedia({ colorScheme: 'light' });
}

// Words that go over the end of a line, and text that is off to the side of its table. What is compared letter by letter may be broken.
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

// A picture for docs/screens, when asked for; signs are all gradients, which JPEG keeps in a tenth of the bytes.
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
