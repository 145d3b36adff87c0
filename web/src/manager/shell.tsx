// The frame around every page of the Game Manager: head, navigation, banners.
import { useLayoutEffect, useRef } from 'preact/hooks';
import { signal } from '@preact/signals';
import { live } from '../lib/floor';
import '../lib/guarded';
import { house, isHouseAsked } from '../lib/house';
import { place } from '../lib/router';
import { isOpen, signedIn } from '../lib/session';
import { clock } from '../lib/time';
import { AccountDialogs, openAccount, WeakPassword } from '../ui/account';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { LostBanner } from '../ui/lost';
import { ProofDialog } from '../ui/proof';
import { Toasts } from '../ui/toast';
import { alarmName } from './alarm-words';
import { Icon } from './icons';
import { addressOf, here, pages } from './pages';
import { ProcessJackpot } from './process';
import { Help, HelpButton, useShortcuts } from './shortcuts';
import { alarms, claims, halted, whole } from './state';
import { askWho, me, WhoDialog } from './who';

const menu = signal(false);

function count(id: string): number {
    return id === 'alarms' ? alarms.value.length : id === 'claims' ? claims.value.length : 0;
}

function NavLink({ page, onClick }: { page: (typeof pages)[number]; onClick?: () => void }) {
    const many = count(page.id);
    return (
        <a class="nav-link" href={addressOf(page)} aria-current={here().page === page ? 'page' : undefined} onClick={onClick}>
            <Icon name={page.id} />
            <span>{page.name}</span>
            {many > 0 && <span class={`count ${page.id === 'alarms' ? 'bad' : ''}`}>{many}<span class="hidden-visually"> open</span></span>}
        </a>
    );
}

// A narrow screen shows only the most important pages, and the rest behind "More".
function Navigation() {
    return (
        <nav class="nav no-print" aria-label="Pages">
            <ul>
                {pages.map((page) => <li key={page.id} class={page.id}><NavLink page={page} /></li>)}
                <li class="more">
                    <button type="button" class="nav-link" onClick={() => (menu.value = true)}>
                        <Icon name="more" /><span>More</span>
                    </button>
                </li>
            </ul>
        </nav>
    );
}

function Menu() {
    if (!menu.value) return null;
    const close = () => (menu.value = false);
    return (
        <Dialog title="Pages" onClose={close}>
            <ul class="menu">{pages.map((page) => <li key={page.id}><NavLink page={page} onClick={close} /></li>)}</ul>
            <div class="ends"><Button onClick={close}>Close</Button></div>
        </Dialog>
    );
}

function Connection() {
    const state = live.state.value;
    const words = { starting: 'Connecting', live: 'Live', lost: `Lost ${clock(live.since.value)}`, refused: 'Signed out' }[state];
    const kind = { starting: 'info', live: 'good', lost: 'bad', refused: 'bad' }[state];
    return <span class={`badge ${kind} connection`} role="status"><span class="lamp" aria-hidden="true" />{words}</span>;
}

function Header() {
    const f = whole.value;
    return (
        <header class="top no-print">
            <a class="skip button" href="#main" onClick={(event) => { event.preventDefault(); document.getElementById('main')?.focus(); }}>
                Skip to content
            </a>
            <p class="brand">
                <strong>Game Manager</strong>
                {house.value?.name && <span> {house.value.name}</span>}
                {f && <span class="quiet small"> {house.value && <span class="day">{house.value.gaming_day} · </span>}{f.shift ? `shift ${f.shift.name}` : 'no shift open'}</span>}
            </p>
            <Connection />
            <ProcessJackpot />
            <Me />
            <HelpButton />
        </header>
    );
}

function Me() {
    const person = signedIn.value;
    if (person)
        return (
            <Button class="me" onClick={openAccount} aria-label={`You are ${person.person}, ${person.role}. Sign out, password, PIN`}>
                <Icon name="people" /><span>{person.person}<span class="role">, {person.role}</span></span>
            </Button>
        );
    if (!isOpen.value) return null;
    return (
        <Button class={`me ${me.value ? '' : 'nobody'}`} onClick={askWho}
            aria-label={me.value ? `You are ${me.value}. Change` : 'Who are you? Choose your name'}>
            <Icon name="people" /><span>{me.value || 'Who are you?'}</span>
        </Button>
    );
}

function AlarmBanner() {
    const open = alarms.value;
    if (halted.value)
        return (
            <div class="halt" role="alert">
                <strong>THE FLOOR IS HALTED</strong>
                <span>The store is not what a table, a witness or its own log says it must be. Nothing moves until two people have answered the alarm.</span>
                <a class="button" href="#/alarms">Answer the alarm</a>
            </div>
        );
    if (open.length === 0) return null;
    const newest = open[open.length - 1]!;
    return (
        <div class="banner bad row apart" role="alert">
            <span>{open.length === 1 ? 'One alarm is open' : `${open.length} alarms are open`}: {alarmName(newest)}</span>
            {here().page.id !== 'alarms' && <a class="button" href="#/alarms">See alarms</a>}
        </div>
    );
}

// Nothing is drawn before its data are known, because a page that is put together piece by piece jumps.
export function Shell() {
    const isKnown = (whole.value !== null && isHouseAsked.value) || live.state.value === 'lost' || live.state.value === 'refused';
    return isKnown ? <Desk /> : <main class="gate"><section class="panel stack"><h1>Game Manager</h1><p class="quiet" role="status">Asking the manager…</p></section></main>;
}

function Desk() {
    useShortcuts();
    void house.value; // read here, so that the page is drawn again when the house's money or time zone changes
    const main = useRef<HTMLElement>(null);
    const first = useRef(true);
    const { page, rest } = here();
    const path = place.value.split('?')[0];
    // A layout effect moves the focus together with the new page; a later one would take it from a field that somebody has already
    // gone to.
    useLayoutEffect(() => {
        document.title = `${page.name} · Game Manager`;
        if (!first.current) {
            main.current?.focus({ preventScroll: true });
            scrollTo(0, 0);
        }
        first.current = false;
    }, [path]);
    return (
        <div class="shell">
            <Header />
            <Navigation />
            <main id="main" ref={main} tabIndex={-1} class="stack">
                <LostBanner live={live} />
                <AlarmBanner />
                <WeakPassword />
                {page.draw(rest)}
            </main>
            <Menu />
            <Help />
            <WhoDialog />
            <AccountDialogs />
            <ProofDialog />
            <Toasts />
        </div>
    );
}
