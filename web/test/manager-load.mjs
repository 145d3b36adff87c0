// Measures the manager console with 500 tables in play: how long the page is busy at a time, how long a key takes
// to show. Prints figures; asserts nothing. usage: node manager-load.mjs [TABLES] [SECONDS]
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { browser, open, Pit, root } from './lib.mjs';
import { Felt } from './manager-felt.mjs';

const count = Number(process.argv[2] ?? 500);
const seconds = Number(process.argv[3] ?? 10);
const names = Array.from({ length: count }, (_, i) => `t-${i + 1}`);

const floorFile = (folder) => {
    const path = join(folder, 'many.yaml');
    writeFileSync(path, `floor: Many tables
configured_by: [Manager One, Manager Two]
people: {Manager One: manager, Manager Two: manager, Supervisor: supervisor}
links:
  main: {progressive: ${join(root, 'rules/cn.yaml')}, open: yes}
tables:
${names.map((name) => `  ${name}: {rules: ${join(root, 'rules/uth-cn.yaml')}, link: main}`).join('\n')}
`);
    return path;
};

const quantile = (values, q) => [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) * q)] ?? 0;
const said = (values) =>
    `median ${quantile(values, 0.5).toFixed(0)}, 95 % ${quantile(values, 0.95).toFixed(0)}, worst ${Math.max(0, ...values).toFixed(0)} ms`;

// The tables play in a thread of their own, sixteen requests at a time; it tells how many events there were.
async function play({ address, until }) {
    const felts = [];
    for (const name of names) felts.push(await Felt.join(address, name));
    parentPort.postMessage('joined');
    await new Promise((done) => parentPort.once('message', done));
    const end = Date.now() + until;
    let events = 0;
    let turn = 0;
    const hand = async () => {
        while (Date.now() < end) {
            const felt = felts[turn++ % felts.length];
            if (felt.busy) continue;
            felt.busy = true;
            await felt.round([1, 2, 3, 4, 5, 6, 7].filter(() => Math.random() < 0.5));
            felt.busy = false;
            events += 2;
        }
    };
    await Promise.all(Array.from({ length: 16 }, hand));
    felts.forEach((felt) => felt.leave());
    parentPort.postMessage(events);
}

// In the page: tasks that block, time between frames, changes drawn, and from a key to the frame that shows it.
function watch(duration) {
    const busy = [];
    const frames = [];
    const keys = [];
    let drawn = 0;
    new PerformanceObserver((list) => busy.push(...list.getEntries().map((e) => e.duration))).observe({ type: 'longtask' });
    new MutationObserver((list) => (drawn += list.length))
        .observe(document.querySelector('.floor-table'), { subtree: true, childList: true, attributes: true, characterData: true });
    let last = performance.now();
    const end = last + duration;
    return new Promise((done) => {
        const frame = (now) => {
            frames.push(now - last);
            last = now;
            if (now < end) requestAnimationFrame(frame);
            else done({ busy, frames, keys, drawn });
        };
        requestAnimationFrame(frame);
        const search = document.querySelector('input[type=search]');
        const type = () => {
            const start = performance.now();
            search.value = search.value ? '' : 't-1';
            search.dispatchEvent(new Event('input', { bubbles: true }));
            requestAnimationFrame(() => setTimeout(() => keys.push(performance.now() - start)));
            if (start < end) setTimeout(type, 700);
        };
        setTimeout(type, 700);
    });
}

// Instead of a server's stream: every table has news ten times a second, more than any server here could make.
function flood(names) {
    delete globalThis.SharedWorker;
    globalThis.EventSource = class extends EventSource {
        constructor(path) {
            super(path);
            let round = 100_000;
            setInterval(() => {
                round++;
                for (let i = 0; i < names.length; i += 250) {
                    const tables = names.slice(i, i + 250).map((table, n) => ({
                        table, round, mode: (round + n) % 3 ? 'in play' : 'betting',
                            seats: [1, 2, 3, 4, 5, 6, 7].filter((seat) => (round + n) % (seat + 1)),
                    }));
                    this.dispatchEvent(new MessageEvent('play', { data: JSON.stringify({ seq: round, tables }) }));
                }
            }, 100);
        }
    };
}

async function observe(page, title, during = async () => undefined) {
    const debug = await page.context().newCDPSession(page);
    await debug.send('Performance.enable', { timeDomain: 'threadTicks' });
    const spent = async () => Object.fromEntries((await debug.send('Performance.getMetrics')).metrics.map((m) => [m.name, m.value]));
    const before = await spent();
    const [more, { busy, frames, keys, drawn }] = await Promise.all([during(), page.evaluate(watch, seconds * 1000)]);
    const after = await spent();
    const share = (name) => `${(((after[name] - before[name]) / seconds) * 100).toFixed(0)} %`;
    const pace = more ? `, ${Math.round(more / seconds)} events a second` : '';
    console.log(`${title}${pace}: ${Math.round(drawn / seconds)} changes of the page a second`);
    const shares = `script ${share('ScriptDuration')}, style ${share('RecalcStyleDuration')}, layout ${share('LayoutDuration')}`;
    console.log(`  processor time of the page: ${share('TaskDuration')} (${shares})`);
    console.log(`  between frames: ${said(frames)}`);
    console.log(`  tasks above 50 ms: ${busy.length} in ${seconds} s; ${said(busy)}`);
    console.log(`  from a key in the search to the frame that shows it: ${said(keys)}`);
    if (page.faults.length > 0) console.log(page.faults.join('\n'));
    await page.context().close();
}

async function measure() {
    const pit = new Pit();
    const chromium = await browser();
    const floor = async (address, prepare = async () => undefined) => {
        const context = await chromium.newContext({ viewport: { width: 1280, height: 800 } });
        await prepare(context);
        const page = await open(context, `${address}/manager#/floor`);
        await page.locator('[data-table]').nth(count - 1).waitFor();
        return page;
    };
    try {
        const { address } = await pit.manager({ floor: floorFile(pit.folder), more: ['--lease', '60000'] });
        const tables = new Worker(new URL(import.meta.url),
            { argv: process.argv.slice(2), workerData: { address, until: seconds * 1000 } });
        const told = () => new Promise((done, failed) => tables.once('message', done).once('error', failed));
        await told();
        await observe(await floor(address), `${count} tables playing`, () => {
            tables.postMessage('begin');
            return told();
        });
        await observe(await floor(address, (context) => context.addInitScript(flood, names)),
            `${count} tables, each changed ten times a second`);
    } finally {
        await chromium.close();
        await pit.stop();
    }
}

await (isMainThread ? measure() : play(workerData));
