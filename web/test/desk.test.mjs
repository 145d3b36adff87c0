// The tabs of the mathematics page: Protect, Design, Strategy, Risk, PAR. Their figures are the program's, and a link shows the same again.
import { after, before, describe, test } from 'node:test';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { browser, clean, open, PATIENCE_MS, Pit, shot, soon, waitForAnalyses } from './lib.mjs';

waitForAnalyses();

const MINUS = '−';
const percent = (value, digits) => `${value < 0 ? MINUS : ''}${Math.abs(value * 100).toFixed(digits)} %`;
const fraction = (text) => text.replace('-', MINUS).replace('/', ' / ');

let pit, manager, chrome;

before(async () => {
    pit = new Pit();
    manager = await pit.manager();
    chrome = await browser();
});

after(async () => {
    await chrome?.close();
    await pit?.stop();
});

// What the command of the same name prints.
async function printed(...args) {
    const part = pit.start([...args, '--json']);
    assert.equal(await part.ended, 0, part.output);
    return JSON.parse(part.output);
}

async function context(more = {}) {
    const made = await chrome.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce', ...more });
    made.setDefaultTimeout(PATIENCE_MS);
    return made;
}

const page = (within, place) => open(within, `${manager.address}/math${place}`);
const figure = (on, label) => on.locator('.desk-answer .figure', { has: on.getByText(label, { exact: true }) });
const hasFigure = (on, label, text) => figure(on, label).getByText(text, { exact: true }).waitFor();
const there = { protect: '.desk-answer .figure', design: '.slider-weight:has-text("more")', strategy: '.strategy-card', risk: '.fan', par: '.desk-answer .returns' };
const place = { protect: 'protect/sees=dealer:1', design: 'design', strategy: 'strategy', risk: 'risk/side=5/bankroll=500', par: 'par' };

async function saved(on, press) {
    const [file] = await Promise.all([on.waitForEvent('download'), press()]);
    return { name: file.suggestedFilename(), text: readFileSync(await file.path(), 'latin1') };
}

describe('each tab', () => {
    for (const tab of Object.keys(place)) {
        test(`${tab}: no fault that a tool can find, in both themes`, async () => {
            for (const colorScheme of ['light', 'dark']) {
                const within = await context({ colorScheme });
                const on = await page(within, `#/tcp-cn/${place[tab]}`);
                await on.locator(there[tab]).first().waitFor();
                await clean(on, `${tab} ${colorScheme}`);
                if (colorScheme === 'light') {
                    // the picture shows what the tab is for
                    if (tab === 'risk') await on.locator('.fan').first().scrollIntoViewIfNeeded();
                    await shot(on, `math-${tab}`);
                }
                await within.close();
            }
        });
        test(`${tab}: fits every width`, async () => {
            const within = await context({ viewport: { width: 390, height: 844 } });
            const on = await page(within, `#/tcp-cn/${place[tab]}`);
            await on.locator(there[tab]).first().waitFor();
            for (const width of [390, 768, 1024, 1440, 1920]) {
                await on.setViewportSize({ width, height: 900 });
                assert.equal(await on.evaluate(() => document.documentElement.scrollWidth > innerWidth), false, `${width}: no sideways scrolling`);
            }
            await on.setViewportSize({ width: 390, height: 844 });
            await clean(on, `${tab}, phone`);
            await within.close();
        });
    }
});

test('the tabs are links, walked by keyboard, and a reload stays where it was', async () => {
    const within = await context();
    const on = await page(within, '#/tcp-cn');
    const tabs = on.getByRole('navigation', { name: 'What to look at' });
    await tabs.getByRole('link', { name: 'Risk' }).focus();
    await on.keyboard.press('Enter');
    await on.locator('.fan').first().waitFor();
    assert.equal(await tabs.locator('[aria-current=page]').textContent(), 'Risk');
    await on.reload();
    await on.locator('.fan').first().waitFor();
    await tabs.getByRole('link', { name: 'Analysis' }).click();
    await on.getByText('Sensitivity').waitFor();
    await within.close();
});

test('protect: tapped cards are worth what the program says, an hour too', async () => {
    const exact = await printed('protect', 'tcp-cn', '--sees', 'dealer:2');
    const within = await context();
    const on = await page(within, '#/tcp-cn/protect');
    const hand = on.getByRole('group', { name: "Dealer's hand" });
    await hand.getByRole('button', { name: /Card 1/ }).click();
    await hand.getByRole('button', { name: /Card 2/ }).focus();
    await on.keyboard.press('Space');
    await hasFigure(on, 'What it is worth', `+${percent(exact.gain, 4)}`);
    await figure(on, "The player's expectation").getByText('Exact fraction').click();
    await figure(on, "The player's expectation").getByText(fraction(exact.exact.ev)).waitFor();
    await hasFigure(on, 'An hour', `+$${(exact.gain * 25 * 40).toFixed(2)}`);
    for (const line of exact.procedures) await on.getByText(line).waitFor();
    await on.getByLabel('Hands an hour').fill('60');
    await on.keyboard.press('Tab');
    await hasFigure(on, 'An hour', `+$${(exact.gain * 25 * 60).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`);
    const link = on.url();
    assert.ok(link.endsWith('#/tcp-cn/protect/sees=dealer:2/hands=60'), link);
    const other = await page(within, link.slice(link.indexOf('#')));
    await hasFigure(other, 'What it is worth', `+${percent(exact.gain, 4)}`);
    await within.close();
});

test('design: the edge moves with the slider, then exactly; a link brings the pays along', async () => {
    const within = await context();
    const on = await page(within, '#/tcp-cn/design');
    await on.locator(there.design).first().waitFor();
    const flush = on.locator('.slider', { hasText: 'Flush' }).filter({ hasNotText: 'Straight' }).getByRole('slider');
    await flush.focus();
    await on.keyboard.press('ArrowRight');
    // by the weight 274/5525 of the row, which in a side bet is exact
    await on.locator('.design-edge strong').getByText('2.3167 %', { exact: true }).waitFor();
    await on.locator('.design-edge').getByText('exact', { exact: true }).waitFor();
    await on.locator('.design-edge').getByText(fraction('-128/5525')).waitFor();
    assert.match(await on.locator('.editor textarea').inputValue(), /flush: 4 to 1/);
    const file = await saved(on, () => on.getByRole('button', { name: 'Rules file' }).click());
    assert.match(file.text, /flush: 4 to 1/);
    const link = on.url();
    assert.ok(link.endsWith('pays=40,30,6,4,1'), link);
    const elsewhere = await context();
    const other = await page(elsewhere, link.slice(link.indexOf('#')));
    await other.locator('.design-edge strong').getByText('2.3167 %', { exact: true }).waitFor();
    await elsewhere.close();
    await within.close();
});

test('design: tables for a wanted edge, one to use, one as a file', async () => {
    const within = await context();
    const on = await page(within, '#/tcp-cn/design');
    await on.getByLabel('House edge').fill('2.4');
    await on.getByRole('button', { name: 'Look for tables' }).click();
    const table = on.getByRole('region', { name: 'Tables that reach it' });
    await table.waitFor();
    const first = await table.locator('tbody tr').first().locator('td').allTextContents();
    const edge = Number(first[5].replace(' %', ''));
    assert.ok(Math.abs(edge - 2.4) <= 0.1, first.join(' '));
    const file = await saved(on, () => on.getByRole('button', { name: 'Download the file of table 1' }).click());
    assert.ok(file.text.includes(`straight flush: ${first[0]} to 1`), file.text);
    await on.getByRole('button', { name: 'Use table 1', exact: true }).click();
    await on.locator('.design-edge').getByText('exact', { exact: true }).waitFor();
    await soon(async () => assert.equal(await on.locator('.design-edge strong').textContent(), first[5]));
    await clean(on, 'tables');
    await within.close();
});

test('strategy: words, their cost, mistakes, a card as PDF', async () => {
    const exact = await printed('strategy', 'tcp-cn');
    const within = await context();
    const on = await page(within, '#/tcp-cn/strategy');
    for (const line of exact.simple.lines) await on.locator('.strategy-card').getByText(line).waitFor();
    await hasFigure(on, 'Best play', percent(exact.best.house_edge, 4));
    for (const row of exact.mistakes) await on.getByText(fraction(row.exact)).waitFor();
    const file = await saved(on, () => on.getByRole('group', { name: 'Download', exact: true }).getByRole('button', { name: 'PDF' }).click());
    assert.equal(file.name, 'tcp-cn-strategy.pdf');
    assert.ok(file.text.startsWith('%PDF-'));
    await within.close();
});

test('risk: a session is the one of the program, and what is no number is not asked', async () => {
    const exact = await printed('risk', 'tcp-cn', '--ante', '10', '--side', '5', '--rounds', '200', '--bankroll', '300', '--ruin', '1%');
    const within = await context();
    const on = await page(within, '#/tcp-cn/risk/side=5/rounds=200/bankroll=300/ruin=1');
    const last = exact.session.steps.at(-1);
    await hasFigure(on, 'Ahead at the end', percent(last.ahead, 2));
    await hasFigure(on, 'Chance of ruin', percent(exact.ruin.chance, 2));
    await on.getByRole('img', { name: /^After 200 rounds half of all sessions/ }).waitFor();
    await on.getByRole('img', { name: /^Chance of ruin within 200 rounds/ }).waitFor();
    for (const row of exact.round.results.slice(0, 5)) await on.getByText(fraction(row.exact)).waitFor();
    await on.getByRole('textbox', { name: 'Rounds' }).fill('many');
    await on.keyboard.press('Tab');
    await on.getByText('Write numbers').waitFor();
    await on.getByRole('textbox', { name: 'Rounds' }).fill('100001');
    await on.keyboard.press('Tab');
    await on.locator('.desk-state .banner.bad').waitFor();
    await within.close();
});

test('par: every figure of the sheet, and its files', async () => {
    const exact = await printed('par', 'tcp-cn');
    const within = await context();
    const on = await page(within, '#/tcp-cn/par');
    await hasFigure(on, 'House edge', percent(exact.house_edge, 6));
    await hasFigure(on, 'Hit frequency', percent(exact.hit_frequency, 4));
    await hasFigure(on, 'Volatility index', exact.volatility_index.toFixed(4));
    await on.getByText(exact.combinations.toLocaleString('en-US'), { exact: true }).first().waitFor();
    const limits = on.getByRole('region', { name: 'Confidence limits of the hold' });
    await soon(async () => assert.equal(await limits.locator('tbody tr').count(), exact.confidence.length));
    for (const format of ['PDF', 'CSV', 'JSON']) {
        const file = await saved(on, () => on.getByRole('group', { name: 'Download', exact: true }).getByRole('button', { name: format }).click());
        assert.equal(file.name, `tcp-cn-par.${format.toLowerCase()}`);
        if (format === 'JSON') assert.deepEqual(JSON.parse(file.text).exact, exact.exact);
    }
    await within.close();
});

describe('every game has every tab', () => {
    for (const name of ['lir-rp', 'ms-rp', 'fcp-rp'])
        test(name, async () => {
            const within = await context();
            const on = await page(within, `#/${name}/design`);
            await on.locator(there.design).first().waitFor();
            await on.goto(`${manager.address}/math#/${name}/risk/rounds=50`);
            await on.locator('.fan').first().waitFor();
            await on.goto(`${manager.address}/math#/${name}/protect`);
            await on.locator('.layout-card').first().waitFor();
            assert.deepEqual(on.faults, []);
            await within.close();
        });
});

test('an answer that takes long is waited for, and nobody is told that something may have been done', async () => {
    const within = await context();
    const on = await page(within, '#/tcp-cn');
    await on.locator('.results:not(.stale)').waitFor();
    await on.clock.install();
    const asked = on.waitForRequest('**/api/v1/analyze/par');
    await on.route('**/api/v1/analyze/par', () => undefined); // never answered
    await on.getByRole('link', { name: 'PAR' }).click();
    await on.getByText('Counting every combination').waitFor();
    await on.clock.runFor(1000);
    await asked;
    await on.clock.runFor(10_000);
    assert.equal(await on.getByText(/has not answered yet/).count(), 0);
    await within.close();
});
