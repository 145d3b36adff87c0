// Who and what this floor trusts: people, tokens, machines; and what its configuration was when.
import { useEffect } from 'preact/hooks';
import type { ComponentChild } from 'preact';
import { live } from '../lib/floor';
import '../lib/guarded';
import { place } from '../lib/router';
import { isOpen, may, signedIn, whyNot } from '../lib/session';
import { AccountDialogs, openAccount, WeakPassword } from '../ui/account';
import { Button } from '../ui/button';
import { LostBanner } from '../ui/lost';
import { ProofDialog } from '../ui/proof';
import { Toasts } from '../ui/toast';
import { Top } from '../ui/top';
import { askWho, me, WhoDialog } from '../manager/who';
import { Machines } from './machines';
import { People } from './people';
import { Tokens } from './tokens';
import { Versions } from './versions';

interface Part {
    id: string;
    name: string;
    draw: () => ComponentChild;
}

const parts: Part[] = [
    { id: 'people', name: 'People', draw: () => <People /> },
    { id: 'tokens', name: 'Tokens', draw: () => <Tokens /> },
    { id: 'machines', name: 'Machines', draw: () => <Machines /> },
    { id: 'versions', name: 'Configuration', draw: () => <Versions /> },
];

function Me() {
    const person = signedIn.value;
    if (person)
        return (
            <Button onClick={openAccount} aria-label={`You are ${person.person}, ${person.role}. Sign out, password, PIN`}>
                <span class="break">{person.person}, {person.role}</span>
            </Button>
        );
    return isOpen.value && (
        <Button onClick={askWho} aria-label={me.value ? `You are ${me.value}. Change` : 'Who are you? Choose your name'}>
            <span class="break">{me.value || 'Who are you?'}</span>
        </Button>
    );
}

export function TrustPage() {
    const part = parts.find(({ id }) => id === place.value.split('/')[0]) ?? parts[0]!;
    useEffect(() => {
        document.title = `${part.name} · People and machines`;
    }, [part]);
    return (
        <div class="trust">
            <Top title="People and machines">
                <a class="button" href="/manager">Game Manager</a>
                <Me />
            </Top>
            <main class="stack">
                <LostBanner live={live} />
                <WeakPassword />
                <nav class="row no-print" aria-label="Parts">
                    {parts.map(({ id, name }) => (
                        <a key={id} class="button tab" href={`#/${id}`} aria-current={id === part.id ? 'page' : undefined}>{name}</a>
                    ))}
                </nav>
                <h2 class="part-name">{part.name}</h2>
                {may('books') ? part.draw() : <p class="banner">{whyNot('books')}</p>}
            </main>
            <WhoDialog />
            <AccountDialogs />
            <ProofDialog />
            <Toasts />
        </div>
    );
}
