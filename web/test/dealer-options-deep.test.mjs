// PIT-20: where the manual contradicts itself, the house decides in its rules file and the running table follows: who gets the
// first card, and in which order base game and bonus are taken and paid. The floor has a table for each option, with its console in
// a browser; the console's help shows each decision and the part of the manual that it follows.
import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { api, browser, clean, open, Pit, root, soon, until } from './lib.mjs';
import { button, hold, screen, state, tapUntil } from './dealer-steps.mjs';

const starts = {
    'first base': ['The first card goes to the dealer\'s left, the lowest seat in play.', null],
    'action button': ['The first card goes to the seat that has the button.', 'chapter 2, first card'],
    'right of the button': ['The first card goes to the seat at the right of the button.', 'chapter 2, first card'],
};
const orders = {
    'base then bonus': ['At each seat the base game is taken or paid first, then the progressive.', 'chapter 2, step 7, base game first'],
    'bonus then base': ['At each seat the progressive is taken or paid first, then the base game.', 'chapter 2, step 7b, Bonus first'],
    'all base first': ['The base game of all seats is taken or paid first, then the progressive of all seats.', 'chapter 3, jackpot winners'],
    'losing wagers first': ['All losing wagers are taken first, then each seat is paid.', 'chapter 2, summary'],
};
const names = (options) => Object.keys(options).map((option) => [option, option.replaceAll(' ', '-')]);

let pit, chrome, manager;

// The shipped file, with one option changed.
function rules(name, start, order) {
    const shipped = readFileSync(join(root, 'rules/pg-flush.yaml'), 'utf8');
    const text = shipped.replace('rules: pg-flush', `rules: ${name}`).replace('start: first base', `start: ${start}`).replace('\npayment:\n', `\npayment:\n  order: ${order}\n`);
    assert.notEqual(text, shipped);
    writeFileSync(join(pit.folder, `${name}.yaml`), text);
}

before(async () => {
    pit = new Pit();
    for (const [start, name] of names(starts)) rules(name, start, 'base then bonus');
    for (const [order, name] of names(orders)) rules(name, 'first base', order);
    const tables = [...names(starts), ...names(orders)].map(([, name]) => name);
    writeFileSync(join(pit.folder, 'floor.yaml'), ['floor: Options', 'configured_by: [Manager One, Manager Two]',
        'people: {Manager One: manager, Manager Two: manager, Supervisor: supervisor, Dealer 1: dealer}',
        'links:', ...tables.map((name) => `  ${name}: {progressive: ptha-2, open: yes}`),
        'tables:', ...tables.map((name) => `  ${name}: {rules: ./${name}.yaml, link: ${name}}`),
        '  live-1: {rules: ./all-base-first.yaml, link: all-base-first, live: yes}', ''].join('\n'));
    chrome = await browser();
    manager = await pit.manager({ floor: join(pit.folder, 'floor.yaml') });
});

after(async () => {
    await chrome?.close();
    await pit?.stop();
});

// Starts a table and its console. Every table has the same seed, so the same patrons and the same deck.
async function seated(name, ...more) {
    const table = await pit.table(name, ['--manager', manager.address, '--players', '3', '--dealer', '--seed', '11', '--key-user', 'Supervisor', ...more]);
    const page = await open(await chrome.newContext({ viewport: screen, hasTouch: true }), `${table.address}/dealer`);
    await begins(table);
    return { table, page };
}

const begins = (table) => until('the patrons have bet', async () => (await state(table)).next.startsWith('Bets are open'));

async function help(page) {
    await button(page, 'Keyboard and help').tap();
    const dialog = page.getByRole('dialog', { name: 'Help' });
    await dialog.getByRole('heading', { name: 'How this house deals and pays' }).waitFor();
    const said = await dialog.getByRole('listitem').allInnerTexts();
    await clean(page, 'help');
    await dialog.getByRole('button', { name: 'Done' }).tap();
    await dialog.waitFor({ state: 'detached' });
    return said;
}

function explains(said, [sentence, part]) {
    assert.ok(said.startsWith(sentence), said);
    assert.equal(said.includes('The manual has more than one way'), part !== null, said);
    if (part !== null) assert.ok(said.includes(`this is its ${part}: “`), said);
}

async function locks(page, table) {
    await tapUntil(button(page, 'COIN IN'), 'betting is closed', async () => (await state(table)).mode === 'coin in');
}

async function dealsOn(page, table) {
    const before = JSON.stringify((await state(table)).deal);
    await tapUntil(button(page, 'Deal').first(), 'the table deals on', async () => JSON.stringify((await state(table)).deal) !== before);
}

async function ends(page, table) {
    const { round } = await state(table);
    await tapUntil(button(page, 'GAME OVER'), 'the next round', async () => (await state(table)).round === round + 1);
    await begins(table);
}

// The name of a step: "4 base", "4 bonus" or "4 both"; with the order by losses "4 lost" or "4 rest".
function nameOf({ seat, lines }, byLosses) {
    if (byLosses) {
        const lost = lines.filter(({ verdict }) => verdict === 'loses').length;
        assert.ok(lost === 0 || lost === lines.length, JSON.stringify(lines));
        return `${seat} ${lost > 0 ? 'lost' : 'rest'}`;
    }
    const at = lines.findIndex(({ wager }) => wager === 'Progressive');
    assert.ok(at < 0 || at === lines.length - 1, 'within a step the progressive is last');
    return `${seat} ${at < 0 ? 'base' : lines.length === 1 ? 'bonus' : 'both'}`;
}

// Plays a round up to the payments by requests, without the screen.
async function settles(table) {
    await until('the hands are settled', async () => {
        const { deal, round, busy } = await state(table);
        if (deal.phase === 'settled') return true;
        if (!busy) await api(table.address, '/console/press', { press: 'deal', round, to_stop: true });
        return false;
    });
}

// Plays a round to its end; returns the steps of take and pay in the order in which the screen showed them.
async function playedOut(page, table) {
    await settles(table);
    const panel = page.getByRole('region', { name: 'Take and pay' });
    const said = [];
    for (;;) {
        const { deal, seats } = await state(table);
        const step = deal.steps[deal.at];
        if (!step) return said;
        await panel.getByRole('heading', { name: `Seat ${step.seat}` }).waitFor();
        await soon(async () => {
            const shown = await panel.locator('.lines tbody tr').allInnerTexts();
            assert.equal(shown.length, step.lines.length, `${shown} is not ${JSON.stringify(step.lines)}`);
            step.lines.forEach(({ wager }, i) => assert.ok(shown[i].startsWith(wager), `${shown[i]}: ${wager}`));
        });
        said.push(step);
        const done = async () => (await state(table)).deal.at === deal.at + 1;
        const confirm = button(page, `Seat ${step.seat} is settled`);
        if (!step.award) {
            await tapUntil(confirm, 'the step is done', done);
            continue;
        }
        assert.equal(seats[step.seat - 1].claim, null);
        await tapUntil(page.getByRole('region', { name: 'Awards' }).getByRole('button', { name: step.award.award }), 'the award is pending',
            async () => (await state(table)).seats[step.seat - 1].claim?.state === 'pending');
        await hold(page, confirm, 'the step is done', done);
    }
}

const downwards = (steps) => steps.map((step) => Number(step.split(' ')[0])).every((seat, i, all) => i === 0 || seat < all[i - 1]);

// The first occupied seat, clockwise from `seat` on.
function firstFrom(seat, { seats }) {
    const taken = new Set(seats.map((each) => each.seat));
    for (let n = 0; n < 7; n++) if (taken.has(((seat - 1 + n) % 7) + 1)) return ((seat - 1 + n) % 7) + 1;
    return null;
}

test('the first card goes where the house says', async () => {
    const from = { 'first base': () => 1, 'action button': (at) => at, 'right of the button': (at) => at + 1 };
    const first = {}, deck = {};
    for (const [start, name] of names(starts)) {
        const { table, page } = await seated(name);
        explains((await help(page))[0], starts[start]);
        const hasButton = start !== 'first base';
        first[start] = [];
        // the button moves one seat a round, and the first card with it
        for (const at of [1, 2, 3]) {
            await soon(async () => assert.deepEqual(await page.locator('.seat').filter({ has: page.getByText('button', { exact: true }) }).evaluateAll(
                (seats) => seats.map((each) => Number(each.dataset.seat))), hasButton ? [at] : []));
            await locks(page, table);
            const seat = firstFrom(from[start](at), (await state(table)).deal);
            await page.getByRole('status').getByText(hasButton ? `Deal the cards, seat ${seat} first.` : 'Deal the cards.').waitFor();
            await dealsOn(page, table);
            const { deal } = await state(table);
            assert.equal(deal.turn, seat, `${start}: who gets the first card decides first`);
            first[start].push(seat);
            deck[start] ??= deal.seats.find((each) => each.seat === seat).cards[0];
            await playedOut(page, table);
            await ends(page, table);
        }
        await pit.kill(table, 'SIGTERM');
    }
    // With one seed there is one deck, whose first card lies at the seat that was first; and the three options differ.
    assert.equal(new Set(Object.values(deck)).size, 1, JSON.stringify(deck));
    assert.equal(new Set(Object.values(first).map((seats) => seats.join())).size, 3, JSON.stringify(first));
});

test('bonus and base game are taken and paid in the order of the house, for the same amounts', async () => {
    const amounts = {};
    for (const [order, name] of names(orders)) {
        const { table, page } = await seated(name, '--award-every', '1');
        explains((await help(page))[1], orders[order]);
        await locks(page, table);
        await dealsOn(page, table);
        const steps = await playedOut(page, table);
        const said = steps.map((step) => nameOf(step, order === 'losing wagers first'));
        const parts = (part) => said.filter((step) => step.endsWith(part));
        const seats = new Set(steps.map(({ seat }) => seat));
        if (order === 'base then bonus') {
            assert.ok(downwards(said) && said.length === seats.size, said.join());
        } else if (order === 'bonus then base') {
            const all = [...seats].flatMap((seat) => [`${seat} bonus`, `${seat} base`]).filter((step) => said.includes(step));
            assert.deepEqual(said, all);
            assert.ok(downwards(parts('bonus')) && parts('bonus').length > 0 && parts('base').length === seats.size, said.join());
        } else {
            const [early, late] = order === 'all base first' ? ['base', 'bonus'] : ['lost', 'rest'];
            assert.deepEqual(said, [...parts(early), ...parts(late)]);
            assert.ok(downwards(parts(early)) && downwards(parts(late)) && parts(early).length > 0 && parts(late).length > 0, said.join());
        }
        amounts[order] = steps.flatMap(({ seat, lines }) => lines.map(({ wager, verdict, stake, pays }) => `${seat} ${wager} ${verdict} ${stake} ${pays}`)).sort();
        await pit.kill(table, 'SIGTERM');
    }
    for (const order of Object.keys(orders)) assert.deepEqual(amounts[order], amounts['base then bonus'], order);
});

test('a live table says it too, where its commands are listed', async () => {
    const part = pit.start(['table', 'live-1', '--live', '--manager', manager.address, '--state', join(pit.folder, 'live-1.table')], { input: 'pipe' });
    await until('the table is open', () => part.output.includes('live-1: open'));
    part.child.stdin.write('help\nquit\n');
    await part.ended;
    assert.ok(part.output.includes(`${orders['all base first'][0]} (chapter 3, jackpot winners: "after taking or paying all initial wagers")`), part.output);
    assert.ok(part.output.includes(starts['first base'][0]), part.output);
});
