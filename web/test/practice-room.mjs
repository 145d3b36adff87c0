// Shared by the tests of the practice page.
import { browser, open, PATIENCE_MS, Pit, waitForAnalyses } from './lib.mjs';

waitForAnalyses();

export const SEED = 5;
export const MINUS = '−';

export function money(text) {
    const value = Math.abs(Number(text)).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
    return `${Number(text) < 0 ? MINUS : ''}$${value}`;
}

const ranks = { A: 'ace', K: 'king', Q: 'queen', J: 'jack', T: 'ten' };
const suits = { c: 'clubs', d: 'diamonds', h: 'hearts', s: 'spades' };
export const cardName = (card) => `${ranks[card[0]] ?? card[0]} of ${suits[card[1]]}`;

// The names of the open cards in a part of the page.
export function cardsOf(part) {
    return part.locator('.card:not(.back)').evaluateAll((cards) => cards.map((card) => card.getAttribute('aria-label')));
}

// A manager and a browser. Each page that it opens has a session of its own.
export class Room {
    static async open() {
        const room = new Room();
        room.pit = new Pit();
        room.manager = await room.pit.manager();
        room.chrome = await browser();
        return room;
    }

    async close() {
        await this.chrome.close();
        await this.pit.stop();
    }

    get address() {
        return this.manager.address;
    }

    // Opens a page; the values of `memory` are in the browser's storage before the first visit.
    async visit(place, memory = {}, more = {}) {
        const within = await this.chrome.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce', ...more });
        within.setDefaultTimeout(PATIENCE_MS);
        await within.addInitScript((entries) => {
            for (const [key, value] of Object.entries(entries))
                if (localStorage.getItem(key) === null) localStorage.setItem(key, value);
        }, memory);
        return open(within, `${this.address}/practice#/${place}`);
    }
}

export const playing = (state) => ({ 'croupier-practice-play': JSON.stringify({ seed: SEED, neighbours: 2, ...state }) });
export const dealing = (state) => ({ 'croupier-practice-dealer': JSON.stringify({ seed: SEED, seats: 3, ...state }) });
