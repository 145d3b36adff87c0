// Values that are kept in this browser only; no server knows them.
import { signal, type Signal } from '@preact/signals';

function read<T extends object>(key: string, fresh: () => T): T {
    try {
        const found: unknown = JSON.parse(localStorage.getItem(key) ?? '');
        return found && typeof found === 'object' ? { ...fresh(), ...found } : fresh();
    } catch {
        return fresh(); // there is none, or it is not ours
    }
}

export function kept<T extends object>(key: string, fresh: () => T): Signal<T> {
    const value = signal(read(key, fresh));
    value.subscribe((now) => localStorage.setItem(key, JSON.stringify(now)));
    return value;
}

export function newSeed(): number {
    return crypto.getRandomValues(new Uint32Array(1))[0]!;
}
