import '../design/base.css';
import './sign.css';
import './token'; // before anything that asks the server
import { useEffect } from 'preact/hooks';
import { tokenShown } from '../lib/api';
import { floor, followOnly, live } from '../lib/floor';
import { mount } from '../ui/mount';
import { Choose } from './choose';
import { Sign } from './sign';

document.documentElement.dataset['theme'] = 'dark';

const asked = new URLSearchParams(location.search);

function Starting() {
    return (
        <main class="starting">
            <h1>Progressive Jackpot</h1>
            <p role="status">{live.state.value === 'lost' ? 'No connection yet. Trying again …' : 'Connecting …'}</p>
        </main>
    );
}

function Refused() {
    return (
        <main class="starting">
            <h1>This sign is not admitted</h1>
            <p role="status">
                {tokenShown() ? 'Its token is not good, or not any more.' : 'This floor has passwords, and this sign has no token.'}
                {' '}Two people make one at <b>People and machines, Tokens</b>; open this address once with <code>#token=…</code> behind it.
            </p>
        </main>
    );
}

function Page() {
    const now = floor.value;
    const tableId = asked.get('table');
    const table = now?.tables.find(({ table: id }) => id === tableId) ?? null;
    const linkId = table ? table.link : asked.get('link');
    const link = now?.links.find(({ link: id }) => id === linkId) ?? null;
    useEffect(() => {
        followOnly(table || link ? { link: link?.link ?? null, table: table?.table ?? null } : null);
    }, [link?.link, table?.table]);
    if (live.state.value === 'refused') return <Refused />;
    if (!now) return <Starting />;
    if (!table && !link) {
        const unknown = tableId ?? linkId;
        return <Choose fault={unknown === null ? null : `This floor has no ${tableId === null ? 'link' : 'table'} ${unknown}.`} />;
    }
    return <Sign link={link} table={table} text={asked.get('text') ?? ''} />;
}

mount(<Page />);
