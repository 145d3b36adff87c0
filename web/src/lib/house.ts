// Settings of the house that every screen uses: its name, its time zone, how it writes money. They are fetched when somebody is let
// in and again when they change. If the server has none, times stay in the browser's zone and amounts in dollars.
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
// The sign-in page may not ask for the house. It shows the name that this browser heard last, and then the one that comes with the
// answer that nobody is signed in (session.ts).
const KEY = 'croupier-house';
export const lastName = signal(localStorage.getItem(KEY));

export const isHouseAsked = signal(false); // true after the first answer, whether it succeeded or not

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
