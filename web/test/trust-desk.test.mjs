// Work on a floor with passwords: a claim approved by two people who sign with theirs, an auditor who sees everything and can
// change nothing, a desk that is left alone, tokens, machines, versions, and a sign with a token.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { clean, open, shot, soon, until } from './lib.mjs';
import { go } from './manager-desk.mjs';
import { Felt } from './manager-felt.mjs';
import { hostile, prove, Signed, signInAt, TrustFloor, wordOf } from './trust-floor.mjs';

const floor = new TrustFloor();
let felt;

before(async () => {
    await floor.begin();
    await floor.enlist('Supervisor', 'Surveillance', 'Cage');
    await floor.add('Audrey', 'auditor');
    await floor.accept('Audrey', (await floor.one.askWith('Manager Two', '/people/Audrey/invite')).code);
    felt = await Felt.join(floor.address, 'uth-1', await floor.token('felt of uth-1', 'table:uth-1'));
});
after(async () => {
    felt?.leave();
    await floor.end();
});

async function close(page) {
    assert.deepEqual(page.faults, []);
    assert.equal(await page.evaluate(() => window.bad), undefined);
    await page.context().close();
}

const dollars = (text) => `$${text.slice(0, text.indexOf('.') + 3).replace(/\B(?=(\d{3})+\.)/g, ',')}`;

test('a claim is approved by two people, each with a proof of exactly this', async () => {
    await felt.send('coin_in', { seats: [1, 3] });
    const number = await felt.claim(3, 'royal flush', [1]);
    const one = await floor.desk('Supervisor', `/manager#/claims/${number}`);
    const two = await floor.desk('Surveillance', `/manager#/claims/${number}`, { colorScheme: 'dark' });
    const claim = () => floor.one.ask(`/claims/${number}`);
    const { amount } = await claim();

    // Surveillance may approve, but may not confirm the checklist.
    await two.getByText('Takes the role supervisor, cage or manager; yours is surveillance.').first().waitFor();
    await soon(async () => assert.ok(await two.getByRole('button', { name: 'Cancel this claim…' }).isDisabled()));
    await one.getByRole('checkbox').first().waitFor();
    for (const box of await one.getByRole('checkbox').all()) await box.check();
    await one.getByRole('button', { name: 'Confirm all as Supervisor' }).click();
    await two.getByText('✓ Supervisor').waitFor();

    await one.getByRole('button', { name: 'Approve as Supervisor…' }).press('Enter');
    const dialog = one.getByRole('dialog', { name: 'Sign the approval' });
    await dialog.getByText(`Claim ${number}: royal flush, table uth-1 seat 3`).waitFor();
    await dialog.getByText(dollars(amount)).first().waitFor();
    await dialog.getByText('This is approval 1 of 2.').waitFor();
    await clean(one, 'proof of an approval');
    await shot(one, 'trust-approve');
    await prove(one, 'Sign the approval', { by: 'Supervisor', password: wordOf('Manager One') });
    await dialog.getByText('The password is wrong').waitFor();
    assert.equal((await claim()).approved_by.length, 0);
    const sent = one.waitForRequest((request) => request.url().endsWith('/approve'));
    await prove(one, 'Sign the approval', { by: 'Supervisor' });
    const body = (await sent).postDataJSON();
    assert.deepEqual(body, { user: 'Supervisor', amount, table: 'uth-1', proof: { password: wordOf('Supervisor') } });
    await dialog.waitFor({ state: 'detached' });
    await one.getByText('Supervisor has approved; another person is next.').waitFor();
    assert.ok(!(await one.content()).includes(wordOf('Supervisor')), 'nothing of it stays on the page');
    await one.reload();
    await one.getByText('Approvals: 1 of 2').waitFor();

    await two.getByRole('button', { name: 'Approve as Surveillance…' }).click();
    await clean(two, 'proof, dark');
    await two.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();

    // The second person signs at the first person's screen, with a password of their own.
    await one.getByRole('button', { name: 'Another person signs here…' }).click();
    const here = one.getByRole('dialog', { name: 'Another person approves here' });
    await here.getByLabel('Who approves').selectOption('Surveillance');
    await here.getByLabel('Password of Surveillance').fill(wordOf('Supervisor'));
    await here.getByRole('button', { name: /^Approve / }).click();
    await here.getByText('The password is wrong').waitFor();
    assert.equal((await claim()).approved_by.length, 1);
    await clean(one, 'another person signs');
    await here.getByLabel('Password of Surveillance').fill(wordOf('Surveillance'));
    await here.getByRole('button', { name: /^Approve / }).click();
    await here.waitFor({ state: 'detached' });
    await one.getByText('Approvals: 2 of 2').waitFor();
    await soon(async () => assert.deepEqual((await claim()).approved_by, ['Supervisor', 'Surveillance']));
    // Two people at the desk declare the approved claim void.
    await floor.one.askWith('Manager Two', `/claims/${number}/rule`, { item: 'void', text: 'dealt again' });
    await felt.send('game_over');
    await close(one);
    await close(two);
});

// Presses every button that is enabled, and leaves the dialogs that open.
async function pressAll(page, place) {
    await until(`${place} is drawn`, async () => !(await page.getByText('Asking the manager…').count()));
    const enabled = page.locator('main button:not(:disabled)');
    assert.equal(await page.locator('main .hold:not(:disabled)').count(), 0, `${place}: nothing to hold`);
    const leave = async () => {
        while (await page.locator('dialog[open]').count()) {
            await page.keyboard.press('Escape');
            await page.locator('dialog[open]').waitFor({ state: 'detached' });
        }
    };
    for (let i = 0; i < (await enabled.count()); i++) {
        await leave(); // closes dialogs that opened late as well
        await enabled.nth(i).click();
        await leave();
    }
}

test('an auditor sees every page, presses everything there is to press, and changes nothing', async () => {
    const page = await floor.desk('Audrey', '/manager#/floor');
    const writes = [];
    page.on('request', (request) => request.method() !== 'GET' && writes.push(`${request.method()} ${request.url()}`));
    for (const place of ['floor', 'links', 'links/uth-three', 'claims', 'alarms', 'shifts', 'reports', 'disputes', 'setup/documents',
        'setup/links/uth-three', 'setup/links/new', 'setup/tables/uth-1', 'setup/thresholds']) {
        await go(page, place);
        await page.getByRole('heading', { level: 1 }).waitFor();
        await pressAll(page, place);
    }
    await go(page, 'setup/links/uth-three');
    await page.getByText('Takes the role manager; yours is auditor.').waitFor();
    await clean(page, 'an auditor at a form');
    await shot(page, 'trust-auditor');
    await page.goto(`${floor.address}/trust#/people`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    for (const [place, name] of Object.entries({ people: 'People', tokens: 'Tokens', machines: 'Machines', versions: 'Configuration' })) {
        await go(page, place);
        await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
        await pressAll(page, place);
        await clean(page, `auditor, ${place}`);
    }
    assert.deepEqual(writes, []);
    await close(page);
});

test('a page at which nobody is signed in asks who it is, and not again and again', async () => {
    const page = await open(await floor.context(), `${floor.address}/manager#/floor`);
    await page.getByLabel('Your name').waitFor();
    let asked = 0;
    page.on('request', (request) => new URL(request.url()).pathname.endsWith('/session') && asked++);
    // Waits as long as fifty requests take.
    for (let i = 0; i < 50; i++) await page.evaluate(() => fetch('/readyz').then((answer) => answer.text()));
    assert.ok(asked <= 3, `asked ${asked} times`);
    await close(page);
});

test('a desk that is left alone is covered; what was typed waits for the same person only', async () => {
    const page = await open(await floor.context(), `${floor.address}/manager#/shifts`);
    await page.clock.install();
    await page.reload();
    await signInAt(page, 'Supervisor');
    await page.getByLabel('Name of the shift').fill('Half a na');
    await page.clock.fastForward('14:00');
    assert.equal(await page.getByRole('dialog').count(), 0);
    await page.keyboard.press('Shift'); // a key counts as activity
    await page.clock.fastForward('14:00');
    assert.equal(await page.getByRole('dialog').count(), 0);
    await page.clock.fastForward('02:00');
    const dialog = page.getByRole('dialog', { name: 'Sign in again' });
    await dialog.getByText('Nobody touched this screen for 15 minutes').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await dialog.waitFor();
    await clean(page, 'left alone');
    await shot(page, 'trust-idle');
    assert.equal(await dialog.getByLabel('Your name').inputValue(), 'Supervisor');
    await until('the log has it', async () =>
        (await floor.one.ask('/log?kind=signed_out&limit=1000')).events.some(({ person }) => person === 'Supervisor'));
    await signInAt(page, 'Supervisor');
    await soon(async () => assert.equal(await page.getByLabel('Name of the shift').inputValue(), 'Half a na'));

    // The server ends the session while a form is sent: nothing is lost, and nothing is done. If it ended earlier, a request of the
    // page itself might notice first.
    let sent = 0;
    await page.route('**/api/v1/shifts', async (route) => {
        if (route.request().method() === 'POST' && ++sent === 1) await page.context().clearCookies();
        await route.continue();
    });
    await page.getByLabel('Name of the shift').fill('Night');
    await page.getByRole('button', { name: 'Open the shift' }).click();
    await dialog.waitFor();
    assert.equal(sent, 1);
    await page.unroute('**/api/v1/shifts');
    await signInAt(page, 'Supervisor');
    await soon(async () => assert.equal(await page.getByLabel('Name of the shift').inputValue(), 'Night'));
    await page.getByRole('button', { name: 'Open the shift' }).click();
    await page.getByRole('heading', { name: 'Shift Night' }).waitFor();

    // Another person begins with an empty form.
    await go(page, 'disputes');
    await page.getByRole('button', { name: 'Open a dispute…' }).click();
    await page.getByLabel('What is in dispute').fill('only for Supervisor');
    await page.clock.fastForward('16:00');
    await dialog.waitFor();
    await signInAt(page, 'Manager One');
    await page.getByRole('button', { name: /^You are Manager One/ }).waitFor();
    assert.equal(await page.getByText('only for Supervisor').count(), 0);
    await close(page);
});

test('tabs of one browser are one person: another who signs in is seen in all of them', async () => {
    const page = await floor.desk('Supervisor', '/manager#/shifts');
    const other = await open(page.context(), `${floor.address}/trust#/people`);
    await other.getByRole('button', { name: /^You are Supervisor/ }).click();
    await other.getByRole('button', { name: 'Sign out', exact: true }).click();
    await page.getByLabel('Password', { exact: true }).waitFor();
    await signInAt(page, 'Cage');
    await other.getByRole('button', { name: /^You are Cage, cage/ }).waitFor();
    await close(other);
});

test('an answer about the last session that comes late does not end the next one', async () => {
    const page = await floor.desk('Supervisor', '/manager#/shifts');
    const other = await open(page.context(), `${floor.address}/trust#/people`);
    await other.getByRole('button', { name: /^You are Supervisor/ }).click();
    await other.getByRole('button', { name: 'Sign out', exact: true }).click();
    await page.getByLabel('Password', { exact: true }).waitFor();
    let release, asked = 0, told = 0;
    const held = new Promise((resolve) => { release = resolve; });
    await page.route('**/api/v1/session?nobody=told', async (route) => {
        const isFirst = ++asked === 1;
        const response = await route.fetch();
        if (isFirst) await held;
        await route.fulfill({ response });
        told++;
    });
    await other.evaluate(() => new BroadcastChannel('croupier-session').postMessage('out'));
    await until('the page asks who is signed in', () => asked === 1);
    await signInAt(page, 'Cage');
    release();
    await until('it asks again', () => asked >= 2 && told === asked);
    await page.getByRole('button', { name: /^You are Cage, cage/ }).waitFor();
    assert.equal(await page.getByLabel('Password', { exact: true }).count(), 0);
    await close(page);
});

test('a token is made by two, shown once, used by a sign, and revoked', async () => {
    const page = await floor.desk('Manager One', '/trust#/tokens');
    await page.getByRole('button', { name: 'Add a token…' }).click();
    const form = page.getByRole('dialog', { name: 'Add a token' });
    await form.getByLabel('Name').fill(hostile);
    await form.getByLabel('sign: meters and winners').check();
    await clean(page, 'a token');
    await form.getByRole('button', { name: 'Make the token' }).click();
    await prove(page, 'Sign the token', { by: 'Manager One', with: 'Manager Two' });
    const token = await page.locator('.secret').innerText();
    await clean(page, 'the token');
    await page.getByRole('button', { name: 'I have it' }).click();
    await page.getByRole('row', { name: hostile }).getByText('good').waitFor();

    const context = await floor.context({ viewport: { width: 1920, height: 1080 } });
    const sign = await open(context, `${floor.address}/sign?link=uth-three`);
    await sign.getByRole('heading', { name: 'This sign is not admitted' }).waitFor();
    await clean(sign, 'a sign without a token');
    await sign.goto(`${floor.address}/sign?link=uth-three#token=${token}`);
    await sign.reload();
    await sign.getByRole('heading', { name: 'Progressive Jackpot' }).waitFor();
    assert.ok(!sign.url().includes(token), 'the token is not left in the address');
    const { meters } = await floor.one.ask('/links/uth-three');
    await sign.getByText(dollars(meters[0].amount)).first().waitFor();
    const { seq } = await felt.send('coin_in', { seats: [1, 2, 3] });
    const now = await floor.one.ask('/links/uth-three');
    await sign.waitForFunction((shown) => Number(document.documentElement.dataset.seq) >= shown, seq);
    await sign.getByText(dollars(now.meters[0].amount)).first().waitFor();
    await clean(sign, 'a sign with a token');
    await sign.reload();
    await sign.getByText(dollars(now.meters[0].amount)).first().waitFor();
    await felt.send('game_over');

    await page.getByRole('button', { name: `Revoke ${hostile}` }).click();
    await page.getByRole('row', { name: hostile }).getByText('revoked', { exact: true }).waitFor();
    await sign.getByRole('heading', { name: 'This sign is not admitted' }).waitFor();
    await close(sign);
    await close(page);
});

test('a machine is enrolled by two and revoked by one; versions say who changed what', async () => {
    const page = await floor.desk('Manager Two', '/trust#/machines');
    const print = 'ab12'.repeat(16);
    await page.getByText('No machine is enrolled.').waitFor();
    await page.getByRole('button', { name: 'Enrol a machine…' }).click();
    const form = page.getByRole('dialog', { name: 'Enrol a machine' });
    await form.getByLabel('Table').selectOption('uth-2');
    await form.getByLabel('Fingerprint').fill('zz');
    await form.getByText('64 digits and letters').waitFor();
    await form.getByLabel('Fingerprint').fill(print.toUpperCase().replace(/(..)(?=.)/g, '$1:'));
    await clean(page, 'enrolment');
    await form.getByRole('button', { name: 'Enrol the machine' }).click();
    await prove(page, 'Sign the enrolment', { by: 'Manager Two', with: 'Supervisor' });
    await page.getByRole('cell', { name: print }).waitFor();
    await page.getByRole('cell', { name: 'Manager Two and Supervisor' }).waitFor();
    await clean(page, 'machines');
    await shot(page, 'trust-machines');
    await page.getByRole('button', { name: /^Revoke the machine/ }).click();
    await page.getByRole('dialog').getByLabel('Why').fill(hostile);
    await page.getByRole('button', { name: 'Revoke it' }).click();
    await page.getByText('No machine is enrolled.').waitFor();

    await floor.one.askWith('Manager Two', '/thresholds', { item: 'check', amount: '12345.67', effective: Date.now() + 3_600_000 });
    await go(page, 'versions');
    await page.getByLabel('Show').selectOption('threshold');
    const item = page.getByRole('listitem').filter({ hasText: 'Threshold check' }).first();
    await item.getByText('Manager One and Manager Two').waitFor();
    await item.getByText('$12,345.67').waitFor();
    await shot(page, 'trust-versions');
    await page.getByLabel('Show').selectOption('machine');
    await page.getByText(hostile).waitFor();
    await page.getByText('No checkpoints are signed here').waitFor();
    await page.getByLabel('Show').selectOption('');
    await clean(page, 'versions');
    await close(page);
});

test('the manager dies and comes back: nobody signs in anew, and nothing typed is lost', async () => {
    const page = await floor.desk('Supervisor', '/manager#/disputes');
    await page.getByRole('button', { name: 'Open a dispute…' }).click();
    await page.getByLabel('What is in dispute').fill(hostile);
    await floor.pit.kill(floor.manager);
    await page.getByText(/No connection since/).first().waitFor();
    floor.manager = await floor.pit.manager({ open: false, port: Number(new URL(floor.address).port) });
    assert.ok(!floor.manager.output.includes('setup:'), 'a floor with passwords needs no setup');
    await page.getByText(/No connection since/).first().waitFor({ state: 'detached' });
    assert.equal(await page.getByLabel('What is in dispute').inputValue(), hostile);
    await page.getByRole('button', { name: 'Open the dispute' }).click();
    await page.getByRole('article').getByText(hostile).waitFor();
    assert.equal(await page.getByRole('dialog', { name: 'Sign in again' }).count(), 0);
    const [dispute] = (await floor.one.ask('/log?kind=dispute_opened')).events;
    assert.deepEqual([dispute.text, dispute.user], [hostile, 'Supervisor']);
    await close(page);
});

// The sentence "What you had typed is still there" is true of every form, whatever the page does while nobody is signed in.
test('a session that ends takes nothing with it that was typed', async () => {
    const page = await floor.desk('Manager One', '/manager#/people');
    const forms = [
        ['people', 'Name'], ['setup/links/new', 'Name'], ['setup/tables/new', 'Name'], ['setup/thresholds', 'Amount'],
    ];
    for (const [place, label] of forms) {
        await go(page, place);
        const field = page.getByLabel(label, { exact: true });
        await field.fill('half typed');
        // Signs out in another tab.
        await page.evaluate(() => fetch('/api/v1/session').then((answer) => answer.json())
            .then(({ csrf }) => fetch('/api/v1/session', { method: 'DELETE', headers: { 'Croupier-CSRF': csrf } }))
            .then(() => new BroadcastChannel('croupier-session').postMessage('out')));
        await page.getByText(/What you had typed is still there/).waitFor();
        await signInAt(page, 'Manager One');
        assert.equal(await field.inputValue(), 'half typed', place);
    }
    await close(page);
});
