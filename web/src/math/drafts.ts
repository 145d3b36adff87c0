// Edited texts are kept over a reload. A text that is the shipped one again is removed.

export type SideName = 'left' | 'right';

const key = (side: SideName, name: string) => `croupier-math-${side}-${name}`;

export function draftOf(side: SideName, name: string): string | null {
    return localStorage.getItem(key(side, name));
}

export function keepDraft(side: SideName, name: string, text: string, shipped: string): void {
    if (text === shipped) localStorage.removeItem(key(side, name));
    else localStorage.setItem(key(side, name), text);
}
