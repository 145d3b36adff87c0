// What the table program tells its console (GET /api/v1/console).
import type { Meter } from '../lib/types';

export type Key = 'high' | 'low' | 'none';
export type Position = 'R' | 'JPL' | 'JPH';

export interface Award {
    award: string;
    key: Key;
    led: boolean;
    pays: string;
    amount: string;
}

export interface Claim {
    award: string;
    state: 'claiming' | 'pending' | 'paying' | 'paid';
    claim: number | null;
    amount?: string | null; // of the claim itself, once the table knows it
    envy?: string; // to each of envy_seats, from the highest seat to the lowest (UTH-15)
    envy_seats?: number[];
    missing?: string | null; // what the desk still refuses it for; once it is paid, what is done with the deck
    held?: boolean; // the system failed with this win on the table: people rule on it (PIT-1)
}

export interface Seat {
    seat: number;
    state: string;
    pattern: string;
    led: boolean;
    coins: number;
    closed: boolean;
    no_cards?: boolean; // the house closes the whole position with it (PIT-17)
    folded: boolean;
    claim: Claim | null;
}

export interface DealtSeat {
    seat: number;
    wagers: { wager: string; amount: string }[];
    cards: string[];
    actions: string[];
    hand: string | null;
    outcome: string | null;
}

export interface PayLine {
    wager: string;
    verdict: string;
    why: string;
    paragraph: string; // what the house calls the rule; empty: it has no word for it (PIT-16)
    stake: string;
    pays: string;
}

export interface Step {
    seat: number;
    envy: boolean;
    lines: PayLine[];
    take: string;
    pay: string;
    award: { award: string; key: Key; amount: string } | null;
    done: boolean;
}

export interface Deal {
    phase: 'betting' | 'dealing' | 'acting' | 'settled';
    number: number;
    button: number | null;
    board: string[];
    dealer: { cards: string[]; name: string | null; qualifies: boolean | null };
    announcement: string | null;
    turn: number | null;
    seats: DealtSeat[];
    steps: Step[];
    at: number;
}

// What the house has decided where the manual says different things, and which part of it that follows (PIT-20).
export interface Way {
    says: string;
    part: string | null;
    place: string | null;
    printed: string | null;
}

export interface TableState {
    table: string;
    title: string;
    game: string | null;
    ways?: Way[];
    dealing: 'live' | 'dealt' | 'watch';
    sensors: 'emulated' | 'serial';
    dealer?: string | null; // who has signed on
    one_hand?: boolean; // one hand a patron (UTH-16)
    zone?: string | null; // of the house (PIT-15)
    pairs?: number[][]; // seats of one patron (UTH-15)
    people?: { person: string; role: string }[]; // who may be asked for a name here
    hand?: { hole: number; board: number } | null; // cards that can be keyed with a claim: the patron's own, and of the board
    pin: boolean; // whoever brings a key shows a PIN with it
    mode: 'closed' | 'betting' | 'locking' | 'coin in';
    reason: string | null;
    online: boolean;
    round: number;
    in_round: boolean;
    next: string;
    start_label: string;
    request: string | null;
    busy: boolean; // something is on its way to the record
    link: { id: string | null; open: boolean; pending: boolean; ruling_awaited?: boolean } | null;
    bet: string | null;
    meters: Meter[];
    key: { in: 8 | 9 | null; position: Position; user: string | null };
    jpot: { flashes: boolean; seat: number | null; next?: number | null };
    awards: Award[];
    seats: Seat[];
    hit: { table: string; seat: number; award: string; amount: string; seq: number } | null;
    says: { id: number; text: string; refusal?: boolean }[];
    refused: string | null;
    deal: Deal | null;
}
