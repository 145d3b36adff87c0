// Who sits at this screen: everything that is written down carries a name.
import { signal } from '@preact/signals';
import { get } from '../lib/api';
import { onEvent } from '../lib/floor';

const KEY = 'croupier-me';

export interface Person {
    name: string;
    role: string;
}

export const people = signal<Person[]>([]);
export const me = signal(sessionStorage.getItem(KEY) ?? '');
me.subscribe((name) => sessionStorage.setItem(KEY, name));

export async function loadPeople(): Promise<void> {
    people.value = (await get<{ people: Person[] }>('/people')).people;
}

onEvent((name) => {
    if (name === 'person') void loadPeople();
});
