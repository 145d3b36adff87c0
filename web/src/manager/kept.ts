// A choice that lasts as long as the tab: a reload must not undo a filter.
import { signal, type Signal } from '@preact/signals';

export function kept(name: string, first: string): Signal<string> {
    const key = `croupier-${name}`;
    const value = signal(sessionStorage.getItem(key) ?? first);
    value.subscribe((now) => sessionStorage.setItem(key, now));
    return value;
}
