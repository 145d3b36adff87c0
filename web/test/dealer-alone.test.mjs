// A table without a manager: its console is also the desk where people confirm jackpots (PIT-18).
import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { api, browser, clean, open, Pit, until } from './lib.mjs';
import { button, hold, insertKey, screen, state, tapUntil } from './dealer-steps.mjs';

let pit, chrome, table;

before(async () => {
    pit = new Pit();
    chrome = await browser();
    table = await pit.table('alone', ['--standalone', '--live', '--rules', 'pg-flush', '--store', join(pit.folder, 'floor.db')]);
});

after(async () => {
    await chrome?.close();
    await pit?.stop();
});

test('a keyed jackpot is verified, approved and processed at the table itself', async () => {
    const context = await chrome.newContext({ viewport: screen, hasTouch: true });
    const page = await open(context, `${table.address}/dealer`);
    await page.locator('.desk').waitFor();
    const now = () => state(table);
    const seat = async () => (await now()).seats[3];
    await until('bets are open', async () => (await now()).mode === 'betting');
    await tapUntil(button(page, 'Seat 4: place a chip'), 'the chip lies', async () => (await seat()).state === 'placed');
    await tapUntil(button(page, 'COIN IN'), 'betting is closed', async () => (await now()).mode === 'coin in' && !(await now()).busy);
    await page.locator('.seat[data-seat="4"]').getByRole('button', { name: /wager light on/ }).tap();
    const award = page.getByRole('region', { name: 'Awards' }).getByRole('button', { name: 'royal flush', exact: false });
    await tapUntil(award, 'it is pending', async () => (await seat()).claim?.state === 'pending');
    const { missing } = (await seat()).claim;
    assert.ok(missing, 'something has to be confirmed first');
    await button(page, 'Menu').tap();
    assert.match(missing, /confirms the checklist;/); // the items are shown to the person who ticks them off
    await page.getByText(/Not yet: .* confirms the checklist;/).first().waitFor();
    await page.getByRole('status').getByText('wait for the desk').waitFor(); // in a dealer's words
    assert.equal(await page.getByLabel('Jackpot of').inputValue(), '4');
    await clean(page, 'the desk of a table alone');
    const lacks = async () => (await seat()).claim.missing;
    const confirm = async (who, what) => {
        const before = await lacks();
        await page.getByLabel('Who confirms it').fill(who);
        await tapUntil(button(page, what), `${what} by ${who}`, async () => (await lacks()) !== before);
    };
    // PIT-11, PIT-18: the same steps as at a manager's desk, ticked by the person who looks at each
    const tick = async (steps) => {
        for (const step of steps) await page.getByRole('checkbox', { name: step }).check();
    };
    await page.getByLabel('Who confirms it').fill('installer');
    const right = button(page, 'The checklist is right');
    assert.equal(await right.getAttribute('aria-disabled'), 'true');
    await tick([/^Verify the hand/, /coin acceptor LEDs/, /shuffle/, /progressive wager was placed/, /correct sequence/, /meter amount/, /^Pull and check the card deck/]);
    await confirm('installer', 'The checklist is right');
    await confirm('installer', 'Approve the payment');
    await confirm('inspector', 'Approve the payment');
    await page.keyboard.press('Escape');
    await insertKey(page, table, '009', 'installer');
    await tapUntil(button(page, 'Turn to JPH'), 'the key is turned', async () => (await now()).key.position === 'JPH');
    await hold(page, button(page, 'J-POT'), 'it is paid', async () => (await seat()).claim?.state === 'paid');
    // PIT-11: the deck comes first, and the console says so in the manual's words
    const deck = 'Count down the complete deck. Replace the card deck.';
    await page.getByRole('region', { name: 'Payments of the progressive' }).getByText(deck).waitFor();
    await button(page, 'Menu').tap();
    await page.getByLabel('Who confirms it').fill('inspector');
    await tick([/^Count down the complete deck/, /^Replace the card deck/]);
    await tapUntil(button(page, 'The deck is seen to'), 'the deck is seen to',
        async () => (await now()).says.some(({ text }) => text.includes('inspector confirms the deck')));
    await tapUntil(button(page, 'Process the jackpot'), 'it is processed',
        async () => (await now()).says.some(({ text }) => text.includes('inspector confirms the jackpot as processed')));
    assert.deepEqual(page.faults, []);
    await context.close();
});

test('a win that the table was killed with is ruled upon at the table itself', async () => {
    const options = ['--standalone', '--live', '--store', join(pit.folder, 'doubt.db')];
    let doubt = await pit.table('doubt', [...options, '--rules', 'pg-flush']);
    const now = () => state(doubt);
    const seat = async () => (await now()).seats[4];
    const pressed = (parts) => api(doubt.address, '/console/press', parts);
    await until('bets are open', async () => (await now()).mode === 'betting');
    await pressed({ press: 'place', seat: 5 });
    await until('the chip lies', async () => (await seat()).state === 'placed');
    await pressed({ press: 'start' });
    await until('betting is closed', async () => (await now()).mode === 'coin in' && !(await now()).busy);
    await pressed({ press: 'award', seat: 5, award: 'royal flush' });
    await until('it is pending', async () => (await seat()).claim?.state === 'pending');
    await pit.kill(doubt);
    doubt = await pit.table('doubt', options);
    await until('a ruling is awaited', async () => (await seat()).claim?.held === true);

    const context = await chrome.newContext({ viewport: screen, hasTouch: true });
    const page = await open(context, `${doubt.address}/dealer`);
    await button(page, 'Menu').tap();
    await page.getByText('The system failed with this win on the table: a ruling is awaited.').waitFor();
    await clean(page, 'a ruling at a table alone');
    await page.getByLabel('Who confirms it').fill('installer');
    await page.getByLabel('Why it is ruled so').fill('the tape shows the hand');
    await button(page, 'Rule: pay it').tap();
    await page.getByText(/two people/).first().waitFor(); // a high jackpot takes another
    await page.getByLabel('Who rules with them').fill('inspector');
    await tapUntil(button(page, 'Rule: pay it'), 'it is ruled', async () => (await seat()).claim.held === false);
    assert.ok((await now()).says.some(({ text }) => text.includes('installer and inspector rule: pay')));
    await context.close();
});
