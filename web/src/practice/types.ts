// The server's answers about practice rounds (docs/openapi.yaml), as far as this page uses them.

export interface Slot {
    name: string;
    label: string;
    side: boolean;
    progressive: boolean;
    free: boolean; // the player chooses the amount
    follows: string | null; // the slot whose amount it always equals, or null
    min: string | null;
    max: string | null;
    default: string;
}

export interface MeterState {
    name: string;
    amount: string;
    reserve: string;
}

export interface Table {
    rules: string;
    title: string;
    house: string;
    hole_cards: number;
    board_cards: number;
    dealer_cards: number; // 0 where no dealer's hand plays against the seats
    progressive: { name: string; title: string; meters: MeterState[] } | null;
    slots: Slot[];
}

export interface SeatView {
    seat: number;
    you: boolean;
    wagers: Record<string, string>;
    actions: string[];
    folded: boolean;
    cards: string[];
    name: string | null;
    outcome: string | null;
    net: string | null;
}

export interface SettledLine {
    seat: number;
    slot: string;
    wager: string;
    verdict: string;
    result: string;
    why: string;
    paragraph: string; // the house's name of the rule (PIT-16)
    stake: string;
    pays: string;
}

export interface Decision {
    stage: string;
    taken: string;
    best: string;
    loss: number;
    cost: string;
}

export interface Advice {
    options: { action: string; value: number; exact: string }[];
    best: string | null;
    decisions: Decision[];
    counted: string[]; // wagers that are part of the values
    not_counted: string[];
    mistake_cost: string;
}

export interface RoundView {
    phase: 'acting' | 'settled';
    stage: string | null;
    legal: { action: string; cost: string }[];
    board: string[];
    dealer: { cards: string[]; name: string | null; qualifies: boolean | null };
    seats: SeatView[];
    announcement: string | null;
    settlement: SettledLine[];
    net: string | null;
    meters: MeterState[];
    advice: Advice | null;
}

export interface Step {
    seat: number;
    wager: string;
    label: string;
    stake: string;
    from_seat: number | null;
}

export interface Dealing {
    board: string[];
    dealer: { cards: string[] };
    seats: { seat: number; wagers: Record<string, string>; actions: string[]; folded: boolean; cards: string[] }[];
    meters: MeterState[];
    announcements: string[];
    order: Step[];
}

export type Verdict = 'pay' | 'take' | 'push' | 'none';

export interface GivenAnswer {
    seat: number;
    wager: string;
    verdict: Verdict;
    amount?: string;
    from_seat?: number;
}

export interface Judgement {
    seat: number;
    wager: string;
    right: boolean;
    verdict_right: boolean;
    amount_right: boolean;
    verdict: Verdict;
    amount: string;
    why: string;
    paragraph: string;
    in_order: boolean;
    expected: { seat: number; wager: string } | null;
    order_why: string | null;
    order_paragraph: string | null;
}

export interface Judged {
    announcement: { right: boolean; said: string; correct: string; words: string; paragraph: string } | null;
    answers: Judgement[];
}
