// The server's answers about house rules and progressives (docs/openapi.yaml), as far as this page uses them.

interface RulesBrief {
    name: string;
    title: string;
    house: string;
    game: string;
    progressive: string | null;
}

interface ProgressiveBrief {
    name: string;
    title: string;
    house: string;
}

export interface Catalogue {
    rules: RulesBrief[];
    progressives: ProgressiveBrief[];
}

export interface StartingHand {
    hand: string;
    combos: number;
    decision: string;
    ev: number;
    exact: string;
    [value: `ev_${string}`]: number;
}

interface SideBet {
    ev: number;
    exact: string;
    house_edge?: number;
}

interface WagerRow {
    name: string;
    combinations: number;
    probability: number;
    bets: number; // average amount in action in such deals, in bets
    pays: string; // "3 to 1", "push", "lose" or "none"
    contributes: number;
    exact: string;
}

export interface Wager {
    wager: string;
    label: string;
    kind: 'base' | 'side';
    combinations: number;
    ev: number;
    exact: string;
    rows: WagerRow[];
}

export interface RuleOfThumb {
    decisions: { decision: string; action: string; hands: string }[];
    ev: number | null;
    exact?: string;
    cost: number | null; // null if it was not calculated
    exact_cost?: string;
}

export interface OpenCardRow {
    hand: string;
    least: number[]; // by the rank of the open card, from the two to the Ace
    most: number[];
}

export interface RulesAnalysis {
    unit: string; // the name of the bet that figures are in: "Ante", or "bet" in Let It Ride
    ev: number;
    exact: { ev: string; average_wager: string };
    house_edge: number;
    element_of_risk: number;
    average_wager: number;
    std_dev: number;
    cutoff?: string;
    frequencies: Record<string, number>;
    starting_hands: StartingHand[];
    side_bets: Record<string, SideBet>;
    wagers: Wager[];
    rule_of_thumb: RuleOfThumb;
    by_open_card?: OpenCardRow[];
}

export interface AwardHand {
    hand: string;
    probability: number;
    exact: string;
    pays: string | null;
    from: string | null;
    contribution: number | null;
    envy?: string;
}

export interface MeterFigures {
    hit_probability: number;
    break_even: number | null;
    break_even_with_base?: number | null;
    bets_to_hit: number[];
    jackpot_at_hit: number[];
}

// A progressive with one meter has a single number in the averages, without a name.
type PerMeter = number | Record<string, number>;

export interface ProgressiveFigures {
    hit_frequency: number;
    fixed_from_meter: number;
    fixed_not_from_meter: number;
    house_advantage: number;
    average_reset: PerMeter;
    average_jackpot: PerMeter;
}

export interface ProgressiveAnalysis extends ProgressiveFigures {
    bet: string;
    hands: AwardHand[];
    envy_per_seat?: number;
    meters: Record<string, MeterFigures>;
    std_dev: number;
    quantiles: number[];
    printed?: ProgressiveFigures;
    folded?: ProgressiveFigures & { std_dev: number };
    rules?: string;
    ante?: string;
    joint?: { ev: number; exact: string; gain: number }; // in Antes
}

interface AnswerHead {
    name: string;
    title: string;
    game: string | null;
    hole_cards: number | null;
    open_cards: number[]; // how many board cards can be open at each decision
    dealer_open: number; // how many of the dealer's cards lie open
    dealer_cards: number; // how many cards the dealer has
    board_cards: number;
    hash: string;
    took_ms: number;
    cached: boolean;
}

export interface RulesAnswer extends AnswerHead {
    kind: 'rules';
    analysis: RulesAnalysis;
}

interface ProgressiveAnswer extends AnswerHead {
    kind: 'progressive';
    analysis: ProgressiveAnalysis;
}

export type Answer = RulesAnswer | ProgressiveAnswer;

// The file that a question is about: a shipped file by its name, or a text.
export type Subject = { name: string } | { text: string };

export interface SensitivityLine {
    path: string;
    label: string;
    of: string;
    pays: string;
    delta: string;
    becomes: string;
    base_edge: number;
    house_edge: number | null;
    change: number | null;
}

export interface MeterCurve {
    name: string;
    seed: string;
    average: number;
    break_even: number | null;
    return_per_1000: number;
    points: { meter: number; return: number }[];
}

export interface SensitivityAnswer {
    lines: SensitivityLine[];
    meters?: MeterCurve[];
}

export interface PositionAnswer {
    options: { action: string; ev: number; exact: string }[];
    best: string;
}
