// Every screen, found by following the navigation of each page from the addresses below, so that a new screen cannot be forgotten.
// Each is loaded on a slowed-down processor. It must make no refused requests, must not jump, must be readable in both themes, must
// fit its window at every width and at 200 %, and must be usable by keyboard alone. With SCREENS=all each is loaded at every width,
// otherwise at one of them in turn.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { api, browser, clean, ofColours, Pit, root, slowed, until, waitForAnalyses, watched } from './lib.mjs';
import { Felt, prepare, process as finish } from './manager-felt.mjs';

const sizes = [[390, 844], [768, 1024], [1024, 768], [1440, 900], [1920, 1080]];
const all = process.env.SCREENS === 'all';
const MOST_SHIFT = 0.02;
const SLOWER = 4;
const AT_ONCE = 2;

waitForAnalyses();

let pit, chrome, manager, table, guarded;
const felts = [];

before(async () => {
    pit = new Pit();
    chrome = await browser();
    // The lease is long, because an alarm about a lost table that comes up while a page loads would move it.
    const more = ['--lease', '60000'];
    [manager, guarded] = await Promise.all([pit.manager({ more }), pit.manager({ store: 'guarded.db', open: false })]);
    table = await pit.table('four-1', ['--manager', manager.address, '--live', '--key-user', 'Dealer 6']);
    await fill();
});

after(async () => {
    felts.forEach((felt) => felt.leave());
    await chrome?.close();
    await pit?.stop();
});

// Fills the floor with events, because empty pages hide what would not fit.
const made = {};
async function fill() {
    const tell = (path, body) => api(manager.address, path, body);
    await tell('/shifts', { item: 'Swing', user: 'Supervisor' });
    await tell('/messages', { text: 'Welcome to the pier', user: 'Supervisor' });
    for (const name of ['uth-1', 'pg-1']) felts.push(await Felt.join(manager.address, name));
    const [felt, other] = felts;
    for (let i = 0; i < 5; i++) await felt.round([1, 2, 3]);
    await felt.send('coin_in', { seats: [2, 5] });
    made.paid = await felt.claim(2, 'royal flush', [5]);
    await prepare(manager.address, made.paid);
    await felt.pay(made.paid);
    await finish(manager.address, made.paid);
    await felt.send('game_over');
    await felt.send('buy_in', { seat: 3, amount: '600.00', item: 'cash', patron: 'P. Lane' });
    await other.send('coin_in', { seats: [4] });
    made.open = await other.claim(4, 'straight flush');
    made.dispute = (await tell('/disputes', { text: 'The patron says it was a flush', table: 'uth-1', user: 'Supervisor' })).seq;
    await tell('/tables/uth-1/irregularity', { item: 'misdeal', text: 'Dealt again', user: 'Supervisor' });
}

// The addresses where the walk begins. Screens that a page links to in its navigation are found from there.
const beginnings = () => [
    `${manager.address}/`, `${manager.address}/manager`, `${manager.address}/math#/tcp-cn`, `${manager.address}/practice`,
    ...['sign', 'sign?table=uth-1', 'sign?link=uth-three', 'sign?link=uth-three,pg-main', 'sign?link=uth-three,pg-main,five-card', 'sign?table=nosuch', 'nowhere']
        .map((place) => `${manager.address}/${place}`),
    ...['floor/uth-1', 'links/uth-three', `claims/${made.open}`, `claims/${made.paid}`, 'reports?report=shift', 'setup/links/uth-three',
        'setup/links/new', 'setup/tables/uth-1'].map((place) => `${manager.address}/manager#/${place}`),
    `${table.address}/dealer`, `${table.address}/`, `${guarded.address}/manager`, `${guarded.address}/setup`,
];

const loading = /Asking the (manager|table)|One moment|Listening for|Reading the log|Waiting for the table|Looking around|Connecting/;

// Runs in each page and records its layout shifts and which elements had the focus.
function watch() {
    window.shifts = [];
    new PerformanceObserver((list) => window.shifts.push(...list.getEntries().filter((entry) => !entry.hadRecentInput)
        .map((entry) => ({ value: entry.value, what: entry.sources.map(({ node }) => node?.parentElement?.outerHTML.slice(0, 120)) }))))
        .observe({ type: 'layout-shift', buffered: true });
}

const drawn = (page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

async function settled(page) {
    await page.locator('main, h1').first().waitFor();
    await until('the page is there', async () => !loading.test(await page.locator('body').innerText())
        && (await page.locator('.waiting').count()) === 0);
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    await drawn(page);
}

const isCalm = async (page, what) => {
    const shifts = await page.evaluate(() => window.shifts);
    const sum = shifts.reduce((total, { value }) => total + value, 0);
    assert.ok(sum <= MOST_SHIFT, `${what}: shifts by ${sum.toFixed(3)}: ${JSON.stringify(shifts)}`);
};

// Nothing sticks out at the right. The last size is 1440 by 900 at 200 %.
async function fits(page, what) {
    for (const [width, height] of [...sizes, [720, 450]]) {
        await page.setViewportSize({ width, height });
        await drawn(page);
        const wide = await page.evaluate(() => {
            const { scrollWidth, clientWidth } = document.documentElement;
            if (scrollWidth <= clientWidth) return null;
            return [...document.querySelectorAll('body *')].filter((each) => each.getBoundingClientRect().right > clientWidth + 1)
                .slice(0, 3).map((each) => each.outerHTML.slice(0, 160));
        });
        assert.equal(wide, null, `${what} at ${width} px is wider than its window: ${wide}`);
    }
}

// Every control is reached with Tab, and shows that it has the focus.
async function byKeyboard(page, what) {
    const count = await page.evaluate(() => {
        const isPressed = 'a[href], button, input, select, textarea, summary, [tabindex="0"]';
        const top = document.querySelector('dialog[open]') ?? document.body;
        window.pressable = [...top.querySelectorAll(isPressed)].filter((each) => !each.disabled && !each.closest('fieldset:disabled, [inert]')
            && each.tabIndex >= 0 && each.checkVisibility({ visibilityProperty: true }));
        window.reached = new Set();
        window.unseen = [];
        addEventListener('focusin', ({ target }) => {
            window.reached.add(target);
            // The frame of the focus may be drawn by a parent element.
            const isSeen = [target, target.parentElement, target.parentElement?.parentElement].some((each) => {
                const style = each && getComputedStyle(each);
                return style && (style.boxShadow !== 'none' || (style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0));
            });
            if (!isSeen) window.unseen.push(target.outerHTML.slice(0, 160));
        });
        document.activeElement?.blur();
        return window.pressable.length;
    });
    const left = () => page.evaluate(() => window.pressable.filter((each) => each.isConnected && !window.reached.has(each) && !each.disabled
        && each.checkVisibility({ visibilityProperty: true }) && !(each.type === 'radio' && !each.checked)).map((each) => each.outerHTML.slice(0, 160)));
    for (let turn = 0; turn < 3 && (turn === 0 || (await left()).length > 0); turn++)
        for (let i = 0; i <= count + 2; i++) await page.keyboard.press('Tab');
    assert.deepEqual(await left(), [], `${what}: not reached by keyboard`);
    assert.deepEqual(await page.evaluate(() => window.unseen), [], `${what}: the focus cannot be seen`);
}

const pressed = new Set(['button', 'link', 'textbox', 'searchbox', 'combobox', 'checkbox', 'radio', 'slider', 'spinbutton', 'tab', 'switch']);

// The accessibility tree that a screen reader reads has one main part, one heading of level 1, and a name for every control.
async function isSpoken(page, what) {
    const debug = await page.context().newCDPSession(page);
    const { nodes } = await debug.send('Accessibility.getFullAXTree');
    const spoken = nodes.filter(({ ignored }) => !ignored);
    const nameless = spoken.filter(({ role, name }) => pressed.has(role?.value) && !name?.value?.trim());
    assert.equal(nameless.length, 0, `${what}: without a name: ${JSON.stringify(nameless.map(({ role, properties }) => [role.value, properties]).slice(0, 3))}`);
    assert.equal(spoken.filter(({ role }) => role?.value === 'main').length, 1, `${what}: parts called main`);
    const isFirst = ({ role, properties }) => role?.value === 'heading' && properties?.some(({ name, value }) => name === 'level' && value.value === 1);
    assert.ok(spoken.some(isFirst), `${what}: no heading of the first order`);
}

// The addresses of other screens of this server in the page's navigation.
const leadsTo = (page) => page.locator('nav a[href]:not([target]):not([download])').evaluateAll((links) => links.map(({ href }) => href)
    .filter((href) => new URL(href).origin === location.origin && !new URL(href).pathname.startsWith('/api/')));

// One page for each screen, which is loaded again for each window.
async function arrive(address) {
    const context = await chrome.newContext({ reducedMotion: 'reduce', colorScheme: 'light' });
    await context.addInitScript(watch);
    await context.addInitScript(() => sessionStorage.getItem('croupier-me') ?? sessionStorage.setItem('croupier-me', 'Manager One'));
    const page = await watched(context, address);
    page.place = address;
    return page;
}

// Loads the page in a window of this size, with a slow processor.
async function load(page, [width, height]) {
    await page.setViewportSize({ width, height });
    await slowed(page, SLOWER);
    if (page.url() === page.place) await page.reload();
    else await page.goto(page.place);
    await settled(page);
    await slowed(page, 1);
}

// A page that requests what it cannot have shows an error in the browser's console, so it must not.
async function asksWell(page, what) {
    const refused = page.refused.filter((line) => !line.endsWith(` ${page.place}`)); // the address that does not exist answers 404
    assert.deepEqual(refused, [], `${what}: refused`);
}

// The other theme differs in its colours only, so the page is not loaded again for it.
async function isReadInTheDark(page, what) {
    await page.emulateMedia({ colorScheme: 'dark' });
    await drawn(page);
    await clean(page, `${what}, dark`, ofColours);
    await page.emulateMedia({ colorScheme: 'light' });
}

// PIT-15: a time of day never stands without its zone. The axis of a chart names it once, at its end.
async function saysZone(page, what) {
    let text = await page.locator('body').innerText();
    for (const axis of await page.locator('.chart-times').allInnerTexts()) {
        assert.match(axis, / ([A-Z]{2,5}|[+-]\d{2,4})$/, `${what}: an axis without a zone`);
        text = text.replace(axis, '');
    }
    assert.deepEqual(text.match(/\b\d\d:\d\d:\d\d\b(?! ([A-Z]{2,5}|[+-]\d{2,4})\b)/g) ?? [], [], `${what}: times without a zone`);
}

// Collects everything that is wrong with a screen, and adds the screens that it leads to.
async function judge(address, windows, waiting) {
    const page = await arrive(address);
    const where = new URL(address);
    const wrong = [];
    for (const size of windows) {
        const what = `${where.pathname}${where.search}${where.hash} at ${size[0]} px`;
        await load(page, size);
        if (size === windows[0]) waiting.push(...(await leadsTo(page)));
        for (const check of [isCalm, clean, isSpoken, byKeyboard, saysZone, isReadInTheDark, ...(size === windows.at(-1) ? [fits, asksWell] : [])])
            await check(page, what).catch((error) => wrong.push(error.message));
    }
    await page.context().close();
    assert.ok(wrong.length === 0, `${address}\n${wrong.join('\n')}`);
}

const seen = new Set();
const waiting = [];

// Walks through the screens in turn; those that a screen leads to join the queue when it has been judged.
async function walk(t, judged = 0) {
    while (waiting.length > 0) {
        const address = waiting.shift();
        if (seen.has(address)) continue;
        const turn = seen.size;
        seen.add(address);
        await t.test(address.replace(/^http:..127\.0\.0\.1:\d+/, ''), () => judge(address, all ? sizes : [sizes[turn % sizes.length]], waiting));
        judged++;
    }
    return judged;
}

test('every screen is quiet, calm, within its window and usable by keyboard', { concurrency: AT_ONCE }, async (t) => {
    waiting.push(...beginnings());
    while ((await Promise.all(Array.from({ length: AT_ONCE }, () => walk(t)))).some((judged) => judged > 0));
});

test('the walk has been on every page of the program and in every part of the Game Manager', () => {
    const paths = new Set([...seen].map((address) => new URL(address).pathname));
    const pages = readdirSync(join(root, 'web/dist')).filter((name) => name.endsWith('.html')).map((name) => name.replace('.html', ''));
    const moved = ['trust']; // an old address that redirects to the Game Manager
    assert.deepEqual(pages.filter((name) => !moved.includes(name) && !paths.has(name === 'home' ? '/' : `/${name}`)), []);
    const ids = (file) => [...readFileSync(join(root, 'web/src/manager', file), 'utf8').matchAll(/^ {4}\{ id: '(\w+)'/gm)].map(([, id]) => id);
    const hashes = new Set([...seen].map((address) => new URL(address).hash));
    assert.ok(ids('pages.tsx').length >= 12 && ids('setup.tsx').length >= 7);
    assert.deepEqual(ids('pages.tsx').filter((id) => !hashes.has(`#/${id}`)), []);
    assert.deepEqual(ids('setup.tsx').filter((id) => !hashes.has(`#/setup/${id}`)), []);
    const tabs = /TABS = \[([^\]]+)\]/.exec(readFileSync(join(root, 'web/src/math/address.ts'), 'utf8'))[1].match(/\w+/g);
    assert.deepEqual(tabs.filter((tab) => !hashes.has(`#/tcp-cn/${tab}`)), []);
});
