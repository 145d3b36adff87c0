// Shared by the tests of the mathematics page: a manager, a browser, the program's own output, and a check of all figures of one
// game.
import { after, before } from 'node:test';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { browser, clean, open, PATIENCE_MS, Pit, root, shot, soon, waitForAnalyses } from './lib.mjs';

waitForAnalyses();

export const MINUS = '−';
export const percent = (value, digits = 6) => `${value < 0 ? MINUS : ''}${Math.abs(value * 100).toFixed(digits)} %`;
export const fraction = (text) => text.replace('-', MINUS).replace('/', ' / ');
export const shipped = (name) => readFileSync(join(root, 'rules', `${name}.yaml`), 'utf8');

export let pit, manager, chrome;

before(async () => {
    pit = new Pit();
    manager = await pit.manager();
    chrome = await browser();
});

after(async () => {
    await chrome?.close();
    await pit?.stop();
});

// The output of croupier analyze, kept because it takes time and is the same every time.
const printed = new Map();
async function print(name) {
    const part = pit.start(['analyze', name, '--json']);
    assert.equal(await part.ended, 0, part.output);
    return JSON.parse(part.output);
}
export function analysis(name) {
    if (!printed.has(name)) printed.set(name, print(name));
    return printed.get(name);
}

export async function context(more = {}) {
    const made = await chrome.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce', ...more });
    made.setDefaultTimeout(PATIENCE_MS);
    return made;
}

export const page = (within, place) => open(within, `${manager.address}/math${place}`);
export const figure = (on, label) => on.locator('.figure', { has: on.getByText(label, { exact: true }) });
export const editor = (on) => on.locator('.editor textarea').first();
export const settled = (on) => on.locator('.results:not(.stale)').waitFor();
export const row = (on, name) => on.getByRole('row').filter({ has: on.getByRole('rowheader', { name, exact: true }) }).first();

export async function hasFigure(on, label, text) {
    await figure(on, label).getByText(text, { exact: true }).waitFor();
}

// Ends the manager; returns a function that starts another one on the same port.
export async function managerAgain() {
    const port = new URL(manager.address).port;
    await pit.kill(manager);
    return async () => (manager = await pit.manager({ port }));
}

// Checks that everything the page shows of a game agrees with croupier analyze.
export async function hasAllFigures(name) {
    const within = await context();
    const on = await page(within, `#/${name}`);
    const exact = await analysis(name);
    await hasFigure(on, 'House edge', percent(exact.house_edge));
    await hasFigure(on, 'Element of risk', percent(exact.element_of_risk));
    await hasFigure(on, 'Average wager', exact.average_wager.toFixed(6));
    await hasFigure(on, 'Standard deviation', exact.std_dev.toFixed(6));
    await figure(on, 'House edge').getByText('Exact fraction').click();
    await figure(on, 'House edge').getByText(fraction(exact.exact.ev.slice(1))).waitFor();
    for (const part of Object.values(exact.frequencies)) await on.getByText(percent(part, 4), { exact: true }).first().waitFor();
    for (const bet of Object.values(exact.side_bets)) await on.getByText(fraction(bet.exact)).first().waitFor();
    for (const { hands } of exact.rule_of_thumb.decisions) await on.locator('.spoken').getByText(hands, { exact: true }).first().waitFor();
    if (name === 'uth-cn') await on.locator('.spoken').getByText(/king-5 or better/).waitFor();
    for (const wager of exact.wagers) {
        await on.getByRole('group', { name: 'Wager' }).getByRole('button', { name: wager.label, exact: true }).click();
        const lines = on.getByRole('region', { name: `${wager.label}: how often, pays, contributes` }).locator('tbody tr');
        await soon(async () => assert.equal(await lines.count(), wager.rows.length + 1));
        for (const [i, line] of wager.rows.entries()) {
            const text = await lines.nth(i).textContent();
            for (const part of [line.combinations.toLocaleString('en-US'), percent(line.probability), fraction(line.exact)])
                assert.ok(text.includes(part), `${wager.wager} ${line.name}: ${text}`);
        }
    }
    for (const line of exact.by_open_card ?? []) await row(on, line.hand.charAt(0).toUpperCase() + line.hand.slice(1)).waitFor();
    if (exact.cutoff) await on.getByText(exact.cutoff, { exact: true }).waitFor();
    const told = await soon(async () => {
        const cells = await on.locator('[role=gridcell]').evaluateAll((found) =>
            found.map((cell) => [cell.textContent, cell.getAttribute('aria-label')]));
        assert.equal(cells.length, exact.starting_hands.length);
        return new Map(cells);
    });
    for (const { hand, decision, ev } of exact.starting_hands) {
        const value = `${ev < 0 ? MINUS : '+'}${Math.abs(ev).toFixed(4)} Antes`;
        const word = decision.charAt(0).toUpperCase() + decision.slice(1).replace('x', '×');
        assert.ok(told.get(hand).includes(`: ${word}, ${value}`), `${hand}: ${told.get(hand)}`);
    }
    await clean(on, name);
    if (name === 'uth-cn') {
        await on.evaluate(() => scrollTo(0, 0));
        await shot(on, 'math');
    }
    await within.close();
}
