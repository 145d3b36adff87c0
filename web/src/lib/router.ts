// Where we are: the part of the address behind '#', so that a reload and the back button work.
import { signal } from '@preact/signals';

const read = () => decodeURI(location.hash.replace(/^#\/?/, ''));

export const place = signal(read());
addEventListener('hashchange', () => (place.value = read()));
