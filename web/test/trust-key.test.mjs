// Keys 008 and 009 belong to persons: whoever brings one to a table enters a PIN there, which the manager checks and nobody stores.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { api, clean, open, shot, soon, until } from './lib.mjs';
import { button, hold, insertKey, isOff, screen, state, tapUntil } from './dealer-steps.mjs';
import { Signed, TrustFloor, wordOf } from './trust-floor.mjs';

const floor = new TrustFloor();
const PIN = '80412957';
let table, page, people;

before(async () => {
    await floor.begin();
    await floor.enlist('Supervisor', 'Surveillance', 'Cage');
    people = { Supervisor: await Signed.in(floor.address, 'Supervisor'), Surveillance: await Signed.in(floor.address, 'Surveillance') };
    await people.Supervisor.ask('/session/pin', { password: wordOf('Supervisor'), pin: PIN });
    await people.Surveillance.ask('/session/pin', { password: wordOf('Surveillance'), pin: PIN });
    const file = join(floor.pit.folder, 'token');
    writeFileSync(file, `${await floor.token('table four-1', 'table:four-1')}\n`, { mode: 0o600 });
    table = await floor.pit.table('four-1', ['--manager', floor.address, '--live', '--token', file]);
    page = await open(await floor.chromium.newContext({ viewport: screen, hasTouch: true, colorScheme: 'dark' }), `${table.address}/dealer`);
    await page.locator('.desk').waitFor();
});
after(() => floor.end());

const seatAt = async (seat) => (await state(table)).seats[seat - 1];

async function bring(key, user, pin) {
    await button(page, `Key ${key}`).tap();
    const dialog = page.getByRole('dialog', { name: `Insert key ${key}` });
    await dialog.getByLabel('Who brings the key').fill(user);
    await dialog.getByLabel('PIN').fill(pin);
    await dialog.getByRole('button', { name: 'Insert the key' }).tap();
    return dialog;
}

test('a wrong PIN, a name without a key and an unknown name are refused with one sentence, and nothing changes', async () => {
    await until('the table knows that PINs are wanted', async () => (await state(table)).pin);
    await button(page, 'Key 009').tap();
    const dialog = page.getByRole('dialog', { name: 'Insert key 009' });
    await dialog.getByLabel('Who brings the key').fill('Supervisor');
    for (const pin of ['', '12345', '12345678901234', 'abcdef']) {
        await dialog.getByLabel('PIN').fill(pin);
        await soon(async () => assert.ok(await dialog.getByRole('button', { name: 'Insert the key' }).isDisabled(), pin));
    }
    await clean(page, 'the key with its PIN');
    await shot(page, 'console-pin');
    await dialog.getByRole('button', { name: 'Cancel' }).tap();
    await dialog.waitFor({ state: 'detached' });
    const said = new Set();
    for (const [user, pin] of [['Supervisor', '111111'], ['Surveillance', PIN], ['<b>Nobody</b>', PIN]]) {
        const refused = await bring('009', user, pin);
        said.add(await refused.getByText(/^Refused: .*wrong/).innerText());
        await soon(async () => assert.equal(await refused.getByLabel('PIN').inputValue(), '', 'nothing typed is kept'));
        assert.equal((await state(table)).key.in, null);
        await refused.getByRole('button', { name: 'Cancel' }).tap();
        await refused.waitFor({ state: 'detached' });
    }
    assert.equal(said.size, 1, [...said].join('\n'));
});

test('with the PIN the key turns, and pays what two people have approved', async () => {
    await until('bets are open', async () => (await state(table)).mode === 'betting');
    await tapUntil(button(page, 'Seat 6: place a chip'), 'the chip lies', async () => (await seatAt(6)).state === 'placed');
    await tapUntil(button(page, 'COIN IN'), 'the coins are in', async () => (await state(table)).mode === 'coin in' && !(await state(table)).busy);
    await until('the screen has it', async () => !(await isOff(page.getByRole('region', { name: 'Awards' }).getByRole('button', { name: 'royal flush' }))));
    await tapUntil(page.getByRole('region', { name: 'Awards' }).getByRole('button', { name: 'royal flush' }), 'the seat is asked for',
        () => page.getByText('royal flush: which seat?').isVisible());
    await tapUntil(page.locator('.seat[data-seat="6"] .choose'), 'the claim is pending', async () => (await seatAt(6)).claim?.state === 'pending');
    const { claim } = (await seatAt(6)).claim;

    await insertKey(page, table, '009', 'Supervisor', PIN);
    await page.reload();
    await tapUntil(button(page, 'Turn to JPH'), 'the key is turned', async () => (await state(table)).key.position === 'JPH');

    const { needs, amount } = await floor.one.ask(`/claims/${claim}`);
    await people.Supervisor.ask(`/claims/${claim}/verify`, { items: needs.items });
    for (const name of ['Supervisor', 'Surveillance'])
        await people[name].ask(`/claims/${claim}/approve`, { amount, table: 'four-1', proof: { password: wordOf(name) } });
    const cage = await Signed.in(floor.address, 'Cage');
    for (const item of needs.compliance) await cage.ask(`/claims/${claim}/comply`, { item });
    await hold(page, button(page, 'J-POT'), 'it is paid', async () => (await seatAt(6)).claim.state === 'paid');
    await tapUntil(button(page, 'Back to R'), 'back at R', async () => (await state(table)).key.position === 'R');
    await tapUntil(button(page, 'Remove 009'), 'the key is out', async () => (await state(table)).key.in === null);
    await until('both turns are on record', async () => {
        const { events } = await floor.one.ask('/log?kind=key_turned&table=four-1');
        return events.map((event) => event.user).join() === 'Supervisor,Supervisor';
    });
});

test('the PIN is in no file, in no line that was printed, and not in what the table tells', async () => {
    const where = [['the table', table.output], ['the manager', floor.manager.output], ['the state', JSON.stringify(await api(table.address, '/console'))]];
    const read = (name) => {
        try {
            return readFileSync(join(floor.pit.folder, name), 'latin1');
        } catch (error) {
            if (error.code === 'ENOENT') return ''; // a journal that was deleted since
            throw error;
        }
    };
    for (const name of readdirSync(floor.pit.folder)) where.push([name, read(name)]);
    assert.ok(where.some(([name, text]) => name === 'floor.db' && text.length > 0));
    for (const [name, text] of where) assert.ok(!text.includes(PIN), name);
    assert.deepEqual(page.faults, []);
});
