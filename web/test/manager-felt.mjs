// A table that a test plays by hand: it sends the manager the same requests as a table's controller.
import { api } from './lib.mjs';

export class Felt {
    #number;
    #beating;

    static async join(address, table, token = null) {
        const felt = new Felt();
        felt.address = address;
        felt.token = token;
        felt.table = table;
        felt.instance = `felt-${table}`;
        await felt.rejoin();
        return felt;
    }

    async rejoin() {
        this.leave();
        const { event, table: now } = await api(this.address, `/tables/${this.table}/join`, { instance: this.instance }, this.token);
        this.epoch = event.epoch;
        this.#number = now.seq;
        this.#beating = setInterval(() => this.beat().catch(() => undefined), Math.max(200, now.lease_ms / 4));
    }

    beat() {
        return api(this.address, `/tables/${this.table}/heartbeat`, { instance: this.instance, epoch: this.epoch }, this.token);
    }

    leave() {
        clearInterval(this.#beating);
    }

    async send(kind, members = {}) {
        const event = await api(this.address,
            `/tables/${this.table}/events`, { kind, epoch: this.epoch, table_seq: this.#number + 1, ...members }, this.token);
        this.#number++;
        return event;
    }

    async round(seats) {
        await this.send('coin_in', seats.length > 0 ? { seats } : {});
        return this.send('game_over');
    }

    async claim(seat, award, live = [], cards = undefined) {
        return (await this.send('claim_made', { seat, award, live, text: cards })).seq;
    }

    // Turns the key, presses J-POT, turns the key back.
    async pay(claim, key = 'high', user = 'Supervisor') {
        await this.send('key_turned', { key, position: key === 'high' ? 'JPH' : 'JPL', user });
        const paid = await this.send('claim_paid', { claim });
        await this.send('key_turned', { key, position: 'R', user });
        return paid;
    }
}

// Does everything that a claim needs before its payment, through the interface.
export async function prepare(address, claim, { approvers = ['Manager One', 'Manager Two'] } = {}) {
    const whole = await api(address, `/claims/${claim}`);
    if (whole.needs.items.length > 0 && !whole.verified_by) await api(address,
        `/claims/${claim}/verify`, { items: whole.needs.items, user: 'Supervisor' });
    for (const user of approvers.slice(0, whole.needs.approvals)) await api(address, `/claims/${claim}/approve`, { user });
    for (const item of whole.needs.compliance) await api(address, `/claims/${claim}/comply`, { item, user: 'Cage' });
}

// Does what follows a payment: the deck (PIT-11), and Process Jackpot.
export async function process(address, claim) {
    const { after } = (await api(address, `/claims/${claim}`)).needs;
    if (after.length > 0) await api(address, `/claims/${claim}/verify`, { items: after, user: 'Supervisor' });
    await api(address, `/claims/${claim}/clear`, { user: 'Cage' });
}
