// Measures how fast the screens are, each figure beside a comparison that is measured in the same run:
//   a meter change on many open signs, beside the raw push to as many plain connections;
//   a press in the Game Manager on a floor of 500 busy tables, beside the same press on an idle floor;
//   the first paint of each page from a cold cache, and when it can be used, with the processor slowed down four times.
// usage: CROUPIER=… node web/bench/screens.mjs [SIGNS [paints|floor|signs]]
import { get } from 'node:http';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Pit, api, browser, until } from '../test/lib.mjs';

const SIGNS = Number(process.argv[2] ?? 200);
const CHANGES = 20;
const TABLES = 500;
const patient = ['--lease', '60000']; // the tables of this benchmark send no heartbeats

const now = () => performance.timeOrigin + performance.now();
const at = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
const show = (list) => {
    const sorted = [...list].sort((a, b) => a - b);
    return { half: at(sorted, 0.5), most: at(sorted, 0.95), text: `half ${at(sorted, 0.5).toFixed(1)} ms, 95 % ${at(sorted, 0.95).toFixed(1)} ms` };
};

// A table that only sends requests, so that it plays rounds as fast as they are wanted.
class Table {
    seq = 0;
    constructor(address, name) {
        Object.assign(this, { address, name });
    }
    async join() {
        this.epoch = (await api(this.address, `/tables/${this.name}/join`, { instance: 'bench' })).event?.epoch ?? 1;
    }
    event(kind, more = {}) {
        return api(this.address, `/tables/${this.name}/events`, { kind, epoch: this.epoch, table_seq: ++this.seq, ...more });
    }
    async round() {
        await this.event('coin_in', { seats: [1, 3, 5] });
        await this.event('game_over');
    }
}

// ---- A meter change on many signs ----

function rawListener(address, seen) {
    return new Promise((ready) => {
        const request = get(`${address}/api/v1/stream`, { agent: false }, (answer) => {
            let rest = '';
            answer.setEncoding('utf8');
            answer.on('data', (text) => {
                const time = now();
                rest += text;
                for (let end; (end = rest.indexOf('\n\n')) >= 0; rest = rest.slice(end + 2)) {
                    const message = rest.slice(0, end);
                    if (message.startsWith('event: snapshot')) ready(request);
                    const found = /^event: meters\n.*"seq":(\d+)/.exec(message);
                    if (found) seen.set(Number(found[1]), time);
                }
            });
            answer.on('error', () => {});
        });
        request.on('error', () => {});
    });
}

const firstFrom = (entries, seq) => Math.min(...entries.filter(([s]) => s >= seq).map(([, time]) => time));

async function signs(chrome) {
    const pit = new Pit();
    try {
        const { address } = await pit.manager({ more: patient });
        // One machine draws all signs. With large signs and rolling digits the time of its graphics would be measured.
        const context = await chrome.newContext({ viewport: { width: 320, height: 180 }, reducedMotion: 'reduce' });
        const pages = [];
        while (pages.length < SIGNS) {
            const page = await context.newPage();
            await page.goto(`${address}/sign?link=uth-three`);
            await page.waitForFunction(() => document.documentElement.dataset.seq);
            await page.evaluate(() => {
                const { documentElement: root } = document;
                window.seen = [];
                new MutationObserver(() => window.seen.push([Number(root.dataset.seq), performance.timeOrigin + performance.now()]))
                    .observe(root, { attributes: true, attributeFilter: ['data-seq'] });
            });
            pages.push(page);
        }
        const raw = [];
        const requests = [];
        for (let i = 0; i < SIGNS; i++) {
            raw.push(new Map());
            requests.push(await rawListener(address, raw[i]));
        }
        const table = new Table(address, 'uth-1');
        await table.join();
        const changes = [];
        for (let i = 0; i < CHANGES; i++) {
            const start = now();
            changes.push({ start, seq: (await table.event('coin_in', { seats: [2] })).seq });
            await until('every plain connection heard it', () => raw.every((seen) => [...seen.keys()].some((s) => s >= changes[i].seq)));
            await new Promise((done) => setTimeout(done, 1000)); // reading the signs in between would cost more than drawing them
            await table.event('game_over');
        }
        const last = changes[CHANGES - 1].seq;
        for (const page of pages) await page.waitForFunction((s) => Number(document.documentElement.dataset.seq) >= s, last);
        const seen = await Promise.all(pages.map((page) => page.evaluate(() => window.seen)));
        const toSign = changes.flatMap(({ start, seq }) => seen.map((list) => firstFrom(list, seq) - start));
        const toRaw = changes.flatMap(({ start, seq }) => raw.map((list) => firstFrom([...list], seq) - start));
        const sign = show(toSign);
        const push = show(toRaw);
        console.log(`a meter change, from the request to ${SIGNS} open signs: ${sign.text}`);
        console.log(`                          to ${SIGNS} plain connections: ${push.text}`);
        console.log(`                          signs / plain, half of them:   ${(sign.half / push.half).toFixed(1)}`);
        requests.forEach((request) => request.destroy());
        await context.close();
    } finally {
        await pit.stop();
    }
}

// ---- The manager console on a busy floor ----

function bigFloor(folder) {
    const path = join(folder, 'floor.yaml');
    let text = 'floor: Many tables\nconfigured_by: [Manager One, Manager Two]\npeople:\n  Manager One: manager\n  Manager Two: manager\n' +
        'links:\n  main:\n    progressive: cn\n    open: yes\ntables:\n';
    for (let i = 1; i <= TABLES; i++) text += `  t-${i}: {rules: uth-cn, link: main}\n`;
    writeFileSync(path, text);
    return path;
}

// The times from the press of a navigation link to the next frame that shows the page.
async function presses(page) {
    const times = [];
    for (let i = 0; i < 20; i++) {
        const name = i % 2 ? 'floor' : 'links';
        times.push(await page.evaluate(async (to) => {
            const start = performance.now();
            location.hash = `#/${to}`;
            await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
            return performance.now() - start;
        }, name));
    }
    return show(times);
}

async function busyFloor(chrome) {
    const pit = new Pit();
    try {
        const { address } = await pit.manager({ floor: bigFloor(pit.folder), more: patient });
        const tables = Array.from({ length: TABLES }, (_, i) => new Table(address, `t-${i + 1}`));
        for (const table of tables) await table.join();
        const context = await chrome.newContext({ viewport: { width: 1280, height: 800 } });
        const page = await context.newPage();
        await page.goto(`${address}/manager`);
        await page.getByText('t-500').first().waitFor({ state: 'attached' });
        const idle = await presses(page);
        let rounds = 0;
        let stop = false;
        const driver = (async () => {
            for (let i = 0; !stop; i = (i + 25) % TABLES) {
                await Promise.all(tables.slice(i, i + 25).map((table) => table.round()));
                rounds += 25;
            }
        })();
        const start = Date.now();
        const busy = await presses(page);
        const rate = rounds / ((Date.now() - start) / 1000);
        stop = true;
        await driver;
        console.log(`the manager console with ${TABLES} tables, press to page: idle ${idle.text}; with ${rate.toFixed(0)} rounds/s ${busy.text}`);
        console.log(`                          busy / idle, half of them:     ${(busy.half / idle.half).toFixed(1)}`);
        await context.close();
    } finally {
        await pit.stop();
    }
}

// ---- First paint, and when it can be used ----

// Notes when the first control can be pressed and a frame has been drawn since, because the page answers from then on.
function watchForUse() {
    const look = () => {
        if (document.querySelector('main :is(button:enabled, a[href], select:enabled), .face, .sign')) requestAnimationFrame(() => (window.usable = performance.now()));
        else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
}

async function load(chrome, url, slow) {
    const context = await chrome.newContext();
    await context.addInitScript(watchForUse);
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slow });
    await page.goto(url);
    const measured = await page.waitForFunction(() => {
        const paint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime;
        return paint && window.usable && { paint, usable: window.usable };
    });
    const times = await measured.jsonValue();
    await context.close();
    return times;
}

async function paints(chrome) {
    const pit = new Pit();
    try {
        const { address } = await pit.manager();
        const table = await pit.table('four-1', ['--manager', address, '--live', '--key-user', 'Dealer 6']);
        for (const url of ['/', '/manager', '/sign?link=uth-three', '/math', '/practice'].map((path) => address + path).concat(`${table.address}/dealer`)) {
            const half = async (slow) => {
                const loads = [];
                for (let i = 0; i < 5; i++) loads.push(await load(chrome, url, slow));
                return [show(loads.map(({ paint }) => paint)).half, show(loads.map(({ usable }) => usable)).half].map((ms) => ms.toFixed(0).padStart(5));
            };
            const [[paint, usable], [fullPaint, fullUsable]] = [await half(4), await half(1)];
            console.log(`${new URL(url).pathname.padEnd(10)} slowed four times: first paint ${paint} ms, usable ${usable} ms; at full speed ${fullPaint} and ${fullUsable} ms`);
        }
    } finally {
        await pit.stop();
    }
}

const chrome = await browser();
try {
    const parts = { paints, floor: busyFloor, signs };
    for (const name of process.argv[3] ? [process.argv[3]] : Object.keys(parts)) await parts[name](chrome);
} finally {
    await chrome.close();
}
