// The pages of the console and their addresses: "#/links/uth-three" is the page links with the rest "uth-three".
import type { ComponentChild } from 'preact';
import { place } from '../lib/router';
import { Alarms } from './alarms';
import { ClaimPage } from './claim';
import { Claims } from './claims';
import { Disputes } from './disputes';
import { FloorPage } from './floor';
import type { IconName } from './icons';
import { LinkPage } from './link';
import { Links } from './links';
import { LogPage } from './log';
import { Reports } from './reports';
import { Setup } from './setup';
import { Shifts } from './shifts';
import { TablePage } from './table';

interface Page {
    id: IconName;
    name: string;
    key: string; // behind "g"
    draw: (rest: string) => ComponentChild;
    elsewhere?: string; // a page of its own
}

export const pages: Page[] = [
    { id: 'floor', name: 'Floor', key: 'f', draw: (table) => (table ? <TablePage key={table} id={table} /> : <FloorPage />) },
    { id: 'links', name: 'Links', key: 'l', draw: (link) => (link ? <LinkPage key={link} id={link} /> : <Links />) },
    { id: 'claims', name: 'Claims', key: 'c', draw: (claim) => (claim ? <ClaimPage key={claim} id={claim} /> : <Claims />) },
    { id: 'log', name: 'Activity', key: 'v', draw: () => <LogPage /> },
    { id: 'alarms', name: 'Alarms', key: 'a', draw: () => <Alarms /> },
    { id: 'shifts', name: 'Shifts', key: 's', draw: () => <Shifts /> },
    { id: 'reports', name: 'Reports', key: 'r', draw: () => <Reports /> },
    { id: 'disputes', name: 'Disputes', key: 'd', draw: () => <Disputes /> },
    { id: 'people', name: 'People', key: 'p', draw: () => null, elsewhere: '/trust#/people' },
    { id: 'setup', name: 'Configuration', key: 'o', draw: (rest) => <Setup rest={rest} /> },
];

export const addressOf = (page: Page) => page.elsewhere ?? `#/${page.id}`;

// Where we are: the page, and what stands behind it.
export function here(): { page: Page; rest: string } {
    const path = place.value.split('?')[0]!;
    const [id, ...rest] = path.split('/');
    const page = pages.find((p) => p.id === id) ?? pages[0]!;
    if (page.elsewhere) location.replace(page.elsewhere);
    return { page, rest: rest.join('/') };
}
