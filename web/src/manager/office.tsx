// The pages that are not needed at first: one table, one link, one claim, the log, the office. They are bundled in a file of their
// own, so that the floor appears before they are loaded.
import type { ComponentChild } from 'preact';
import '../trust/trust.css';
import { may, whyNot } from '../lib/session';
import { Machines } from '../trust/machines';
import { People } from '../trust/people';
import { Tokens } from '../trust/tokens';
import { CashPage } from './cash';
import { ClaimPage } from './claim';
import { Disputes } from './disputes';
import { LinkPage } from './link';
import { LogPage } from './log';
import { Reports } from './reports';
import { Setup } from './setup';
import { Shifts } from './shifts';
import { TablePage } from './table';

// Only people with the right to read the books may see the lists of people and machines.
function Trusted({ title, children }: { title: string; children: ComponentChild }) {
    return <><h1>{title}</h1>{may('books') ? children : <p class="banner">{whyNot('books')}</p>}</>;
}

export const drawOffice = {
    table: (id: string) => <TablePage key={id} id={id} />,
    link: (id: string) => <LinkPage key={id} id={id} />,
    claim: (id: string) => <ClaimPage key={id} id={id} />,
    log: () => <LogPage />,
    shifts: () => <Shifts />,
    cash: () => <CashPage />,
    reports: () => <Reports />,
    disputes: () => <Disputes />,
    people: () => <Trusted title="People"><People /></Trusted>,
    machines: () => <Trusted title="Machines"><Machines /></Trusted>,
    tokens: () => <Trusted title="Tokens"><Tokens /></Trusted>,
    setup: (rest: string) => <Setup rest={rest} />,
};
