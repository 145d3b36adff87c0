// The mathematics page: its figures agree with the program's, and follow while a file is edited.
import { describe, test } from 'node:test';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { api, broken, clean, cleanInBothThemes, shot, soon } from './lib.mjs';
import { analysis, context, editor, figure, fraction, hasAllFigures, hasFigure, manager, managerAgain, MINUS, page, percent, row, settled, shipped } from './math-figures.mjs';

test('no fault that a tool can find, in both themes', async () => {
    const within = await context();
    const on = await page(within, '#/tcp-cn');
    await settled(on);
    await on.getByText('Pair Plus, straight flush').waitFor();
    await cleanInBothThemes(on, 'tcp');
    await on.goto(`${manager.address}/math#/ms-rp`);
    await on.getByRole('grid').waitFor();
    await on.getByRole('button', { name: 'Colour by value' }).click();
    await cleanInBothThemes(on, 'ms by value');
    await on.goto(`${manager.address}/math#/cn`);
    await on.locator('.meter-drawing').waitFor();
    await cleanInBothThemes(on, 'progressive');
    await on.goto(`${manager.address}/math#/tcp-cn`);
    await settled(on);
    await editor(on).fill('rules: [');
    await on.locator('.editor-fault .banner').waitFor();
    await cleanInBothThemes(on, 'fault');
    await within.close();
});

test('fits every width', async () => {
    const within = await context({ viewport: { width: 390, height: 900 } });
    const on = await page(within, '#/ms-rp/hand=AsKd');
    await on.locator('.options').getByText('best').waitFor();
    await clean(on, 'phone');
    for (const width of [390, 768, 1024, 1440, 1920]) {
        await on.setViewportSize({ width, height: 900 });
        assert.equal(await on.evaluate(() => document.documentElement.scrollWidth > innerWidth), false, `${width}: no sideways scrolling`);
        const [figures, text] = [await on.locator('.figures').boundingBox(), await editor(on).boundingBox()];
        if (width < 960) assert.ok(figures.y < text.y, `${width}: the figures come before the text`);
    }
    await within.close();
});

describe('figures are those of croupier analyze', () => {
    for (const name of ['pg-flush', 'tcp-cn', 'lir-rp', 'ms-rp']) test(name, () => hasAllFigures(name));

    test('the chart has suited hands above the diagonal and is walked by the arrow keys', async () => {
        const within = await context();
        const on = await page(within, '#/pg-flush');
        await on.getByRole('gridcell', { name: /^AA, Pair of Aces/ }).focus();
        await on.keyboard.press('ArrowRight');
        await on.locator('.chart-detail', { hasText: 'Ace King suited' }).waitFor();
        await on.keyboard.press('ArrowDown');
        await on.keyboard.press('ArrowLeft');
        await on.locator('.chart-detail', { hasText: 'Ace King offsuit' }).waitFor();
        await on.keyboard.press('End');
        const { starting_hands: hands } = await analysis('pg-flush');
        const worst = hands.find((hand) => hand.hand === 'K2s');
        await on.locator('.chart-detail', { hasText: fraction(worst.exact) }).waitFor();
        await within.close();
    });

    test('a progressive', async () => {
        const within = await context();
        const on = await page(within, '#/cn');
        const exact = await analysis('cn');
        await hasFigure(on, 'House advantage', percent(exact.house_advantage));
        await hasFigure(on, 'Hit frequency', percent(exact.hit_frequency));
        for (const hand of exact.hands) await on.getByText(hand.probability.toFixed(10), { exact: true }).waitFor();
        const money = (value) => `$${value.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;
        for (const meter of ['mega', 'major', 'minor']) {
            await row(on, `Average jackpot ${meter}`).getByText(money(exact.average_jackpot[meter])).first().waitFor();
            await on.getByRole('button', { name: meter }).click();
            const fair = money(exact.meters[meter].break_even);
            await on.locator('.facts').getByText(fair, { exact: true }).waitFor();
            await on.getByRole('img', { name: `Return of one bet by the meter ${meter}: fair from ${fair}` }).waitFor();
        }
        await row(on, 'House advantage').getByText(exact.folded.house_advantage.toFixed(8)).waitFor();
        await row(on, 'House advantage').getByText(exact.printed.house_advantage.toFixed(8)).waitFor();
        await on.getByRole('button', { name: 'mega' }).click();
        const pays = await on.locator('.pays-cell').allInnerTexts();
        assert.ok(pays.length > 0 && pays.every((text) => /^(\$[\d,.]+|[\d.]+ ?%) → (\$[\d,.]+|[\d.]+ ?%)$/.test(text)), pays.join());
        await on.setViewportSize({ width: 390, height: 844 });
        assert.deepEqual((await broken(on)).filter((each) => each.startsWith('broken')), [], 'words are whole on a phone');
        await on.setViewportSize({ width: 1280, height: 800 });
        await shot(on, 'math-progressive');
        await clean(on, 'progressive');
        await within.close();
    });

    test('sensitivity, also of lines that take an analysis each', async () => {
        const within = await context();
        const on = await page(within, '#/pg-flush');
        await on.getByRole('button', { name: /^Work out \d more/ }).click();
        const { lines } = await api(manager.address, '/analyze/sensitivity', { name: 'pg-flush', path: 'ante_pays_from.straight' });
        const line = row(on, 'Ante paid from straight');
        await line.getByText(`${MINUS}${Math.abs(lines[0].change * 100).toFixed(4)} %`).waitFor();
        await line.getByText(percent(lines[0].house_edge, 4)).waitFor();
        await on.goto(`${manager.address}/math#/tcp-cn`);
        await on.locator('section[aria-busy=false]', { has: on.getByRole('region', { name: 'Sensitivity, Pair plus' }) }).waitFor();
        const changes = await on.getByRole('region', { name: 'Sensitivity, Pair plus' }).locator('tbody tr').evaluateAll((rows) =>
            rows.map((each) => Number.parseFloat(each.cells[3].textContent.replace('−', ''))));
        assert.ok(changes.length > 0);
        assert.deepEqual(changes, [...changes].sort((a, b) => b - a), 'the largest change first');
        await within.close();
    });

    test('what the words cost; a fraction is copied', async () => {
        const within = await context({ permissions: ['clipboard-read', 'clipboard-write'] });
        const on = await page(within, '#/ms-rp');
        const { rule_of_thumb: rule } = await analysis('ms-rp');
        await on.locator('.spoken').getByText(percent(rule.cost)).waitFor();
        await on.locator('.spoken').getByRole('button', { name: fraction(rule.exact_cost) }).click();
        await on.getByText(`Copied ${rule.exact_cost}`).waitFor();
        assert.equal(await on.evaluate(() => navigator.clipboard.readText()), rule.exact_cost);
        await within.close();
    });

    test('a link holds the hand, the dealer\'s open card too', async () => {
        const within = await context();
        const on = await page(within, '#/fcp-rp/hand=AsAdKh9c4d2s');
        const told = await api(manager.address, '/analyze/position', { rules: 'fcp-rp', hole: ['As', 'Ad', 'Kh', '9c', '4d'], up: ['2s'] });
        for (const option of told.options) await on.locator('.options').getByText(fraction(option.exact), { exact: true }).waitFor();
        await on.getByText("Dealer's open card").waitFor();
        await on.getByRole('button', { name: 'Clear' }).click();
        await soon(async () => assert.equal(new URL(on.url()).hash, '#/fcp-rp'));
        await within.close();
    });

    test('one hand, chosen by keyboard', async () => {
        const within = await context();
        const on = await page(within, '#/pg-flush');
        for (const card of ['ace of spades', '7 of diamonds', 'queen of spades', '2 of hearts', '3 of clubs']) {
            await on.locator('.deck').getByRole('button', { name: card, disabled: false }).press('Enter');
        }
        const told = await api(manager.address, '/analyze/position', { rules: 'pg-flush', hole: ['As', '7d'], board: ['Qs', '2h', '3c'] });
        for (const option of told.options) await on.locator('.options').getByText(fraction(option.exact), { exact: true }).waitFor();
        await on.locator('.options tr', { hasText: 'best' }).getByText(told.best, { exact: false }).first().waitFor();
        await within.close();
    });
});

describe('editing', () => {
    test('a changed text has at once the figures of the changed text, and keeps them over a reload', async () => {
        const within = await context();
        const on = await page(within, '#/tcp-cn');
        await settled(on);
        const text = shipped('tcp-cn').replace('straight flush: 5 to 1', 'straight flush: 7 to 1');
        await editor(on).fill(text);
        const told = await api(manager.address, '/analyze', { text });
        const plain = await analysis('tcp-cn');
        assert.notEqual(told.analysis.house_edge, plain.house_edge);
        await hasFigure(on, 'House edge', percent(told.analysis.house_edge));
        await on.reload();
        await hasFigure(on, 'House edge', percent(told.analysis.house_edge));
        await on.getByText('edited', { exact: true }).waitFor();
        await on.getByRole('button', { name: 'Reset to shipped' }).click();
        await on.getByRole('button', { name: 'Throw them away' }).click();
        await hasFigure(on, 'House edge', percent(plain.house_edge));
        await on.reload();
        await hasFigure(on, 'House edge', percent(plain.house_edge));
        await clean(on, 'edited');
        await within.close();
    });

    test('a fault is shown at its line, the old figures are marked, and mending it mends them', async () => {
        const within = await context();
        const on = await page(within, '#/tcp-cn');
        await settled(on);
        const good = shipped('tcp-cn');
        const bad = good.replace('one_hand: no ', 'one_hand: perhaps ');
        const line = bad.split('\n').findIndex((each) => each.includes('perhaps')) + 1;
        await editor(on).fill(bad);
        await on.getByRole('button', { name: `Line ${line}, column` }).waitFor();
        await on.getByText('Figures of an earlier text').waitFor();
        await soon(async () => {
            assert.equal(await on.locator('.at-fault').textContent(), String(line));
            assert.equal(await on.getByRole('button', { name: 'PDF' }).isDisabled(), true);
            assert.equal(await editor(on).getAttribute('aria-invalid'), 'true');
        });
        await on.getByRole('button', { name: `Line ${line}, column`, disabled: false }).press('Enter');
        await on.keyboard.type('#'); // at the place of the fault: the rest of the line becomes a comment, which is still a fault
        await on.reload();
        await on.locator('.editor-fault .banner').waitFor();
        await editor(on).fill(good);
        await hasFigure(on, 'House edge', percent((await analysis('tcp-cn')).house_edge));
        await on.getByText('Figures of an earlier text').waitFor({ state: 'detached' });
        await within.close();
    });

    test('texts of any kind are only text', async () => {
        const within = await context();
        const on = await page(within, '#/tcp-cn');
        await settled(on);
        const hostile = `<img src=x onerror="document.title='broken'"> '"&`;
        const title = hostile.replaceAll("'", "''").slice(0, 60);
        await editor(on).fill(shipped('tcp-cn').replace('title: Three Card Poker', `title: '${title}'`));
        await on.locator('.result-title', { hasText: '<img src=x onerror=' }).waitFor();
        await editor(on).fill(`rules: ${'x'.repeat(500)}\n`);
        await on.locator('.editor-fault .banner').waitFor();
        await editor(on).fill(`<script>${hostile}</script>`.repeat(10));
        await on.locator('.editor-fault .banner').waitFor();
        assert.equal(await on.title(), 'Mathematics');
        assert.equal(await on.locator('img[src=x]').count(), 0);
        await clean(on, 'hostile');
        await within.close();
    });
});

describe('comparing', () => {
    test('two files: figures, differences, marked cells', async () => {
        const within = await context();
        const on = await page(within, '#/pg-flush');
        await settled(on);
        await on.getByRole('button', { name: 'Compare two', disabled: false }).press('Enter');
        const [a, b] = [await analysis('pg-flush'), await analysis('pg-straight')];
        const edge = row(on, 'House edge');
        await edge.getByText(percent(a.house_edge), { exact: true }).waitFor();
        await edge.getByText(percent(b.house_edge), { exact: true }).waitFor();
        await edge.getByText(percent(b.house_edge - a.house_edge), { exact: true }).waitFor();
        const other = new Map(b.starting_hands.map((hand) => [hand.hand, hand.decision]));
        const differ = a.starting_hands.filter((hand) => other.get(hand.hand) !== hand.decision).map((hand) => hand.hand);
        await soon(async () => assert.deepEqual(await on.locator('td.differs').allTextContents(), [...differ, ...differ]));
        await on.reload();
        await edge.getByText(percent(b.house_edge), { exact: true }).waitFor();
        await shot(on, 'math-compare');
        await clean(on, 'compare');
        await within.close();
    });

    test('an edited file beside the shipped one; a progressive beside rules', async () => {
        const within = await context();
        const on = await page(within, '#/tcp-cn');
        await settled(on);
        const text = shipped('tcp-cn').replace('straight: 6 to 1', 'straight: 5 to 1');
        await editor(on).fill(text);
        const told = await api(manager.address, '/analyze', { text });
        await on.getByText(percent(told.analysis.side_bets.pair_plus.house_edge), { exact: true }).waitFor();
        await on.getByRole('button', { name: 'Compare two' }).click();
        await on.getByRole('columnheader', { name: 'tcp-cn (edited)' }).waitFor();
        await row(on, 'Pair plus, expectation').getByText(`${MINUS}${Math.abs(told.analysis.side_bets.pair_plus.ev).toFixed(6)}`).waitFor();
        await on.getByText('Edit the text').first().click();
        await editor(on).fill('rules: [');
        await on.locator('.editor-fault .banner').waitFor();
        await editor(on).fill(text);
        await on.locator('.editor-fault .banner').waitFor({ state: 'detached' });
        assert.ok(await editor(on).isVisible(), 'a fault that is mended does not close the text under the hand');
        await on.getByRole('combobox', { name: 'Right' }).selectOption('rp');
        await on.getByText('no figure in common').waitFor();
        await on.getByRole('combobox', { name: 'Left' }).selectOption('cn');
        const [cn, rp] = [await analysis('cn'), await analysis('rp')];
        await row(on, 'House advantage').getByText(cn.house_advantage.toFixed(8)).waitFor();
        await row(on, 'House advantage').getByText(`+${(rp.house_advantage - cn.house_advantage).toFixed(8)}`).waitFor();
        await clean(on, 'compare progressives');
        await within.close();
    });
});

test('two files beside each other are whole on a phone', async () => {
    const within = await context({ viewport: { width: 390, height: 844 } });
    const on = await page(within, '#/uth-cn/uth-rp');
    const sheet = on.getByRole('region', { name: 'Figures side by side' });
    await sheet.waitFor();
    const { inside, place } = await sheet.evaluate((box) => ({ inside: box.scrollWidth, place: box.clientWidth }));
    assert.ok(inside <= place, `${inside} px in ${place}`);
    assert.ok(await sheet.getByRole('rowheader', { name: 'House edge' }).isVisible(), 'it is a table for those who listen too');
    await clean(on, 'two files on a phone');
    await within.close();
});

test('on paper there is nothing to press, and nothing that is empty', async () => {
    const within = await context();
    const on = await page(within, '#/tcp-cn');
    await on.locator('.main-figure').waitFor();
    await on.getByRole('heading', { name: 'One hand' }).waitFor();
    await on.emulateMedia({ media: 'print' });
    for (const gone of ['.top', '.tabs', '.source', '.position']) assert.equal(await on.locator(gone).first().isVisible(), false, gone);
    // Printers leave backgrounds out, so light text on a dark background would be lost.
    const [ink, figure] = await on.evaluate(() => ['.panel', '.main-figure'].map((at) => getComputedStyle(document.querySelector(at)).color));
    assert.equal(figure, ink);
    await within.close();
});

test('the report can be kept: PDF, JSON, CSV', async () => {
    const within = await context();
    const on = await page(within, '#/pg-flush');
    await settled(on);
    const take = async (name) => {
        const [download] = await Promise.all([on.waitForEvent('download'), on.getByRole('button', { name }).click()]);
        return { name: download.suggestedFilename(), data: readFileSync(await download.path()) };
    };
    const pdf = await take('PDF');
    assert.equal(pdf.name, 'pg-flush.pdf');
    assert.equal(pdf.data.subarray(0, 5).toString(), '%PDF-');
    const json = await take('JSON');
    assert.deepEqual(JSON.parse(json.data), await analysis('pg-flush'));
    const csv = (await take('CSV')).data.toString().trimEnd().split('\r\n');
    assert.equal(csv.length, 170);
    assert.match(csv[0], /^hand,combos,decision,ev,exact/);
    await clean(on, 'downloads');
    await within.close();
});

test('a progressive has its own figures at once, those of the game when they come, and both as one on request', async () => {
    const own = await analysis('rp');
    const within = await context();
    let release;
    const held = new Promise((done) => (release = done));
    const asked = [];
    await within.route('**/api/v1/analyze', async (route) => {
        const body = route.request().postDataJSON();
        asked.push(body);
        if (!body.alone && !body.rules) await held;
        await route.continue();
    });
    const on = await page(within, '#/rp');
    await hasFigure(on, 'House advantage', percent(own.house_advantage));
    await on.getByText('Every deal of the base game is being played').waitFor();
    await on.getByText('… with the edge of the base game').waitFor();
    await on.getByRole('columnheader', { name: 'A fold forfeits it' }).waitFor();
    assert.ok(await on.getByRole('button', { name: 'JSON' }).isDisabled());
    await cleanInBothThemes(on, 'a progressive without its game');
    release();
    await on.getByText(`Folds: the best play of ${own.rules} without the progressive.`).waitFor();
    await row(on, 'House advantage').getByText(own.folded.house_advantage.toFixed(8), { exact: true }).waitFor();
    await on.getByText('… with the edge on an Ante of $10.00').waitFor();
    assert.deepEqual(asked, [{ name: 'rp', alone: true }, { name: 'rp' }], 'nothing is asked for both as one');
    await on.getByLabel('Game', { exact: true }).selectOption('ms-rp');
    await on.getByLabel('Jackpot shows').fill('500000');
    await on.getByRole('button', { name: 'Work it out' }).click();
    const { analysis: both } = await api(manager.address, '/analyze', { name: 'rp', rules: 'ms-rp', meter: '500000.00', ante: '10.00' });
    await figure(on, 'Both together').getByText('Exact fraction').click();
    await figure(on, 'Both together').getByText(fraction(both.joint.exact)).waitFor();
    await hasFigure(on, 'Played so, it gains', percent(both.joint.gain, 4));
    await clean(on, 'both as one');
    await on.getByLabel('Game', { exact: true }).selectOption('lir-rp');
    // The answer about another game disappears.
    await on.getByText('Both together', { exact: true }).waitFor({ state: 'detached' });
    await on.getByRole('button', { name: 'Work it out' }).click();
    await on.getByText('nothing is played otherwise for the progressive').waitFor();
    await within.close();
});

// Last, because a restarted server has to calculate everything again.
test('the server lost and back', async () => {
    const within = await context();
    const on = await page(within, '#/tcp-cn');
    await settled(on);
    const begin = await managerAgain();
    const text = shipped('tcp-cn').replace('pair: 1 to 1', 'pair: 2 to 1');
    await editor(on).fill(text);
    await on.getByText('The server cannot be reached').waitFor();
    await on.getByText('Figures of an earlier text').waitFor();
    await begin();
    const told = await api(manager.address, '/analyze', { text });
    await on.getByText('Figures of an earlier text').waitFor({ state: 'detached' });
    await on.getByText(percent(told.analysis.side_bets.pair_plus.house_edge), { exact: true }).waitFor();
    await clean(on, 'lost and back');
    await within.close();
});
