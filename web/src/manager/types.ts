// The manager's answers (docs/openapi.yaml) that only the Game Manager's screens use.
import type { Floor, TableBrief } from '../lib/types';

export interface Claim {
    claim: number;
    state: 'pending' | 'paid' | 'cleared' | 'cancelled';
    link: string;
    table: string;
    round: number;
    seat: number;
    award: string;
    key: 'low' | 'high' | null;
    live: number[];
    from: string;
    amount: string;
    due: string; // what is left once the claims before it in a ruled order of wins are paid (TAB-10)
    frozen: boolean;
    ruled: boolean;
    held: boolean; // the system failed before it was paid, so it awaits a ruling (PIT-1)
    // notice: the one approval is the supervisor's acknowledgement (PIT-12); after: items to confirm once it is paid (PIT-11)
    needs: { items: string[]; approvals: number; notice: boolean; compliance: string[]; after: string[]; clearing: boolean; cheques_up_to: string | null };
    items: string[];
    after: string[];
    verified_by: string | null;
    approved_by: string[];
    complied: { item: string; by: string }[];
    method: 'none' | 'cheques' | 'check';
    missing: string | null;
    missing_reason: string | null; // why it cannot be paid yet, as a code for programs
    cards: string | null; // as the table sent them or as they were keyed in; null if neither
    patron: string | null;
    surveillance: string | null; // where surveillance keeps its recording
}

export interface Alarm {
    alarm: number;
    item: string;
    table: string | null;
    halts: boolean;
}

export interface ManagerTable extends TableBrief {
    manager: string | null;
    instance: string | null;
}

export interface ManagerFloor extends Floor {
    tables: ManagerTable[];
    claims: Claim[];
    alarms: Alarm[];
}

export interface Level {
    name: string;
    share: number;
    reserve_share: number;
    seed: string;
    limit: string | null;
    amount: string;
    reserve: string;
    overflow: string;
    hits: number;
    seeded: string;
    contributed: string;
    reserved: string;
    moved_in: string;
    corrected: string;
    reserve_corrected: string;
    pending: string;
    paid: string;
}

export interface Hit {
    seq: number;
    table: string;
    seat: number;
    award: string;
    meter: string;
    amount: string;
}

export interface Link {
    link: string;
    open: boolean;
    pending: boolean;
    seq: number;
    progressive: string;
    document: string;
    bet: string;
    house_share: number;
    policy: 'order' | 'full' | 'split';
    claim_lock: boolean;
    high_approvals: number;
    low_approvals: number;
    two_departments?: boolean;
    coins_per_minute: number | null;
    configured: number;
    books: { coins: number; coin_in: string; returned: string; house: string; house_funded: string; tray_paid: string; envy_paid: string };
    meters: Level[];
    order: number[];
    found: number[]; // the order that surveillance found (PIT-8)
    found_by: string | null;
    tables: string[];
    hits: Hit[];
}

export interface Table {
    table: string;
    game: string;
    is_live: boolean;
    joined: boolean;
    alive: boolean;
    lost: boolean;
    manager: string | null;
    instance: string | null;
    epoch: number;
    seq: number;
    mode: string;
    round: number;
    seats: number[];
    awarded: number[];
    closed_seats: number[];
    key: string | null;
    position: string | null;
    coins: number;
    claims: { claim: number; seat: number; award: string; state: string }[];
    dealer?: string | null; // sent only to people who may read the books
    one_hand: boolean; // each patron may play one hand only (UTH-16)
    pairs: number[][]; // seats of one patron (UTH-15)
    folded?: number[];
    link: { id: string } | null;
    progressive: string | null;
    rules: string | null;
    console: string | null;
}

export interface Document {
    document: string;
    name: string;
    is_progressive: boolean;
    bytes: number;
}
