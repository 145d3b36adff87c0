// One link: meters, history, parameters, books, last hits, and what may be done with it.
import { useState } from 'preact/hooks';
import { get } from '../lib/api';
import { exact, money } from '../lib/money';
import { Allowed } from '../ui/allowed';
import { Button } from '../ui/button';
import { Correct, OpenOrClose, Transfer } from './link-actions';
import { LinkBooks, LinkParameters } from './link-books';
import { History } from './link-history';
import { OrderRuling } from './link-order';
import { LinkBadge, Meters } from './links';
import { Notices, useNotices } from './notices';
import { unruled, whole } from './state';
import type { Hit, Link } from './types';
import { useLoad } from './use-load';

type Doing = 'switch' | 'correct' | 'transfer' | null;

function Hits({ hits }: { hits: Hit[] }) {
    if (hits.length === 0) return <p class="quiet">None yet.</p>;
    return (
        <div class="table-scroll" role="region" aria-label="Last hits" tabIndex={0}>
            <table class="table stacks">
                <thead>
                    <tr>
                        <th>Event</th><th>Table</th><th class="number">Seat</th><th>Hand</th><th>Meter</th><th class="number">Amount</th>
                    </tr>
                </thead>
                <tbody>
                    {hits.map((h) => (
                        <tr key={`${h.seq} ${h.meter}`}>
                            <td data-label="event">{h.seq}</td><td class="nowrap"><a href={`#/floor/${h.table}`}>{h.table}</a></td><td class="number" data-label="seat">{h.seat}</td>
                            <td>{h.award}</td><td>{h.meter}</td><td class="number">{money(h.amount)}</td>
                        </tr>
                    ))}
                </tbody>
            </table>
        </div>
    );
}

function Actions({ link, onDo }: { link: Link; onDo: (what: Doing) => void }) {
    return (
        <div class="row">
            <Allowed right="house"><Button onClick={() => onDo('switch')}>{link.open ? 'Close…' : 'Open…'}</Button></Allowed>
            <Allowed right="set">
                <Button onClick={() => onDo('correct')}>Correct a meter…</Button>
                <Button onClick={() => onDo('transfer')}>Transfer…</Button>
            </Allowed>
            <a class="button" href={`#/setup/links/${link.link}`}>Configure</a>
            <a class="button" href={`/sign?link=${encodeURIComponent(link.link)}`} target="_blank" rel="noreferrer">Sign</a>
        </div>
    );
}

function Dialogs({ doing, link, onEnd }: { doing: Doing; link: Link; onEnd: () => void }) {
    if (doing === 'switch') return <OpenOrClose link={link} onEnd={onEnd} />;
    if (doing === 'correct') return <Correct link={link} onEnd={onEnd} />;
    if (doing === 'transfer') return <Transfer link={link} onEnd={onEnd} />;
    return null;
}

export function LinkPage({ id }: { id: string }) {
    const brief = whole.value?.links.find((l) => l.link === id);
    const { value: link, fault, again } = useLoad((signal) => get<Link>(`/links/${encodeURIComponent(id)}`, signal), id, brief);
    const [doing, setDoing] = useState<Doing>(null);
    const notices = useNotices(id);
    const [hasHistory, setHasHistory] = useState(false);
    const back = <p><a href="#/links">Links</a></p>;
    if (!link || !brief || !notices) return <>{back}<h1>{id}</h1><p class="quiet">{fault ?? 'Asking the manager…'}</p></>;
    const end = () => {
        setDoing(null);
        again();
    };
    return (
        <>
            {back}
            <div class="row apart">
                <div><h1>{id} <LinkBadge link={brief} /></h1><p class="quiet">Progressive {link.progressive}, {money(link.bet)} a bet</p></div>
                <Actions link={link} onDo={setDoing} />
            </div>
            <section class="panel big"><Meters link={brief} /></section>
            <Notices shown={notices} />
            {unruled(id).length > 0 && <OrderRuling of={link} claims={unruled(id)} />}
            <History brief={brief} onKnown={() => setHasHistory(true)} />
            {hasHistory && <Rest link={link} />}
            <Dialogs doing={doing} link={link} onEnd={end} />
            <p class="hidden-visually" aria-live="polite">{link.open ? 'open' : 'closed'}, coin-in {exact(link.books.coin_in)}</p>
        </>
    );
}

// The parts below the history, drawn together with it.
function Rest({ link }: { link: Link }) {
    return (
        <>
            <section class="panel stack"><h2>Parameters</h2><LinkParameters link={link} /></section>
            <section class="panel stack"><h2>Books</h2><LinkBooks link={link} /></section>
            <section class="panel stack"><h2>Last hits</h2><Hits hits={link.hits} /></section>
            <section class="panel stack">
                <h2>Tables</h2>
                {link.tables.length === 0 ? <p class="quiet">No table feeds this link.</p>
                    : <ul class="row">{link.tables.map((t) => <li key={t}><a class="row-link" href={`#/floor/${t}`}>{t}</a></li>)}</ul>}
            </section>
        </>
    );
}
