// The page's present place: the part of the address behind '#', so that a reload and the back button work.
import { signal } from '@preact/signals';

function read(): string {
    const text = location.hash.replace(/^#\/?/, '');
    try {
        return decodeURI(text);
    } catch {
        return text; // an incomplete % sequence is taken as it stands
    }
}

export const place = signal(read());
addEventListener('hashchange', () => (place.value = read()));
