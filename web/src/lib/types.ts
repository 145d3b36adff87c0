// The answers of the manager's interface (docs/openapi.yaml), as far as several screens use them.

export interface Meter {
    name: string;
    amount: string;
}

export interface LinkBrief {
    link: string;
    progressive: string;
    open: boolean;
    pending: boolean;
    seq: number;
    bet: string;
    meters: Meter[];
}

export interface TablePlay {
    table: string;
    mode: string;
    round: number;
    seats: number[];
    coins: number;
}

export interface TableBrief extends TablePlay {
    game: string;
    is_live: boolean;
    joined: boolean;
    alive: boolean;
    lost: boolean;
    console: string | null;
    link: string | null;
    closed_seats: number[];
    claims: number[];
}

export interface Floor {
    manager: string;
    version: string;
    seq: number;
    time: number;
    halted: boolean;
    shift: { shift: number; name: string } | null;
    links: LinkBrief[];
    tables: TableBrief[];
}

export interface FloorEvent {
    seq: number;
    time: number;
    kind: string;
    [member: string]: unknown;
}
