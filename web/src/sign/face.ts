// What a sign shows beside the meters: names as patrons know them, the pay table, the posted limits, messages of the house.
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { get } from '../lib/api';
import { floor, live, onEvent } from '../lib/floor';
import { money } from '../lib/money';
import { showTimesIn } from '../lib/time';

export interface Award {
    hand: string;
    from: string;
    ppm: number | null;
    amount: string | null;
    envy: string;
}

export interface Face {
    table: string;
    game: string;
    house: string | null;
    zone: string; // the house's time zone (PIT-15)
    progressive: { link: string; title: string; bet: string; awards: Award[] } | null;
    limits: { wager: string; min: string | null; max: string | null }[];
    aggregate_limit: string | null;
    lights: string | null;
    one_hand?: boolean; // each patron may play one hand only (UTH-16)
    messages: { message: number; text: string }[];
}

// The name of the progressive for patrons. A title that begins with the code of a rules file ("PTHA-2, $1, two pair or better") is
// for those who write such files, so a sign shows the bet instead ("$1 Progressive").
export function nameOf(face: Face | null): string {
    const progressive = face?.progressive;
    if (!progressive) return '';
    return /^[A-Z]+-\d+\b/.test(progressive.title) ? `${money(progressive.bet).replace(/[.,]00$/, '')} Progressive` : progressive.title;
}

// By table. Null after the server refused or did not answer; meters are then shown without it.
const faces = signal<Record<string, Face | null>>({});

// A message has a time from which and until which it is shown, and the change of it is no event, so faces are asked for regularly.
const AGAIN_MS = 30_000;

async function ask(table: string): Promise<void> {
    try {
        const face = await get<Face>(`/faces/${table}`);
        showTimesIn(face.zone);
        faces.value = { ...faces.value, [table]: face };
    } catch {
        if (!(table in faces.value)) faces.value = { ...faces.value, [table]: null }; // useFace asks again after AGAIN_MS
    }
}

// A sign of a link shows the face of one of the link's tables, because they all have the same progressive.
const tableOf = (table: string | null, link: string | null) => table ?? floor.value?.tables.find((each) => each.link === link)?.table ?? null;

// Whether everything that the sign shows has been asked for. Drawing waits for this, because what comes later would move the rest.
export function isFaceKnown(table: string | null, link: string | null): boolean {
    const of = tableOf(table, link);
    return of === null || of in faces.value || live.state.value === 'lost';
}

// Several links stand below each other on one sign, so the faces of all of them are asked for before the first is drawn.
export function useAllFaces(links: string[]): boolean {
    const isLive = live.state.value === 'live';
    useEffect(() => {
        if (!isLive) return;
        for (const link of links) {
            const of = tableOf(null, link);
            if (of && !(of in faces.value)) void ask(of);
        }
    }, [links.join(), isLive]);
    return links.every((link) => isFaceKnown(null, link));
}

export function useFace(table: string | null, link: string | null): Face | null {
    const of = tableOf(table, link);
    const isLive = live.state.value === 'live';
    useEffect(() => {
        if (!of || !isLive) return undefined;
        void ask(of);
        const off = onEvent((name) => (name === 'house' || name === 'message' || name === 'link') && void ask(of));
        const timer = setInterval(() => void ask(of), AGAIN_MS);
        return () => {
            off();
            clearInterval(timer);
        };
    }, [of, isLive]);
    return (of && faces.value[of]) || null;
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
export const handName = capital;

// The hands that win from a meter, the highest first: "Royal flush", or "Royal flush · Straight flush 10%".
export function winners(face: Face | null, meter: string): string {
    const won = face?.progressive?.awards.filter((award) => award.from === meter && award.ppm !== null) ?? [];
    const share = (ppm: number) => (ppm === 1_000_000 ? '' : ` ${ppm / 10_000}%`);
    return won.map(({ hand, ppm }) => capital(hand) + share(ppm!)).join(' · ');
}
