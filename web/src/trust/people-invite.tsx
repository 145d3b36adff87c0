import { useState } from 'preact/hooks';
import { post } from '../lib/api';
import { stamp } from '../lib/time';
import { useAsk } from '../manager/ask';
import { ActionForm } from '../manager/link-actions';
import { SecondPerson, useSecond } from '../manager/second';
import { loadPeople, people, type Person } from '../manager/who';
import { ShownOnce } from './shown-once';

interface Invited {
    code: string;
    effective?: number;
}

// Makes a code with which the person chooses a password. Two others sign it; while only one person has a password, that person
// alone.
export function Invite({ person, onEnd }: { person: Person; onEnd: () => void }) {
    const [invited, setInvited] = useState<Invited | null>(null);
    const second = useSecond([person.name]);
    const asking = useAsk(['person', 'approver']);
    const isAlone = people.value.filter((p) => p.has_password).length < 2;
    const path = `/people/${encodeURIComponent(person.name)}/invite`;
    const again = person.has_password ? 'The password and the PIN that the person has end at once.' : 'The person has no password yet.';
    const send = async () => {
        let answer: Invited | null = null;
        const done = await asking.run(async (user, signed) => (answer = await post<Invited>(path, { user, ...signed })), {
            title: 'Sign the invitation', act: 'Make the code', second: isAlone ? null : second,
            says: [`${person.name}, ${person.role}, gets a code to choose a password with.`, again],
        });
        if (!done) return;
        setInvited(answer);
        await loadPeople();
    };
    if (invited)
        return (
            <ShownOnce title={`Invitation for ${person.name}`} secret={invited.code} onEnd={onEnd}>
                <p>
                    Give this code to <b>{person.name}</b> in person. At <code>{location.origin}/manager</code>, “First time here” takes it,
                    once{invited.effective ? `, until ${stamp(invited.effective)}` : ''}.
                </p>
            </ShownOnce>
        );
    return (
        <ActionForm title={`Invite ${person.name}`} act="Make the code" ready={second.isReady || isAlone} asking={asking} onSend={send}
            onEnd={onEnd}>
            <p>{again} A code of one use is made, with which {person.name} chooses a password.</p>
            {!isAlone && <SecondPerson second={second} fault={asking.fault('approver')} />}
        </ActionForm>
    );
}
