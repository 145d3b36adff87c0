// The state that the table program sends to its console (GET /api/v1/console).
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
    amount?: string | null; // the claim's own amount; null until the table knows it
    envy?: string; // for each of envy_seats, which go from the highest seat to the lowest (UTH-15)
    envy_seats?: number[];
    missing?: string | null; // why it cannot be paid yet; once it is paid, what must be done with the deck
    held?: boolean; // the system failed before this win was paid: it awaits a ruling (PIT-1)
}

export interface Seat {
    seat: number;
    state: string;
    pattern: string;
    led: boolean;
    coins: number;
    closed: boolean;
    no_cards?: boolean; // the house closes the whole seat with its acceptor: deal no cards (PIT-17)
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
    paragraph: string; // what the house calls the rule; empty if it has no name for it (PIT-16)
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

// A decision of the house where the manual says different things, and the part of the manual that it follows (PIT-20).
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
    dealer?: string | null; // the dealer who has signed on
    one_hand?: boolean; // each patron may play one hand only (UTH-16)
    zone?: string | null; // of the house (PIT-15)
    pairs?: number[][]; // seats of one patron (UTH-15)
    people?: { person: string; role: string }[]; // people whose names are offered as buttons
    hand?: { hole: number; board: number } | null; // how many cards can be keyed with a claim: the patron's own, and of the board
    pin: boolean; // a name is checked with a PIN
    mode: 'closed' | 'betting' | 'locking' | 'coin in';
    reason: string | null;
    online: boolean;
    round: number;
    in_round: boolean;
    next: string;
    start_label: string;
    request: string | null;
    busy: boolean; // something is being recorded and is not answered yet
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
