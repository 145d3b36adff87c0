// The pages of the Game Manager and their addresses: "#/links/uth-three" is the page "links" with the rest "uth-three".
import { signal } from '@preact/signals';
import type { ComponentChild } from 'preact';
import { useEffect } from 'preact/hooks';
import { live } from '../lib/floor';
import { place } from '../lib/router';
import { Button } from '../ui/button';
import { Alarms } from './alarms';
import { Claims } from './claims';
import { FloorPage } from './floor';
import type { IconName } from './icons';
import { Links } from './links';

type Office = (typeof import('./office'))['drawOffice'];

interface Page {
    id: IconName;
    name: string;
    key: string; // opens the page when typed after "g"
    draw: (rest: string) => ComponentChild;
}

// The pages of office.tsx, which are loaded after the first page.
const office = signal<Office | null>(null);
const failed = signal(false);

export function bringOffice(): void {
    failed.value = false;
    import('./office').then(({ drawOffice }) => (office.value = drawOffice), () => (failed.value = true));
}

// If loading failed because the manager was lost, it is tried again when the connection is back.
live.state.subscribe((state) => {
    if (state === 'live' && failed.peek()) bringOffice();
});

function Later({ id, rest }: { id: keyof Office; rest: string }) {
    useEffect(() => {
        if (!office.peek()) bringOffice();
    }, []);
    if (office.value) return <>{office.value[id](rest)}</>;
    if (!failed.value) return <p class="quiet">One moment…</p>;
    return (
        <p class="banner bad row apart" role="alert">
            The server cannot be reached, and it has this page. <Button onClick={bringOffice}>Try again</Button>
        </p>
    );
}

const later = (id: keyof Office) => (rest: string) => <Later id={id} rest={rest} />;

export const pages: Page[] = [
    { id: 'floor', name: 'Floor', key: 'f', draw: (table) => (table ? later('table')(table) : <FloorPage />) },
    { id: 'links', name: 'Links', key: 'l', draw: (link) => (link ? later('link')(link) : <Links />) },
    { id: 'claims', name: 'Claims', key: 'c', draw: (claim) => (claim ? later('claim')(claim) : <Claims />) },
    { id: 'alarms', name: 'Alarms', key: 'a', draw: () => <Alarms /> },
    { id: 'log', name: 'Activity', key: 'v', draw: later('log') },
    { id: 'shifts', name: 'Shifts', key: 's', draw: later('shifts') },
    { id: 'cash', name: 'Cash', key: 'h', draw: later('cash') },
    { id: 'reports', name: 'Reports', key: 'r', draw: later('reports') },
    { id: 'disputes', name: 'Disputes', key: 'd', draw: later('disputes') },
    { id: 'people', name: 'People', key: 'p', draw: later('people') },
    { id: 'machines', name: 'Machines', key: 'm', draw: later('machines') },
    { id: 'tokens', name: 'Tokens', key: 't', draw: later('tokens') },
    { id: 'setup', name: 'Configuration', key: 'o', draw: later('setup') },
];

// Old addresses, which people may have as bookmarks.
const moved: Record<string, string> = { versions: 'setup/versions' };

export const addressOf = (page: Page) => `#/${page.id}`;

// The present page, and the rest of the address after its name.
export function here(): { page: Page; rest: string } {
    const path = place.value.split('?')[0]!;
    const [id, ...rest] = (moved[path] ?? path).split('/');
    const page = pages.find((p) => p.id === id) ?? pages[0]!;
    return { page, rest: rest.join('/') };
}
