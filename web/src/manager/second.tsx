// The second person of a change. On an open floor the form asks for their name. Where people have passwords, both sign when the
// change is sent (ui/proof.tsx).
import { useState } from 'preact/hooks';
import { isOpen } from '../lib/session';
import { Choice } from '../ui/field';
import { seconds } from './who';

export interface Second {
    name: string; // used on an open floor only
    set: (name: string) => void;
    isReady: boolean;
    never: string[];
}

export function useSecond(never: string[] = []): Second {
    const [name, set] = useState('');
    return { name, set, isReady: !isOpen.value || name !== '', never };
}

export function SecondPerson({ second, fault }: { second: Second; fault?: string | null }) {
    if (!isOpen.value) return <p class="quiet small">You and a second person sign this with your passwords when it is sent.</p>;
    return (
        <Choice label="Second person" value={second.name} onValue={second.set} required {...(fault ? { fault } : {})}
            hint="Who stands behind this change with you. Never yourself."
            options={[{ value: '', label: 'Choose…' }, ...seconds(second.never)]} />
    );
}
