// A night rehearsed: one long evening with the real programs in which every procedure of the manual and of the three rule documents
// happens at least once, among crashes of each part. The test keeps a ledger of its own (ledger.mjs) and at the end compares every
// meter, payment, form and receipt with it; then both verifiers confirm the log.
//
// The procedures are listed below, with the place in the documents that asks for each. The test marks each when it was done, and
// fails if one was not.
//
// usage: CROUPIER=… CROUPIER_VERIFY=… node --test tests/night/night.mjs
import { after, test } from 'node:test';
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { browser, open, until } from '../../web/test/lib.mjs';
import { button, screen, state, tapUntil } from '../../web/test/dealer-steps.mjs';
import { Link, micro, money } from './ledger.mjs';
import { links, NightFloor, tables, verifier } from './floor.mjs';

const procedures = {
    'the shift is opened': 'PG reconciling 1; PIT-6',
    'the notices before play are looked at': 'PIT-19',
    'a message is on the signs': 'PG overview; PIT-13',
    'dealers sign on': 'PIT-10',
    'hard meters are read': 'PG reconciling 2; PIT-5',
    'a round at every game': 'PG, CN, RP, TC; UTH-21',
    'an award without a key': 'PG no key jackpots; TAB-8, PIT-4',
    'a pending award is taken back': 'PG high jackpot 3a; TAB-6',
    'the coin of a seat without an Ante goes back': 'CN 5; PG-9, PIT-7',
    'a low jackpot with key 008': 'PG low jackpots',
    'a high jackpot with key 009, its cards keyed in': 'PG high jackpot 1 to 9; TAB-7',
    'a jackpot is paid by check': 'PG high jackpot 6a; CN 40; UTH-17',
    'compliance checks are confirmed by name': 'CN 39, 47; UTH-17',
    'a jackpot is cleared at the manager': 'PG high jackpot 10; TAB-11',
    'the deck is counted down, and replaced after a priority jackpot': 'PG high jackpot 4, 5; PIT-11',
    'a second chip waits for the next hand': 'PG progressive wager 1, 4; CN 9; TAB-4',
    'a folded hand keeps its progressive wager': 'PG step 3, step 7; PG-7',
    'a coin that is not counted goes back': 'PG table 1.1; TAB-2',
    'a patron who has passed the threshold is paid by name': 'CN 39, 47; TC s; PIT-14',
    'the sign has its pay table and whose the lights are': 'PG progressive wager 3, step 7; PIT-13',
    'seed and wager are set at the manager, by two people': 'PG Game Manager; REG-6',
    'coin-in, activity and jackpots are reported': 'PG reconciling; REC-2',
    'two winners in one round, from right to left': 'PG multiple jackpots; PIT-2',
    'two winners of one full meter: the second gets the reseed': 'CN 37; UTH-14',
    'envy, one patron at two seats and a folded hand': 'CN 22, 38; UTH-15, PIT-9',
    'a folded hand claims nothing': 'CN 22; PIT-3',
    'one hand a patron': 'CN 8; UTH-16',
    'simultaneous jackpots: surveillance finds, two people rule': 'PG simultaneous; TAB-10, PIT-8',
    'a win is split': 'REG-11',
    'a jam is cleared': 'PG table 1.1; TAB-2',
    'a seat fails, its patron moves, a named person opens it again': 'CN 49; UTH-19, PIT-17',
    'all hands are dead, with a reason': 'CN 48; PIT-7',
    'an irregularity is recorded': 'TC d, f; PIT-7',
    'a tray payment is corrected': 'PIT-4',
    'a meter is corrected by two people': 'REG-9',
    'a dispute is decided': 'CN 50; UTH-20',
    'a dispute goes to the Commissioner and is answered': 'CN 51; TC t, u; PIT-8',
    'the cash of a patron passes the threshold': 'CN 42; PIT-14',
    'foreign currency is refused': 'CN 46; UTH-22',
    'a link is closed and opened': 'REG-6',
    'the table is killed with a win on it; it is ruled: pay': 'PIT-1',
    'the manager is killed with a win on the table; it is ruled: void': 'CN 48; PIT-1',
    'a table alone pays its jackpots, and service personnel set its seed': 'PG standalone; SYS-3, PIT-18',
    'a master and another table have one meter': 'PG master and slaves; SYS-2',
    'a console in a browser': 'TAB-3',
    'a counter is off and raises an alarm; it is answered': 'PG reconciling 4; REC-3, PIT-5',
    'the shift is handed over by name': 'PIT-6',
    'the last shift is closed': 'PG reconciling',
    'the tables are read by themselves when a shift is closed': 'PG reconciling 2; PIT-5',
};

const happened = new Set();
const done = (procedure) => {
    assert.ok(procedure in procedures, procedure);
    happened.add(procedure);
};

const night = new NightFloor();
const books = Object.fromEntries(Object.entries(links).map(([id, progressive]) => [id, new Link(progressive)]));
const counters = Object.fromEntries(Object.keys(tables).map((id) => [id, 0]));
const paid = []; // the payments that the test made: table, round, seat, hand, amount, envy
let chrome;

after(async () => {
    await chrome?.close();
    await night.pit.stop();
});

// ---- A table ----

const bookOf = (name) => books[tables[name].link];

async function coins(name, ...seats) {
    const table = night.live[name];
    table.say(...seats.map((seat) => `place ${seat}`));
    await table.told('start', 'coins in from');
    table.round += 1;
    table.seats = seats;
    counters[name] += seats.length;
    bookOf(name)?.drop(seats.length);
}

async function over(name) {
    const table = night.live[name];
    await table.told('game over', 'game over');
}

function pays(name, seat, hand, envySeats = []) {
    const { amount, envy } = bookOf(name).pay(hand, envySeats.length);
    paid.push({ table: name, round: night.live[name].round, seat, hand, amount, envy });
    return money(amount);
}

// An award without a key becomes final with GAME OVER.
async function tray(name, seat, hand) {
    night.live[name].say(`award ${seat} ${hand}`);
    const amount = pays(name, seat, hand);
    await over(name);
    assert.ok(night.live[name].part.output.includes(`seat ${seat} is paid ${amount} from tray: ${hand}`), night.live[name].part.output.slice(-500));
}

async function claimed(name, seat, hand) {
    await night.live[name].told(`award ${seat} ${hand}`, `seat ${seat} claims: ${hand}`);
    return claimOf(name, seat);
}

const claimOf = (name, seat) => until(`the desk sees the claim of ${name}`, async () =>
    (await night.ask('Sue Park', '/claims')).claims.find((claim) => claim.table === name && claim.seat === seat && claim.state === 'pending'));

// ---- The desk: the supervisor verifies, the cage complies, two others approve ----

const hands = { 'royal flush': 'As Ks Qs Js Ts', 'straight flush': '9h 8h 7h 6h 5h', 'four of a kind': '8c 8d 8h 8s Ac', 'full house': 'Kc Kd Kh 4s 4d', flush: 'Ad Jd 8d 6d 2d' };

async function verified({ claim, award }) {
    const { needs } = await night.ask('Sue Park', `/claims/${claim}`);
    if (needs.items.length > 0) await night.ask('Sue Park', `/claims/${claim}/verify`, { items: needs.items, text: hands[award] });
    for (const item of needs.compliance) {
        await night.ask('Cal Stone', `/claims/${claim}/comply`, { item });
        done('compliance checks are confirmed by name');
    }
}

async function approved({ claim }) {
    const { needs, amount, table } = await night.ask('Sue Park', `/claims/${claim}`);
    for (const name of ['Cal Stone', 'Ann Reyes'].slice(0, needs.approvals)) await night.proved(name, `/claims/${claim}/approve`, { table, amount });
}

async function passed(claim) {
    await verified(claim);
    await approved(claim);
}

// Does what follows a payment: the deck, and Process Jackpot.
async function processed({ claim }) {
    const open = (await night.ask('Sue Park', '/claims')).claims.find((other) => other.claim === claim);
    assert.ok(open, `claim ${claim} is paid, and the deck is still to be counted down`);
    const priority = ['royal flush', 'straight flush'].includes(open.award);
    assert.deepEqual(open.needs.after, priority ? ['deck', 'replaced'] : ['deck'], `${open.table}: ${open.award}`);
    const left = open.needs.after.filter((item) => !open.after.includes(item));
    if (left.length > 0) await night.ask('Sue Park', `/claims/${claim}/verify`, { items: left });
    if (left.join() === 'deck,replaced') done('the deck is counted down, and replaced after a priority jackpot');
    if (!open.needs.clearing) return;
    await night.ask('Cal Stone', `/claims/${claim}/clear`, {});
    done('a jackpot is cleared at the manager');
}

const positions = { '008': 'JPL', '009': 'JPH' };

// Inserts and turns the key, pays the seats in their order with J-POT, and takes the key out.
async function keyed(name, key, ...winners) {
    const table = night.live[name];
    table.say(`key ${key}`, `turn ${positions[key]}`);
    for (const { seat, amount } of winners) await table.told(`wait ${seat}`, `seat ${seat} is paid ${amount} `);
    table.say('turn R', 'remove key');
}

async function jackpot(name, seat, hand, key, envySeats = []) {
    const claim = await claimed(name, seat, hand);
    await passed(claim);
    await keyed(name, key, { seat, amount: pays(name, seat, hand, envySeats) });
    return claim;
}

// ---- The evening ----

// After a part has failed the later parts are not run, because they would only fail as well.
let hasFailed = false;
function part(name, run) {
    test(name, async () => {
        assert.ok(!hasFailed, 'a part before it failed');
        hasFailed = true;
        await run();
        hasFailed = false;
    });
}

part('opening', async () => {
    await night.begin();
    for (const name of Object.keys(tables)) await night.open(name);
    await night.ask('Sue Park', '/shifts', { item: 'swing' });
    done('the shift is opened');
    assert.ok(Array.isArray((await night.ask('Sue Park', '/notices')).notices));
    done('the notices before play are looked at');
    await night.ask('Sue Park', '/messages', { text: 'Happy hour at the bar', link: 'rp' });
    assert.ok(JSON.stringify(await night.ask('Sue Park', '/faces/lir-1')).includes('Happy hour'));
    done('a message is on the signs');
    const face = JSON.stringify(await night.ask('Sue Park', '/faces/pg-1'));
    for (const words of ['Players are responsible for their own lights.', '"royal flush"', '"two pair"']) assert.ok(face.includes(words), face);
    done('the sign has its pay table and whose the lights are');
    await night.signsOn('uth-1', 'Dan Wu');
    await night.signsOn('pg-1', 'Dee Cruz');
    done('dealers sign on');
    for (const name of ['uth-1', 'pg-1']) await night.live[name].told('read', 'counter read: 0, booked 0');
    done('hard meters are read');
});

part('a round at every game, and awards without a key', async () => {
    const first = { 'uth-1': 'three of a kind', 'uth-2': 'flush', 'pg-2': 'two pair', 'lir-1': 'straight', 'ms-1': 'four of a kind', 'fcp-1': 'full house' };
    for (const [name, hand] of Object.entries(first)) {
        await coins(name, 2, 5);
        await tray(name, 5, hand);
    }
    done('an award without a key');
    await night.live['tcp-1'].told('start', 'round 1');
    await over('tcp-1');
    done('a round at every game');
    await coins('pg-1', 2, 3, 6);
    const table = night.live['pg-1'];
    await table.told('return 2 no Ante was bet there', "seat 2's coin is off the record");
    bookOf('pg-1').drop(-1);
    done('the coin of a seat without an Ante goes back');
    table.say('award 6 three of a kind', 'award 6 three of a kind');
    await table.hears('seat 6: the claim is cancelled');
    done('a pending award is taken back');
    await tray('pg-1', 3, 'straight');

    await coins('pg-2', 2, 4);
    const waits = night.live['pg-2'];
    waits.say('place 4'); // the lights of seat 4 stay on; the chip waits there for the next hand
    await waits.told('fold 4', 'seat 4 folds');
    await tray('pg-2', 4, 'three of a kind');
    done('a folded hand keeps its progressive wager');
    await waits.told('start', 'coins in from 4');
    waits.round += 1;
    counters['pg-2'] += 1;
    bookOf('pg-2').drop(1);
    await over('pg-2');
    done('a second chip waits for the next hand');
});

part('jackpots with keys', async () => {
    await coins('pg-1', 1, 4);
    const low = await jackpot('pg-1', 4, 'flush', '008');
    await over('pg-1');
    await processed(low);
    done('a low jackpot with key 008');

    await coins('pg-1', 1, 4);
    const claim = await claimed('pg-1', 4, 'royal flush');
    const wrong = night.ask('Sue Park', `/claims/${claim.claim}/verify`, { items: claim.needs.items, text: hands['straight flush'] });
    await assert.rejects(wrong, /the cards are straight flush; the claim is of royal flush/);
    await passed(claim);
    await night.ask('Cal Stone', `/claims/${claim.claim}/method`, { method: 'check' });
    done('a jackpot is paid by check');
    await keyed('pg-1', '009', { seat: 4, amount: pays('pg-1', 4, 'royal flush') });
    await over('pg-1');
    await processed(claim);
    done('a high jackpot with key 009, its cards keyed in');

    // Seat 6 stands to the right of seat 3, so it is paid first, whichever key is turned first.
    await coins('pg-1', 3, 6);
    const left = await claimed('pg-1', 3, 'flush');
    const right = await claimed('pg-1', 6, 'straight flush');
    await passed(left);
    night.live['pg-1'].say('key 008', 'turn JPL', 'jpot', 'remove key');
    await night.live['pg-1'].hears('seat 6 is paid first');
    night.live['pg-1'].say('turn R', 'remove key');
    await passed(right);
    await keyed('pg-1', '009', { seat: 6, amount: pays('pg-1', 6, 'straight flush') });
    await keyed('pg-1', '008', { seat: 3, amount: pays('pg-1', 3, 'flush') });
    await over('pg-1');
    await processed(right);
    await processed(left);
    done('two winners in one round, from right to left');
});

part('the rules of CN: envy, patrons, a folded hand, a meter won twice', async () => {
    const table = night.live['uth-1'];
    await table.told('patron 2 3', 'one patron holds seats 2 3');
    await coins('uth-1', 2, 3, 5, 6, 7);
    table.say('fold 5');
    await table.told('award 5 flush', 'no: seat 5 has folded');
    done('a folded hand claims nothing');
    const royal = await jackpot('uth-1', 2, 'royal flush', '009', [7, 6]);
    for (const seat of [7, 6]) assert.ok(table.part.output.includes(`pay seat ${seat} 1000.00 envy for seat 2's hand`), table.part.output.slice(-800));
    await over('uth-1');
    await processed(royal);
    done('envy, one patron at two seats and a folded hand');

    // The shift manager allows one hand for each patron, so two seats of one patron are refused.
    await night.ask('Ann Reyes', '/tables/uth-1/hands', { one_hand: true });
    table.say('place 2', 'place 3');
    await table.told('start', 'are one patron');
    table.say('remove 3');
    await night.ask('Ann Reyes', '/tables/uth-1/hands', {});
    await table.told('alone 3', 'seat 3');
    done('one hand a patron');
    await until('the switch is off', async () => (await night.ask('Sue Park', '/tables/uth-1')).one_hand === false);
    table.say('remove 2');

    await coins('uth-1', 2, 6);
    const second = await claimed('uth-1', 2, 'four of a kind');
    const first = await claimed('uth-1', 6, 'four of a kind');
    await passed(first);
    await passed(second);
    await keyed('uth-1', '009', { seat: 6, amount: pays('uth-1', 6, 'four of a kind') }, { seat: 2, amount: pays('uth-1', 2, 'four of a kind') });
    await over('uth-1');
    await processed(first);
    await processed(second);
    done('two winners of one full meter: the second gets the reseed');
});

part('simultaneous wins', async () => {
    await coins('uth-2', 1);
    await coins('fcp-1', 4);
    const first = await claimed('uth-2', 1, 'straight flush');
    const second = await claimed('fcp-1', 4, 'straight flush');
    for (const claim of [first, second]) await verified(claim);
    const order = [second.claim, first.claim];
    await night.ask('Eve Lind', '/links/rp/finding', { order, text: 'tape 4, 21:13:02 before 21:13:04' });
    await night.proved('Sue Park', '/links/rp/order', { order, text: 'as surveillance found' }, 'Ann Reyes');
    await approved(second);
    await keyed('fcp-1', '009', { seat: 4, amount: pays('fcp-1', 4, 'straight flush') });
    await over('fcp-1');
    await processed(second);
    await approved(first);
    await keyed('uth-2', '009', { seat: 1, amount: pays('uth-2', 1, 'straight flush') });
    await over('uth-2');
    await processed(first);
    done('simultaneous jackpots: surveillance finds, two people rule');
});

part('seats, irregularities, cash', async () => {
    const table = night.live['lir-1'];
    table.say('jam 3', 'place 3');
    await coins('lir-1', 1);
    await table.told('clear 3', 'hand the chips back to 3');
    done('a jam is cleared');
    await over('lir-1');
    table.say('miss 2', 'place 2');
    await coins('lir-1', 6); // one of the two chips is counted
    assert.ok(table.part.output.includes('Seat 2: the chip was not counted and is no wager in this round.'), table.part.output.slice(-500));
    await table.told('award 2 flush', 'no: ');
    table.say('remove 2');
    done('a coin that is not counted goes back');
    await over('lir-1');
    await table.told('fail 4', 'closed to progressive play');
    await table.told('move 4 7', 'the patron of seat 4 moves to seat 7');
    await table.told('repair 4', 'The seat stays closed until a named person opens it');
    await table.told('open 4 Sue Park', 'seat 4 is opened by Sue Park');
    done('a seat fails, its patron moves, a named person opens it again');

    await coins('ms-1', 2, 4);
    await night.ask('Sue Park', '/tables/ms-1/irregularity', { item: 'exposed card', text: 'the hand was played on', seats: [2] });
    done('an irregularity is recorded');
    await night.live['ms-1'].told('dead the deck is fouled', 'dead');
    bookOf('ms-1').drop(-2);
    done('all hands are dead, with a reason');

    const cash = night.live['tcp-1'];
    await cash.told('buy 1 6000.00 cash from Lake', 'buys in 6000.00');
    await cash.told('buy 1 50.00 foreign currency', '"foreign currency" is refused');
    done('foreign currency is refused');
    await night.live['pg-2'].told('buy 3 4000.01 cash from Lake', 'CASH REPORT: Lake');
    done('the cash of a patron passes the threshold');
    await night.live['pg-2'].told('payout 3 50.00 ante to Lake', 'somebody confirms the compliance checks');
    await night.live['pg-2'].told('payout 3 50.00 ante to Lake, says Sue Park', 'seat 3 is paid 50.00 for ante to Lake');
    done('a patron who has passed the threshold is paid by name');

    const flush = night.log('award_paid').find(({ table, seat, award }) => table === 'uth-2' && seat === 5 && award === 'flush');
    await night.proved('Sue Park', '/tables/uth-2/correct', { payment: flush.seq, change: '-10.00', text: 'ten too much for the flush', seat: 5, award: 'flush' }, 'Ann Reyes');
    books.rp.tray -= micro('10.00');
    books.rp.corrected -= micro('10.00');
    done('a tray payment is corrected');
});

part('disputes', async () => {
    const said = await night.ask('Sue Park', '/disputes', { table: 'tcp-1', text: 'the patron says that the dealer misread a straight' });
    await night.ask('Sue Park', `/disputes/${said.seq}/decide`, { text: 'the tape shows a pair' });
    done('a dispute is decided');
    const grave = await night.ask('Sue Park', '/disputes', { table: 'uth-1', text: 'the patron wants the Commissioner' });
    await night.ask('Sue Park', `/disputes/${grave.seq}/escalate`, { text: 'asked for at 22:40' });
    await night.ask('Ann Reyes', `/disputes/${grave.seq}/notify`, { person: 'Duty officer Hale', item: 'C-118', text: 'by telephone' });
    await night.ask('Ann Reyes', `/disputes/${grave.seq}/finding`, { text: 'no fault of the house' });
    await night.ask('Ann Reyes', `/disputes/${grave.seq}/decide`, { text: 'as the Commissioner found' });
    done('a dispute goes to the Commissioner and is answered');
});

part('a split win, and a link that is closed for a correction', async () => {
    await coins('split-1', 3);
    await coins('split-2', 6);
    const first = await claimed('split-1', 3, 'royal flush');
    const second = await claimed('split-2', 6, 'royal flush');
    for (const claim of [first, second]) await verified(claim);
    const order = [first.claim, second.claim];
    await night.ask('Eve Lind', '/links/split/finding', { order, text: 'not to be told apart' });
    await night.proved('Sue Park', '/links/split/order', { order, text: 'split, as the house rules say' }, 'Ann Reyes');
    const halves = books.split.split('royal flush', 2);
    for (const [claim, amount] of [[first, halves[0]], [second, halves[1]]]) {
        await approved(claim);
        paid.push({ table: claim.table, round: night.live[claim.table].round, seat: claim.seat, hand: claim.award, amount, envy: 0n });
        await keyed(claim.table, '009', { seat: claim.seat, amount: money(amount) });
        await over(claim.table);
        await processed(claim);
    }
    done('a win is split');

    await night.ask('Sue Park', '/links/split/close', { text: 'a correction' });
    await night.live['split-1'].hears('closed');
    await night.proved('Ann Reyes', '/links/split/correct', { from: 'jackpot', change: '12.50', text: 'what the old meter was short of' }, 'Ben Okafor');
    books.split.meters.jackpot += micro('12.50');
    done('a meter is corrected by two people');
    const { document } = await night.proved('Ann Reyes', '/links/split/parameters', { parameters: { meters: [{ name: 'jackpot', seed: '12000' }] } });
    await night.proved('Ann Reyes', '/links/split/configure', { document, policy: 'split' }, 'Ben Okafor');
    books.split.seeds.jackpot = micro('12000');
    await night.ask('Sue Park', '/links/split/open', {});
    await night.live['split-1'].hears('open');
    done('a link is closed and opened');
    await coins('split-1', 2);
    const restarts = await jackpot('split-1', 2, 'royal flush', '009');
    await over('split-1');
    await processed(restarts);
    done('seed and wager are set at the manager, by two people');
});

part('crashes with a win on the table', async () => {
    // The table's program is killed; when it is back, a person rules.
    await coins('pg-2', 1, 5);
    const claim = await claimed('pg-2', 5, 'flush');
    await night.pit.kill(night.live['pg-2'].part);
    await night.open('pg-2');
    await night.live['pg-2'].hears('a ruling is awaited');
    const again = await claimOf('pg-2', 5);
    assert.equal(again.claim, claim.claim);
    await night.proved('Sue Park', `/claims/${claim.claim}/rule`, { item: 'pay', text: 'the tape shows the hand' }, 'Ann Reyes');
    await passed(again);
    await keyed('pg-2', '008', { seat: 5, amount: pays('pg-2', 5, 'flush') });
    await over('pg-2');
    await processed(again);
    done('the table is killed with a win on it; it is ruled: pay');

    // The manager is killed, and the store with it. CN's rule makes all hands dead, but only when a person says so.
    await coins('uth-1', 4, 6);
    const held = await claimed('uth-1', 6, 'straight flush');
    await night.pit.kill(night.manager);
    await night.pit.kill(night.live['uth-1'].part);
    await night.serve();
    await night.open('uth-1');
    await night.live['uth-1'].hears('a ruling is awaited');
    await night.proved('Sue Park', `/claims/${held.claim}/rule`, { item: 'void', text: 'the system failed with the win on the table' }, 'Ann Reyes');
    await until('the claim is void', async () => !(await night.ask('Sue Park', '/claims')).claims.some((other) => other.claim === held.claim && other.state === 'pending'));
    await night.live['uth-1'].told('dead all hands are dead', 'dead');
    bookOf('uth-1').drop(-2);
    done('the manager is killed with a win on the table; it is ruled: void');
});

part('tables without a manager', async () => {
    const own = new Link('ptha-2');
    const store = join(night.folder, 'alone.db');
    const pay = async (table, seat, hand, key, approvers) => {
        await table.told(`award ${seat} ${hand}`, `seat ${seat} claims: ${hand}`);
        table.say(`key ${key}`, `turn ${positions[key]}`, `verify ${seat} installer`, ...approvers.map((name) => `approve ${seat} ${name}`));
        const amount = money(own.pay(hand).amount);
        await table.told(`wait ${seat}`, `seat ${seat} is paid ${amount} from jackpot: ${hand}`);
        table.say('turn R', 'remove key', `verify ${seat} inspector`);
    };
    const begin = async (table, ...seats) => {
        table.say(...seats.map((seat) => `place ${seat}`));
        await table.told('start', 'coins in from');
        own.drop(seats.length);
    };
    const leave = async (table) => {
        table.say('quit');
        await until(`${table.name} ends`, () => table.part.child.exitCode === 0);
    };
    let alone = await night.apart('alone', '--standalone', '--store', store, '--rules', 'pg-flush');
    await begin(alone, 4);
    await pay(alone, 4, 'flush', '008', ['inspector']);
    await alone.told('game over', 'game over');
    await leave(alone);
    alone = await night.apart('alone', '--standalone', '--store', store, '--service', 'Cy,Di', '--seed-amount', '12000');
    own.seeds.jackpot = micro('12000');
    await begin(alone, 2, 4);
    await pay(alone, 4, 'royal flush', '009', ['installer', 'inspector']);
    await alone.told('process 4 inspector', 'confirms the jackpot as processed');
    await alone.told('game over', 'game over');
    await begin(alone, 2);
    await alone.hears(`meters: jackpot ${money(own.meters.jackpot)}`);
    await alone.told('game over', 'game over');
    await leave(alone);
    night.run('verify', store);
    done('a table alone pays its jackpots, and service personnel set its seed');

    const shared = new Link('ptha-2');
    const boss = await night.apart('boss', '--master', '--others', 'one', '--listen', '127.0.0.1:0', '--store', join(night.folder, 'boss.db'), '--rules', 'pg-flush');
    const one = await night.apart('one', '--manager', /(http:\/\/127\.0\.0\.1:\d+)/.exec(boss.part.output)[1]);
    for (const [table, seats] of [[boss, [1, 2]], [one, [3]], [boss, [5]]]) {
        table.say(...seats.map((seat) => `place ${seat}`));
        await table.told('start', 'coins in from');
        shared.drop(seats.length);
        await table.hears(`meters: jackpot ${money(shared.meters.jackpot)}`);
        await table.told('game over', 'game over');
    }
    await leave(one);
    await leave(boss);
    night.run('verify', join(night.folder, 'boss.db'));
    done('a master and another table have one meter');
});

part('a console in a browser, a counter that is off, the end of the shifts', async () => {
    chrome = await browser();
    const table = night.live['pg-2'];
    const page = await open(await chrome.newContext({ viewport: screen, hasTouch: true }), `${table.part.address}/dealer`);
    table.say('place 3');
    await tapUntil(button(page, 'COIN IN'), 'the coins are in', async () => (await state(table.part)).mode === 'coin in');
    table.round += 1;
    counters['pg-2'] += 1;
    bookOf('pg-2').drop(1);
    await tapUntil(button(page, 'GAME OVER'), 'the round is over', async () => (await state(table.part)).mode === 'betting');
    assert.deepEqual(page.faults, []);
    await page.context().close();
    done('a console in a browser');

    const off = night.live['pg-1'];
    off.say(...Array(101).fill('stray 1'));
    await off.told('read', `counter read: ${counters['pg-1'] + 101}, booked ${counters['pg-1']}`);
    await coins('ms-1', 5);
    const handed = await claimed('ms-1', 5, 'straight flush');
    await night.ask('Sue Park', '/shifts/close', { person: 'Ann Reyes', text: 'a claim at ms-1 is open' });
    done('the shift is handed over by name');
    const alarm = await until('the variance is an alarm', async () => (await night.ask('Ann Reyes', '/alarms')).alarms.find((one) => one.item === 'variance'));
    await night.ask('Ann Reyes', `/alarms/${alarm.alarm}/acknowledge`, { text: 'a hundred and one chips were dropped to try it' });
    done('a counter is off and raises an alarm; it is answered');
    await passed(handed);
    await keyed('ms-1', '009', { seat: 5, amount: pays('ms-1', 5, 'straight flush') });
    await over('ms-1');
    await processed(handed);
    await night.ask('Ann Reyes', '/shifts/close', {});
    done('the last shift is closed');
    const asked = night.log('readings_asked').at(-1).seq;
    const closed = night.log('shift_closed').at(-1).seq;
    const read = night.log('meter_read').filter(({ seq, from, user }) => seq > asked && seq < closed && !from && !user).map(({ table }) => table);
    for (const id of ['pg-1', 'pg-2', 'ms-1']) assert.ok(read.includes(id), `${id} reads its counter by itself: ${read}`);
    done('the tables are read by themselves when a shift is closed');
});

// ---- The reckoning ----

part('every meter is what the ledger has', async () => {
    for (const [id, own] of Object.entries(books)) {
        const link = await night.ask('Ann Reyes', `/links/${id}`);
        for (const meter of link.meters) {
            assert.equal(meter.amount, money(own.meters[meter.name]), `meter ${meter.name} of ${id}`);
            assert.equal(meter.reserve, money(own.reserves[meter.name]), `reserve ${meter.name} of ${id}`);
        }
        assert.deepEqual([link.books.house, link.books.returned, link.books.tray_paid, link.books.tray_corrected, link.books.envy_paid],
            [own.house, own.returned, own.tray, own.corrected, own.envy].map(money), `books of ${id}`);
    }
});

part('every payment in the log is one of the ledger, and the other way round', async () => {
    const told = (one) => `${one.table} round ${one.round} seat ${one.seat}: ${one.award ?? one.hand} ${typeof one.amount === 'bigint' ? money(one.amount) : one.amount} envy ${typeof one.envy === 'bigint' ? money(one.envy) : one.envy ?? '0.00'}`;
    assert.deepEqual(night.log('claim_paid', 'award_paid').map(told).sort(), paid.map(told).sort());
});

part('receipts, slips and forms printed themselves and say what the ledger says', async () => {
    const claims = night.log('claim_paid');
    await until('all papers are printed', () => night.printed(/^receipt-/).length === claims.length && night.printed(/^shift-/).length === 2);
    for (const claim of claims) {
        for (const kind of ['receipt', 'slip']) {
            const text = night.textOf(`${kind}-${claim.claim}.pdf`);
            const own = paid.find((one) => one.table === claim.table && one.round === claim.round && one.seat === claim.seat);
            assert.ok(text.includes(`$${money(own.amount).replace(/\B(?=(\d{3})+\.)/g, ',')}`), `${kind} of ${claim.claim}: ${text}`);
            assert.ok(text.includes('The Lucky Star') && /C[SD]T/.test(text), `${kind} of ${claim.claim}: ${text}`);
            assert.ok(hands[own.hand] === undefined || text.includes(hands[own.hand]), `cards on the ${kind} of ${claim.claim}: ${text}`);
        }
    }
    const forms = night.printed(/^shift-/).map((name) => night.textOf(name));
    assert.equal(forms.filter((text) => text.includes('ALARM')).length, 1);
});

// The forms of the two shifts cover the whole night: the second begins with what the first ends with, and their sums are the
// ledger's.
part('the forms of the two shifts add up to the ledger', async () => {
    const shifts = night.log('shift_opened', 'shift_closed').slice(0, 2).map(({ seq }) =>
        JSON.parse(night.run('report', 'shift', '--store', night.store, '--shift', String(seq), '--json')));
    const facts = (shift, key) => shift.sections.find((section) => section.key === key).facts;
    const sum = (key, fact) => money(shifts.reduce((total, shift) => total + micro(facts(shift, key)[fact] ?? '0.00'), 0n));
    for (const [id, own] of Object.entries(books)) {
        assert.deepEqual(['coin_in', 'returned', 'house', 'tray_paid', 'envy_paid'].map((fact) => sum(id, fact)),
            [own.coins * 1_000_000n, own.returned, own.house, own.tray, own.envy].map(money), `forms of ${id}`);
        for (const [name, amount] of Object.entries(own.meters)) {
            const [first, second] = shifts.map((shift) => facts(shift, `${id}.${name}`));
            assert.equal(first.begin, money(BigInt(own.rules.meters[name].seed) * 1_000_000n), `${name} of ${id} begins`);
            assert.equal(second.begin, first.end, `${name} of ${id} between the shifts`);
            assert.equal(second.end, money(amount), `${name} of ${id} ends`);
            assert.equal(second.result, 'PASS', `${name} of ${id}`);
        }
    }
    assert.equal(facts(shifts[0], 'pg.jackpot').result, 'ALARM');
    assert.equal(shifts[1].facts.opened_by, 'Sue Park');
});

part('the three reports say what the ledger says', async () => {
    const report = (...words) => JSON.parse(night.run('report', ...words, '--store', night.store, '--json'));
    const coinIn = JSON.stringify(report('coin-in'));
    for (const [id, own] of Object.entries(books)) assert.ok(coinIn.includes(`"${money(own.coins * 1_000_000n)}"`), `coin-in of ${id}: ${coinIn}`);
    const jackpots = JSON.stringify(report('jackpots'));
    for (const { amount } of paid.filter(({ hand }) => hand === 'royal flush')) assert.ok(jackpots.includes(`"${money(amount)}"`), jackpots);
    const [{ columns, rows }] = report('activity', '--kind', 'claim_paid,award_paid').sections[0].tables;
    const at = columns.findIndex(({ key }) => key === 'amount');
    assert.deepEqual(rows.map((row) => row[at]).sort(), paid.map(({ amount }) => money(amount)).sort());
    done('coin-in, activity and jackpots are reported');
});

part('both verifiers confirm the log, and every procedure happened', async () => {
    night.run('verify', night.store);
    const exported = night.run('log', night.store, '--json');
    const checkpoints = join(night.folder, 'trust', 'checkpoints');
    await until('the last event is signed', async () => (await night.ask('Ann Reyes', '/checkpoints/latest')).seq >= exported.trim().split('\n').length).catch(() => {});
    execFileSync(verifier, ['-', checkpoints, '--key', join(night.folder, 'trust', 'signing.pub')], { input: exported });
    console.log(night.run('report', 'jackpots', '--store', night.store));
    assert.deepEqual(Object.keys(procedures).filter((procedure) => !happened.has(procedure)), []);
});
