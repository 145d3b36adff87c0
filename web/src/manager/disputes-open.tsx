// The form that opens a dispute.
import { useState } from 'preact/hooks';
import { post } from '../lib/api';
import { floor } from '../lib/floor';
import type { FloorEvent } from '../lib/types';
import { Choice, TextField } from '../ui/field';
import { say } from '../ui/toast';
import { useAsk } from './ask';
import { ActionForm } from './link-actions';

const seats = [1, 2, 3, 4, 5, 6, 7].map((seat) => ({ value: `${seat}`, label: `Seat ${seat}` }));
const none = { value: '', label: 'Not said' };

// Only fields that were filled in go into the event.
function bodyOf(said: Record<string, string>, user: string): Record<string, unknown> {
    const { text, person, table, seat, claim } = said;
    return {
        user,
        text: text!.trim(),
        ...(person?.trim() ? { person: person.trim() } : {}),
        ...(table ? { table } : {}),
        ...(seat ? { seat: Number(seat) } : {}),
        ...(claim?.trim() ? { claim: Number(claim) } : {}),
    };
}

const isNumber = (text: string) => /^\s*[1-9]\d{0,15}\s*$/.test(text);

export function OpenDispute({ onEnd }: { onEnd: (opened: boolean) => void }) {
    const [said, setSaid] = useState<Record<string, string>>({ text: '', person: '', table: '', seat: '', claim: '' });
    const asking = useAsk(['text', 'person', 'table', 'seat', 'claim']);
    const of = (name: string) => ({
        value: said[name]!,
        fault: asking.fault(name),
        onValue: (value: string) => setSaid((old) => ({ ...old, [name]: value })),
    });
    const tables = floor.value!.tables.map(({ table }) => ({ value: table, label: table }));
    const wrongClaim = said['claim']! !== '' && !isNumber(said['claim']!);
    const send = async () => {
        let number = 0;
        const done = await asking.run(async (user) => (number = (await post<FloorEvent>('/disputes', bodyOf(said, user))).seq));
        if (!done) return;
        say(`Dispute ${number} is open.`);
        onEnd(true);
    };
    return (
        <ActionForm title="Open a dispute" act="Open the dispute" ready={said['text']!.trim() !== '' && !wrongClaim}
            asking={asking} onSend={send} onEnd={() => onEnd(false)}>
            <TextField label="What is in dispute" lines={4} required {...of('text')} />
            <TextField label="Patron" hint="As far as known." {...of('person')} />
            <div class="pair">
                <Choice label="Table" options={[none, ...tables]} {...of('table')} />
                <Choice label="Seat" options={[none, ...seats]} {...of('seat')} />
            </div>
            <TextField label="Claim" inputMode="numeric" hint="The number of a jackpot claim, when it is about one." {...of('claim')}
                {...(wrongClaim ? { fault: 'A claim is a whole number.' } : {})} />
        </ActionForm>
    );
}
