import '../design/base.css';
import './sign.css';
import { floor, live } from '../lib/floor';
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

function Page() {
    const now = floor.value;
    if (!now) return <Starting />;
    const tableId = asked.get('table');
    const table = now.tables.find(({ table: id }) => id === tableId) ?? null;
    const linkId = table ? table.link : asked.get('link');
    const link = now.links.find(({ link: id }) => id === linkId) ?? null;
    if (!table && !link) {
        const unknown = tableId ?? linkId;
        return <Choose fault={unknown === null ? null : `This floor has no ${tableId === null ? 'link' : 'table'} ${unknown}.`} />;
    }
    return <Sign link={link} table={table} text={asked.get('text') ?? ''} />;
}

mount(<Page />);
