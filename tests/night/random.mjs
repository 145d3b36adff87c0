// A pit in which anything may happen next, with the real programs: coins, folds, wins pressed in any order, claims taken back,
// jackpots at two tables at once, and at any moment a table or the manager is killed or stopped for a while. Event by event the log
// is compared with books that the test keeps (ledger.mjs) and with what the test told the tables. Every round has to come to its
// end.
//
// usage: CROUPIER=… CROUPIER_VERIFY=… node --test tests/night/random.mjs        SEED and ROUNDS try others
import { after, test } from 'node:test';
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { api, Pit, until } from '../../web/test/lib.mjs';
import { Link, micro, money } from './ledger.mjs';

const program = process.env.CROUPIER;
const verifier = process.env.CROUPIER_VERIFY;
const ROUNDS = Number(process.env.ROUNDS ?? 45);
const seed = Number(process.env.SEED ?? 1);
const CRASHES = 14; // one action in so many ends in a crash or a stall
const LEASE_MS = 3000;

const links = { cn: 'cn', rp: 'rp', pg: 'ptha-2' };
const kinds = { 'uth-1': ['uth-cn', 'cn'], 'uth-2': ['uth-cn', 'cn'], 'uth-3': ['uth-rp', 'rp'], 'lir-1': [null, 'rp'], 'pg-1': ['pg-flush', 'pg'], 'pg-2': ['pg-straight', 'pg'] };
const names = Object.keys(kinds);
const compliance = { 'uth-cn': ['title 31', 'ofac', 'patron record'] };
const high = ['royal flush', 'straight flush'];
const low = { pg: ['four of a kind', 'full house', 'flush'] }; // awards that take key 008; those in neither list take no key
const seats = [1, 2, 3, 4, 5, 6, 7];

// ---- Chance ----

let state = Math.imul(seed + 1, 2654435761) >>> 0;
function below(n) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
}
const chance = (n) => below(n) === 0;
const pick = (list) => list[below(list.length)];
const rest = (ms) => new Promise((done) => setTimeout(done, ms));

// ---- What the test knows ----

const books = Object.fromEntries(Object.entries(links).map(([id, progressive]) => [id, new Link(progressive)]));
const claims = new Map();
const counts = { rounds: 0, jackpots: 0, trays: 0, envy: 0, held: 0, ruled: 0, 'taken back': 0, orders: 0, dead: 0, 'tables killed': 0, 'managers killed': 0, stalls: 0 };
let head = 0;

class Win {
    // CN pays four of a kind from a meter of its own, as a high jackpot.
    constructor(table, { seat, award, seq }) {
        const { link } = tables[table];
        const isHigh = high.includes(award) || (link === 'cn' && award === 'four of a kind');
        Object.assign(this, { table, seat, award, claim: seq, key: isHigh ? 'high' : low[link]?.includes(award) ? 'low' : null, state: 'pending', held: false, approved: new Set() });
    }
}

class Table {
    isPlayed = false;
    key = 'R';
    pairs = [];
    coins = new Set();
    folded = new Set();
    wins = new Map();

    constructor(name) {
        const [rules, link] = kinds[name];
        Object.assign(this, { name, rules, link, forfeits: link !== 'pg' });
    }

    get waiting() {
        return [...this.wins.values()].filter((win) => win.state === 'pending').sort((a, b) => b.seat - a.seat);
    }

    // UTH-15: the seats that get envy are all other live seats with a coin, without the winner's own other seat.
    envied(seat) {
        const own = this.pairs.find((pair) => pair.includes(seat)) ?? [seat];
        return [...this.coins].filter((other) => !own.includes(other) && !this.folded.has(other)).sort();
    }
}

const tables = Object.fromEntries(names.map((name) => [name, new Table(name)]));

// ---- What the log may say next ----

const told = {
    coin_in(table, { seats: coins = [] }) {
        assert.ok(!table.isPlayed);
        Object.assign(table, { isPlayed: true, coins: new Set(coins), folded: new Set(), wins: new Map(), round: {} });
        books[table.link].drop(coins.length);
        counts.rounds++;
    },
    coin_returned(table, { seat }) {
        assert.ok(table.coins.delete(seat) && table.wins.size === 0);
        books[table.link].drop(-1);
    },
    seat_folded(table, { seat, undone }) {
        if (undone) table.folded.delete(seat);
        else table.folded.add(seat);
    },
    seats_held(table, { seats: held }) {
        table.pairs = table.pairs.filter((pair) => !pair.some((seat) => held.includes(seat)));
        if (held.length === 2) table.pairs.push(held);
    },
    claim_made(table, event) {
        const win = new Win(table.name, event);
        assert.ok(table.coins.has(win.seat) && !table.wins.has(win.seat) && !(table.forfeits && table.folded.has(win.seat)), 'a win of a live hand with a coin');
        assert.equal(win.key !== null, event.kind === 'claim_made');
        table.wins.set(win.seat, win);
        claims.set(event.seq, win);
    },
    claim_cancelled: (_, { claim }) => takenBack(claim),
    claim_held(_, { claim }) {
        claims.get(claim).held = true;
        counts.held++;
    },
    claim_ruled(_, { claim, item }) {
        claims.get(claim).held = false;
        counts.ruled++;
        if (item === 'void') takenBack(claim);
    },
    claim_verified: (_, { claim }) => void (claims.get(claim).isVerified = true),
    claim_approved: (_, { claim, user }) => void claims.get(claim).approved.add(user),
    order_ruled: () => void counts.orders++,
    claim_paid(table, event) {
        const win = table.wins.get(event.seat);
        assert.equal(win, table.waiting[0], 'payments go from right to left');
        assert.ok(!win.held && win.award === event.award);
        if (win.key) assert.deepEqual([win.isVerified, win.approved.size, table.key], [true, win.key === 'high' ? 2 : 1, win.key === 'high' ? 'JPH' : 'JPL']);
        const envied = books[table.link].rules.awards[win.award].envy ? table.envied(win.seat) : [];
        const { amount, envy } = books[table.link].pay(win.award, envied.length, table.round);
        assert.deepEqual([event.amount ?? '0.00', event.envy ?? '0.00', event.envy_seats ?? []], [money(amount), money(envy), envied]);
        Object.assign(win, { state: 'paid', amount });
        counts[win.key ? 'jackpots' : 'trays']++;
        if (envied.length > 0) counts.envy++;
    },
    key_turned: (table, { position }) => void (table.key = position),
    round_dead(table) {
        assert.ok(table.waiting.every((win) => !win.key), 'no jackpot dies with the hands');
        books[table.link].drop(-[...table.coins].filter((seat) => table.wins.get(seat)?.state !== 'paid').length);
        ended(table);
        counts.dead++;
    },
    game_over(table) {
        assert.deepEqual([table.isPlayed, table.waiting, table.key], [true, [], 'R']);
        ended(table);
    },
};
told.award_pending = told.claim_made;
told.award_paid = told.claim_paid;

function ended(table) {
    table.isPlayed = false;
    table.wins = new Map();
}

function takenBack(claim) {
    const win = claims.get(claim);
    assert.equal(win.state, 'pending');
    win.state = 'none';
    tables[win.table].wins.delete(win.seat);
    counts['taken back']++;
}

async function read() {
    const { events } = await api(manager.address, `/log?from=${head + 1}&limit=1000`);
    for (const event of events) {
        try {
            assert.equal(event.seq, head + 1);
            told[event.kind]?.(tables[event.table], event);
            if (event.link && event.after && !event.kind.startsWith('link_'))
                assert.deepEqual([event.after, event.reserves], [books[event.link].meters, books[event.link].reserves].map((all) => Object.values(all).map(money)));
        } catch (error) {
            throw new Error(`after ${JSON.stringify(event)}: ${error.message}`);
        }
        head = event.seq;
    }
    if (events.length === 1000) await read();
}

// ---- Programs ----

const pit = new Pit();
let manager;
after(() => pit.stop());

async function serve(port = 0) {
    manager = await pit.manager({ floor: join(pit.folder, 'floor.yaml'), port, more: ['--lease', `${LEASE_MS}`, '--readings', '20', '--trust', 'trust'] });
}

async function open(table) {
    table.part = pit.start(['table', table.name, '--manager', manager.address, '--state', `${table.name}.table`, '--live', '--key-user', 'Cy'], { input: 'pipe' });
    table.part.child.stdin.on('error', () => undefined); // the program may be killed before it has read its lines
    await heard(table, `${table.name}: open`, 0);
}

const occurs = (table, words) => table.part.output.split(words).length - 1;

function heard(table, words, before) {
    return until(`${table.name} says "${words}"`, () => {
        assert.equal(table.part.child.exitCode, null, table.part.output);
        return occurs(table, words) > before;
    });
}

// Sends lines to a table; returns everything that it answers to them.
async function say(table, ...lines) {
    const from = table.part.output.length;
    const before = occurs(table, 'status:');
    for (const line of [...lines, 'status']) table.part.child.stdin.write(`${line}\n`);
    await heard(table, 'status:', before);
    await read();
    return table.part.output.slice(from);
}

async function crashes(table, lines) {
    for (const line of lines) table.part.child.stdin.write(`${line}\n`);
    await rest(below(12));
    const kind = pick(['tables killed', 'tables killed', 'managers killed', 'stalls']);
    counts[kind]++;
    if (kind === 'stalls') {
        manager.child.kill('SIGSTOP');
        await rest(chance(2) ? LEASE_MS + 1000 : 300);
        manager.child.kill('SIGCONT');
    } else if (kind === 'managers killed') {
        await pit.kill(manager);
        await serve(Number(new URL(manager.address).port));
    } else {
        await pit.kill(table.part);
        await open(table);
    }
    return say(table);
}

const act = (table, ...lines) => (chance(CRASHES) ? crashes(table, lines.slice(0, 1 + below(lines.length))) : say(table, ...lines));

async function desk(path, body) {
    const answer = await api(manager.address, path, body);
    await read();
    return answer;
}

// ---- People ----

async function ruled(win) {
    if (win.held) await desk(`/claims/${win.claim}/rule`, { item: chance(4) ? 'void' : 'pay', text: 'the recording shows it', user: 'Cy', approver: 'Ann' });
}

async function passed(win) {
    await ruled(win);
    if (win.state !== 'pending') return;
    const { needs, complied } = await api(manager.address, `/claims/${win.claim}`);
    if (!win.isVerified) await desk(`/claims/${win.claim}/verify`, { items: needs.items, user: 'Cy' });
    for (const item of compliance[tables[win.table].rules] ?? [])
        if (!complied.some((done) => done.item === item)) await desk(`/claims/${win.claim}/comply`, { item, user: 'Cy' });
    for (const user of ['Ann', 'Ben'].slice(0, needs.approvals)) if (!win.approved.has(user)) await desk(`/claims/${win.claim}/approve`, { user });
}

// TAB-10: the high jackpots that wait at tables of the same link. Their order is ruled once all of them can be paid.
const rivals = (win) => [...claims.values()].filter((other) => other.state === 'pending' && other.key === 'high' && tables[other.table].link === tables[win.table].link);

async function orderRuled(win) {
    if (win.key !== 'high') return;
    for (const other of rivals(win)) await ruled(other);
    const all = rivals(win);
    if (new Set(all.map(({ table }) => table)).size < 2) return;
    all.sort((a, b) => a.table.localeCompare(b.table) || b.seat - a.seat);
    await desk(`/links/${tables[win.table].link}/order`, { order: all.map(({ claim }) => claim), text: 'the recording', user: 'Cy', approver: 'Ann' });
}

const keys = { high: ['009', 'JPH'], low: ['008', 'JPL'] };

// Pays the first jackpot of a table's queue with its key, unless another table's jackpot comes first.
async function paid(table, win) {
    await orderRuled(win);
    await passed(win);
    if (win.state !== 'pending') return;
    // Sometimes the wrong key is turned first.
    const [key, position] = keys[chance(4) ? pick(table.waiting.filter((other) => other.key)).key : win.key];
    if (table.key !== position) await act(table, 'turn R', 'remove key', `key ${key}`, `turn ${position}`);
    await act(table, 'jpot');
    if (win.state === 'pending' && !win.held) for (const other of rivals(win)) if (other.table < win.table) await ends(tables[other.table]);
}

async function ends(table) {
    for (let tries = 0; table.isPlayed; tries++) {
        const win = table.waiting[0];
        if (tries > 80) assert.fail(`a round of ${table.name} never ends: ${table.part.output.slice(-900)}`);
        if (tries > 1) await rest(200); // the table hears of the desk's action with its next heartbeat
        if (win?.key) await paid(table, win);
        else if (win?.held) await ruled(win);
        else if (win && table.waiting.some((other) => other.key)) await act(table, 'jpot');
        else await act(table, ...(table.key !== 'R' || tries > 0 ? ['turn R', 'remove key'] : []), 'game over');
    }
}

async function plays(table) {
    if (table.link !== 'pg' && chance(5)) await act(table, table.pairs.length > 0 ? `alone ${table.pairs[0][0]}` : 'patron 2 5');
    const chosen = seats.filter(() => chance(2));
    await act(table, ...chosen.map((seat) => `place ${seat}`), 'start');
    if (!table.isPlayed) return;
    if (table.coins.size > 1 && chance(10)) await act(table, `return ${[...table.coins][0]} no Ante was bet there`);
    for (const seat of table.coins) if (chance(6)) await act(table, `fold ${seat}`);
    const hands = Object.keys(books[table.link].rules.awards);
    const same = chance(3) && pick(hands.slice(0, 3));
    for (const seat of [...table.coins].filter(() => chance(3)).sort(() => below(3) - 1)) {
        const hand = same || (chance(2) ? pick(hands.slice(0, 3)) : pick(hands));
        await act(table, `award ${seat} ${hand}`);
        if (chance(7)) await act(table, `award ${seat} ${hand}, says Cy`);
    }
    if (chance(10)) await act(table, 'dead the deck is fouled, says Ann');
}

// Does what follows a payment: the deck, and Process Jackpot.
async function processed() {
    for (const { claim, state: is, needs, after: done } of (await api(manager.address, '/claims')).claims) {
        const left = needs.after.filter((item) => !done.includes(item));
        if (is === 'paid' && left.length > 0) await desk(`/claims/${claim}/verify`, { items: left, user: 'Cy' });
        if (is === 'paid' && needs.clearing) await desk(`/claims/${claim}/clear`, { user: 'Ann' });
    }
}

// ---- The evening ----

test(`whatever happens, the books are right (seed ${seed})`, async () => {
    writeFileSync(join(pit.folder, 'floor.yaml'), ['floor: Anything', 'configured_by: [Ann, Ben]', 'people: {Ann: manager, Ben: manager, Cy: supervisor}',
        'links:', ...Object.entries(links).map(([id, progressive]) => `  ${id}: {progressive: ${progressive}, open: yes}`),
        'tables:', ...names.map((name) => `  ${name}: {${kinds[name][0] ? `rules: ${kinds[name][0]}` : 'game: Let It Ride'}, link: ${kinds[name][1]}, live: yes}`),
        'house: {shifts: [day, swing, night]}', ''].join('\n'));
    execFileSync(program, ['pki', 'init', 'trust'], { cwd: pit.folder });
    await serve();
    for (const name of names) await open(tables[name]);
    await desk('/shifts', { item: 'day', user: 'Cy' });
    for (let i = 0; i < ROUNDS; i++) {
        const table = tables[pick(names)];
        if (!table.isPlayed) await plays(table);
        if (!chance(3)) await ends(table); // otherwise others play on meanwhile
        await processed();
        if (chance(20)) await desk('/shifts/close', { user: 'Cy' });
    }
    for (const name of names) await ends(tables[name]);
    await processed();
    console.log(JSON.stringify(counts));
});

test('every meter, and the books of every link', async () => {
    for (const [id, own] of Object.entries(books)) {
        const link = await api(manager.address, `/links/${id}`);
        assert.deepEqual(link.meters.map(({ amount, reserve }) => [amount, reserve]), Object.keys(own.meters).map((name) => [own.meters, own.reserves].map((all) => money(all[name]))), id);
        const { coin_in, returned, house, tray_paid, envy_paid, house_funded } = link.books;
        assert.deepEqual([coin_in, returned, house, tray_paid, envy_paid, house_funded], [own.coins * 1_000_000n, own.returned, own.house, own.tray, own.envy, own.funded].map(money), id);
    }
});

test('forms, receipts and slips say the same', async () => {
    await desk('/shifts/close', { user: 'Cy' });
    const { events } = await api(manager.address, '/log?kind=shift_opened,shift_closed');
    const numbers = events.map(({ seq }) => seq).sort((a, b) => a - b).slice(0, -1); // without the last shift, which is still open
    const paper = (...words) => execFileSync(program, ['report', ...words, '--manager', manager.address], { encoding: 'utf8' });
    const forms = numbers.map((number) => JSON.parse(paper('shift', '--shift', String(number), '--json')));
    const facts = (form, key) => form.sections.find((section) => section.key === key).facts;
    for (const [id, own] of Object.entries(books)) {
        const sum = (fact) => money(forms.reduce((total, form) => total + micro(facts(form, id)[fact] ?? '0.00'), 0n));
        assert.deepEqual(['coin_in', 'returned', 'house', 'tray_paid', 'envy_paid', 'house_funded'].map(sum), [own.coins * 1_000_000n, own.returned, own.house, own.tray, own.envy, own.funded].map(money), id);
        for (const name of Object.keys(own.meters)) {
            const meters = forms.map((form) => facts(form, `${id}.${name}`));
            assert.deepEqual(meters.map(({ result }) => result), meters.map(() => 'PASS'), `${id}.${name}`);
            assert.deepEqual(meters.map(({ begin }) => begin), [money(own.seeds[name]), ...meters.slice(0, -1).map(({ end }) => end)], `${id}.${name}`);
            assert.equal(meters.at(-1).end, money(own.meters[name]), `${id}.${name}`);
        }
    }
    for (const { claim, amount, key } of [...claims.values()].filter((win) => win.state === 'paid' && win.key).slice(-6))
        for (const kind of ['receipt', 'slip']) assert.ok(paper(kind, String(claim)).replaceAll(',', '').includes(money(amount)), `${kind} of ${claim}, a ${key} jackpot`);
});

test('both verifiers confirm the log', async () => {
    for (const name of names) {
        tables[name].part.child.stdin.write('quit\n');
        await tables[name].part.ended;
    }
    const trust = join(pit.folder, 'trust');
    await until('the last event is signed', async () => {
        await read();
        return (await api(manager.address, '/checkpoints/latest')).seq >= head;
    });
    const exported = execFileSync(program, ['log', join(pit.folder, 'floor.db'), '--json'], { encoding: 'utf8', maxBuffer: 1 << 28 });
    await pit.kill(manager, 'SIGTERM');
    await pit.verify();
    execFileSync(verifier, ['-', join(trust, 'checkpoints'), '--key', join(trust, 'signing.pub')], { input: exported });
});
