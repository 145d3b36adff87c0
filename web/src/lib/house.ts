// What the house decides for every screen: its name, its time, how it writes money. Asked for when somebody is let in, and
// again when it changes; a server that does not say leaves the browser's own time and dollars.
import { signal } from '@preact/signals';
import { get } from './api';
import { writeMoneyAs } from './money';
import { showTimesIn } from './time';

export interface House {
    name: string | null;
    zone: string;
    abbreviation: string;
    time: string;
    money: string;
    gaming_day: string;
    day_start: string;
    paper: string;
    shifts: string[];
    service: string | null;
    compliance: string[];
    lights: string | null;
    logo: string | null;
}

export const house = signal<House | null>(null);
// Who is not let in yet is shown the name that this browser heard last.
const KEY = 'croupier-house';
export const lastName = signal(localStorage.getItem(KEY));

export const isHouseAsked = signal(false); // whatever came of it

export async function askHouse(): Promise<void> {
    const answer = await get<{ house: House }>('/house').catch(() => null);
    if (answer) {
        writeMoneyAs(answer.house.money);
        showTimesIn(answer.house.zone);
        house.value = answer.house;
        lastName.value = answer.house.name;
        if (answer.house.name) localStorage.setItem(KEY, answer.house.name);
        else localStorage.removeItem(KEY);
    }
    isHouseAsked.value = true;
}
