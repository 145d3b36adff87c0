// The page's address holds what a tab shows: #/uth-cn/risk/ante=10/rounds=500. A link to it shows the same.
import { place } from '../lib/router';

export const TABS = ['protect', 'design', 'strategy', 'risk', 'par'] as const;
export const PROGRESSIVE_TABS = ['design'] as const;
export type Tab = (typeof TABS)[number];

const parts = (text: string) => text.split('/').filter(Boolean);

export function tabOf(text: string): Tab | null {
    return TABS.find((tab) => parts(text).includes(tab)) ?? null;
}

export function placeOf(name: string, tab: Tab | null): string {
    return tab ? `#/${name}/${tab}` : `#/${name}`;
}

export function valueAt(key: string): string | null {
    const found = parts(place.value).find((part) => part.startsWith(`${key}=`));
    return found ? found.slice(key.length + 1) : null;
}

// Writes values into the address without adding a step to the browser's history. An empty value is removed from it.
export function keepAt(values: Record<string, string>): void {
    const rest = parts(place.value).filter((part) => !Object.keys(values).some((key) => part.startsWith(`${key}=`)));
    const kept = Object.entries(values).filter(([, value]) => value !== '').map(([key, value]) => `${key}=${value}`);
    const text = [...rest, ...kept].join('/');
    if (text === place.value) return;
    history.replaceState(null, '', `#/${encodeURI(text)}`);
    place.value = text;
}
