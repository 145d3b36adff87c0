// The tabs of the mathematics page: Protect, Design, Strategy, Risk, PAR. Their figures agree with the program's, and a link shows
// the same again.
import { after, before, describe, test } from 'node:test';
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { api, broken, browser, clean, cleanInBothThemes, open, PATIENCE_MS, Pit, shot, soon, waitForAnalyses, watched } from './lib.mjs';
import { there, walkTabs } from './math-tabs.mjs';

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

// The answer of the program's command of the same name, as JSON.
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
const place = { protect: 'protect/sees=dealer:1', design: 'design', strategy: 'strategy', risk: 'risk/side=5/bankroll=500', par: 'par' };

async function saved(on, press) {
    const [file] = await Promise.all([on.waitForEvent('download'), press()]);
    return { name: file.suggestedFilename(), text: readFileSync(await file.path(), 'latin1') };
}

describe('each tab', () => {
    for (const tab of Object.keys(place))
        test(`${tab}: no fault that a tool can find, in both themes and on a phone; fits every width`, async () => {
            const within = await context();
            const on = await page(within, `#/tcp-cn/${place[tab]}`);
            await on.locator(there[tab]).first().waitFor();
            await cleanInBothThemes(on, tab);
            // The picture shows the part that the tab is about.
            if (tab === 'risk') await on.locator('.fan').first().scrollIntoViewIfNeeded();
            await shot(on, `math-${tab}`);
            for (const width of [1920, 1440, 1024, 768, 390]) {
                await on.setViewportSize({ width, height: 900 });
                assert.equal(await on.evaluate(() => document.documentElement.scrollWidth > innerWidth), false, `${width}: no sideways scrolling`);
                // Numbers are never broken over two lines; a table that is wider than its place scrolls.
                const words = (await broken(on)).filter((each) => /^broken: \D?[\d,.]{4}/.test(each));
                assert.deepEqual(words, [], `${width}: numbers are whole`);
            }
            await on.setViewportSize({ width: 390, height: 844 });
            const cut = await on.locator('.fan').evaluateAll((all) => all.flatMap((chart) => {
                const { left, right, top, bottom } = chart.getBoundingClientRect();
                return [...chart.querySelectorAll('text')].filter((each) => {
                    const box = each.getBoundingClientRect();
                    return box.left < left - 0.5 || box.right > right + 0.5 || box.top < top - 0.5 || box.bottom > bottom + 0.5;
                }).map((each) => each.textContent);
            }));
            assert.deepEqual(cut, [], 'no word of a chart is cut off');
            const results = on.getByRole('region', { name: 'Results of one round' });
            if (tab === 'risk') assert.equal(await results.evaluate((box) => box.scrollWidth > box.clientWidth), false, 'the fractions are in sight');
            await clean(on, `${tab}, phone`);
            await within.close();
        });
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
    // Which seen card asks for which action: against an Ace of the dealer's the hand folds.
    const changed = on.getByRole('row', { name: /^Ace-eight-seven high/ });
    await changed.getByText('A', { exact: true }).waitFor();
    await changed.getByText('2–K', { exact: true }).waitFor();
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

test('protect: dead cards and marked backs can be asked for, and a link brings them along', async () => {
    const marked = await printed('protect', 'tcp-cn', '--sees', 'marked:QKA/first');
    const within = await context();
    const on = await page(within, '#/tcp-cn/protect');
    await on.locator('.layout-card').first().waitFor();
    for (const rank of ['Q', 'K', 'A']) await on.getByRole('group', { name: 'Ranks that are marked' }).getByRole('button', { name: rank, exact: true }).click();
    await hasFigure(on, 'What it is worth', `+${percent(marked.gain, 4)}`);
    await cleanInBothThemes(on, 'marked backs');
    await on.getByLabel('Known dead cards').fill('50');
    await on.keyboard.press('Tab');
    await on.getByText('Write a number of dead cards from 1 to 40, or nothing.').waitFor();
    // An answer about both together would take long, so the server is not asked; the test answers the request itself.
    await on.route('**/api/v1/analyze/protect', (route) => (route.request().postDataJSON().sees.startsWith('dead') ? route.fulfill({ json: marked }) : route.continue()));
    const asked = on.waitForRequest((request) => request.url().endsWith('/analyze/protect') && request.postDataJSON().sees === 'dead:2,marked:QKA/first');
    await on.getByLabel('Known dead cards').fill('2');
    await on.keyboard.press('Tab');
    await asked;
    await on.locator('.desk-answer:not(.older)').waitFor();
    assert.ok(on.url().endsWith('#/tcp-cn/protect/marked=QKA/backs=first/dead=2'), on.url());
    await on.getByRole('button', { name: 'Nothing is seen' }).click();
    await on.locator('.desk-answer').waitFor({ state: 'detached' });
    await on.goto('about:blank');
    await on.goto(`${manager.address}/math#/tcp-cn/protect/marked=QKA/backs=first`);
    await hasFigure(on, 'What it is worth', `+${percent(marked.gain, 4)}`);
    await within.close();
});

test('design: the edge moves with the slider, then exactly; a link brings the pays along', async () => {
    const within = await context();
    const on = await page(within, '#/tcp-cn/design');
    await on.locator(there.design).first().waitFor();
    const flush = on.locator('.slider', { hasText: 'Flush' }).filter({ hasNotText: 'Straight' }).getByRole('slider');
    await flush.focus();
    await on.keyboard.press('ArrowRight');
    // Calculated from the weight 274/5525 of the row, which is exact for a side bet.
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

// The slider of a value, by the name that the page shows.
const knob = (on, name) => on.locator('.slider', { has: on.getByText(name, { exact: true }) }).getByRole('slider');

test('design of a progressive: a slider changes the file, the figures follow exactly, a link brings the values along', async () => {
    const within = await context();
    const on = await page(within, '#/cn/design');
    const now = await printed('analyze', 'cn');
    const said = on.locator('.design-edge strong');
    await said.getByText(percent(now.house_advantage, 4), { exact: true }).waitFor();
    // One step is half a percent of the bet, taken from the house's share.
    await on.locator('.slider', { hasText: 'Mega: share' }).getByText(`${MINUS}0.5000 % for 0.5 % more`).waitFor();
    await knob(on, 'Mega: share').focus();
    await on.keyboard.press('ArrowRight');
    await said.getByText(percent(now.house_advantage - 0.005, 4), { exact: true }).waitFor();
    await on.locator('.design-edge').getByText('exact', { exact: true }).waitFor();
    await on.getByText('the house keeps 74.5 % of a bet').waitFor();
    const text = await on.locator('.editor textarea').inputValue();
    assert.match(text, /^house_share: 74\.5%$/m);
    assert.match(text, /mega: \{share: 14\.5%, reserve: 0%, seed: 10000, limit: none\}/);
    assert.ok(text.includes('# CN 5: one $1 cheque'), 'remarks stay');
    const file = await saved(on, () => on.getByRole('button', { name: 'File', exact: true }).first().click());
    assert.equal(file.name, 'cn-design.yaml');
    assert.match(file.text, /share: 14\.5%/);
    const elsewhere = await context();
    const other = await page(elsewhere, on.url().slice(on.url().indexOf('#')));
    await other.locator('.design-edge strong').getByText(percent(now.house_advantage - 0.005, 4), { exact: true }).waitFor();
    await elsewhere.close();
    await within.close();
});

test('design of a progressive: remarks that speak of a value are none, and keys may stand in quotes', async () => {
    const within = await context();
    const on = await page(within, '#/ptha-1/design');
    await knob(on, 'Seed').waitFor();
    const editor = on.locator('.editor textarea');
    const before = await editor.inputValue();
    const told = (seed) => before
        .replace('meters:', '"meters":\n# not share: 64%\n  # before May, seed: 777')
        .replace(/jackpot: \{.*/, `"jackpot": {share: 65%, reserve: 5%, "seed": ${seed}, limit: none} # not seed: 9, pays: 8`)
        .replace('  straight flush:', '  "straight flush":');
    await editor.fill(told('10000'));
    await on.locator('.design-edge').getByText('exact', { exact: true }).waitFor();
    const names = await on.locator('.slider-hand').allTextContents();
    assert.deepEqual(names, ['Share', 'Reserve', 'Seed', 'Royal flush', 'Straight flush', 'Four of a kind', 'Full house', 'Flush']);
    await knob(on, 'Seed').focus();
    await on.keyboard.press('ArrowRight');
    await soon(async () => assert.equal(await editor.inputValue(), told('11000')));
    await within.close();
});

test('design of a progressive: what may vary, what is wanted, the best first with the effect of a step, one to use, one as a file', async () => {
    const told = await printed('design', 'cn', '--vary', 'major.seed=500..2000:500', '--vary', 'full house=40..60:5', '--target', '21%', '--within', '1%',
        '--jackpot', 'major=4600', '--bets', '400');
    const within = await context({ acceptDownloads: true });
    const on = await page(within, '#/uth-cn/design');
    await on.locator('main').getByRole('link', { name: 'cn', exact: true }).click(); // the progressive of these rules
    await on.getByRole('heading', { name: 'Progressives for a wanted return' }).waitFor();
    await on.getByRole('button', { name: 'Look for progressives' }).click();
    await on.getByText('Say what is wanted: at least one figure.').waitFor();
    for (const name of ['Mega: share', 'Mega: seed']) await on.getByRole('checkbox', { name }).uncheck();
    for (const name of ['Major: seed', 'Full house']) {
        await on.getByRole('checkbox', { name }).focus();
        await on.keyboard.press('Space');
    }
    const range = async (name, from, to, step) => {
        const group = on.getByRole('group', { name, exact: true });
        for (const [label, value] of [['From', from], ['To', to], ['Step', step]]) await group.getByLabel(label).fill(value);
    };
    await range('Major: seed', '500', '2000', '500');
    await range('Full house', '40', '60', '5');
    await on.getByLabel('House advantage').fill('21');
    await on.getByLabel('May be off by').fill('1');
    await on.getByLabel('Average jackpot Major').fill('4600');
    await on.getByLabel('Bets an hour').fill('400');
    await on.keyboard.press('Enter');
    const table = on.getByRole('region', { name: 'Progressives that reach it, the best first' });
    await table.waitFor();
    assert.ok(told.tables.length > 1);
    // One row more than designs, for the present values.
    await soon(async () => assert.equal(await table.locator('tbody tr').count(), told.tables.length + 1));
    for (const [i, found] of told.tables.entries()) {
        const cells = await table.locator('tbody tr').nth(i + 1).locator('td').allTextContents();
        assert.deepEqual(cells.slice(1, 4), [`$${Number(found.values['major.seed']).toLocaleString('en-US', { minimumFractionDigits: 2 })}`, `${Number(found.values['full house'])} for 1`,
            percent(found.house_advantage, 4)]);
    }
    const steps = on.getByRole('region', { name: 'What a step more changes' });
    const more = told.sensitivity[0].one_step_more;
    await steps.getByText(`${MINUS}${Math.abs(more.house_advantage * 100).toFixed(6)} %`, { exact: true }).waitFor();
    const file = await saved(on, () => on.getByRole('button', { name: 'Download the file of progressive 1', exact: true }).click());
    assert.match(file.text, new RegExp(`major: .*seed: ${Number(told.tables[0].values['major.seed'])},`));
    assert.match(file.text, new RegExp(`full house: \\{pays: ${Number(told.tables[0].values['full house'])} for 1`));
    await clean(on, 'a design of a progressive');
    // A link starts the same search that its sender started.
    const elsewhere = await context({ colorScheme: 'dark', viewport: { width: 390, height: 844 }, hasTouch: true });
    const other = await page(elsewhere, on.url().slice(on.url().indexOf('#')));
    await other.getByRole('region', { name: 'Progressives that reach it, the best first' }).waitFor();
    assert.equal(await other.evaluate(() => document.documentElement.scrollWidth > innerWidth), false, 'no sideways scrolling on a phone');
    await clean(other, 'a design of a progressive, phone');
    await elsewhere.close();
    await on.getByRole('button', { name: 'Use progressive 1', exact: true }).click();
    await soon(async () => assert.equal(await on.locator('.design-edge strong').textContent(), percent(told.tables[0].house_advantage, 4)));
    await shot(on, 'math-design-progressive');
    await within.close();
});

test('design of a progressive: more values than a page has columns are worked out too', async () => {
    const within = await context();
    const on = await page(within, '#/cn/design');
    // Seven awards and nine values of meters need two requests, because one may have eight.
    await on.locator('.slider', { hasText: 'Three of a kind' }).locator('.slider-weight').getByText(/% for 1 more$/).waitFor();
    await within.close();
});

test('a PDF is on the paper that the page says: the house\'s, or what is chosen', async () => {
    const size = (path) => execFileSync('pdfinfo', [path], { encoding: 'utf8' }).match(/^Page size:.*$/m)[0];
    const taken = async (on, press) => {
        const [file] = await Promise.all([on.waitForEvent('download'), press()]);
        return size(await file.path());
    };
    const within = await context({ locale: 'en-US' });
    const on = await page(within, '#/tcp-cn/par');
    await on.locator(there.par).first().waitFor();
    const paper = on.getByLabel('Paper');
    const report = () => on.getByRole('group', { name: 'Download the report' }).getByRole('button', { name: 'PDF' }).click();
    const sheet = () => on.getByRole('group', { name: 'Download', exact: true }).getByRole('button', { name: 'PDF' }).click();
    assert.equal(await paper.inputValue(), 'a4'); // the paper size of this floor's house
    assert.match(await taken(on, report), /A4/);
    await paper.selectOption('Letter');
    assert.match(await taken(on, report), /letter/);
    assert.match(await taken(on, sheet), /letter/);
    await on.reload();
    await on.locator(there.par).first().waitFor();
    assert.equal(await paper.inputValue(), 'letter');
    await within.close();
    await api(manager.address, '/house', { item: 'paper', text: 'letter', user: 'Manager One', approver: 'Manager Two' });
    const elsewhere = await context({ locale: 'de-DE' });
    const other = await page(elsewhere, '#/tcp-cn');
    await other.getByText('Worked out').first().waitFor();
    await soon(async () => assert.equal(await other.getByLabel('Paper').inputValue(), 'letter'));
    assert.match(await taken(other, () => other.getByRole('group', { name: 'Download the report' }).getByRole('button', { name: 'PDF' }).click()), /letter/);
    await elsewhere.close();
});

test('strategy: words, their cost, mistakes, a card as PDF', async () => {
    const exact = await printed('strategy', 'tcp-cn');
    const within = await context();
    const on = await page(within, '#/tcp-cn/strategy');
    for (const line of exact.simple.lines) await on.locator('.strategy-card').getByText(line).waitFor();
    await hasFigure(on, 'Best play', percent(exact.best.house_edge, 4));
    for (const row of exact.mistakes) {
        const told = on.getByRole('region', { name: 'What mistakes cost' }).locator('tr', { hasText: fraction(row.exact) });
        await told.getByText(percent(row.arises, 2), { exact: true }).waitFor();
        await told.getByText(percent(row.cost_each, 2), { exact: true }).waitFor();
    }
    const file = await saved(on, () => on.getByRole('group', { name: 'Download', exact: true }).getByRole('button', { name: 'PDF' }).click());
    assert.equal(file.name, 'tcp-cn-strategy.pdf');
    assert.ok(file.text.startsWith('%PDF-'));
    await within.close();
});

test('strategy: long fractions are whole and in sight at 1440 px, and go on below only after the stroke', async () => {
    const within = await context({ viewport: { width: 1440, height: 900 } });
    const on = await within.newPage();
    const long = '-722111352203/6953452506000'; // of a game of hold'em, whose analysis would take minutes
    await on.route('**/analyze/strategy', async (route) => {
        const answer = await route.fetch();
        const told = await answer.json();
        told.mistakes?.forEach((each) => (each.exact = long));
        await route.fulfill({ response: answer, json: told });
    });
    await on.goto(`${manager.address}/math#/tcp-cn/strategy`);
    await on.getByText(fraction(long)).first().waitFor();
    for (const width of [1440, 1280]) {
        await on.setViewportSize({ width, height: 900 });
        assert.deepEqual(await broken(on), [], `${width}`);
    }
    await within.close();
});

test('strategy: plays of a few lines are found, shown one by one, and a link brings them along', async () => {
    const exact = await printed('strategy', 'tcp-cn', '--lines', '2');
    const within = await context();
    const on = await page(within, '#/tcp-cn/strategy');
    await on.locator('.strategy-card').waitFor();
    await on.getByLabel(/^Look for plays/).fill('2');
    await on.keyboard.press('Tab');
    const table = on.getByRole('region', { name: 'Lines against cost' });
    for (const play of exact.found) await table.locator('tr', { hasText: fraction(play.exact) }).getByText(percent(play.cost, 4), { exact: true }).waitFor();
    await on.getByRole('button', { name: `Show the play of ${exact.found[0].conditions} lines` }).click();
    const words = on.getByRole('region', { name: 'The play in words' });
    for (const rule of exact.found[0].rules) await words.getByText(rule.hands).first().waitFor();
    assert.ok(on.url().endsWith('#/tcp-cn/strategy/lines=2'), on.url());
    await on.getByLabel(/^Look for plays/).fill('99');
    await on.keyboard.press('Tab');
    await on.getByText('Write a number of lines from 1 to 24, or nothing.').waitFor();
    await within.close();
});

test('strategy: a search says how far it is, from the work itself', async () => {
    const within = await context();
    let release;
    const held = new Promise((done) => (release = done));
    await within.route('**/api/v1/analyze/strategy', async (route) => {
        await held;
        await route.continue();
    });
    let told = null;
    await within.route('**/api/v1/analyze/progress', (route) => (told ? route.fulfill({ json: told }) : route.continue()));
    const asked = within.waitForEvent('request', (request) => request.url().endsWith('/analyze/strategy'));
    const on = await page(within, '#/tcp-cn/strategy');
    const { ticket } = (await asked).postDataJSON();
    assert.ok(ticket > 0);
    await on.getByText('Playing every deal by each strategy: seconds').waitFor();
    told = { ticket: ticket + 1, part: 'prices', done: 1, all: 4 };
    await on.getByText('Another question is worked out first').waitFor();
    told = { ticket, part: 'prices', done: 3, all: 4 };
    await on.getByText('Playing every deal by each strategy: 3 of 4 done').waitFor();
    await soon(async () => assert.equal(await on.getByRole('progressbar', { name: 'How far it is' }).getAttribute('value'), '0.75'));
    await cleanInBothThemes(on, 'a strategy under way');
    told = { ticket, part: 'lines', done: 0, all: 1 };
    await on.getByText('Looking for lines, decision by decision: 0 of 1 done').waitFor();
    told = null; // from here on the server's own answer: no question is being calculated
    await on.getByText('Playing every deal by each strategy: seconds').waitFor();
    release();
    await on.locator('.strategy-card').waitFor();
    assert.equal(await on.getByRole('progressbar').count(), 0);
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

// Mississippi Stud and Four Card Poker take longest; they are in desk-deep.test.mjs.
test('another game has every tab', async () => {
    const within = await context();
    await walkTabs(await watched(within, manager.address), manager.address, 'lir-rp');
    await within.close();
});

test('an answer that takes long is waited for, and nobody is told that something may have been done', async () => {
    const within = await context();
    const on = await page(within, '#/tcp-cn');
    await on.locator('.results:not(.stale)').waitFor();
    await on.clock.install();
    const asked = on.waitForRequest('**/api/v1/analyze/par');
    await on.route('**/api/v1/analyze/par', () => undefined); // it is never answered
    await on.getByRole('link', { name: 'PAR' }).click();
    await on.getByText('Counting every combination').waitFor();
    await on.clock.runFor(1000);
    await asked;
    await on.clock.runFor(10_000);
    assert.equal(await on.getByText(/has not answered yet/).count(), 0);
    await within.close();
});

test('the words for an answer that has taken long push nothing', async () => {
    const within = await context({ viewport: { width: 1024, height: 768 } });
    let answer;
    const asked = new Promise((resolve) => { answer = resolve; });
    await within.route('**/api/v1/analyze', async (route) => {
        const response = await route.fetch();
        await asked;
        await route.fulfill({ response, body: (await response.text()).replace(/"took_ms":\d+/, '"took_ms":9999').replace('"cached":true', '"cached":false') });
    });
    const on = await page(within, '#/tcp-cn/par');
    await on.getByText('Working it out…').waitFor();
    const before = await on.locator('.editor').first().boundingBox();
    answer();
    await on.getByText('Worked out in 10.0 s').waitFor();
    assert.deepEqual(await on.locator('.editor').first().boundingBox(), before);
    await within.close();
});
