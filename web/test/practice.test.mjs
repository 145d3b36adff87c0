// Practice: whole hands of every game against the dealer, compared with the server's own answers.
import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { api, broken, clean, cleanInBothThemes, shot, soon, told as heard, until } from './lib.mjs';
import { cardName, cardsOf, dealing, MINUS, money, playing, Room, SEED } from './practice-room.mjs';

let room;
before(async () => (room = await Room.open()));
after(() => room?.close());

const actionName = (action) => (/^\d/.test(action) ? `Bet ${action.replace('x', '×')}` : action.charAt(0).toUpperCase() + action.slice(1));
const own = (on) => on.locator('.own');

// The server's answer about the same round.
function round(rules, wagers, actions, more = {}) {
    return api(room.address, '/practice/round', { rules, seed: SEED, round: 1, seat: 4, neighbours: 2, wagers, actions, ...more });
}

const shows = (on, told) => soon(async () => {
    const mine = told.seats.find((seat) => seat.you);
    assert.deepEqual(await cardsOf(own(on)), mine.cards.map(cardName), 'own cards');
    const house = [...told.dealer.cards, ...told.board].map(cardName);
    assert.deepEqual(await cardsOf(on.locator('.house')), house, 'dealer and board');
});

const kept = (on) => on.evaluate(() => JSON.parse(localStorage.getItem('croupier-practice-play')));

async function dealByKeyboard(on) {
    await on.getByRole('button', { name: /^Deal ·/, disabled: false }).press('Enter');
    await own(on).waitFor();
}

const firstBet = { 'lir-rp': { bet3: '10.00' } };

for (const rules of ['uth-cn', 'pg-flush', 'tcp-cn', 'lir-rp', 'ms-rp', 'fcp-rp'])
    test(`a whole hand of ${rules} by keyboard, the page loaded anew at every step`, async () => {
        const on = await room.visit('play', playing({ rules }));
        await dealByKeyboard(on);
        const wagers = firstBet[rules] ?? { ante: '10.00' };
        const actions = [];
        let told = await round(rules, wagers, actions, { advice: true });
        while (told.phase === 'acting') {
            await on.reload();
            for (const { action } of told.legal) await own(on).getByRole('button', { name: actionName(action) }).waitFor();
            await shows(on, told);
            await on.locator('.decisions :focus').waitFor(); // the next action has the focus, so Enter continues
            await on.getByRole('button', { name: 'Show advice', disabled: false }).press('Enter');
            for (const option of told.advice.options) {
                const value = `${option.value < 0 ? MINUS : '+'}${Math.abs(option.value).toFixed(4)}`;
                await on.getByRole('row', { name: actionName(option.action) }).getByText(value).waitFor();
            }
            await on.getByRole('row', { name: 'best' }).getByText(actionName(told.advice.best)).waitFor();
            await on.getByText('Counted: ').waitFor();
            // Prefers an action that leads to a showdown.
            const next = told.advice.best === 'fold' ? told.legal.find((each) => each.action !== 'fold').action : told.advice.best;
            await own(on).getByRole('button', { name: actionName(next), disabled: false }).press('Enter');
            actions.push(next);
            told = await round(rules, wagers, actions, { advice: true });
            // The next decision may offer the same buttons, so the kept session tells whether the page has moved on.
            await until('the page has it', async () => (await kept(on)).hand?.actions.length === actions.length);
        }
        await on.reload();
        if (told.announcement) await on.getByText(told.announcement, { exact: true }).waitFor();
        await shows(on, told);
        const mine = told.settlement.filter((line) => line.seat === 4);
        const lines = () => on.getByRole('region', { name: 'Settlement' }).locator('tbody tr').evaluateAll((rows) =>
            rows.map((row) => [...row.cells].map((cell) => cell.textContent)));
        await soon(async () => assert.deepEqual(await lines(), mine.map((line) =>
            ['4', line.wager, line.verdict, line.why, line.paragraph, money(line.stake), money(line.pays)])));
        await on.getByText('Rack').getByText(money(1000 + Number(told.net)), { exact: true }).waitFor();
        await on.getByRole('checkbox', { name: 'All seats' }).check();
        await soon(async () => assert.equal((await lines()).length, told.settlement.length));
        await clean(on, rules);
        await on.getByRole('button', { name: 'Next hand', disabled: false }).press('Enter');
        await on.getByRole('button', { name: /^Deal ·/ }).waitFor();
        await on.getByText('Rack').getByText(money(1000 + Number(told.net)), { exact: true }).waitFor();
        await on.context().close();
    });

test('what a mistake cost, and the round again by its number', async () => {
    const on = await room.visit('play', playing({ rules: 'uth-cn' }));
    await dealByKeyboard(on);
    const told = await round('uth-cn', { ante: '10.00' }, ['check'], { advice: true });
    const [decision] = told.advice.decisions;
    assert.ok(decision.loss > 0, 'this seed begins with a hand that should be raised');
    await own(on).getByRole('button', { name: 'Check' }).click();
    await on.getByText(`${actionName(decision.best)} was better. Check costs ${money(decision.cost)} on average`).waitFor();
    await on.getByRole('button', { name: 'Show advice' }).click();
    await on.getByRole('row', { name: 'best' }).waitFor();
    await shot(on, 'practice-play');
    await own(on).getByRole('button', { name: 'Bet 2×' }).click();
    const done = await round('uth-cn', { ante: '10.00' }, ['check', '2x'], { advice: true });
    const rack = money(1000 + Number(done.net));
    await on.getByText('Rack').getByText(rack, { exact: true }).waitFor();
    await on.getByRole('button', { name: 'Replay round 1' }).click();
    await on.getByText('replay, does not count').waitFor();
    await own(on).getByRole('button', { name: 'Check (as then)' }).waitFor();
    await on.reload();
    await own(on).getByRole('button', { name: 'Check (as then)' }).click();
    await own(on).getByRole('button', { name: 'Bet 2× · $20.00 (as then)' }).click();
    await on.getByText(done.announcement, { exact: true }).waitFor();
    await shows(on, done);
    await on.getByRole('button', { name: 'Back to the table' }).click();
    await on.getByText('Rack').getByText(rack, { exact: true }).waitFor();
    await soon(async () => assert.equal(await on.getByRole('button', { name: /Replay round/ }).count(), 1, 'a replay is no round of its own'));
    await clean(on, 'replay');
    await on.context().close();
});

test('advice counts the side bets that a fold would lose', async () => {
    // There are three jacks on the board, so folding loses a won Trips bet.
    const hand = { rules: 'uth-cn', seed: 1, round: 140, seat: 4, neighbours: 0, wagers: { ante: '10.00', trips: '10.00' }, meters: [], actions: ['check', 'check'] };
    const on = await room.visit('play', playing({ rules: 'uth-cn', hand }));
    await own(on).getByRole('button', { name: 'Fold' }).waitFor();
    await on.keyboard.press('a');
    const best = on.getByRole('row', { name: 'best' });
    await best.getByText('Bet 1×').waitFor();
    await on.getByText('Counted: Ante, Blind, Trips.').waitFor();
    await own(on).getByRole('button', { name: 'Fold' }).click();
    const told = await api(room.address, '/practice/round', { ...hand, actions: [...hand.actions, 'fold'], advice: true });
    const cost = told.advice.decisions[2].cost;
    assert.ok(Number(cost) > 38, cost);
    await on.getByText(`Bet 1× was better. Fold costs ${money(cost)} on average`).waitFor();
    await clean(on, 'side bets counted');
    await on.context().close();
});

test('keys, accuracy by kind of decision, the mistake again, and a hand as a link', async () => {
    const on = await room.visit('play', playing({ rules: 'uth-cn' }));
    await on.getByRole('button', { name: /^Deal ·/, disabled: false }).waitFor();
    await on.keyboard.press('?');
    await on.getByRole('dialog', { name: 'Keys' }).waitFor();
    await on.keyboard.press('Escape');
    await on.getByRole('dialog', { name: 'Keys' }).waitFor({ state: 'detached' });
    await on.keyboard.press('d');
    await own(on).getByRole('button', { name: 'Check' }).waitFor();
    await on.keyboard.press('1');
    await own(on).getByRole('button', { name: 'Bet 2×' }).waitFor();
    await on.keyboard.press('2');
    const done = await round('uth-cn', { ante: '10.00' }, ['check', '2x'], { advice: true });
    const right = done.advice.decisions.filter(({ loss }) => loss === 0).length;
    await on.getByText(`of 2 decisions were the best; value lost ${money(done.advice.mistake_cost)}`).waitFor();
    await on.getByRole('region', { name: 'Accuracy by kind of decision' }).getByRole('row', { name: /Preflop/ }).getByText('0 of 1').waitFor();
    assert.ok(right < 2);
    await on.getByRole('button', { name: /^Try the dearest mistake again/ }).click();
    await on.getByText('replay, does not count').waitFor();
    await own(on).getByRole('button', { name: 'Check (as then)' }).waitFor();
    await on.keyboard.press('3');
    await on.getByText('nothing was better').waitFor();
    await on.getByRole('button', { name: 'Back to the table' }).click();
    // New hands for the kind of decision that has cost most.
    const before = await on.evaluate(() => localStorage.getItem('croupier-practice-play'));
    const [dearest] = Object.entries(JSON.parse(before).tallies).sort(([, x], [, y]) => Number(y.lost) - Number(x.lost))[0];
    assert.equal(dearest, 'uth-cn preflop');
    const dealt = on.waitForRequest((request) => request.url().endsWith('/practice/round') && request.postDataJSON().round === 12);
    await on.getByRole('button', { name: 'New hands of the weakest decision: Preflop' }).click();
    const fresh = (await dealt).postDataJSON();
    assert.notEqual(fresh.seed, JSON.parse(before).seed);
    await on.getByText('replay, does not count').waitFor();
    const spot = await on.evaluate(() => JSON.parse(localStorage.getItem('croupier-practice-play')).replay.past);
    assert.deepEqual([spot.rules, spot.seed, spot.actions], ['uth-cn', fresh.seed, []]);
    await own(on).getByRole('button', { name: 'Check', exact: true }).waitFor();
    await on.keyboard.press('3');
    await on.getByText(/nothing was better|was better\. Bet 4× costs/).first().waitFor();
    await on.getByRole('button', { name: 'Back to the table' }).click();
    await on.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await on.getByRole('button', { name: 'Copy a link to round 1' }).click();
    await on.getByText('The link to this hand is copied.').waitFor();
    const link = await on.evaluate(() => navigator.clipboard.readText());
    await clean(on, 'accuracy');
    await shot(on, 'practice-accuracy');
    const other = await room.visit('play', playing({ rules: 'tcp-cn' }));
    await other.goto(link);
    await other.getByText('replay, does not count').waitFor();
    await shows(other, await round('uth-cn', { ante: '10.00' }, []));
    // A link that arrives while the page is being drawn, before its effects have run, is opened once.
    await other.addInitScript((hash) => {
        let isLeft = true;
        const frame = window.requestAnimationFrame.bind(window);
        window.requestAnimationFrame = (call) => frame((time) => {
            if (isLeft && document.querySelector('.practice-grid')) {
                isLeft = false;
                history.replaceState(null, '', hash);
                dispatchEvent(new HashChangeEvent('hashchange'));
            }
            call(time);
        });
    }, new URL(link).hash);
    await other.goto(`${room.address}/practice#/play`);
    await other.reload();
    await other.getByText('replay, does not count').waitFor();
    await shows(other, await round('uth-cn', { ante: '10.00' }, []));
    await other.goto(`${room.address}/practice#/play/hand=AAAA`);
    await other.getByText('This link holds no hand.').waitFor();
    await other.context().close();
    await on.context().close();
});

test('chips, limits of the rack, and the rules about what may be bet', async () => {
    const on = await room.visit('play', playing({ rules: 'uth-cn', bankroll: '130.00' }));
    await on.getByRole('button', { name: 'Chip of $25.00', disabled: false }).press('Space');
    await on.getByRole('button', { name: /^Ante/, disabled: false }).press('Enter');
    await on.getByRole('button', { name: 'Deal · $70.00' }).waitFor();
    await on.getByRole('button', { name: /^Trips/, disabled: false }).press('Enter');
    await on.getByRole('button', { name: /^Progressive/, disabled: false }).press('Enter');
    await on.getByRole('button', { name: 'Deal · $96.00' }).waitFor();
    await on.getByRole('button', { name: /^Ante/ }).click();
    await on.getByText('The rack does not cover these bets').waitFor();
    await soon(async () => assert.equal(await on.getByRole('button', { name: /^Deal ·/ }).isDisabled(), true));
    await on.getByRole('button', { name: 'Clear Ante' }).click();
    await on.getByRole('button', { name: 'Clear Trips' }).click();
    // UTH-2: the progressive cannot be bet alone.
    await heard(on.locator('.toast.bad'), () => on.getByRole('button', { name: 'Deal · $1.00' }).click());
    await on.getByRole('button', { name: 'Deal · $1.00' }).waitFor();
    await on.getByText('Rack').getByText('$130.00').waitFor();
    await on.getByRole('button', { name: /^Trips/ }).click();
    await on.reload();
    await on.getByRole('button', { name: 'Deal · $26.00' }).click(); // UTH-1: Trips alone, no decision
    const told = await round('uth-cn', { trips: '25.00', progressive: '1.00' }, []);
    assert.equal(told.phase, 'settled');
    await on.getByText('Rack').getByText(money(130 + Number(told.net)), { exact: true }).waitFor();
    await on.getByRole('button', { name: 'New session' }).click();
    await on.getByRole('dialog').getByRole('button', { name: 'New session' }).click();
    await on.getByText('Rack').getByText('$1,000.00').waitFor();
    await on.getByText('No hand played yet.').waitFor();
    await clean(on, 'bets');
    await on.context().close();
});

test('what the browser remembers may be anything', async () => {
    const broken = '{"rules":"<img src=x onerror=alert(1)>","hist';
    const on = await room.visit('play', { 'croupier-practice-play': broken, 'croupier-practice-dealer': '[]' });
    await on.getByRole('button', { name: /^Deal ·/ }).waitFor();
    await clean(on, 'garbage');
    await on.context().close();
    const other = await room.visit('play', playing({ rules: `<img src=x onerror="document.title='broken'">${'x'.repeat(500)}` }));
    await other.getByRole('button', { name: /^Deal ·/ }).waitFor();
    assert.equal(await other.title(), 'Practice');
    await clean(other, 'hostile');
    await other.context().close();
    const gone = { rules: 'no-such-rules', seed: 1, round: 1 };
    const hand = { ...gone, seat: 4, neighbours: 0, wagers: { ante: '10.00' }, meters: [], actions: [] };
    const drill = { ...gone, seats: 3, sideBets: true, announced: null, answers: [], helped: [], counted: [] };
    const third = await room.visit('play', { ...playing({ rules: 'tcp-cn', hand }), ...dealing({ rules: 'tcp-cn', drill }) });
    await third.getByRole('button', { name: /^Deal ·/ }).waitFor();
    await third.getByRole('link', { name: 'Dealer trainer' }).click();
    await third.getByRole('heading', { name: 'A round to settle' }).waitFor();
    await third.context().close();
});

test('the server lost and back in the middle of a hand', async () => {
    const port = new URL(room.address).port;
    const on = await room.visit('play', playing({ rules: 'tcp-cn' }));
    await dealByKeyboard(on);
    await room.pit.kill(room.manager);
    await heard(on.getByText('The server cannot be reached'), () => own(on).getByRole('button', { name: 'Play' }).click());
    await own(on).getByRole('button', { name: 'Play' }).waitFor();
    room.manager = await room.pit.manager({ port });
    await own(on).getByRole('button', { name: 'Play' }).click();
    const told = await round('tcp-cn', { ante: '10.00' }, ['play']);
    await on.getByText(told.announcement, { exact: true }).waitFor();
    await on.getByText('Rack').getByText(money(1000 + Number(told.net)), { exact: true }).waitFor();
    await clean(on, 'lost and back');
    await on.context().close();
});

test('no fault that a tool can find, in both themes', async () => {
    const on = await room.visit('play', playing({ rules: 'uth-cn', neighbours: 6 }));
    await on.getByRole('button', { name: /^Deal ·/ }).waitFor();
    await cleanInBothThemes(on, 'bets');
    await dealByKeyboard(on);
    await on.getByRole('button', { name: 'Show advice' }).click();
    await on.getByRole('row', { name: 'best' }).waitFor();
    await cleanInBothThemes(on, 'acting');
    await own(on).getByRole('button', { name: 'Bet 4×' }).click();
    await on.getByRole('region', { name: 'Settlement' }).waitFor();
    await on.locator('.banner').waitFor();
    await cleanInBothThemes(on, 'settled');
    await on.setViewportSize({ width: 390, height: 844 });
    await cleanInBothThemes(on, 'settled on a phone');
    await on.getByRole('checkbox', { name: 'All seats' }).check();
    await soon(async () => assert.deepEqual(await broken(on), [], 'every word of the settlement is whole and in sight on a phone'));
    await on.getByText('of 1 decision was the best').waitFor();
    // All chips fit in one row, even on the narrowest phone.
    await on.getByRole('button', { name: 'Next hand', disabled: false }).press('Enter');
    await on.setViewportSize({ width: 320, height: 640 });
    const chips = on.getByRole('group', { name: 'Chip' }).getByRole('button');
    await chips.first().waitFor();
    const boxes = await chips.evaluateAll((all) => all.map((each) => each.getBoundingClientRect()).map(({ top, width }) => ({ top: Math.round(top), width })));
    assert.equal(boxes.length, 5);
    boxes.forEach(({ top, width }) => assert.ok(top === boxes[0].top && width >= 44, JSON.stringify(boxes)));
    await on.context().close();
});
