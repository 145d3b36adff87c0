// The dealer's trainer: the right answers come from the server, and every kind of mistake is explained with its rule.
import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { api, clean, cleanInBothThemes, shot, soon, told } from './lib.mjs';
import { cardName, cardsOf, dealing, money, Room, SEED } from './practice-room.mjs';

let room;
before(async () => (room = await Room.open()));
after(() => room?.close());

// Gets the right answers from the server, which says them when it judges wrong ones.
async function rightAnswers(rules, more = {}) {
    const ask = { rules, seed: SEED, round: 1, seats: 3, ...more };
    const dealt = await api(room.address, '/practice/dealing', ask);
    const empty = dealt.order.map(({ seat, wager, from_seat }) => ({ seat, wager, verdict: 'none', ...(from_seat ? { from_seat } : {}) }));
    const [announcement] = dealt.announcements;
    const judged = await api(room.address, '/practice/check', { ...ask, answers: empty, ...(announcement ? { announcement } : {}) });
    const answers = judged.answers.map(({ verdict, amount, rule }, i) => ({ ...dealt.order[i], verdict, amount, rule }));
    return { dealt, answers, says: judged.announcement?.correct };
}

const amountField = (on) => on.getByLabel('Amount');
const keys = { take: 't', push: 'p', none: 'n' };

async function begin(on, says) {
    await on.getByRole('button', { name: 'Deal', exact: true, disabled: false }).press('Enter');
    if (says) await on.getByRole('button', { name: `Dealer ${says}`, exact: true, disabled: false }).press('Enter');
}

async function give(on, { seat, label, verdict, amount }) {
    await on.getByRole('heading', { name: `Seat ${seat}: ${label}` }).waitFor();
    if (verdict === 'pay') {
        await amountField(on).fill(amount);
        await on.keyboard.press('Enter');
    } else await amountField(on).press(keys[verdict]);
    await on.getByRole('heading', { name: new RegExp(`^Seat ${seat}: ${label},`) }).waitFor({ state: 'detached' });
}

for (const rules of ['uth-cn', 'pg-flush', 'tcp-cn', 'lir-rp', 'ms-rp', 'fcp-rp'])
    test(`${rules}: every answer right, by keyboard, the page loaded anew in the middle`, async () => {
        const { answers, says, dealt } = await rightAnswers(rules);
        const on = await room.visit('dealer', dealing({ rules }));
        await begin(on, says);
        await on.getByRole('heading', { name: `Seat ${answers[0].seat}: ${answers[0].label}` }).waitFor();
        await soon(async () => assert.deepEqual(await cardsOf(on.locator('.house')), [...dealt.dealer.cards, ...dealt.board].map(cardName)));
        for (const [i, answer] of answers.entries()) {
            if (i === 2) await on.reload();
            await give(on, answer);
            if (i + 1 < answers.length) await on.locator('.answer-panel .banner.good', { hasText: answer.paragraph }).waitFor();
        }
        await on.getByRole('heading', { name: `${answers.length} of ${answers.length} right` }).waitFor();
        const all = answers.length + (says ? 1 : 0);
        await on.getByText(`${all} of ${all} (100 %)`).waitFor();
        await on.reload();
        await on.getByRole('heading', { name: `${answers.length} of ${answers.length} right` }).waitFor();
        await on.getByText(`${all} of ${all} (100 %)`).waitFor();
        await clean(on, rules);
        await on.getByRole('button', { name: 'Next round' }).click();
        await on.getByText('round 2').waitFor();
        await on.context().close();
    });

test('"?" tells the keys, in the field of an amount too', async () => {
    const on = await room.visit('dealer', dealing({ rules: 'tcp-cn' }));
    const told = on.getByRole('dialog', { name: 'Keys' });
    const { says } = await rightAnswers('tcp-cn');
    await on.getByRole('heading', { level: 1 }).waitFor();
    await on.keyboard.press('?');
    await told.getByText('take the wager').waitFor();
    await on.keyboard.press('Escape');
    await told.waitFor({ state: 'detached' });
    await begin(on, says);
    await amountField(on).press('?');
    await told.waitFor();
    await clean(on, 'keys of the trainer');
    await on.keyboard.press('Escape');
    assert.equal(await amountField(on).inputValue(), '');
    await on.context().close();
});

test('one mistake of each kind is explained with its rule, and ends the streak', async () => {
    const { answers, says, dealt } = await rightAnswers('uth-cn');
    const on = await room.visit('dealer', dealing({ rules: 'uth-cn', guided: false }));
    await begin(on, dealt.announcements.find((each) => each !== says)); // the wrong announcement
    await on.locator('.banner.bad', { hasText: 'CN 26' }).waitFor();
    const pick = ({ seat, label }) =>
        on.getByRole('button', { name: new RegExp(`^Seat ${seat}, .*${label}`), disabled: false }).press('Enter');
    const wrong = { pay: 'take', take: 'push', push: 'take', none: 'push' };
    const paid = answers.findIndex((answer) => answer.verdict === 'pay');
    assert.ok(paid >= 0, 'this seed has something to pay');
    let mistakes = 1;
    const expectBad = async (text) => {
        mistakes++;
        await on.locator('.banner.bad', { hasText: text }).waitFor();
    };
    for (const [i, answer] of answers.entries()) {
        if (i === answers.length - 2) continue; // left for later: out of order
        await pick(answer);
        if (i === paid) {
            await give(on, { ...answer, amount: '1.25' }); // the wrong amount
            await expectBad(`Pay ${money(answer.amount)}`);
            await shot(on, 'practice-trainer');
            await clean(on, 'a mistake');
        } else if (i === paid + 1) {
            await give(on, { ...answer, verdict: wrong[answer.verdict], amount: '1' }); // the wrong verdict
            await expectBad(answer.paragraph);
        } else if (i === answers.length - 1) {
            await give(on, answer); // too early: another comes before it
            await expectBad('Out of order');
            await on.locator('dt:text-is("Streak") + dd:text-is("0")').waitFor();
        } else await give(on, answer);
    }
    await pick(answers.at(-2));
    await give(on, answers.at(-2));
    await on.getByRole('heading', { name: `${answers.length - mistakes + 1} of ${answers.length} right` }).waitFor();
    await on.getByText(`${answers.length + 1 - mistakes} of ${answers.length + 1} (`).waitFor();
    await clean(on, 'summary');
    await on.context().close();
});

test('correction at the end: nothing is told before, the last answer can be taken back', async () => {
    const { answers, says } = await rightAnswers('tcp-cn');
    const on = await room.visit('dealer', dealing({ rules: 'tcp-cn', immediate: false }));
    await begin(on, says);
    await give(on, { ...answers[0], verdict: answers[0].verdict === 'push' ? 'take' : 'push' });
    assert.equal(await on.locator('.banner').count(), 0);
    await on.getByRole('button', { name: 'Take back the last answer' }).click();
    for (const answer of answers.slice(0, -1)) await give(on, answer);
    assert.equal(await on.locator('.banner, .wager-button.right, .wager-button.wrong').count(), 0);
    await on.reload();
    const last = answers.at(-1);
    await give(on, { ...last, verdict: last.verdict === 'take' ? 'push' : 'take' });
    await on.getByRole('heading', { name: `${answers.length - 1} of ${answers.length} right` }).waitFor();
    await on.getByRole('cell', { name: last.paragraph }).first().waitFor();
    await on.context().close();
});

test('side bets can be left to the program', async () => {
    const { answers, says } = await rightAnswers('uth-cn', { progressive: null });
    const mine = answers.filter((answer) => answer.wager !== 'trips');
    assert.ok(mine.length < answers.length, 'this seed has side bets');
    const on = await room.visit('dealer', dealing({ rules: 'uth-cn', sideBets: false }));
    await begin(on, says);
    for (const answer of mine) await give(on, answer);
    await on.getByRole('heading', { name: `${mine.length} of ${mine.length} right` }).waitFor();
    await on.context().close();
});

test('lessons from easy to hard, the time a seat takes, and a certificate', async () => {
    const { answers, says } = await rightAnswers('tcp-cn', { seats: 1, progressive: null });
    const mine = answers.filter((answer) => answer.wager !== 'pair_plus');
    await api(room.address, '/house', { item: 'name', text: 'Grand <b> Pier', user: 'Manager One', approver: 'Manager Two' });
    const on = await room.visit('dealer', dealing({ rules: 'tcp-cn' }));
    await on.getByRole('button', { name: '6. As on the floor' }).click();
    await soon(async () => assert.equal(await on.getByRole('checkbox', { name: 'Correct me at once' }).isChecked(), false));
    await on.getByRole('button', { name: '1. One seat' }).click();
    await soon(async () => assert.equal(await on.getByRole('combobox', { name: 'Seats' }).inputValue(), '1'));
    await begin(on, says);
    for (const answer of mine) await give(on, answer);
    await on.getByRole('heading', { name: `${mine.length} of ${mine.length} right` }).waitFor();
    await on.locator('dt:text-is("Time a seat") + dd').getByText(/^\d+\.\d s$/).waitFor();
    await on.getByRole('button', { name: 'Certificate' }).click();
    const paper = on.getByRole('dialog', { name: 'Certificate of a session' });
    for (const name of ['Print', 'PDF']) assert.equal(await paper.getByRole('button', { name, exact: true }).isDisabled(), true);
    await paper.getByLabel('Name').fill('Ada <b>');
    await paper.locator('.certificate').getByText('Ada <b>').waitFor();
    // The floor's house stands there, not that of the rules.
    await paper.getByRole('heading', { name: "Dealer's training: Three Card Poker, Grand <b> Pier" }).waitFor();
    await paper.getByText(`${mine.length + (says ? 1 : 0)} of ${mine.length + (says ? 1 : 0)} (100.0 %)`).waitFor();
    await clean(on, 'certificate');
    const pdf = await on.pdf();
    assert.equal(pdf.subarray(0, 5).toString(), '%PDF-');
    const [file] = await Promise.all([on.waitForEvent('download'), paper.getByRole('button', { name: 'PDF', exact: true }).click()]);
    const sheet = execFileSync('pdftotext', ['-layout', await file.path(), '-'], { encoding: 'utf8' });
    assert.match(sheet, /^Grand <b> Pier/);
    assert.doesNotMatch(sheet, /Chickasaw/);
    await on.context().close();
});

test('an amount that is none is refused at the field', async () => {
    const { says } = await rightAnswers('pg-flush');
    const on = await room.visit('dealer', dealing({ rules: 'pg-flush' }));
    await begin(on, says);
    for (const text of ['', '4.5', '-3', `<b>"'`, '9'.repeat(500)]) {
        await amountField(on).fill(text);
        await on.keyboard.press('Enter');
        await on.getByText('Type what you pay').waitFor();
    }
    await clean(on, 'amount');
    await on.context().close();
});

test('the server lost and back between two answers', async () => {
    const { answers, says } = await rightAnswers('tcp-cn');
    const port = new URL(room.address).port;
    const on = await room.visit('dealer', dealing({ rules: 'tcp-cn' }));
    await begin(on, says);
    await give(on, answers[0]);
    await room.pit.kill(room.manager);
    await told(on.getByText('The server cannot be reached'), () => amountField(on).press('t'));
    room.manager = await room.pit.manager({ port });
    for (const answer of answers.slice(1)) await give(on, answer);
    await on.getByRole('heading', { name: `${answers.length} of ${answers.length} right` }).waitFor();
    await on.context().close();
});

test('no fault that a tool can find, in both themes', async () => {
    const on = await room.visit('dealer', dealing({ rules: 'uth-cn', seats: 7 }));
    await on.getByRole('heading', { name: 'A round to settle' }).waitFor();
    await cleanInBothThemes(on, 'setup');
    await begin(on, 'qualifies');
    await amountField(on).press('t');
    await on.locator('.wager-button.right, .wager-button.wrong').first().waitFor();
    await cleanInBothThemes(on, 'trainer');
    await on.setViewportSize({ width: 390, height: 844 });
    await cleanInBothThemes(on, 'trainer on a phone');
    await on.context().close();
});
