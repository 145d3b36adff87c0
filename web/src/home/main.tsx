// The start page, with links to all screens. It is served by a manager, by a table that keeps its own floor, and by a table on a
// manager's link, which knows only its own console.
import '../design/base.css';
import './home.css';
import { useEffect, useState } from 'preact/hooks';
import { get, why } from '../lib/api';
import { house } from '../lib/house';
import { askServer, type Server } from '../lib/server';
import { signedIn } from '../lib/session';
import type { Floor } from '../lib/types';
import { AccountDialogs, openAccount } from '../ui/account';
import { Button } from '../ui/button';
import { Gate } from '../ui/gate';
import { mount } from '../ui/mount';
import { Toasts } from '../ui/toast';
import { Signs, Tables } from './places';
import { FloorState } from './state';

const LOOK_MS = 5000;

interface Known {
    floor: Floor | null; // null if no manager answers here
    pending: number; // jackpots that wait to be paid; a link may have several
    console: { table: string } | null;
    fault: string | null;
}

function useKnown(server: Server): Known | null {
    const [known, setKnown] = useState<Known | null>(null);
    useEffect(() => {
        let timer: ReturnType<typeof setTimeout> | undefined;
        let ended = false;
        const look = async (table: Known['console']) => {
            try {
                const [floor, signs] = server.floor ? await Promise.all([get<Floor>('/floor'), get<{ claims: unknown[] }>('/signs')]) : [null, null];
                if (!ended) setKnown({ floor, pending: signs?.claims.length ?? 0, console: table, fault: null });
            } catch (error) {
                if (!ended) setKnown((old) => ({ floor: null, pending: 0, console: table, ...old, fault: why(error) }));
            }
            if (!ended) timer = setTimeout(look, LOOK_MS, table);
        };
        const table = server.console ? get<{ table: string }>('/console').catch(() => null) : Promise.resolve(null);
        void table.then(look);
        return () => {
            ended = true;
            clearTimeout(timer);
        };
    }, []);
    return known;
}

function Way({ to, name, about, main }: { to: string; name: string; about: string; main?: boolean }) {
    return (
        <li>
            <a class={`way ${main ? 'main' : ''}`} href={to}>
                <b>{name}</b>
                <span>{about}</span>
            </a>
        </li>
    );
}

function Ways({ known }: { known: Known }) {
    return (
        <ul class="ways">
            {known.floor && <Way main to="/manager" name="Game Manager" about="The floor, links and meters, claims, shifts, reports." />}
            {known.console && (
                <Way main={!known.floor} to="/dealer" name="Dealer console" about={`Deal at table ${known.console.table}.`} />
            )}
            {known.floor && <Way to="/manager#/people" name="People and machines" about="Who may do what, tokens, enrolled tables." />}
            {known.floor && <Way to="/math" name="Mathematics" about="House edge, strategy and sensitivity of any rules file." />}
            {known.floor && <Way to="/practice" name="Practice" about="Play against the dealer, or learn to pay as one." />}
        </ul>
    );
}

function Page({ server }: { server: Server }) {
    const known = useKnown(server);
    const person = signedIn.value;
    return (
        <div class="home">
            <header class="welcome">
                <img src="/web/icon.svg" alt="" width="72" height="72" />
                <div>
                    <h1>Croupier</h1>
                    <p>{house.value?.name ?? 'An open system for casino tables with progressive jackpots.'}</p>
                </div>
                {person && (
                    <Button class="me" onClick={openAccount} aria-label={`You are ${person.person}, ${person.role}. Sign out, password, PIN`}>
                        <span>{person.person}, {person.role}</span>
                    </Button>
                )}
            </header>
            <main class="stack">
                {!known && <p class="quiet" role="status">Looking around …</p>}
                {known?.fault && <p class="banner bad" role="alert">{known.fault}</p>}
                {known?.floor && <FloorState floor={known.floor} pending={known.pending} />}
                {known && <Ways known={known} />}
                {known?.floor && <Signs floor={known.floor} />}
                {known?.floor && <Tables floor={known.floor} own={known.console?.table ?? null} />}
                {known && !known.floor && !known.fault && (
                    <p class="quiet">This table plays on a manager's link. Floor, signs and reports are at the manager's address.</p>
                )}
            </main>
            <AccountDialogs />
            <Toasts />
            {known && (
                <footer class="row quiet small">
                    {known.floor && <span>Croupier {known.floor.version}</span>}
                    <a href="/web/licences.txt">Licences</a>
                </footer>
            )}
        </div>
    );
}

// A table on a manager's link has no list of people, so nobody signs in there.
async function begin(): Promise<void> {
    const server = await askServer();
    mount(server.floor ? <Gate title="Croupier"><Page server={server} /></Gate> : <Page server={server} />);
}

void begin();
