// A choice that is kept as long as the browser's tab, so that a reload does not undo a filter.
import { signal, type Signal } from '@preact/signals';

export function kept(name: string, first: string): Signal<string> {
    const key = `croupier-${name}`;
    const value = signal(sessionStorage.getItem(key) ?? first);
    value.subscribe((now) => sessionStorage.setItem(key, now));
    return value;
}
