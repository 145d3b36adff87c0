// The pages behind the desk. They are a file of their own, so that the floor is there before them.
import type { ComponentChild } from 'preact';
import '../trust/trust.css';
import { may, whyNot } from '../lib/session';
import { Machines } from '../trust/machines';
import { People } from '../trust/people';
import { Tokens } from '../trust/tokens';
import { Disputes } from './disputes';
import { Reports } from './reports';
import { Setup } from './setup';
import { Shifts } from './shifts';

// People and machines are told to those who may read the books.
function Trusted({ title, children }: { title: string; children: ComponentChild }) {
    return <><h1>{title}</h1>{may('books') ? children : <p class="banner">{whyNot('books')}</p>}</>;
}

export const drawOffice = {
    shifts: () => <Shifts />,
    reports: () => <Reports />,
    disputes: () => <Disputes />,
    people: () => <Trusted title="People"><People /></Trusted>,
    machines: () => <Trusted title="Machines"><Machines /></Trusted>,
    tokens: () => <Trusted title="Tokens"><Tokens /></Trusted>,
    setup: (rest: string) => <Setup rest={rest} />,
};
