// The machines that may speak for a table, each named by the fingerprint of its key. A table may have two at a time, so that a key
// can be replaced.
import { signal } from '@preact/signals';
import { useState } from 'preact/hooks';
import { get, post } from '../lib/api';
import { floor, onEvent } from '../lib/floor';
import { momentOf } from '../lib/time';
import { Allowed } from '../ui/allowed';
import { Button } from '../ui/button';
import { Choice, TextField } from '../ui/field';
import { Sheet } from '../ui/table';
import { say } from '../ui/toast';
import { When } from '../ui/when';
import { useAsk } from '../manager/ask';
import { ActionForm } from '../manager/link-actions';
import { SecondPerson, useSecond } from '../manager/second';
import { useLoad } from '../manager/use-load';

interface Machine {
    table: string;
    fingerprint: string;
    since: number;
    until: number | null;
    by: string;
    with: string;
    state: 'good' | 'ended';
}

async function readTable(table: string, abort: AbortSignal): Promise<Machine[]> {
    const { machines } = await get<{ machines?: Omit<Machine, 'table'>[] }>(`/tables/${table}`, abort);
    if (!machines) throw new Error('Only those who may read the books are told of machines.');
    return machines.map((machine) => ({ table, ...machine }));
}

async function readMachines(abort: AbortSignal): Promise<Machine[]> {
    const { tables } = await get<{ tables: { table: string }[] }>('/tables', abort);
    return (await Promise.all(tables.map(({ table }) => readTable(table, abort)))).flat();
}

const news = signal(0);
onEvent((_, event) => {
    if (event.kind === 'machine_enrolled' || event.kind === 'machine_revoked') news.value++;
});

const isPrint = (text: string) => /^[0-9a-f]{64}$/.test(text);

function Enrol({ onEnd }: { onEnd: () => void }) {
    const [table, setTable] = useState('');
    const [print, setPrint] = useState('');
    const [until, setUntil] = useState('');
    const second = useSecond();
    const asking = useAsk(['table', 'document', 'effective', 'approver']);
    const document = print.replace(/[\s:]/g, '').toLowerCase();
    const tables = (floor.value?.tables ?? []).map((t) => ({ value: t.table, label: t.table }));
    const send = async () => {
        const body = { document, ...(until && { effective: momentOf(until) }) };
        const done = await asking.run((user, signed) => post(`/tables/${table}/enrol`, { ...body, user, ...signed }), {
            title: 'Sign the enrolment', act: 'Enrol the machine', second,
            says: [`A machine may speak for table ${table}.`, `Fingerprint ${document}`, until ? `Ends ${until.replace('T', ' ')}.` : 'Ends when it is revoked.'],
        });
        if (!done) return;
        say(`A machine of ${table} is enrolled.`);
        news.value++;
        onEnd();
    };
    return (
        <ActionForm title="Enrol a machine" act="Enrol the machine" ready={table !== '' && isPrint(document) && second.isReady}
            asking={asking}
            onSend={send} onEnd={onEnd}>
            <p class="quiet small">Compare the fingerprint with what <code>croupier pki show</code> says at the machine itself.</p>
            <Choice label="Table" value={table} onValue={setTable} required options={[{ value: '', label: 'Choose…' }, ...tables]}
                fault={asking.fault('table')} />
            <TextField label="Fingerprint" value={print} onValue={setPrint} required lines={2}
                fault={asking.fault('document') ?? (print && !isPrint(document) ? '64 digits and letters from a to f.' : null)} />
            <TextField label="Ends" type="datetime-local" value={until} onValue={setUntil} fault={asking.fault('effective')}
                hint="Empty: when it is revoked." />
            <SecondPerson second={second} fault={asking.fault('approver')} />
        </ActionForm>
    );
}

// Takes one person only, because revoking a machine is urgent.
function Revoke({ machine, onEnd }: { machine: Machine; onEnd: () => void }) {
    const [text, setText] = useState('');
    const asking = useAsk(['text', 'document']);
    const send = async () => {
        const body = { document: machine.fingerprint, ...(text.trim() && { text: text.trim() }) };
        if (!(await asking.run((user) => post(`/tables/${machine.table}/revoke`, { ...body, user })))) return;
        say(`The machine of ${machine.table} is revoked.`);
        news.value++;
        onEnd();
    };
    return (
        <ActionForm title={`Revoke a machine of ${machine.table}`} act="Revoke it" danger ready asking={asking} onSend={send} onEnd={onEnd}>
            <p>It is refused at its next word. Fingerprint <code class="print">{machine.fingerprint}</code></p>
            <TextField label="Why (goes into the log)" value={text} onValue={setText} lines={2} fault={asking.fault('text')} />
        </ActionForm>
    );
}

function Row({ machine, onRevoke }: { machine: Machine; onRevoke: () => void }) {
    return (
        <tr>
            <td class="nowrap">{machine.table}</td>
            <td class="all"><code class="print">{machine.fingerprint}</code></td>
            <td class="break all" data-label="Enrolled"><When at={machine.since} /> by {machine.by} and {machine.with}</td>
            <td class="all" data-label="Ends">{machine.until ? <When at={machine.until} /> : 'open'} {machine.state === 'ended' && <span class="badge bad">ended</span>}</td>
            <td class="all"><Button aria-label={`Revoke the machine ${machine.fingerprint.slice(0, 8)} of ${machine.table}…`}
                onClick={onRevoke}>Revoke…</Button></td>
        </tr>
    );
}

export function Machines() {
    const [doing, setDoing] = useState<'enrol' | Machine | null>(null);
    const { value, fault } = useLoad(readMachines, 'machines', news.value);
    if (!value) return <p class="quiet">{fault ?? 'Asking the manager…'}</p>;
    const end = () => setDoing(null);
    return (
        <Allowed right="set">
            <p class="quiet">A table off this machine shows a certificate; its key is enrolled here by two people before it may speak.</p>
            <div><Button kind="main" onClick={() => setDoing('enrol')}>Enrol a machine…</Button></div>
            {value.length === 0 ? <p class="empty panel">No machine is enrolled.</p> : (
                <div class="panel">
                    <Sheet label="Machines" columns={['Table', 'Fingerprint of the key', 'Enrolled', 'Ends', '(Revoke)']} class="stacks">
                        {value.map((machine) => <Row key={machine.fingerprint} machine={machine} onRevoke={() => setDoing(machine)} />)}
                    </Sheet>
                </div>
            )}
            {doing === 'enrol' && <Enrol onEnd={end} />}
            {doing !== null && doing !== 'enrol' && <Revoke machine={doing} onEnd={end} />}
        </Allowed>
    );
}
