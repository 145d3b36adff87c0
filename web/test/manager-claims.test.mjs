// The Game Manager: a jackpot from the claim to the receipt.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { api, clean, shot, soon, until } from './lib.mjs';
import { dollars, end, go, hold, House } from './manager-desk.mjs';
import { prepare, process } from './manager-felt.mjs';

const house = new House();
const isCleared = (number) => async () => (await api(house.address, '/claims')).claims.every(({ claim }) => claim !== number);

describe('a jackpot', () => {
    test('two desks work at one claim, to the receipt', async () => {
        const felt = await house.felt('uth-1');
        await felt.send('coin_in', { seats: [1, 3, 4] });
        const one = await house.desk('Manager One', 'floor');
        assert.equal(await one.locator('.process.blinks').count(), 0);
        const number = await felt.claim(3, 'royal flush', [1, 4]);
        await one.locator('.process.blinks').waitFor();
        await shot(one, 'manager-process-jackpot');
        await one.getByRole('link', { name: /Process Jackpot/ }).click();
        await one.getByRole('heading', { level: 1, name: `Claim ${number}: royal flush pending` }).waitFor();
        const two = await house.desk('Manager Two', `claims/${number}`);
        const whole = await api(house.address, `/claims/${number}`);
        await one.getByText(dollars(whole.amount)).first().waitFor();
        await one.getByText('Nobody has keyed the cards in yet: they lie at uth-1').waitFor();
        // The amount that the claim takes from the meter is shown before anybody signs.
        const sums = one.getByRole('region', { name: 'How the amount came about' });
        await sums.getByRole('row', { name: 'This award' }).getByText(dollars(whole.amount)).waitFor();
        await sums.getByRole('row', { name: 'mega after it' }).getByText('$10,000').waitFor();

        // The checklist is ticked item by item, by keyboard. The other desk sees who did it.
        assert.equal(await one.getByRole('button', { name: /^Confirm all/ }).isDisabled(), true);
        await soon(async () => assert.equal(await one.getByRole('checkbox').count(), whole.needs.items.length));
        for (const box of await one.getByRole('checkbox').all()) {
            await box.press('Space');
            await soon(async () => assert.ok(await box.isChecked()));
        }
        // The cards are keyed in; those of another hand are refused.
        await one.getByText('Key the cards of the hand…').press('Enter');
        const key = (card) => one.getByRole('group', { name: 'Cards', exact: true }).getByRole('button', { name: card, disabled: false }).click();
        for (const rank of ['ace', 'king', 'queen', 'jack', '9']) await key(`${rank} of hearts`);
        await one.getByRole('button', { name: 'Confirm all as Manager One', disabled: false }).press('Enter');
        await one.getByText(/The cards are flush; the claim is of royal flush/i).waitFor();
        await key('9 of hearts');
        await key('ten of hearts');
        await one.getByLabel("Surveillance's reference").fill('CAM 12, 18:35:07');
        await clean(one, 'cards');
        await one.getByRole('button', { name: 'Confirm all as Manager One', disabled: false }).press('Enter');
        await two.getByText('✓ Manager One').waitFor();
        await two.locator('.claim-cards').getByRole('img', { name: 'ten of hearts' }).waitFor();
        await two.getByText('CAM 12, 18:35:07').waitFor();
        await one.reload();

        // Two different people approve, by holding the button.
        const approved = (count) => async () => (await api(house.address, `/claims/${number}`)).approved_by.length === count;
        await hold(one, one.getByRole('button', { name: 'Hold to approve as Manager One' }), 'one approval', approved(1));
        await two.getByText('Approvals: 1 of 2').waitFor();
        await one.getByText('Manager One has approved; another person is next.').waitFor();
        await soon(async () => assert.equal(await one.getByRole('button', { name: /^Hold to approve/ }).isDisabled(), true));
        await clean(two, 'claim in the middle');
        await shot(two, 'manager-claim');
        await hold(two, two.getByRole('button', { name: 'Hold to approve as Manager Two' }), 'two approvals', approved(2));
        await one.getByText('Approvals: 2 of 2').waitFor();

        await two.getByLabel('Patron, as the house knows them').fill('Pat Lake');
        for (const item of whole.needs.compliance) {
            await two.getByRole('button', { name: `Confirm ${item}` }).click();
            await two.getByRole('button', { name: `Confirm ${item}` }).waitFor({ state: 'detached' });
        }
        await one.getByText('Pat Lake').waitFor();
        await two.getByRole('button', { name: 'Casino check' }).click();
        await until('check', async () => (await api(house.address, `/claims/${number}`)).method === 'check');
        await one.getByText(/Nothing is missing/).waitFor();

        // The claim is paid at the table and cleared at the desk; both desks end at the receipt.
        await felt.pay(number);
        // PIT-11: the deck comes first, in two steps because the jackpot is a priority one.
        for (const item of ['deck', 'replaced']) {
            await one.getByRole('button', { name: `Confirm ${item}` }).click();
            await one.getByRole('button', { name: `Confirm ${item}` }).waitFor({ state: 'detached' });
        }
        await one.getByRole('heading', { name: 'Process Jackpot' }).waitFor();
        await one.reload();
        await hold(one, one.getByRole('button', { name: /^Hold to clear/ }), 'it is cleared', isCleared(number));
        await one.getByText(/^Paid and cleared/).waitFor();
        await two.getByText(/^Paid and cleared/).waitFor();
        const receipt = await api(house.address, `/claims/${number}/receipt`);
        await two.getByText(`Paid and cleared: ${dollars(receipt.amount)} to uth-1, seat 3, for royal flush.`).waitFor();
        await two.getByText('It balances').waitFor();
        // What was keyed in is shown with the claim, in words.
        await two.getByText('CAM 12, 18:35:07').first().waitFor();
        await two.getByText('Pat Lake').first().waitFor();
        await two.locator('.claim-cards').getByRole('img', { name: 'ten of hearts' }).waitFor();
        await two.getByText('Title 31', { exact: false }).first().waitFor();
        assert.doesNotMatch(await two.locator('main').innerText(), /\bleds\b|\bofac\b|\btitle 31\b/);
        assert.deepEqual((await api(house.address, '/claims')).claims, []);
        await until('the button rests', async () => (await one.locator('.process.blinks').count()) === 0);
        for (const name of ['Receipt (PDF)', 'Payout slip (PDF)', 'How the amount came about (PDF)']) {
            const paper = await fetch(house.address + (await two.getByRole('link', { name }).getAttribute('href')));
            assert.equal(paper.headers.get('content-type'), 'application/pdf', `${name}: ${paper.status}`);
        }
        await clean(two, 'receipt');
        await shot(two, 'manager-receipt');
        await go(one, 'claims');
        await one.getByRole('link', { name: String(number), exact: true }).waitFor();
        await felt.send('game_over');
        await end(one);
        await end(two);
    });

    test('both desks press at once: one event, the other is told', async () => {
        const felt = await house.felt('uth-1');
        await felt.send('coin_in', { seats: [2] });
        const number = await felt.claim(2, 'straight flush');
        await prepare(house.address, number);
        await felt.pay(number);
        await api(house.address, `/claims/${number}/verify`, { items: ['deck', 'replaced'], user: 'Supervisor' });
        const one = await house.desk('Cage', `claims/${number}`);
        const two = await house.desk('Supervisor', `claims/${number}`);
        const clears = [one, two].map((page) => page.getByRole('button', { name: /^Hold to clear/ }));
        await Promise.all(clears.map((button) => button.and(button.page().locator(':enabled')).waitFor()));
        await Promise.all(clears.map((button) => hold(button.page(), button, 'it is cleared', isCleared(number))));
        await Promise.all([one, two].map((page) => page.getByText(/^Paid and cleared/).waitFor()));
        const { events } = await api(house.address, '/log?kind=claim_cleared');
        assert.equal(events.filter((e) => e.claim === number).length, 1);
        await felt.send('game_over');
        await end(one);
        await end(two);
    });

    test('a claim is cancelled with a reason, however odd', async () => {
        const felt = await house.felt('uth-1');
        await felt.send('coin_in', { seats: [2] });
        const number = await felt.claim(2, 'four of a kind', [], '8c 8d 8h 8s Ac');
        const page = await house.desk('Supervisor', `claims/${number}`);
        // A table that dealt the cards sends them with the claim, so they are shown at once and nobody keys them again.
        await page.locator('.claim-cards').getByRole('img', { name: 'ace of clubs' }).waitFor();
        await page.getByText('Other cards lie on the table…').waitFor();
        assert.equal(await page.getByRole('group', { name: 'Cards', exact: true }).isVisible(), false);
        const odd = `<img src=x onerror="window.bad=1"> "quotes" ${'x'.repeat(500)}`;
        await page.getByRole('button', { name: 'Cancel this claim…' }).click();
        assert.equal(await page.getByRole('button', { name: 'Cancel the claim' }).isDisabled(), true);
        await page.getByLabel('Reason').fill(odd);
        await page.getByRole('button', { name: 'Cancel the claim' }).click();
        await page.getByText(/not open, and it was not paid/).waitFor();
        const { events } = await api(house.address, '/log?kind=claim_cancelled');
        assert.equal(events[0].text, odd);
        await go(page, 'log?kind=claim_cancelled');
        await page.locator('.events tbody').getByText(odd).waitFor();
        await page.locator('.events tbody').getByRole('button').first().click();
        await page.getByRole('dialog').getByText(odd).waitFor();
        assert.equal(await page.evaluate(() => window.bad), undefined);
        await page.keyboard.press('Escape');
        await felt.send('game_over');
        await end(page);
    });

    test('a win with which the system failed waits for a ruling of two people', async () => {
        const felt = await house.felt('uth-1');
        await felt.send('coin_in', { seats: [2, 5] });
        const number = await felt.claim(5, 'royal flush');
        const page = await house.desk('Supervisor', `claims/${number}`);
        await felt.send('claim_held', { claim: number, text: 'the table was away' });
        await page.getByRole('heading', { level: 1, name: `Claim ${number}: royal flush a ruling is awaited` }).waitFor();
        const ruling = page.getByRole('region', { name: 'A ruling is awaited' });
        const pay = ruling.getByRole('button', { name: 'Hold to pay the claim' });
        assert.equal(await page.getByRole('button', { name: 'Cancel this claim…' }).count(), 0, 'only a ruling takes it away');
        await ruling.getByLabel('Reason of the ruling').fill('The recording shows the hand');
        assert.ok(await pay.isDisabled(), 'not without the second person');
        await ruling.getByLabel('Second person').selectOption('Manager One');
        await clean(page, 'a ruling');
        const isHeld = async () => (await api(house.address, `/claims/${number}`)).held;
        await hold(page, pay, 'it is ruled', async () => !(await isHeld()));
        await ruling.waitFor({ state: 'detached' });
        await page.getByRole('heading', { level: 1, name: `Claim ${number}: royal flush pending` }).waitFor();

        await felt.send('claim_held', { claim: number, text: 'the table was away' });
        await ruling.getByLabel('Reason of the ruling').fill('The cards were mixed');
        await ruling.getByLabel('Second person').selectOption('Manager One');
        await hold(page, ruling.getByRole('button', { name: 'Hold to declare it void' }), 'it is void', isCleared(number));
        const { events } = await api(house.address, '/log?kind=claim_ruled');
        assert.deepEqual(events.map(({ item, text, user, approver }) => [item, text, user, approver]).sort(), [
            ['pay', 'The recording shows the hand', 'Supervisor', 'Manager One'],
            ['void', 'The cards were mixed', 'Supervisor', 'Manager One'],
        ]);
        await felt.send('game_over');
        await end(page);
    });

    test('the deck is seen to after the payment', async () => {
        const felt = await house.felt('pg-1');
        await felt.send('coin_in', { seats: [3] });
        const number = await felt.claim(3, 'straight flush');
        await prepare(house.address, number);
        const page = await house.desk('Supervisor', `claims/${number}`);
        await page.getByRole('heading', { name: 'After the payment' }).waitFor();
        assert.equal(await page.getByRole('button', { name: 'Confirm deck' }).count(), 0, 'not before it is paid');
        await felt.pay(number);
        await page.getByText('Paid. See to the deck.').waitFor();
        await page.getByText('Count down the complete deck').waitFor();
        await page.getByText('Replace the card deck').waitFor();
        await clean(page, 'the deck');
        for (const item of ['deck', 'replaced']) {
            assert.equal(await page.getByRole('button', { name: /^Hold to clear/ }).count(), 0);
            await page.getByRole('button', { name: `Confirm ${item}` }).click();
            await page.getByRole('button', { name: `Confirm ${item}` }).waitFor({ state: 'detached' });
        }
        await hold(page, page.getByRole('button', { name: /^Hold to clear/ }), 'it is cleared', isCleared(number));
        await page.getByText(/^Paid and cleared/).waitFor();
        await felt.send('game_over');
        await end(page);
    });

    test('an open claim says of its meter and of other seats only what is so', async () => {
        const felt = await house.felt('pg-1');
        await felt.send('coin_in', { seats: [3, 5] });
        for (const [award, isWhole] of [['straight flush', false], ['royal flush', true]]) {
            const number = await felt.claim(5, award);
            const page = await house.desk('Supervisor', `claims/${number}`);
            const words = `The meter plays on until J-POT is pressed.${isWhole ? ' The seed is put back when it is paid.' : ''}`;
            await page.getByText(words, { exact: true }).waitFor();
            assert.doesNotMatch(await page.getByRole('main').innerText(), /other seat had|With it/, 'seat 3 has a wager, which a claim without envy does not know');
            await api(house.address, `/claims/${number}/cancel`, { user: 'Manager One', text: 'only looked at' });
            await end(page);
        }
        await felt.send('game_over');
    });

    test('simultaneous jackpots are put in order with buttons', async () => {
        const [a, b] = [await house.felt('pg-1'), await house.felt('pg-2')];
        await a.send('coin_in', { seats: [1] });
        await b.send('coin_in', { seats: [6] });
        const [first, second] = [await a.claim(1, 'royal flush'), await b.claim(6, 'royal flush')];
        const page = await house.desk('Supervisor', `claims/${first}`);
        await page.getByRole('link', { name: "Record surveillance's order" }).click();
        await page.getByRole('button', { name: `Move claim ${second} up`, disabled: false }).press('Enter');
        await page.getByRole('button', { name: `Move claim ${first} up`, disabled: false }).waitFor();
        await page.getByLabel('Ruling of surveillance').fill('Camera 4 shows pg-2 first');
        await page.getByLabel('Second person').selectOption('Surveillance');
        await clean(page, 'order');
        await shot(page, 'manager-order');
        const order = async () => (await api(house.address, '/links/pg-main')).order;
        await hold(page, page.getByRole('button', { name: 'Hold to record this order' }), 'it is ruled', async () => (await order()).length > 0);
        await page.getByRole('heading', { name: 'Which came first?' }).waitFor({ state: 'detached' });
        assert.deepEqual(await order(), [second, first]);
        await prepare(house.address, second);
        await b.pay(second);
        await prepare(house.address, first);
        await a.pay(first);
        for (const claim of [first, second]) await process(house.address, claim);
        await a.send('game_over');
        await b.send('game_over');
        await end(page);
    });
});
