// Games that are not shipped, on every screen: everything that needs no mathematics works, everything else says why not, and
// nothing breaks.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { browser, Pit, root, until, watched } from './lib.mjs';

const titles = { two: 'Two Card Test', solo: 'Solo Test' };
const rules = (name) => join(root, `tests/games/${name}.yaml`);
const AT_ONCE = 4;
const PLACE = 'uth-cn'; // the shipped rules whose text is replaced by another game's

let pit, chrome, manager, table;

before(async () => {
    pit = new Pit(process.env.CROUPIER_TEST_GAMES ?? join(root, 'build/check/tests/games/croupier-test-games'));
    const floor = join(pit.folder, 'floor.yaml');
    writeFileSync(floor, ['floor: Games of the tests', 'configured_by: [One, Two]', 'people: {One: manager, Two: manager, Kim: supervisor}',
        'links:', '  five: {progressive: rp, approvals: {high: 2, low: 1}, coins_per_minute: 120, open: yes}',
        'tables:', `  two-1: {rules: ${rules('two')}}`, `  solo-1: {rules: ${rules('solo')}, link: five}`, ''].join('\n'));
    [chrome, manager] = await Promise.all([browser(), pit.manager({ floor })]);
    table = await pit.table('solo-1', ['--manager', manager.address, '--players', '3', '--seed', '4', '--pace', '500', '--key-user', 'Kim']);
});
after(async () => {
    await chrome?.close();
    await pit?.stop();
});

async function visitor(kept = {}) {
    const context = await chrome.newContext({ reducedMotion: 'reduce' });
    await context.addInitScript((entries) => {
        sessionStorage.setItem('croupier-me', 'One');
        for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
    }, kept);
    return context;
}

// Opens a page and checks the answers to its requests: the server refuses with a sentence, and never fails.
async function look(context, address) {
    const page = await watched(context, address);
    page.wrong = [];
    page.on('response', async (answer) => {
        if (answer.status() < 400) return;
        const text = await answer.text().catch(() => '');
        if (answer.status() !== 404 || !/no exact analysis for (Two Card Test|Solo Test)/.test(text)) page.wrong.push(`${answer.status()} ${answer.url()} ${text}`);
    });
    await page.goto(address);
    await page.locator('main, h1').first().waitFor();
    await until(`${address} is there`, async () => (await page.locator('.waiting').count()) === 0
        || / no figures for this text yet/.test(await page.locator('.waiting').first().innerText()));
    return page;
}

async function leave(page) {
    assert.deepEqual(page.faults, [], page.url());
    assert.deepEqual(page.wrong, [], page.url());
    await page.close();
}

test('every screen that the navigation leads to, on a floor of such games', async () => {
    const context = await visitor();
    const seen = new Set();
    const waiting = ['/', '/manager', '/practice', '/sign', '/sign?table=solo-1', '/manager#/floor/two-1', '/manager#/floor/solo-1',
        '/manager#/setup/tables/two-1', '/manager#/setup/tables/solo-1'].map((place) => manager.address + place);
    waiting.push(`${table.address}/dealer`);
    const walk = async (address) => {
        // This program does not have the mathematics of the shipped games.
        if (seen.has(address) || new URL(address).pathname === '/math') return;
        seen.add(address);
        const page = await look(context, address);
        waiting.push(...await page.locator('nav a[href]:not([target]):not([download])').evaluateAll((links) => links.map(({ href }) => href)
            .filter((href) => new URL(href).origin === location.origin && !new URL(href).pathname.startsWith('/api/'))));
        await leave(page);
    };
    while (waiting.length > 0) await Promise.all(waiting.splice(0, AT_ONCE).map(walk));
    assert.ok(seen.size >= 20, `only ${seen.size} screens`);
});

for (const [game, title] of Object.entries(titles))
    test(`the mathematics of ${title} on every tab: there are none`, async () => {
        const context = await visitor({ [`croupier-math-left-${PLACE}`]: readFileSync(rules(game), 'utf8') });
        await Promise.all(['', '/protect', '/design', '/strategy', '/risk', '/par'].map(async (tab) => {
            const page = await look(context, `${manager.address}/math#/${PLACE}${tab}`);
            await page.getByText(`no exact analysis for ${title}`).first().waitFor();
            await leave(page);
        }));
    });

test('the programs are there after all of it', async () => {
    for (const part of [manager, table]) assert.equal(part.child.exitCode, null, part.output);
    await pit.verify();
});
