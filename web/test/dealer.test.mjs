// A person deals at the console of a real table: whole rounds by touch and by keyboard, an award that the pit releases, a reload at
// every step. The screen is compared with the table's and the manager's state.
import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { api, browser, clean, open, Pit, shot, soon, until } from './lib.mjs';
import { button, fitsEverywhere, hold, holdKey, insertKey, isOff, keyUntil, money, reachable, release, screen, state, stoodStill, takeBack, tapUntil, watchShifts, whole } from './dealer-steps.mjs';
import { Felt } from './manager-felt.mjs';

let pit, chrome, manager;

before(async () => {
    pit = new Pit();
    chrome = await browser();
    manager = await pit.manager();
});

after(async () => {
    await chrome?.close();
    await pit?.stop();
});

const dealt = (name, seed, more = []) =>
    pit.table(name, ['--manager', manager.address, '--players', '3', '--dealer', '--seed', seed, '--key-user', 'Dealer 1', ...more]);

async function consoleOf(table, options = {}) {
    const context = await chrome.newContext({ viewport: screen, hasTouch: true, colorScheme: 'dark', ...options });
    const page = await open(context, `${table.address}/dealer`);
    await page.getByRole('heading', { level: 1, name: (await state(table)).table }).waitFor();
    return page;
}

const awardOf = (page, hand) => page.getByRole('region', { name: 'Awards' }).getByRole('button', { name: hand });
const panel = (page) => page.getByRole('region', { name: 'Take and pay' });
const settled = async (table) => (await state(table)).deal.phase === 'settled';
const due = async (table) => {
    const { deal } = await state(table);
    return deal.steps[deal.at];
};

async function begins(page, table) {
    await page.getByText('Bets are open', { exact: true }).waitFor();
    await until('the patrons have bet', async () => (await state(table)).next.startsWith('Bets are open'));
}

// Compares the cards, wagers and lights of every seat with the table's state.
const compareSeats = (page, table) => soon(async () => {
    const { deal, seats } = await state(table);
    for (const seat of seats) {
        const place = page.locator(`.seat[data-seat="${seat.seat}"]`);
        assert.equal(await place.getByRole('button', { name: `wager light ${seat.led ? 'on' : 'off'}` }).count(), 1, `seat ${seat.seat}: light`);
        const hand = deal.seats.find((each) => each.seat === seat.seat);
        assert.equal(await place.locator('.card').count(), hand?.cards.length ?? 0, `seat ${seat.seat}`);
        for (const { wager, amount } of deal.phase === 'settled' ? [] : (hand?.wagers ?? []))
            assert.ok((await place.innerText()).replace(/\s+/g, ' ').includes(`${wager} ${money(amount)}`), `seat ${seat.seat}: ${wager}`);
    }
});

const compareStep = (page, table) => soon(async () => {
    const step = await due(table);
    const text = (await panel(page).innerText()).replace(/\s+/g, ' ');
    assert.ok(text.includes(`Seat ${step.seat}`), text);
    assert.ok(text.includes(`Take ${money(step.take)}`) && text.includes(`Pay ${money(step.pay)}`), text);
    const isPaid = Number(step.pay) > 0;
    const mark = isPaid ? 'pay' : Number(step.take) > 0 ? 'take' : 'confirm';
    assert.equal(await page.locator('.seat[data-due="true"] .mark-word').innerText(), mark);
    for (const line of step.lines) {
        // The odds come first in the line, however little room the reason has.
        const [, reason, odds] = /^(.*): (\d+ to \d+|\d+% of .*)$/.exec(line.why) ?? [null, line.why, ''];
        const all = [odds, line.paragraph, reason].filter((word) => word !== '').join(' ');
        for (const word of [line.wager, all]) assert.ok(text.includes(word), `${word}: ${text}`);
    }
});

// Every place on the screen that shows the amount of a claim agrees with the manager's record, even while other tables play on.
async function oneAmount(page, { claim, seat, award }) {
    const record = await api(manager.address, `/claims/${claim}`);
    await soon(async () => {
        const shown = await page.locator('.queue li, .award-owed, .jpot[data-flashes="true"], .claim').allInnerTexts();
        shown.push(await awardOf(page, award).innerText());
        const amounts = shown.flatMap((text) => text.match(/\$[\d,]+\.\d\d/g) ?? []);
        assert.ok(amounts.length >= 2, shown.join(' | '));
        assert.deepEqual([...new Set(amounts)], [money(record.amount)], `seat ${seat}: ${shown.join(' | ')}`);
    });
}

test('no figure of an amount is cut, up to a billion', async () => {
    const user = 'Manager One';
    const because = { user, text: 'a meter as it may become' };
    const atLink = (what, body) => api(manager.address, `/links/uth-three/${what}`, body);
    await atLink('close', because);
    // From the 10,000 that the meter begins with to the most that a meter may hold.
    await atLink('correct', { from: 'mega', change: '999990000.00', approver: 'Manager Two', ...because });
    const table = await dealt('uth-2', '7');
    const page = await consoleOf(table);
    // The link closes between rounds, and this table deals no base game without it.
    await page.getByText('This table does not deal until it is open again.').waitFor();
    await page.getByText('A person at the manager closed it.').waitFor();
    assert.ok(await isOff(button(page, 'Start Game')));
    await fitsEverywhere(page);
    await atLink('open', { user });
    await begins(page, table);
    await soon(async () => assert.match(await awardOf(page, 'royal flush').innerText(), /\$1,000,000,000\.00/));
    await fitsEverywhere(page, [...whole, [390, 844]]);
    await atLink('close', because);
    await atLink('correct', { from: 'mega', change: '-999990000.00', approver: 'Manager Two', ...because });
    await atLink('open', { user });
    await pit.kill(table, 'SIGTERM');
});

test('a round by touch, with an award that the pit releases and a reload at every step', async () => {
    const table = await dealt('uth-1', '11', ['--award-every', '1']);
    const page = await consoleOf(table);
    const reload = async () => {
        await page.reload();
        await page.locator('.desk').waitFor();
    };
    await begins(page, table);
    await reachable(page);
    await clean(page, 'betting');
    await shot(page, 'console-betting');
    const { round } = await state(table);

    await reload();
    await tapUntil(button(page, 'Start Game'), 'betting is closed', async () => (await state(table)).mode === 'coin in');
    await page.getByText('No more bets', { exact: true }).waitFor();
    await reload();
    for (let decisions = 0; !(await settled(table)); decisions++) {
        assert.ok(decisions < 40);
        const before = JSON.stringify((await state(table)).deal);
        await tapUntil(button(page, 'Deal').first(), 'the table deals on', async () => JSON.stringify((await state(table)).deal) !== before);
        const { deal } = await state(table);
        const faceUp = deal.board.length + deal.dealer.cards.length;
        await until('the board is shown', async () => (await page.locator('.pile .card:not(.back)').count()) === faceUp);
        await compareSeats(page, table);
        if (deal.board.length === 3 && decisions % 2) await reload();
        if (deal.board.length === 3 && deal.phase === 'acting') {
            await reachable(page);
            await clean(page, 'dealing');
            await shot(page, 'console-dealing');
        }
    }

    await page.getByText(`“${(await state(table)).deal.announcement}.”`).waitFor();
    await fitsEverywhere(page);
    await clean(page, 'paying');
    await shot(page, 'console-paying');
    let claim = null;
    for (;;) {
        const step = await due(table);
        if (!step) break;
        await panel(page).getByRole('heading', { name: `Seat ${step.seat}` }).waitFor();
        await compareStep(page, table);
        const { at } = (await state(table)).deal;
        if (step.award) {
            const confirm = button(page, `Seat ${step.seat} is settled`);
            const award = awardOf(page, step.award.award);
            const isPending = async () => (await state(table)).seats[step.seat - 1].claim?.state === 'pending';
            await soon(async () => assert.ok(await isOff(confirm), 'not before the award is keyed'));
            await fitsEverywhere(page); // the amount that is owed hides no line of the settlement
            await tapUntil(award, 'the claim is pending', isPending);
            claim = { ...(await state(table)).seats[step.seat - 1].claim, seat: step.seat };
            await page.getByText(`${step.award.award} pending`).waitFor();
            await fitsEverywhere(page); // nor does the pending claim hide the hand
            const other = await Felt.join(manager.address, 'uth-4');
            await other.round([1, 2, 3, 4, 5, 6, 7]);
            await oneAmount(page, claim);
            // One tap takes nothing away: pressing the award again asks first. Then the claim is made anew.
            await tapUntil(award, 'it asks', () => page.getByRole('dialog', { name: 'take back' }).isVisible());
            assert.ok(await isPending(), 'still pending');
            assert.ok(await isOff(button(page, 'Hold: it was not a jackpot')), 'not without a name');
            await clean(page, 'taking back');
            await takeBack(page, 'Supervisor', 'the claim is cancelled', async () => (await state(table)).seats[step.seat - 1].claim === null);
            const { events } = await api(manager.address, '/log?kind=claim_cancelled&table=uth-1');
            assert.deepEqual(events.map(({ user }) => user), ['Supervisor']);
            await reload();
            await tapUntil(award, 'the claim is pending', isPending);
            claim = { ...(await state(table)).seats[step.seat - 1].claim, seat: step.seat };
            await other.round([1, 2, 3, 4, 5, 6, 7]);
            other.leave();
            await oneAmount(page, claim);
            await reload();
            await hold(page, confirm, 'the step is done', async () => (await state(table)).deal.at === at + 1);
        } else {
            await tapUntil(button(page, `Seat ${step.seat} is settled`), 'the step is done', async () => (await state(table)).deal.at === at + 1);
            if (at === 0) {
                await tapUntil(button(page, 'Back'), 'it is taken back', async () => (await state(table)).deal.at === 0);
                await panel(page).getByRole('heading', { name: `Seat ${step.seat}` }).waitFor();
                await tapUntil(button(page, `Seat ${step.seat} is settled`), 'the step is done', async () => (await state(table)).deal.at === 1);
            }
        }
        await reload();
    }
    assert.ok(claim, 'the stacked deck has an award');

    await button(page, 'Key 009').tap();
    await clean(page, 'the key');
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).tap();
    await insertKey(page, table, '009', 'Supervisor');
    await reload();
    await tapUntil(button(page, 'Turn to JPH'), 'the key is turned', async () => (await state(table)).key.position === 'JPH');
    const jpot = button(page, 'J-POT');
    // J-POT is not offered while the desk would refuse the payment; the console says what is missing instead.
    await page.locator('.queue').getByText(/Not yet: /).waitFor();
    assert.equal(await page.locator('.jpot').getAttribute('data-flashes'), 'false');
    assert.ok(await isOff(jpot));
    await reachable(page);
    await clean(page, 'jackpot');
    await shot(page, 'console-jackpot');
    await release(manager, claim.claim);
    await page.locator('.jpot[data-flashes="true"]').waitFor();
    await page.locator('.queue').getByText('Next: key 009, ready to be paid').waitFor();
    await page.getByRole('status').getByText('hold J-POT to pay it.').waitFor();
    const record = await api(manager.address, `/claims/${claim.claim}`);
    await soon(async () => assert.match(await jpot.innerText(), new RegExp(`seat ${claim.seat}\\s+\\${money(record.amount)}`)));
    await oneAmount(page, claim);
    const presses = [];
    page.on('request', (request) => request.url().endsWith('/console/press') && presses.push(request.postDataJSON().press));
    await jpot.tap();
    // Neither does a touch that ended while the page was hanging.
    await jpot.evaluate(async (element) => {
        const point = (type) => element.dispatchEvent(new PointerEvent(type, { bubbles: true, button: 0 }));
        point('pointerdown');
        for (const end = performance.now() + 2000; performance.now() < end;);
        await new Promise((done) => setTimeout(done, 50));
        point('pointerup');
        await fetch('/api/v1/console'); // requests that were sent before have been seen by now
    });
    assert.deepEqual(presses, [], 'a touch alone pays nothing');
    await hold(page, jpot, 'it is paid', async () => (await state(table)).seats[claim.seat - 1].claim.state === 'paid');
    await page.getByText(`${claim.award} paid`).waitFor();
    await soon(async () => assert.equal((await api(manager.address, `/claims/${claim.claim}`)).state, 'paid'));

    await tapUntil(button(page, 'Back to R'), 'back at R', async () => (await state(table)).key.position === 'R');
    await page.getByText('Remove key 009. Then GAME OVER.').waitFor();
    await tapUntil(button(page, 'Remove 009'), 'the key is out', async () => (await state(table)).key.in === null);
    await button(page, 'Key 009').waitFor();
    await tapUntil(button(page, 'GAME OVER'), 'the next round', async () => (await state(table)).round === round + 1);
    await page.getByText(`Round ${round + 1}`).waitFor();
    await pit.kill(table, 'SIGTERM');
});

test('what is said beside a seat hides none of its number, and no decision is cut off', async () => {
    const table = await pit.table('uth-1', ['--manager', manager.address, '--players', '7', '--seed', '21', '--pace', '300']);
    const page = await consoleOf(table);
    await page.setViewportSize({ width: 1024, height: 600 });
    const over = () => page.evaluate(() => [...document.querySelectorAll('.seat')].flatMap((seat) => {
        const [mark, number, last] = ['.mark-word', '.seat-number', '.actions > :last-child'].map((each) => seat.querySelector(each)?.getBoundingClientRect());
        const hides = mark && mark.top < number.bottom - 3 && mark.left < number.right && mark.right > number.left;
        const wager = seat.querySelector('.wagers > :last-child')?.getBoundingClientRect();
        const isCut = [last, wager].some((each) => each && each.bottom > seat.getBoundingClientRect().bottom + 1);
        return [...(mark ? ['marked'] : []), ...(last ? ['decided'] : []), ...(hides ? [`seat ${seat.dataset.seat} is hidden`] : []), ...(isCut ? [`seat ${seat.dataset.seat} is cut`] : [])];
    }));
    const seen = new Set();
    const { round } = await state(table);
    await until('marks and decisions were seen for two rounds', async () => {
        (await over()).forEach((each) => seen.add(each));
        return seen.has('marked') && seen.has('decided') && (await state(table)).round >= round + 3;
    });
    assert.deepEqual([...seen].sort(), ['decided', 'marked']);
    // The longest name of a wager leaves room for its amount within its seat: on a phone, under magnification, on an upright
    // tablet.
    for (const [width, height] of [[390, 844], [720, 450], [768, 1024]]) {
        await page.setViewportSize({ width, height });
        const out = await until('a progressive wager lies there', () => page.evaluate(() => {
            const wagers = [...document.querySelectorAll('.wagers')].filter((each) => /Progressive/.test(each.textContent));
            const rightOf = (each) => each.getBoundingClientRect().right;
            return wagers.length === 0 ? null : { all: wagers.flatMap((each) => [...each.querySelectorAll('b')].filter((amount) => rightOf(amount) > rightOf(each) + 1)
                .map((amount) => amount.parentElement.textContent)) };
        }));
        assert.deepEqual(out.all, [], `${width} × ${height}`);
    }
    await pit.kill(table, 'SIGTERM');
});

test('a round by keyboard only', async () => {
    const table = await dealt('pg-1', '5');
    const page = await consoleOf(table, { hasTouch: false, colorScheme: 'light' });
    await begins(page, table);
    const { round } = await state(table);
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Help' }).waitFor();
    await clean(page, 'the list of keys');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });

    // A key that has no effect at the moment says so.
    await page.keyboard.press('g');
    await page.getByText('Refused: this cannot be pressed now').waitFor();
    const isCoinIn = async () => (await state(table)).mode === 'coin in' && !(await state(table)).busy;
    await keyUntil(page, 's', button(page, /^(COIN IN|Start Game)/), 'betting is closed', isCoinIn);
    await page.getByText('Refused:').waitFor({ state: 'detached' });
    await until('the screen has it', async () => !(await isOff(button(page, 'Deal').first())));
    await watchShifts(page);
    for (let presses = 0; !(await settled(table)); presses++) {
        assert.ok(presses < 20);
        const before = JSON.stringify((await state(table)).deal);
        const isDealt = async () => JSON.stringify((await state(table)).deal) !== before;
        await keyUntil(page, presses % 2 ? 'd' : 'n', button(page, 'Deal').first(), 'the table deals on', isDealt);
        await until('the screen follows', async () => !(await isOff(button(page, 'Deal').first())) || (await settled(table)));
    }
    for (let step = await due(table); step; step = await due(table)) {
        const { at } = (await state(table)).deal;
        await panel(page).getByRole('heading', { name: `Seat ${step.seat}` }).waitFor();
        const done = async () => (await state(table)).deal.at === at + 1;
        if (step.award) {
            const index = (await state(table)).awards.findIndex((each) => each.award === step.award.award);
            const isPending = async () => (await state(table)).seats[step.seat - 1].claim?.state === 'pending';
            await keyUntil(page, 'QWERTYUI'[index], awardOf(page, step.award.award), 'the award is pending', isPending);
            await holdKey(page, 'P', 'the step is done', done);
        } else {
            await keyUntil(page, 'p', button(page, `Seat ${step.seat} is settled`), 'the step is done', done);
        }
    }
    await page.getByText('Every seat is settled').first().waitFor();
    await stoodStill(page);
    await clean(page, 'all paid, light');
    await keyUntil(page, 'g', button(page, 'GAME OVER'), 'the next round', async () => (await state(table)).round === round + 1);
    await pit.kill(table, 'SIGTERM');
});

test('a long reason of a refusal is whole, and no wager leaves the smallest screen for it', async () => {
    const table = await dealt('uth-2', '3');
    const page = await consoleOf(table, { viewport: { width: 1024, height: 600 } });
    await begins(page, table);
    const detail = 'this was refused for a reason that takes many words: the manager has to hear of it first, two people look at the hand '
        + 'and sign, the patron shows who they are, and only then the key is turned';
    await page.route('**/console/press', (route) => route.fulfill({ status: 422, contentType: 'application/problem+json', json: { status: 422, title: 'no', detail } }));
    const seats = () => page.locator('.seat').evaluateAll((all) => all.map((seat) => JSON.stringify(seat.getBoundingClientRect())));
    const before = await seats();
    assert.ok(before.length > 0);
    await button(page, 'Start Game').tap();
    const said = page.locator('.next .refused');
    await said.getByText('only then the key is turned').waitFor();
    assert.ok(await said.evaluate((each) => each.scrollHeight <= each.clientHeight + 1), `it is whole: ${await said.evaluate((each) => [each.scrollHeight, each.clientHeight, each.clientWidth])}`);
    const [box, line] = [await said.boundingBox(), await page.locator('.next').boundingBox()];
    assert.ok(box.y >= line.y - 1 && box.y + box.height <= line.y + line.height + 1, 'it is not cut off by its line');
    assert.deepEqual(await seats(), before, 'no seat moved');
    await clean(page, 'a long reason');
    await pit.kill(table, 'SIGTERM');
});

test('a late press does not act on the next round, and two screens agree', async () => {
    const table = await dealt('uth-2', '3');
    const page = await consoleOf(table);
    const other = await consoleOf(table);
    await begins(page, table);
    await tapUntil(button(page, 'Start Game'), 'betting is closed', async () => (await state(table)).mode === 'coin in');
    await other.getByText('No more bets', { exact: true }).waitFor();
    const late = api(table.address, '/console/press', { press: 'game over', round: (await state(table)).round + 1 });
    await assert.rejects(late, /409/);
    await page.getByText('Refused: the round is over').waitFor();
    await other.getByText('Refused: the round is over').waitFor();
    await pit.kill(table);
});

test('a table that the program deals is only shown', async () => {
    const table = await pit.table('uth-3', ['--manager', manager.address, '--players', '4', '--seed', '9', '--pace', '250']);
    const page = await consoleOf(table, { colorScheme: 'light' });
    await page.getByText('The program deals here.').waitFor();
    assert.equal(await button(page, 'GAME OVER').count(), 0);
    assert.equal(await button(page, 'Key 009').count(), 0);
    await until('cards are shown', () => page.locator('.seat .card').count());
    await clean(page, 'watching');
    // Where the program deals, nobody is told to do what it does.
    await until('it says what happens', async () => /^(Bets are open|The program deals and pays this round)\.$/.test(await page.locator('.next-line').innerText()));
    for (const [width, height] of [[1024, 768], [768, 1024], [720, 450], [390, 844]]) {
        await page.setViewportSize({ width, height });
        await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
        await watchShifts(page);
        const { round } = await state(table);
        await until('a whole round was dealt', async () => (await state(table)).round >= round + 2);
        await stoodStill(page);
    }
    await page.setViewportSize(screen);
    await pit.kill(table, 'SIGTERM');
});

test('the books stand up to an audit', () => pit.verify());
