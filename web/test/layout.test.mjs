// The layout of the Game Manager: a jackpot that comes up moves nothing, and no word, name, amount or number is broken over two
// lines or cut, however narrow the window. The floor has passwords, so that each name stands with its role.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { broken, until } from './lib.mjs';
import { end, go, House } from './manager-desk.mjs';
import { Felt, prepare, process } from './manager-felt.mjs';
import { TrustFloor } from './trust-floor.mjs';

const floor = new TrustFloor();
const house = new House(); // without passwords, so that a jackpot is paid in a few steps
let felt;

before(async () => {
    await floor.begin();
    await floor.enlist('Supervisor', 'Surveillance', 'Cage');
    felt = await Felt.join(floor.address, 'pg-1', await floor.token('felt of pg-1', 'table:pg-1'));
    await floor.token('monitoring', 'metrics read');
    await floor.one.askWith('Manager Two', '/tables/uth-2/enrol', { document: 'ab'.repeat(32), effective: Date.now() + 90 * 86_400_000 });
});
after(async () => {
    felt?.leave();
    await floor.end();
});

const drawn = (page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

// The positions of everything that somebody may be about to press.
const places = (page) => page.evaluate(() => Object.fromEntries(['.top', '.top > *:not(.skip, .hidden-visually)', '.strip', '.attention-bar', '.floor-filters',
    '.floor-states .button', '.tile'].flatMap((what) => [...document.querySelectorAll(what)].map((each, i) => {
    const { x, y, width, height } = each.getBoundingClientRect();
    return [`${what} ${i}`, [x, y, width, height].map(Math.round).join(' ')];
}))));

test('a jackpot that comes up moves nothing on the floor', async () => {
    const page = await floor.desk('Manager One', '/manager#/floor');
    const sizes = [[1024, 600], [1440, 900], [768, 1024], [390, 844]];
    await page.locator('.tile').first().waitFor();
    const look = async () => {
        const all = [];
        for (const [width, height] of sizes) {
            await page.setViewportSize({ width, height });
            await drawn(page);
            all.push(await places(page));
        }
        await page.setViewportSize({ width: 1440, height: 900 });
        return all;
    };
    await page.getByText('none waiting').waitFor();
    await page.getByText('No table needs anybody.').waitFor();
    await felt.send('coin_in', { seats: [4] });
    await page.locator('.tile[data-table="pg-1"]', { hasText: 'In play' }).waitFor();
    const before = await look();
    await felt.claim(4, 'straight flush');
    await page.getByRole('link', { name: 'Process Jackpot 1 waiting' }).waitFor();
    await page.locator('.strip .badge', { hasText: 'pending' }).waitFor();
    const now = await look();
    sizes.forEach((size, i) => assert.deepEqual(now[i], before[i], `at ${size}`));
    const tops = Object.entries(now[0]).filter(([what]) => what.startsWith('.strip')).map(([, place]) => place.split(' ')[1]);
    assert.equal(new Set(tops).size, 1, 'the links of the demonstration stand in one row at 1024 px');
    for (const place of now.slice(0, 2)) assert.equal(place['.top 0'].split(' ')[3], '65', 'one line');
    assert.deepEqual(page.faults, []);
    await page.context().close();
});

const widths = [390, 600, 768, 1024, 1200, 1280, 1440];

async function isWhole(page, what) {
    for (const width of widths) {
        await page.setViewportSize({ width, height: 900 });
        await drawn(page);
        assert.deepEqual(await broken(page), [], `${what} at ${width} px`);
    }
}

async function areWhole(page, pages) {
    for (const [path, sign] of Object.entries(pages)) {
        await go(page, path);
        await sign.first().waitFor();
        await isWhole(page, path);
    }
    assert.deepEqual(page.faults, []);
    await page.context().close();
}

test('names and words are whole in the lists of people, machines, tokens and documents', async () => {
    const page = await floor.desk('Manager One', '/manager#/floor');
    await areWhole(page, {
        people: page.getByRole('button', { name: 'Change Surveillance…' }),
        machines: page.getByText('Manager One and Manager Two'),
        tokens: page.getByText('metrics read'),
        'setup/documents': page.getByRole('link', { name: 'pg-straight' }),
        'setup/house': page.getByText(/today is \d/),
        'setup/thresholds': page.getByText('Cheques are paid up to; above it, a casino check').first(),
    });
});

test('amounts are whole in the list of claims, on a receipt and in the books', async () => {
    const table = await house.felt('uth-1');
    for (let i = 0; i < 3; i++) await table.round([1, 2, 3]);
    await table.send('coin_in', { seats: [1, 3] });
    const claim = await table.claim(3, 'royal flush', [1]);
    await prepare(house.address, claim);
    const open = await house.desk('Supervisor', `claims/${claim}`);
    await open.locator('.step-time').first().waitFor();
    const steps = await open.locator('.claim-steps').innerText();
    assert.doesNotMatch(steps, /\s,/, 'no blank before a comma');
    await open.getByText('Record of the patron made').waitFor();
    // On paper the facts are printed, and controls are not.
    await open.emulateMedia({ media: 'print' });
    assert.deepEqual(await open.locator(':is(.top, .nav, button, summary, .input)').evaluateAll((all) =>
        all.filter((each) => each.checkVisibility()).map((each) => each.textContent)), []);
    assert.match(await open.locator('.claim-steps').innerText(), /Sanctions list/);
    await end(open);
    await table.pay(claim);
    await process(house.address, claim);
    await table.send('buy_in', { seat: 3, amount: '600.00', item: 'cash', patron: 'P. Lane' });
    const page = await house.desk('Manager One', 'claims');
    await areWhole(page, {
        claims: page.getByText('royal flush'), [`claims/${claim}`]: page.getByText('It balances'),
        cash: page.getByText('bought cheques, cash'), 'links/uth-three': page.getByRole('cell', { name: 'Put in reserve' }),
    });
});

// Matches identifiers that are for programs: a fingerprint, milliseconds, a list in JSON.
const technical = /\b(?=[a-f]*\d)[0-9a-f]{8,}\b|\b\d{13}\b|[[{]"/;
const reads = async (locator, what) => assert.doesNotMatch(await locator.innerText(), technical, what);

test('people read words; fingerprints are there for who asks for them', async () => {
    const page = await house.desk('Manager One', 'log?kind=claim_verified');
    await page.getByRole('button', { name: /^\d+$/ }).or(page.locator('.events .row-link')).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/hand, lights|deck, deck replaced/).waitFor();
    await reads(dialog, 'an event');
    await dialog.getByText('Details for an auditor').click();
    await until('its hash is there', async () => /^[0-9a-f]{64}$/.test(await dialog.locator('.hash').first().innerText()));
    await dialog.getByRole('button', { name: 'Close' }).click();
    await go(page, 'setup/links/new');
    await page.getByRole('option', { name: 'cn', exact: true }).waitFor({ state: 'attached' });
    await reads(page.getByLabel('Progressive'), 'a choice of documents');
    await end(page);

    const signed = await floor.desk('Manager One', '/manager#/setup/versions');
    await signed.getByRole('heading', { name: 'Machine of uth-2', exact: true }).waitFor();
    await signed.getByRole('heading', { name: 'Token monitoring' }).waitFor();
    await reads(signed.locator('main'), 'versions');
    const machine = signed.locator('li', { has: signed.getByRole('heading', { name: 'Machine of uth-2' }) });
    await machine.getByText('Fingerprints for an auditor').click();
    await machine.getByText('ab'.repeat(32)).waitFor();
    await end(signed);
});
