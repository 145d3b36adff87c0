// The sign shows what the manager says, whatever happens, at any size.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { api, browser, clean, open, Pit, root, shot, soon, until } from './lib.mjs';
import { Felt, prepare, process } from './manager-felt.mjs';

const landscape = { width: 1920, height: 1080 };
const portrait = { width: 1080, height: 1920 };

let pit, chromium, manager, address;
const felts = new Map();

before(async () => {
    chromium = await browser();
});

after(() => chromium?.close());

async function begin(options) {
    pit = new Pit();
    manager = await pit.manager(options?.(pit));
    address = manager.address;
}

async function end() {
    felts.forEach((felt) => felt.leave());
    felts.clear();
    try {
        await pit?.verify();
    } finally {
        await pit?.stop();
    }
}

// The table of that name, which joins when it is first asked for.
async function sit(table) {
    if (!felts.has(table)) felts.set(table, await Felt.join(address, table));
    return felts.get(table);
}

async function sign(query, viewport = landscape, { clock = false, ...options } = {}) {
    const context = await chromium.newContext({ viewport, ...options });
    if (clock) await context.clock.install(); // so that the test can put the clock forward
    const page = await open(context, `${address}/sign${query}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    return page;
}

const close = async (page) => {
    assert.deepEqual(page.faults, []);
    await page.context().close();
};

// The value that the drums of each level show, in cents, with fractions while they turn.
const drums = () =>
    [...document.querySelectorAll('.drums')].map((box) => {
        const percent = (drum) => -parseFloat(/\(([-.\de]+)%/.exec(drum.style.transform)[1]);
        const turned = [...box.querySelectorAll('.drum')].map((drum) => (percent(drum) * 11) / 100);
        const whole = (value) => Math.floor(value + 1e-4);
        const value = turned.reduce((sum, at, i) => sum + (i === turned.length - 1 ? at : whole(at)) * 10 ** (turned.length - 1 - i), 0);
        return Math.round(value * 1000) / 1000; // a style keeps six digits
    });

const cents = (text) => Math.floor(Number(text.replace('.', '')) / (text.split('.')[1].length === 6 ? 10_000 : 1));
const metersOf = async (link) => (await api(address, '/floor')).links.find((l) => l.link === link).meters.map((m) => cents(m.amount));
const atRest = (page) => page.waitForFunction(() => !document.querySelector('[data-rolling]'));

// Meters are sent at most ten times a second, so the sign may be a moment behind.
const agrees = (page, link) =>
    until('the sign shows the meters', async () => {
        await atRest(page);
        return JSON.stringify(await page.evaluate(drums)) === JSON.stringify(await metersOf(link));
    });

const shown = (page, seq) => page.waitForFunction((n) => Number(document.documentElement.dataset.seq) >= n, seq);

// The text of a celebration, in small letters. It is shown for a while only, so the waiting begins before it appears.
function heard(cheer) {
    const said = cheer.waitFor().then(() => cheer.innerText()).then((text) => text.toLowerCase());
    said.catch(() => undefined); // awaited later
    return said;
}

// Puts the clock of a sign without motion forward, line by line, until the sign shows this text.
const runOn = (page, text) =>
    until(`it says ${text}`, async () => {
        if (await page.getByText(text).isVisible()) return true;
        await page.clock.fastForward(7000);
        return false;
    });

// Records every value that is drawn from now on.
const watch = (page) =>
    page.evaluate((source) => {
        const read = new Function(`return (${source})()`);
        window.seen = [];
        const look = () => {
            window.seen.push(read());
            requestAnimationFrame(look);
        };
        look();
    }, drums.toString());

const sizes = [[1920, 1080], [1080, 1920], [390, 844], [1024, 768], [1920, 360], [600, 600], [3840, 2160]];

// Elements that wrap, overlap or leave their place.
const outOfPlace = (page) => page.evaluate(() => {
        const out = [];
        const box = (e) => e.getBoundingClientRect();
        const inside = (a, b) => a.left >= b.left - 1 && a.right <= b.right + 1 && a.top >= b.top - 1 && a.bottom <= b.bottom + 1;
        for (const level of document.querySelectorAll('.level'))
            for (const part of level.children)
                if (!inside(box(part), box(level))) out.push(`${part.className || part.tagName} leaves its level`);
        const tall = (e) => box(e).height > 1.5 * parseFloat(getComputedStyle(e).fontSize);
        if ([...document.querySelectorAll('.drums')].some(tall)) out.push('an amount wraps');
        const levels = [...document.querySelectorAll('.level')].map(box);
        const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
        if (levels.some((a, i) => levels.some((b, j) => i < j && meet(a, b)))) out.push('levels overlap');
        for (const pays of document.querySelectorAll('.pays'))
            for (const cell of pays.querySelectorAll('th, td'))
                if (pays.checkVisibility() && !inside(box(cell), box(pays))) out.push(`${cell.textContent} leaves the pay table`);
        for (const name of document.querySelectorAll('.board > .place-name')) {
            const board = box(name.parentElement);
            if (name.scrollWidth > name.clientWidth + 1) out.push(`${name.textContent} is cut`);
            if (Math.abs(box(name).left - board.left - (board.right - box(name).right)) > 2) out.push(`${name.textContent} is not in the middle`);
        }
        const { scrollWidth, scrollHeight } = document.documentElement;
        if (scrollWidth > innerWidth || scrollHeight > innerHeight) out.push('the page scrolls');
        return out;
});

describe('a sign', () => {
    before(() => begin());

    test('a progressive has a name for patrons, not the code of its file', async () => {
        const { links } = await api(address, '/floor');
        const { link } = links.find((each) => each.progressive === 'ptha-2');
        await sit('pg-1');
        const page = await sign(`?link=${link}`);
        await page.locator('.place-name', { hasText: /^\$1 Progressive$/ }).waitFor();
        assert.equal(await page.getByText('PTHA').count(), 0);
        await page.context().close();
    });
    after(end);

    test('shows the meters of the store and rolls up to a new value', async () => {
        const felt = await sit('uth-1');
        const page = await sign('?table=uth-1');
        await page.getByText('Place your bets').waitFor();
        await agrees(page, 'uth-three');
        const before_ = (await metersOf('uth-three'))[0];
        await watch(page);
        const { seq } = await felt.send('coin_in', { seats: [1, 2, 3, 4, 5, 6, 7] });
        await shown(page, seq);
        await agrees(page, 'uth-three');
        const now = (await metersOf('uth-three'))[0];
        const mega = (await page.evaluate(() => window.seen)).map((values) => values[0]);
        assert.ok(mega.some((value) => value > before_ && value < now), 'it was seen rolling');
        assert.ok(mega.every((value, i) => i === 0 || value >= mega[i - 1] - 1e-3), 'upwards only');
        assert.ok(mega.every((value) => value >= before_ && value <= now), 'between known values');
        await page.getByText('No more bets').waitFor();
        await page.getByRole('group', { name: 'mega' }).getByText('$10,000.98').waitFor({ state: 'attached' });
        // The pay table names the hands in a patron's words.
        await soon(async () => assert.match(await page.getByRole('region', { name: 'Pay table' }).innerText(), /Royal flush\s+mega\s+\$1,000\.00\s+Straight flush\s+major/i));
        await page.getByText('See that your light is on').waitFor();
        await page.getByRole('group', { name: 'major' }).getByText('Straight flush').waitFor();
        assert.doesNotMatch(await page.locator('.sign').innerText(), /uth-three|uth-cn/);
        await felt.send('game_over');
        await page.getByText('Place your bets').waitFor();
        await clean(page, 'sign');
        await shot(page, 'sign');
        await page.setViewportSize(portrait);
        await shot(page, 'sign-portrait');
        await close(page);
    });

    test('with reduced motion it jumps, and its lines stand still', async () => {
        const felt = await sit('uth-1');
        const page = await sign('?link=uth-three&text=Good+luck', landscape, { reducedMotion: 'reduce', clock: true });
        await page.getByText('Play the progressive').waitFor();
        await watch(page);
        const old = await metersOf('uth-three');
        const { seq } = await felt.send('coin_in', { seats: [1, 2, 3, 4, 5, 6, 7] });
        await shown(page, seq);
        await agrees(page, 'uth-three');
        const now = await metersOf('uth-three');
        const seen = await page.evaluate(() => window.seen);
        assert.ok(seen.every(([mega]) => mega === old[0] || mega === now[0]), 'nothing in between');
        await felt.send('game_over');
        await runOn(page, 'Good luck');
        assert.equal(await page.locator('.running').evaluate((line) => getComputedStyle(line).animationName), 'none');
        await close(page);
    });

    test('a claim is pending on every sign of the link, with the new value beside it', async () => {
        const felt = await sit('uth-1');
        const there = await sit('uth-2');
        const page = await sign('?table=uth-2', landscape, { clock: true });
        await there.beat();
        await felt.send('coin_in', { seats: [2, 5] });
        const places = () => page.locator('.level').evaluateAll((levels) => levels.map((level) => [...level.children].map((part) => part.getBoundingClientRect().top)));
        await page.getByRole('group', { name: 'mega' }).getByText('Royal flush').waitFor();
        await atRest(page);
        const before_ = await places();
        const claim = await felt.claim(2, 'royal flush', [5]);
        await page.getByText('Jackpot pending').waitFor();
        const { amount } = await api(address, `/claims/${claim}`);
        const mega = page.getByRole('group', { name: 'mega' });
        assert.deepEqual((await places()).slice(1).map((parts) => parts.map((top) => top - parts[0])), before_.slice(1).map((parts) => parts.map((top) => top - parts[0])), 'the other levels stay as they are');
        await mega.locator('.waits').getByText(`$${Number(amount).toLocaleString('en-US')}`).waitFor();
        await agrees(page, 'uth-three');
        assert.equal((await page.evaluate(drums))[0], 1_000_000, 'the meter has started again');
        await page.reload();
        await page.getByText('Jackpot pending').waitFor();
        await mega.getByText('Pending', { exact: true }).waitFor();
        await clean(page, 'pending');
        await shot(page, 'sign-pending');
        await prepare(address, claim);
        const cheer = page.getByRole('alert', { name: 'Jackpot' });
        const said = heard(cheer);
        const paid = await felt.pay(claim);
        for (const part of ['royal flush', `$${Number(paid.amount).toLocaleString('en-US')}`, 'table uth-1 · seat 2'])
            assert.ok((await said).includes(part), `${part}: ${await said}`);
        // The celebration continues after a reload. The answer is changed to say that it was paid just now, however slow the test
        // was.
        await page.route('**/api/v1/log/*', async (route) => {
            const answer = await route.fetch();
            await route.fulfill({ response: answer, json: { ...(await answer.json()), time: Date.now() } });
        });
        await page.reload();
        await cheer.waitFor();
        await clean(page, 'celebration');
        await shot(page, 'sign-jackpot');
        await page.unrouteAll({ behavior: 'ignoreErrors' });
        await page.emulateMedia({ reducedMotion: 'reduce' }); // then the page's clock moves the ticker's lines
        await page.clock.fastForward(20_000);
        await cheer.waitFor({ state: 'detached' });
        await page.getByText('Jackpot pending').waitFor({ state: 'detached' });
        await runOn(page, /Last winner: .*table UTH-1, seat 2/);
        await felt.send('game_over');
        await process(address, claim);
        await close(page);
    });

    test('a low jackpot has a smaller celebration, and the meter jumps down to what is left', async () => {
        const felt = await sit('pg-1');
        const page = await sign('?link=pg-main', landscape, { clock: true });
        await agrees(page, 'pg-main');
        await felt.send('coin_in', { seats: [3] });
        const claim = await felt.claim(3, 'full house');
        await prepare(address, claim);
        await page.getByText('Jackpot pending').waitFor();
        await atRest(page);
        const full = (await metersOf('pg-main'))[0];
        await watch(page);
        const cheer = page.locator('.celebration.low');
        const said = heard(cheer);
        await felt.pay(claim, 'low');
        assert.match(await said, /winner\s+full house\s+\$100\.00\s+table pg-1 · seat 3/);
        await shot(page, 'sign-low-jackpot');
        await agrees(page, 'pg-main');
        const left = (await metersOf('pg-main'))[0];
        assert.equal(left, full - 10_000);
        assert.ok((await page.evaluate(() => window.seen)).every(([value]) => value === full || value === left), 'no value that never was');
        await clean(page, 'low celebration');
        await felt.send('game_over');
        await page.clock.fastForward(12_000);
        await cheer.waitFor({ state: 'detached' });
        await close(page);
    });

    test('says that the progressive is closed: the link, a table that is not there, a table without one', async () => {
        const felt = await sit('uth-1');
        const page = await sign('?table=uth-1');
        const closed = page.getByText('Progressive closed');
        await closed.waitFor({ state: 'detached' });
        await api(address, '/links/uth-three/close', { user: 'Manager One' });
        await closed.waitFor();
        await page.reload();
        await closed.waitFor();
        await agrees(page, 'uth-three');
        await clean(page, 'closed');
        await shot(page, 'sign-closed', '.celebration'); // the celebration of the jackpot before
        await api(address, '/links/uth-three/open', { user: 'Manager One' });
        await closed.waitFor({ state: 'detached' });
        felt.leave();
        await closed.waitFor();
        await close(page);
        const none = await sign('?table=tcp-1');
        await none.getByText('No progressive at this table').waitFor();
        await none.getByText('Three Card Poker').first().waitFor();
        for (const width of [390, 768, 1024, 1440, 1920]) {
            await none.setViewportSize({ width, height: 900 });
            assert.deepEqual(await none.evaluate(() => [...document.querySelectorAll('.sign p, .sign h1')]
                .filter((part) => part.scrollWidth > part.clientWidth + 1).map((part) => part.textContent)), [], `${width}: nothing is cut`);
        }
        const [name, box] = [await none.locator('.game-only p').boundingBox(), await none.locator('.game-only').boundingBox()];
        assert.ok(Math.abs(name.y + name.height / 2 - box.y - box.height / 2) < box.height / 12, 'the game stands in the middle');
        await clean(none, 'no progressive');
        await close(none);
    });

    test('says what the house tells its guests, and shows several links', async () => {
        await api(address, '/messages', { text: 'Dinner is served', user: 'Manager One' });
        const page = await sign('?link=uth-three,pg-main', landscape, { reducedMotion: 'reduce', clock: true });
        await runOn(page, 'Dinner is served');
        await page.getByRole('region', { name: 'Mega, Major and Minor' }).getByRole('group', { name: 'minor' }).waitFor();
        assert.equal(await page.locator('.board').count(), 2);
        const felt = await sit('pg-1');
        await felt.send('coin_in', { seats: [2] });
        const claim = await felt.claim(2, 'royal flush');
        await page.locator('.place-name.pending').waitFor();
        await clean(page, 'several links');
        for (const [width, height] of sizes) {
            await page.setViewportSize({ width, height });
            await soon(async () => assert.deepEqual(await outOfPlace(page), [], `${width} × ${height}`));
        }
        // An upright sign shows the levels of a link below each other, each over more than half of its width.
        await page.setViewportSize({ width: 1080, height: 1920 });
        await soon(async () => {
            const levels = await page.locator('.board .level .drums').evaluateAll((all) => all.map((each) => each.getBoundingClientRect()).map(({ top, width }) => ({ top, width })));
            assert.equal(levels.length, 4);
            levels.forEach(({ top, width }, i) => assert.ok(width > 540 && (i === 0 || top > levels[i - 1].top), JSON.stringify(levels)));
        });
        await api(address, `/claims/${claim}/cancel`, { user: 'Supervisor', text: 'misread' });
        await felt.send('game_over');
        await close(page);
    });

    test('a message is whole at any size where nothing may move, and has its room where it runs', async () => {
        const text = 'Dinner is served in the Grand Hall until ten; please ask a floor person for a seat, and keep your place with a card.';
        const { seq } = await api(address, '/messages', { text, user: 'Manager One' });
        assert.ok(seq > 0);
        for (const [query, motion] of [['?link=pg-main', 'reduce'], ['?link=pg-main,uth-three', 'reduce'], ['?table=uth-2', 'reduce'], ['?table=uth-2', 'no-preference']]) {
            const page = await sign(query, landscape, { reducedMotion: motion, clock: true });
            await runOn(page, text);
            for (const [width, height] of sizes) {
                await page.setViewportSize({ width, height });
                await soon(async () => {
                    const [room, line] = await page.evaluate(() => ['.ticker', '.running'].map((name) => document.querySelector(name).getBoundingClientRect().toJSON()));
                    const inside = line.top >= room.top && line.bottom <= room.bottom && (motion !== 'reduce' || (line.left >= room.left && line.right <= room.right));
                    assert.ok(room.bottom <= height && inside, `${query} ${motion} ${width} × ${height}: ${JSON.stringify({ room, line })}`);
                });
            }
            await close(page);
        }
    });

    test('a pay table with long words stays in its frame, at any size', async () => {
        const page = await sign('?link=five-card', landscape, { reducedMotion: 'reduce' });
        await page.getByRole('cell', { name: '10% of jackpot' }).waitFor();
        for (const [width, height] of sizes) {
            await page.setViewportSize({ width, height });
            await soon(async () => assert.deepEqual(await outOfPlace(page), [], `${width} × ${height}`));
        }
        await close(page);
    });

    test('keeps its last truth when the connection is lost, says since when, and comes back', async () => {
        const page = await sign('?link=uth-three');
        await agrees(page, 'uth-three');
        const last = await page.evaluate(drums);
        const port = new URL(address).port;
        await pit.kill(manager);
        await page.getByText(/Amounts as of \d\d:\d\d:\d\d/).waitFor();
        assert.deepEqual(await page.evaluate(drums), last);
        await clean(page, 'lost');
        await shot(page, 'sign-lost');
        manager = await pit.manager({ port });
        felts.forEach((felt) => felt.leave());
        felts.clear();
        await page.getByText(/Amounts as of/).waitFor({ state: 'detached' });
        const felt = await sit('uth-2');
        const { seq } = await felt.send('coin_in', { seats: [1] });
        await felt.send('game_over');
        await shown(page, seq);
        await agrees(page, 'uth-three');
        await close(page);
    });

    test('is chosen from a list, by keyboard; a text of the house is only a text', async () => {
        const page = await sign('', { width: 1024, height: 768 });
        await page.getByRole('heading', { name: 'Which sign is this?' }).waitFor();
        await clean(page, 'choosing');
        await shot(page, 'sign-choose');
        await page.keyboard.press('Tab');
        await page.keyboard.press('Tab');
        await page.keyboard.press('Enter');
        await page.waitForURL('**/sign?link=uth-three');
        // A sign's token opens only what signs need, so the sign asks for nothing else.
        const asked = [];
        page.on('request', (request) => asked.push(new URL(request.url()).pathname));
        await page.goto(`${address}/sign?table=nowhere#token=of-a-sign`);
        await page.reload();
        await api(address, '/messages', { text: 'The bar is open', user: 'Manager One' });
        await api(address, '/links/pg-main/close', { user: 'Manager One' });
        await until('it looks again', () => asked.includes('/api/v1/signs') || asked.includes('/api/v1/floor'));
        assert.ok(!asked.includes('/api/v1/floor'), asked.join(' '));
        await api(address, '/links/pg-main/open', { user: 'Manager One' });
        await page.evaluate(() => localStorage.clear());
        await page.goto(`${address}/sign?table=nowhere%3Cb%3E`);
        await page.getByText('This floor has no table nowhere<b>.').waitFor();
        const hostile = `<img src=x onerror="document.title='broken'">'${'long'.repeat(80)}`;
        await page.emulateMedia({ reducedMotion: 'reduce' });
        await page.goto(`${address}/sign?table=tcp-1&text=${encodeURIComponent(hostile)}`);
        await page.getByText('<img src=x onerror=').waitFor();
        assert.equal(await page.locator('.sign img').count(), 0);
        assert.notEqual(await page.title(), 'broken');
        await close(page);
    });
});

describe('a sign with three millions', () => {
    before(() =>
        begin(({ folder }) => {
            const rich = readFileSync(join(root, 'rules/cn.yaml'), 'utf8').replace(/seed: \d+/g, 'seed: 1234567.89');
            writeFileSync(join(folder, 'rich.yaml'), rich);
            const floor = readFileSync(join(root, 'floors/demo.yaml'), 'utf8').replace('progressive: cn', 'progressive: rich.yaml');
            writeFileSync(join(folder, 'floor.yaml'), floor);
            return { floor: join(folder, 'floor.yaml') };
        }));
    after(end);

    test('never wraps or overflows, at any size, also while a claim is pending', async () => {
        const felt = await sit('uth-1');
        await felt.send('coin_in', { seats: [2] });
        const claim = await felt.claim(2, 'royal flush');
        const page = await sign('?table=uth-1');
        await page.getByRole('group', { name: 'mega' }).locator('.waits').waitFor();
        for (const [width, height] of sizes) {
            await page.setViewportSize({ width, height });
            await soon(async () => assert.deepEqual(await outOfPlace(page), [], `${width} × ${height}`));
        }
        await page.setViewportSize(landscape);
        await shot(page, 'sign-millions');
        await api(address, `/claims/${claim}/cancel`, { user: 'Supervisor', text: 'misread' });
        await page.getByText('Jackpot pending').waitFor({ state: 'detached' });
        await close(page);
    });

    test('is closed when the floor is halted', async () => {
        const page = await sign('?link=five-card');
        await page.getByText('Progressive closed').waitFor({ state: 'detached' });
        await fetch(`${address}/api/v1/tables/uth-3/join`, {
            method: 'POST',
            headers: { 'Content-Type': 'application/json' },
            body: JSON.stringify({ instance: 'ahead', acked_epoch: 1, acked_seq: 99 }),
        });
        await until('the floor halts', async () => (await api(address, '/floor')).halted);
        await page.getByText('Progressive closed').waitFor();
        await close(page);
    });
});
