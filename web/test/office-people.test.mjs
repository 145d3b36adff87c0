// The office of the Game Manager: people and disputes.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { clean, shot, soon, until } from './lib.mjs';
import { close, hostile, long, Office, tabTo, typeChoice } from './office-desk.mjs';

describe('people', () => {
    const office = new Office();
    before(() => office.beginEmpty());
    after(() => office.end());

    test('the first two set themselves up; then it takes two, by keyboard', async () => {
        const page = await office.trust(null, 'people');
        await page.getByRole('heading', { name: 'Add the first person' }).waitFor();
        await clean(page, 'nobody');
        await page.getByLabel('Name', { exact: true }).fill(hostile.slice(0, 47));
        await page.getByLabel('Role').selectOption('manager');
        await page.getByRole('button', { name: 'Add' }).click();
        await page.getByRole('heading', { name: 'Add the second person' }).waitFor();
        await page.getByRole('cell', { name: hostile.slice(0, 47), exact: true }).waitFor();
        await page.getByLabel('Name', { exact: true }).fill(hostile.slice(0, 47));
        await page.getByLabel('Role').selectOption('manager');
        await page.getByRole('button', { name: 'Add' }).click();
        await page.getByText('is there already').waitFor();
        await page.getByLabel('Name', { exact: true }).fill('Anna');
        await page.getByRole('button', { name: 'Add' }).click();
        await page.getByRole('heading', { name: 'Add a person' }).waitFor();
        await page.reload();
        await page.getByRole('heading', { name: 'Add a person' }).waitFor();
        await tabTo(page, page.getByLabel('Name', { exact: true }));
        await page.keyboard.type('Ben');
        await page.keyboard.press('Tab');
        await typeChoice(page, 'surveillance');
        await page.keyboard.press('Tab');
        await page.keyboard.type('Cameras');
        await page.keyboard.press('Tab');
        await typeChoice(page, 'Anna');
        await page.keyboard.press('Enter');
        await page.getByRole('button', { name: 'Add the person' }).click();
        const who = page.getByRole('dialog', { name: 'Who sits here?' });
        await who.getByLabel('Your name').selectOption({ index: 1 });
        await who.getByRole('button', { name: 'That is me' }).click();
        await page.getByRole('cell', { name: 'surveillance, Cameras' }).waitFor();
        const added = await office.newest('person_added');
        assert.deepEqual([added.person, added.item, added.department, added.user, added.approver],
            ['Ben', 'surveillance', 'Cameras', hostile.slice(0, 47), 'Anna']);
        const { people } = await office.api('/people');
        await soon(async () => {
            const rows = await page.locator('tbody tr').evaluateAll((all) =>
                all.map((tr) => [tr.cells[0].textContent, tr.cells[1].textContent]));
            assert.deepEqual(rows, people.map((p) => [p.name, [p.role, p.department].filter(Boolean).join(', ')]));
        });
        await page.getByText('you', { exact: true }).waitFor();
        await clean(page, 'people');
        await close(page);
    });

    test('a list of many is searched; a refusal stands at its field', async () => {
        for (let i = 1; i <= 20; i++) await office.api('/people', { person: `Dealer ${i}`, item: 'dealer', user: 'Anna', approver: 'Ben' });
        const page = await office.trust('Anna', 'people', { colorScheme: 'dark' });
        await page.getByLabel('Find').fill('dealer 1');
        await until('eleven are found', async () => (await page.locator('tbody tr').count()) === 11);
        await page.getByLabel('Find').fill('nobody at all');
        await page.getByText('Nobody of that name, role or department.').waitFor();
        await page.getByLabel('Find').fill('');
        await page.getByLabel('Name', { exact: true }).fill('Ben');
        await page.getByLabel('Role').selectOption('dealer');
        await page.getByLabel('Second person').selectOption(hostile.slice(0, 47));
        await page.getByRole('button', { name: 'Add the person' }).click();
        await page.getByText('"Ben" is there already').waitFor();

        // Somebody's role is changed by two other people.
        await page.getByRole('button', { name: 'Change Ben…' }).click();
        const dialog = page.getByRole('dialog', { name: 'Change Ben' });
        await dialog.getByLabel('Role').selectOption('accounting');
        await dialog.locator('s', { hasText: 'surveillance' }).waitFor();
        assert.deepEqual(await dialog.getByLabel('Second person').locator('option').allTextContents(), ['Choose…', `${hostile.slice(0, 47)} · manager`]);
        await dialog.getByLabel('Second person').selectOption(hostile.slice(0, 47));
        await dialog.getByRole('button', { name: 'Change it' }).click();
        await page.getByRole('cell', { name: 'accounting, Cameras' }).waitFor();
        assert.deepEqual((({ person, item, user }) => [person, item, user])(await office.newest('person_changed')), ['Ben', 'accounting', 'Anna']);
        assert.ok(await page.getByRole('button', { name: 'Change Anna…' }).isDisabled(), 'never oneself');
        await clean(page, 'people, dark');
        await shot(page, 'trust-people-open');
        await close(page);
    });
});

describe('disputes', () => {
    const office = new Office();
    before(() => office.begin());
    after(() => office.end());

    test('a dispute is opened, escalated and decided by keyboard, with its history', async () => {
        const page = await office.desk('Supervisor', 'disputes');
        await page.getByText('No dispute is open.').waitFor();
        await clean(page, 'no dispute');
        await tabTo(page, page.getByRole('button', { name: 'Open a dispute…' }));
        await page.keyboard.press('Enter');
        const dialog = page.getByRole('dialog');
        await dialog.getByLabel('What is in dispute').waitFor();
        await clean(page, 'opening a dispute');
        await tabTo(page, dialog.getByLabel('What is in dispute'));
        await page.keyboard.type(`${hostile}\nsecond line`);
        await page.keyboard.press('Tab');
        await page.keyboard.type('J. Doe');
        await page.keyboard.press('Tab');
        await typeChoice(page, 'uth-1');
        await page.keyboard.press('Tab');
        await typeChoice(page, 'Seat 3');
        await tabTo(page, dialog.getByRole('button', { name: 'Open the dispute' }));
        await page.keyboard.press('Enter');
        const opened = await until('it is in the log', () => office.newest('dispute_opened'));
        assert.deepEqual([opened.text, opened.person, opened.table, opened.seat], [`${hostile}\nsecond line`, 'J. Doe', 'uth-1', 3]);
        const card = page.getByRole('article', { name: `Dispute ${opened.seq}` });
        await card.getByText('second line').waitFor();
        await page.reload();
        await card.getByRole('button', { name: 'Escalate…' }).click();
        await dialog.getByLabel('Why it is passed on').fill(long);
        await page.keyboard.press('Tab');
        await tabTo(page, dialog.getByRole('button', { name: 'Escalate' }));
        await page.keyboard.press('Enter');
        await card.getByText('Escalated', { exact: true }).first().waitFor();
        assert.equal((await office.newest('dispute_escalated')).text, long);
        await soon(async () => assert.ok(await card.getByRole('button', { name: 'Escalate…' }).isDisabled()));
        await clean(page, 'an escalated dispute');
        // It cannot be decided before the Commissioner's office has been notified and has answered.
        assert.ok(await card.getByRole('button', { name: 'Decide…' }).isDisabled());
        assert.ok(await card.getByRole('button', { name: 'Finding…' }).isDisabled());
        await card.getByRole('button', { name: 'Notice…' }).click();
        await dialog.getByLabel('Who was notified').fill('Agent Smith');
        await dialog.getByLabel('Reference').fill('26-1107');
        await clean(page, 'the notice');
        await dialog.getByRole('button', { name: 'Record the notice' }).click();
        await card.getByText('Agent Smith, 26-1107').waitFor();
        await card.getByRole('button', { name: 'Finding…' }).click();
        await dialog.getByLabel('The finding').fill('The patron is right.');
        await dialog.getByRole('button', { name: 'Record the finding' }).click();
        await card.getByText('The patron is right.').waitFor();
        await card.getByRole('button', { name: 'Decide…' }).click();
        await dialog.getByLabel('The decision').fill('Paid five dollars.');
        await dialog.getByRole('button', { name: 'Record the decision' }).click();
        await card.getByText('Paid five dollars.').waitFor();
        await page.getByText('No dispute is open.').waitFor();
        await soon(async () => assert.deepEqual(await card.locator('.steps b').allInnerTexts(), ['Opened', 'Escalated', 'Commissioner notified', 'Finding recorded', 'Decided']));
        assert.deepEqual((await office.api('/disputes')).disputes, []);
        await page.reload();
        await card.getByText('Decided', { exact: true }).first().waitFor();
        await close(page);
    });

    test('what another console does is seen here; a refusal is said', async () => {
        const page = await office.desk('Supervisor', 'disputes', { colorScheme: 'dark' });
        await page.getByRole('button', { name: 'Open a dispute…' }).click();
        const dialog = page.getByRole('dialog');
        await dialog.getByLabel('What is in dispute').fill('x');
        await dialog.getByLabel('Claim').fill('none');
        await dialog.getByText('A claim is a whole number.').waitFor();
        assert.ok(await dialog.getByRole('button', { name: 'Open the dispute' }).isDisabled());
        await page.keyboard.press('Escape');
        const { seq } = await office.api('/disputes', { user: 'Manager One', text: 'Opened elsewhere', table: 'pg-1' });
        const card = page.getByRole('article', { name: `Dispute ${seq}` });
        await card.getByRole('button', { name: 'Decide…' }).click();
        await office.api(`/disputes/${seq}/decide`, { user: 'Manager One', text: 'Decided elsewhere' });
        await dialog.getByLabel('The decision').fill('too late');
        await dialog.getByRole('button', { name: 'Record the decision' }).click();
        await page.getByText(`there is no open dispute ${seq}`).waitFor();
        assert.equal(await dialog.getByLabel('The decision').inputValue(), 'too late', 'what was written is still there');
        await dialog.getByRole('button', { name: 'Cancel' }).click();
        await card.getByText('Decided elsewhere').waitFor();
        await clean(page, 'disputes, dark');
        await close(page);
    });
});
