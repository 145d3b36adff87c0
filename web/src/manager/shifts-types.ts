// The figures of the End of Shift form (REC-3), as GET /shifts/current and /shifts answer them.

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
    returned: string; // coins of dead rounds, as far as they went to this meter
    overflow: string; // what was above the meter's limit
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
    // read: event of the last reading; off: difference from what was booked; due: a reading was asked for.
    counter: { read: number | null; shows: number; off: number; alarm: boolean; due: boolean };
}

export interface Shift {
    shift: number;
    name: string;
    day: string | null; // the gaming day in which it began
    number: number | null; // its number in that day
    next: string | null; // the next name in the house's list
    open: { claims: number[]; disputes: number[]; in_play: string[] };
    seq: number;
    links: ShiftLink[];
    tables: ShiftTable[];
}
