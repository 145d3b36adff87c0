// The page of links, with their meters and notices.
import './links.css';
import { money } from '../lib/money';
import type { LinkBrief } from '../lib/types';
import { Notices, useNotices } from './notices';
import { unruled, whole } from './state';

export function LinkBadge({ link }: { link: { open: boolean; pending: boolean } }) {
    return (
        <>
            <span class={`badge ${link.open ? 'good' : 'bad'}`}>{link.open ? 'open' : 'closed'}</span>
            {link.pending && <span class="badge gold">pending</span>}
        </>
    );
}

export function Meters({ link }: { link: LinkBrief }) {
    return (
        <dl class="meters">
            {link.meters.map((m) => <div key={m.name}><dt>{m.name}</dt><dd>{money(m.amount)}</dd></div>)}
        </dl>
    );
}

function Card({ link }: { link: LinkBrief }) {
    return (
        <li class="panel stack">
            <div class="row apart">
                <h2><a class="row-link" href={`#/links/${link.link}`}>{link.link}</a></h2>
                <span class="row"><LinkBadge link={link} /></span>
            </div>
            <p class="quiet small">{link.progressive}, {money(link.bet)} a bet</p>
            <Meters link={link} />
            {unruled(link.link).length > 0 && <a class="banner gold" href={`#/links/${link.link}`}>Surveillance's order is wanted</a>}
        </li>
    );
}

export function Links() {
    const links = whole.value?.links ?? [];
    const notices = useNotices();
    if (!notices) return <><h1>Links</h1><p class="quiet">Asking the manager…</p></>;
    return (
        <>
            <h1>Links</h1>
            <Notices shown={notices} named />
            {links.length === 0 ? <p class="empty panel">No link is configured. <a href="#/setup/links">Set up the first one.</a></p>
                : <ul class="cards-wide">{links.map((link) => <Card key={link.link} link={link} />)}</ul>}
        </>
    );
}
