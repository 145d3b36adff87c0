// Starts a sign: which link or table it shows is in its address, or is asked for.
import '../design/base.css';
import './sign.css';
import './token'; // first, because every request needs the token
import { useEffect } from 'preact/hooks';
import { tokenShown } from '../lib/api';
import { floor, followOnly, live } from '../lib/floor';
import { mount } from '../ui/mount';
import { Choose } from './choose';
import { Several, Sign } from './sign';
import { Starting } from './starting';

document.documentElement.dataset['theme'] = 'dark';

const asked = new URLSearchParams(location.search);

// Patrons read this too, so it does not say how a sign is admitted; the page of the tokens does.
function Refused() {
    return (
        <main class="starting">
            <h1>This sign is not admitted</h1>
            <p role="status">
                {tokenShown() ? 'It was admitted once, and is not any more.' : 'Nobody has admitted it yet.'}
                {' '}Two people do that at the Game Manager, under <b>People and machines, Tokens</b>, which also says how to open it here.
            </p>
        </main>
    );
}

function Page() {
    const now = floor.value;
    const tableId = asked.get('table');
    const table = now?.tables.find(({ table: id }) => id === tableId) ?? null;
    const linkIds = asked.get('link')?.split(',') ?? [];
    const linkId = table ? table.link : (linkIds[0] ?? null);
    const link = now?.links.find(({ link: id }) => id === linkId) ?? null;
    const several = now?.links.filter(({ link: id }) => linkIds.includes(id)) ?? [];
    const follows = (table || link) && several.length < 2;
    useEffect(() => {
        followOnly(follows ? { link: link?.link ?? null, table: table?.table ?? null } : null);
    }, [link?.link, table?.table, several.length]);
    if (live.state.value === 'refused') return <Refused />;
    if (!now) return <Starting />;
    if (!table && several.length > 1) return <Several links={several} text={asked.get('text') ?? ''} />;
    if (!table && !link) {
        const unknown = tableId ?? linkId;
        return <Choose fault={unknown === null ? null : `This floor has no ${tableId === null ? 'link' : 'table'} ${unknown}.`} />;
    }
    return <Sign link={link} table={table} text={asked.get('text') ?? ''} />;
}

mount(<Page />);
