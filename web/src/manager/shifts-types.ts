// The End of Shift figures (REC-3) as GET /shifts/current and /shifts tell them.

interface HardMeter {
    begin: number;
    end: number;
    coins: number;
}

export interface ShiftMeter {
    name: string;
    increment_rate: number;
    begin: string;
    end: string;
    change: string;
    expected: string;
    returned: string; // of this meter's share, in dead rounds
    overflow: string; // above its limit
    awards: string;
    reseeds: string;
    moved_in: string;
    corrected: string;
    variance: string;
    alarm: boolean;
}

export interface ShiftLink {
    link: string;
    hard_meter: HardMeter;
    coin_in: string;
    returned: string;
    house: string;
    house_funded: string;
    tray_paid: string;
    envy_paid: string;
    meters: ShiftMeter[];
}

export interface ShiftTable {
    table: string;
    link: string | null;
    hard_meter: HardMeter;
    counter: { read: number | null; shows: number; off: number; alarm: boolean; due: boolean }; // read: the event of the last reading; due: asked for
}

export interface Shift {
    shift: number;
    name: string;
    day: string | null; // the gaming day in which it began
    number: number | null; // in that day
    next: string | null; // in the house's list
    open: { claims: number[]; disputes: number[]; in_play: string[] };
    seq: number;
    links: ShiftLink[];
    tables: ShiftTable[];
}
