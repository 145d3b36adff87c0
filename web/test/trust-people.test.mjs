// A floor with passwords from its first minute: the setup address, the second person, invitations, signing in and out, new
// passwords, roles and bars.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { clean, open, Pit, root, shot, soon, told, until } from './lib.mjs';
import { tabTo, typeChoice } from './office-desk.mjs';
import { hostile, prove, signInAt, TrustFloor, wordOf } from './trust-floor.mjs';

const floor = new TrustFloor();
before(() => floor.begin());
after(() => floor.end());

let code; // of the second person

async function close(page) {
    assert.deepEqual(page.faults, []);
    assert.equal(await page.evaluate(() => window.bad), undefined);
    await page.context().close();
}

test('nobody sees anything before the first person is set up, by keyboard', async () => {
    const stranger = await open(await floor.context(), `${floor.address}/manager#/floor`);
    await stranger.getByText('Nobody on this floor has a password yet.').waitFor();
    await clean(stranger, 'no password yet');
    assert.equal(await stranger.getByText('uth-1').count(), 0);
    await stranger.getByRole('link', { name: 'set up the first person' }).click();
    await stranger.getByLabel('Code').fill('A'.repeat(32));
    await stranger.getByLabel('Who are you?').selectOption('Manager One');
    await stranger.getByLabel('New password', { exact: true }).fill(wordOf('Manager One'));
    await stranger.getByLabel('New password, again').fill(wordOf('Manager One'));
    await stranger.getByRole('button', { name: 'Set up this floor' }).click();
    await stranger.locator('.fault', { hasText: 'it is wrong' }).waitFor();
    await close(stranger);

    const page = await open(await floor.context({ colorScheme: 'dark' }), floor.setup);
    await page.getByLabel('Who are you?').waitFor();
    assert.ok(!page.url().includes('#'), 'the code is not left in the address');
    await clean(page, 'setup');
    await tabTo(page, page.getByLabel('Who are you?'));
    await typeChoice(page, 'Manager One');
    await page.keyboard.press('Tab');
    await page.keyboard.type('short');
    await page.keyboard.press('Tab');
    await page.keyboard.type('different');
    await page.getByText('Between 10 and 128').waitFor();
    await page.getByText('The two are not the same.').waitFor();
    await shot(page, 'trust-setup');
    await soon(async () => assert.ok(await page.getByRole('button', { name: 'Set up this floor' }).isDisabled()));
    await page.getByLabel('New password', { exact: true }).fill(wordOf('Manager One'));
    await page.getByLabel('New password, again').fill(wordOf('Manager One'));
    await page.keyboard.press('Enter');
    await page.getByText('Manager One is signed in as the first manager.').waitFor();
    await clean(page, 'set up');
    await page.getByRole('link', { name: 'Invite the second person' }).click();
    await page.getByText('You are the only person with a password.').waitFor();

    // The first invitation takes one password, and the code is shown once.
    await page.getByRole('button', { name: 'Invite Manager Two…' }).click();
    await page.getByRole('dialog', { name: 'Invite Manager Two' }).getByRole('button', { name: 'Make the code' }).click();
    const wrong = await prove(page, 'Sign the invitation', { by: 'Manager One', password: 'not the word' });
    await wrong.locator('.field', { hasText: 'Password of Manager One' }).getByText('is wrong').waitFor();
    await soon(async () => assert.equal(await wrong.getByLabel('Password of Manager One').inputValue(), '', 'nothing typed is kept'));
    await clean(page, 'a wrong proof');
    await prove(page, 'Sign the invitation', { by: 'Manager One' });
    const shown = page.getByRole('dialog', { name: 'Invitation for Manager Two' });
    code = await shown.locator('.secret').innerText();
    assert.match(code, /^[A-Z2-7-]{16,}$/);
    await clean(page, 'the code');
    await shot(page, 'trust-invitation');
    await shown.getByRole('button', { name: 'I have it' }).click();
    await page.getByRole('row', { name: /Manager Two/ }).getByText('invited').waitFor();
    await soon(async () => assert.ok(!(await page.content()).includes(code)));
    await close(page);
    const used = await open(await floor.context(), floor.setup);
    await used.getByText('This floor is set up.').waitFor();
    await close(used);
});

test('the invited person chooses a password, once; then signs in, out and in', async () => {
    const page = await open(await floor.context(), `${floor.address}/manager#/links`);
    await page.getByRole('button', { name: 'First time here: I have a code' }).click();
    await page.getByLabel('Your name').fill('Manager Two');
    await page.getByLabel('Code').fill(code);
    await page.getByLabel('New password', { exact: true }).fill('Manager Two');
    await page.getByLabel('New password, again').fill('Manager Two');
    await page.getByRole('button', { name: 'Choose this password and sign in' }).click();
    await page.locator('.field .fault').waitFor(); // a person's own name is refused as a password
    await page.getByLabel('New password', { exact: true }).fill(wordOf('Manager Two'));
    await page.getByLabel('New password, again').fill(wordOf('Manager Two'));
    await clean(page, 'first time');
    await page.getByRole('button', { name: 'Choose this password and sign in' }).click();
    await page.getByRole('heading', { level: 1, name: 'Links' }).waitFor();
    await page.getByRole('button', { name: /^You are Manager Two, manager/ }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: /^You are Manager Two, manager/ }).click();
    await clean(page, 'account');
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await page.getByLabel('Password', { exact: true }).waitFor();
    await soon(async () => assert.equal(await page.getByRole('heading', { name: 'Links' }).count(), 0, 'nothing is left on the screen'));

    // A wrong attempt: one sentence for all causes; the name stays in its field, the password does not.
    await page.getByLabel('Your name').fill('Nobody at all');
    const typed = page.getByLabel('Password', { exact: true });
    await typed.fill('something long enough');
    const show = page.getByRole('button', { name: 'Show what is typed' });
    await show.click();
    assert.deepEqual([await typed.getAttribute('type'), await show.getAttribute('aria-pressed')], ['text', 'true']);
    await show.click();
    assert.equal(await typed.getAttribute('type'), 'password');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    const sentence = await page.getByRole('alert').getByText('wrong').innerText();
    await page.getByLabel('Your name').fill('Manager Two');
    await page.getByLabel('Password', { exact: true }).fill('something long enough');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await until('it is refused', async () => (await page.getByLabel('Password', { exact: true }).inputValue()) === '');
    await soon(async () => assert.equal(await page.getByRole('alert').getByText('wrong').innerText(), sentence));
    assert.equal(await page.getByLabel('Your name').inputValue(), 'Manager Two');
    await clean(page, 'refused');
    await shot(page, 'trust-sign-in');
    await signInAt(page, 'Manager Two');
    await page.getByRole('heading', { level: 1, name: 'Links' }).waitFor();

    const again = await open(await floor.context(), `${floor.address}/manager`);
    await again.getByRole('button', { name: 'First time here: I have a code' }).click();
    await again.getByLabel('Your name').fill('Manager Two');
    await again.getByLabel('Code').fill(code);
    await again.getByLabel('New password', { exact: true }).fill('another good word');
    await again.getByLabel('New password, again').fill('another good word');
    await again.getByRole('button', { name: 'Choose this password and sign in' }).click();
    await again.locator('.field', { hasText: 'Code' }).locator('.fault').waitFor();
    await close(again);
    await close(page);
});

test('people are added, invited, changed and barred by two; a refusal stands at its field', async () => {
    const page = await floor.desk('Manager One', '/trust#/people');
    const dialog = page.getByRole('dialog', { name: 'Sign for a new person' });
    const fill = async (name) => {
        await page.getByLabel('Name', { exact: true }).fill(name);
        await page.getByLabel('Role').selectOption('cage');
        await page.getByLabel('Department').fill('Cage');
        await page.getByRole('button', { name: 'Add the person' }).click();
        await dialog.getByText(`${name} becomes cage, Cage.`).waitFor();
    };
    await page.getByRole('row', { name: 'Dealer 1' }).waitFor();
    await shot(page, 'trust-people');
    await fill('Night Cage');
    await shot(page, 'trust-proof');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    await fill(hostile);
    await clean(page, 'two people sign');
    await soon(async () => assert.deepEqual(await dialog.getByLabel('Second person', { exact: true }).locator('option').allTextContents(),
        ['Choose…', 'Manager Two · manager'], 'only those with a password and the right'));
    await prove(page, 'Sign for a new person', { by: 'Manager One', with: 'Manager Two', secondPassword: 'not the word' });
    await dialog.locator('.field', { hasText: 'Password of Manager Two' }).getByText('is wrong').waitFor();
    await soon(async () => assert.deepEqual(await dialog.locator('input[type=password]').evaluateAll((all) =>
        all.map((each) => [each.value, each.autocomplete])), [['', 'off'], ['', 'off']]));
    await prove(page, 'Sign for a new person', { by: 'Manager One', with: 'Manager Two' });
    await page.getByRole('row', { name: hostile }).getByText('no password yet').waitFor();

    // A reload during a signature sends nothing.
    await page.getByRole('button', { name: `Invite ${hostile}…` }).click();
    await page.getByRole('button', { name: 'Make the code' }).click();
    await page.getByRole('dialog', { name: 'Sign the invitation' }).waitFor();
    await page.reload();
    await page.getByRole('row', { name: hostile }).getByText('no password yet').waitFor();
    await page.getByRole('button', { name: `Invite ${hostile}…` }).click();
    await page.getByRole('button', { name: 'Make the code' }).click();
    await prove(page, 'Sign the invitation', { by: 'Manager One', with: 'Manager Two' });
    const given = await page.locator('.secret').innerText();
    await page.getByRole('button', { name: 'I have it' }).click();
    await floor.accept(hostile, given);
    const other = await floor.desk(hostile, '/manager#/disputes');
    await other.getByRole('button', { name: `You are ${hostile}, cage` }).first().waitFor();

    // A new role ends the person's sessions; the sign-in covers what was typed.
    await page.getByRole('button', { name: `Change ${hostile}…` }).click();
    const change = page.getByRole('dialog', { name: 'Change' }).first();
    await change.getByLabel('Role').selectOption('supervisor');
    await change.getByRole('button', { name: 'Change it' }).click();
    await prove(page, 'Sign the change of a person', { by: 'Manager One', with: 'Manager Two' });
    await page.getByRole('cell', { name: 'supervisor, Cage' }).waitFor();
    await other.getByRole('dialog', { name: 'Sign in again' }).waitFor();
    await clean(other, 'signed out');
    await signInAt(other, hostile);
    await other.getByRole('button', { name: `You are ${hostile}, supervisor` }).first().waitFor();

    // A barred person is signed out at once and cannot sign in.
    await page.getByRole('button', { name: `Change ${hostile}…` }).click();
    await change.getByLabel('Barred').check();
    await change.getByLabel('Why').fill('left the house');
    await change.getByRole('button', { name: 'Change it' }).click();
    await prove(page, 'Sign the change of a person', { by: 'Manager One', with: 'Manager Two' });
    await page.getByRole('row', { name: hostile }).getByText('barred').waitFor();
    await other.getByRole('dialog', { name: 'Sign in again' }).waitFor();
    await other.getByLabel('Password', { exact: true }).fill(wordOf(hostile));
    await other.getByRole('button', { name: 'Sign in', exact: true }).click();
    await other.getByRole('alert').getByText('wrong').waitFor();
    await clean(page, 'people');
    await close(other);
    await close(page);
});

test('another password: the old one is asked for, and other screens are signed out', async () => {
    const page = await floor.desk('Manager Two', '/manager#/floor');
    const elsewhere = await floor.desk('Manager Two', '/trust#/people');
    await page.getByRole('button', { name: /^You are Manager Two/ }).click();
    await page.getByRole('button', { name: 'Change my password…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change my password' });
    const send = async (old) => {
        await dialog.getByLabel('Password that you have').fill(old);
        await dialog.getByLabel('New password', { exact: true }).fill('quite another word');
        await dialog.getByLabel('New password, again').fill('quite another word');
        await dialog.getByRole('button', { name: 'Change it' }).click();
    };
    await send('not this one');
    await dialog.locator('.field .fault').waitFor();
    await clean(page, 'another password');
    await told(page.getByText('Your password is changed.'), () => send(wordOf('Manager Two')));
    await elsewhere.getByRole('dialog', { name: 'Sign in again' }).waitFor();
    await signInAt(elsewhere, 'Manager Two', 'quite another word');
    // The new session can write, so the page has its CSRF token.
    await page.getByRole('button', { name: /^You are Manager Two/ }).click();
    await page.getByRole('button', { name: 'Set my PIN' }).click();
    const pin = page.getByRole('dialog', { name: 'Set my PIN' });
    await pin.getByLabel('Your password').fill('quite another word');
    await pin.getByLabel('PIN', { exact: true }).fill('12345');
    await pin.getByText('Six to twelve digits.', { exact: true }).waitFor();
    await pin.getByLabel('PIN', { exact: true }).fill('123456');
    await pin.getByLabel('PIN, again').fill('123456');
    await clean(page, 'PIN');
    await told(page.getByText('Your PIN is set.'), () => pin.getByRole('button', { name: 'Set it' }).click());
    await elsewhere.getByRole('row', { name: /Manager Two/ }).getByText('PIN', { exact: true }).waitFor();
    await close(elsewhere);
    await close(page);
});

test('whose floor it is stands above the sign-in, also for a browser that was never here', async () => {
    const pit = new Pit();
    const file = join(pit.folder, 'named.yaml');
    writeFileSync(file, `${readFileSync(join(root, 'floors/demo.yaml'), 'utf8')}house: {name: Grand <b> Pier}\n`);
    const manager = await pit.manager({ open: false, floor: file });
    const context = await floor.chromium.newContext();
    const page = await open(context, `${manager.address}/manager`);
    await page.locator('.gate').getByText('Grand <b> Pier').waitFor();
    await clean(page, 'the sign-in of a house');
    await context.close();
    await pit.stop();
});
