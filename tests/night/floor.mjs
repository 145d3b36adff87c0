// The floor of the night: a manager with TLS and people with passwords, tables as programs that get a dealer's actions line by
// line, and a folder as the printer.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { api, Pit, until } from '../../web/test/lib.mjs';
import { Signed } from '../../web/test/trust-floor.mjs';

export const program = process.env.CROUPIER;
export const verifier = process.env.CROUPIER_VERIFY;

const people = { 'Ann Reyes': 'manager', 'Ben Okafor': 'manager', 'Sue Park': 'supervisor', 'Cal Stone': 'cage', 'Eve Lind': 'surveillance',
    'Dan Wu': 'dealer', 'Dee Cruz': 'dealer' };

export const links = { cn: 'cn', rp: 'rp', pg: 'ptha-2', split: 'ptha-2' };
export const tables = {
    'uth-1': { rules: 'uth-cn', link: 'cn' }, 'uth-2': { rules: 'uth-rp', link: 'rp' }, 'pg-1': { rules: 'pg-flush', link: 'pg' },
    'pg-2': { rules: 'pg-flush', link: 'pg' }, 'split-1': { rules: 'pg-straight', link: 'split' }, 'split-2': { rules: 'pg-straight', link: 'split' },
    'tcp-1': { rules: 'tcp-cn' }, 'lir-1': { rules: 'lir-rp', link: 'rp' }, 'ms-1': { rules: 'ms-rp', link: 'rp' }, 'fcp-1': { rules: 'fcp-rp', link: 'rp' },
};

function floorFile(folder) {
    const policy = (id) => (id === 'split' ? ', policy: split' : '');
    return ['floor: The night', 'configured_by: [Ann Reyes, Ben Okafor]', 'people:',
        ...Object.entries(people).map(([name, role]) => `  ${name}: ${role}`),
        'links:', ...Object.entries(links).map(([id, progressive]) => `  ${id}: {progressive: ${progressive}, open: yes${policy(id)}}`),
        'tables:', ...Object.entries(tables).map(([id, { rules, link }]) => `  ${id}: {rules: ${rules}, live: yes${link ? `, link: ${link}` : ''}}`),
        'thresholds: {cash report: 10000}',
        'house:', '  name: The Lucky Star', '  zone: America/Chicago', '  day start: "06:00"', '  paper: letter', '  money: $1,234.56',
        '  shifts: [day, swing, night]', '  compliance: [title 31, ofac]', '  service: "Customer Service, +1 800 555 0199"',
        '  lights: Players are responsible for their own lights.', '  logo: logo.png',
        'printers:', `  receipts: ${folder}/printed`, `  slips: ${folder}/printed`, `  forms: ${folder}/printed`, ''].join('\n');
}

const logo = 'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAECAAAAACWpiEsAAAAE0lEQVR42mP4zwCBDAz/0SBcBAAfEw/xnna6bgAAAABJRU5ErkJggg==';

// A table whose program gets the dealer's actions line by line.
class LiveTable {
    heard = 0;

    constructor(part, name) {
        Object.assign(this, { part, name, round: 0 });
    }

    say(...lines) {
        for (const line of lines) this.part.child.stdin.write(`${line}\n`);
    }

    // Waits until the program prints these words, after those that were heard last.
    async hears(words) {
        await until(`${this.name} says "${words}"`, () => this.part.output.indexOf(words, this.heard) >= 0 || this.#ended()).catch((error) => {
            throw new Error(`${error.message}; it says:\n${this.part.output.slice(-900)}`);
        });
        this.heard = this.part.output.indexOf(words, this.heard) + words.length;
    }

    #ended() {
        assert.equal(this.part.child.exitCode, null, this.part.output);
        return false;
    }

    async told(line, words) {
        this.say(line);
        await this.hears(words);
    }
}

export class NightFloor {
    pit = new Pit();
    folder = this.pit.folder;
    store = join(this.folder, 'store', 'floor.db');
    live = {};

    run(...args) {
        return execFileSync(program, args, { encoding: 'utf8', cwd: this.folder, stdio: ['ignore', 'pipe', 'pipe'] });
    }

    async begin() {
        for (const name of ['store', 'printed']) mkdirSync(join(this.folder, name));
        writeFileSync(join(this.folder, 'floor.yaml'), floorFile(this.folder));
        writeFileSync(join(this.folder, 'logo.png'), Buffer.from(logo, 'base64'));
        this.run('pki', 'init', 'trust');
        await this.serve(0, 0);
        const setup = await until('the setup address', () => /setup: (http\S+)/.exec(this.manager.output)?.[1]);
        this.run('people', 'enlist', setup, '--passwords', 'passwords');
        this.words = new Map(readFileSync(join(this.folder, 'passwords'), 'utf8').trim().split('\n').map((line) => line.split('\t')).map(([name, word, pin]) => [name, { word, pin }]));
        this.signed = {};
        for (const name of Object.keys(people)) this.signed[name] = await Signed.in(this.address, name, '/session', { person: name, password: this.words.get(name).word });
        for (const table of Object.keys(tables)) this.run('pki', 'issue', 'trust', '--table', table);
        this.run('machines', 'enrol', ...Object.keys(tables).map((table) => `trust/tables/${table}/table.pem`), '--manager', this.address,
            '--user', 'Ann Reyes', '--approver', 'Ben Okafor', '--passwords', 'passwords');
    }

    // Starts the manager, or starts it again on its old ports.
    async serve(port = Number(new URL(this.address).port), tls = Number(new URL(this.secure).port)) {
        const part = this.pit.start(['serve', '--floor', 'floor.yaml', '--store', this.store, '--listen', `127.0.0.1:${port}`, '--tls', `127.0.0.1:${tls}`,
            '--trust', 'trust', '--lease', '20000', '--audit', '0']);
        await until('the manager listens', () => {
            assert.equal(part.child.exitCode, null, part.output);
            return /https:\/\/127\.0\.0\.1:\d+/.test(part.output);
        });
        this.manager = part;
        this.address = /(http:\/\/127\.0\.0\.1:\d+)/.exec(part.output)[1];
        this.secure = /(https:\/\/127\.0\.0\.1:\d+)/.exec(part.output)[1];
    }

    async open(name) {
        const part = this.pit.start(['table', name, '--live', '--manager', this.secure, '--state', `${name}.table`, '--ca', 'trust/ca.pem',
            '--cert', `trust/tables/${name}/table.pem`, '--key', `trust/tables/${name}/table.key`, '--key-user', 'Sue Park', '--passwords', 'passwords', '--listen', '127.0.0.1:0'],
            { input: 'pipe' });
        const table = new LiveTable(part, name);
        table.round = this.live[name]?.round ?? 0;
        await table.hears(`${name}: open`);
        part.address = /console: (http:\/\/127\.0\.0\.1:\d+)/.exec(part.output)[1];
        return (this.live[name] = table);
    }

    // A live table that does not belong to the floor's manager: alone, a master, or one that follows a master.
    async apart(name, ...args) {
        const part = this.pit.start(['table', name, '--live', '--state', join(this.folder, `${name}.table`), ...args], { input: 'pipe' });
        const table = new LiveTable(part, name);
        await table.hears(`${name}: open`);
        return table;
    }

    // A dealer signs on at the console with a PIN, again while the table waits for the manager.
    async signsOn(table, user) {
        const press = { press: 'dealer', user, pin: this.words.get(user).pin };
        await until(`${user} signs on at ${table}`, () => api(this.live[table].part.address, '/console/press', press).then(() => true, (error) => {
            if (!error.message.includes('wait: the link has not answered yet')) throw error;
            return false;
        }));
        await this.live[table].hears(`${user} deals`);
    }

    // A request at a desk: of one person, or with the passwords of one or two.
    ask(name, path, body) {
        return this.signed[name].ask(path, body);
    }

    proved(name, path, body = {}, approver = null) {
        const proof = { password: this.words.get(name).word, ...(approver && { approver_password: this.words.get(approver).word }) };
        return this.ask(name, path, { ...body, ...(approver && { approver }), proof });
    }

    // A request that must be refused; returns the sentence of the refusal.
    async refused(name, path, body, approver = null) {
        return this.proved(name, path, body, approver).then(() => assert.fail(`${path} was not refused`), (error) => error.message);
    }

    log(...kinds) {
        return this.run('log', this.store, '--json', ...(kinds.length ? ['--kind', kinds.join(',')] : [])).trim().split('\n').filter(Boolean).map((line) => JSON.parse(line));
    }

    printed(pattern) {
        return readdirSync(join(this.folder, 'printed')).filter((name) => pattern.test(name));
    }

    textOf(name) {
        return execFileSync('pdftotext', ['-layout', join(this.folder, 'printed', name), '-'], { encoding: 'utf8' });
    }
}
