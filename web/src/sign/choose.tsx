import { floor } from '../lib/floor';
import { money } from '../lib/money';
import type { Meter } from '../lib/types';

function Way({ to, name, about, meters }: { to: string; name: string; about: string; meters: Meter[] }) {
    return (
        <li>
            <a class="button way" href={to}>
                <b>{name}</b>
                <span class="quiet">{about}</span>
                <span class="worth">{meters.map((meter) => money(meter.amount)).join('  ')}</span>
            </a>
        </li>
    );
}

// Asks once, when a sign is set up, which link or table it shows.
export function Choose({ fault }: { fault: string | null }) {
    const { links, tables } = floor.value!;
    const metersOf = (id: string | null) => links.find((link) => link.link === id)?.meters ?? [];
    return (
        <main class="choose stack">
            <h1>Which sign is this?</h1>
            {fault && <p class="banner bad" role="alert">{fault}</p>}
            <h2>A link</h2>
            <ul class="ways">
                {links.map(({ link, meters }) => (
                    <Way key={link} to={`?link=${link}`} name={link} about={meters.map((meter) => meter.name).join(', ')} meters={meters} />
                ))}
            </ul>
            <h2>A table</h2>
            <ul class="ways">
                {tables.map(({ table, game, link }) => (
                    <Way key={table} to={`?table=${table}`} name={table} about={game} meters={metersOf(link)} />
                ))}
            </ul>
            <p class="quiet">Several links on one sign: <code>?link=one,other</code>.</p>
            <p class="quiet">A text of the house runs along with <code>&amp;text=…</code> at the end of a sign's address.</p>
        </main>
    );
}
