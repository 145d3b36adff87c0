// Shifts: open one, watch its balance, close it, print its form.
import './shifts.css';
import { useEffect, useRef, useState } from 'preact/hooks';
import { get, post } from '../lib/api';
import { floor } from '../lib/floor';
import { house } from '../lib/house';
import { stamp } from '../lib/time';
import type { FloorEvent } from '../lib/types';
import { Allowed } from '../ui/allowed';
import { Button } from '../ui/button';
import { Choice, TextField } from '../ui/field';
import { say } from '../ui/toast';
import { useAsk } from './ask';
import { Notices, useNotices } from './notices';
import { Downloads } from './reports-files';
import { CloseShift } from './shifts-close';
import { Reconciliation } from './shifts-form';
import { PastShifts } from './shifts-past';
import type { Shift } from './shifts-types';
import { useLoad } from './use-load';

const SLOWLY_MS = 1000;

// The newest value, but at most once a second, because meters change ten times a second.
function useSlowly<T>(value: T): T {
    const [slow, setSlow] = useState(value);
    const latest = useRef(value);
    latest.current = value;
    const isNews = value !== slow;
    useEffect(() => {
        if (!isNews) return undefined;
        const timer = setTimeout(() => setSlow(latest.current), SLOWLY_MS);
        return () => clearTimeout(timer);
    }, [isNews, slow]);
    return slow;
}

function OpenShift() {
    const names = house.value?.shifts ?? [];
    const [name, setName] = useState(names[0] ?? '');
    const asking = useAsk(['item']);
    const send = async (event: Event) => {
        event.preventDefault();
        const item = name.trim();
        if (await asking.run((user) => post('/shifts', { item, user }))) say(`Shift ${item} is open.`);
    };
    return (
        <section class="panel stack" aria-labelledby="open-shift">
            <h2 id="open-shift">No shift is open</h2>
            <p class="quiet">
                A shift takes a reading of every meter now; its end compares what the tables counted with what the meters gained.
            </p>
            <Allowed right="house">
                <form class="row open-shift" onSubmit={send}>
                    {names.length > 0
                        ? <Choice label="Name of the shift" value={name} onValue={setName} required fault={asking.fault('item')}
                            options={names.map((value) => ({ value, label: value }))} />
                        : <TextField label="Name of the shift" value={name} onValue={setName} required fault={asking.fault('item')}
                            hint="Day, Swing, Graveyard …" />}
                    <Button kind="main" type="submit" disabled={asking.busy || name.trim() === ''}>Open the shift</Button>
                </form>
            </Allowed>
        </section>
    );
}

interface Current {
    shift: Shift;
    opened: FloorEvent | null; // null: this person may not read the log
}

async function readCurrent(number: number, signal: AbortSignal): Promise<Current> {
    const opened = get<FloorEvent>(`/log/${number}`, signal).catch(() => null);
    return { shift: await get<Shift>('/shifts/current', signal), opened: await opened };
}

function CurrentShift({ number, name, onKnown }: { number: number; name: string; onKnown: () => void }) {
    // The floor's number is part of it too, because readings of counters change no link.
    const news = useSlowly([floor.value!.seq, ...floor.value!.links.map((link) => link.seq)].join());
    const { value, fault } = useLoad((signal) => readCurrent(number, signal), `${number}`, news);
    const shift = value?.shift ?? null;
    const [closing, setClosing] = useState(false);
    const isKnown = shift !== null || fault !== null;
    useEffect(() => {
        if (isKnown) onKnown();
    }, [isKnown]);
    if (!isKnown) return <p class="quiet">Asking the manager…</p>;
    return (
        <section class="stack" aria-labelledby="current-shift">
            <div class="row apart">
                <div>
                    <h2 id="current-shift">Shift {name}{shift?.day && <span class="quiet">, {shift.day}{shift.number && `, number ${shift.number}`}</span>}</h2>
                    {value?.opened && <p class="quiet">Opened {stamp(value.opened.time)} by {String(value.opened['person'] ?? value.opened['user'])}</p>}
                </div>
                <div class="row">
                    <span class="quiet small">End of Shift form so far</span>
                    <Downloads report="shift" query="" what="End of Shift form so far" />
                    <Allowed right="house">
                        <Button kind="main" disabled={!shift} onClick={() => setClosing(true)}>Close the shift…</Button>
                    </Allowed>
                </div>
            </div>
            {fault && <p class="banner bad" role="alert">{fault}</p>}
            {shift && <Reconciliation shift={shift} />}
            {closing && shift && <CloseShift shift={shift} onEnd={() => setClosing(false)} />}
        </section>
    );
}

export function Shifts() {
    const now = floor.value;
    const notices = useNotices();
    const [isKnown, setKnown] = useState(false); // the open shift's form is drawn; the part below waits for it
    if (!now || !notices) return <><h1>Shifts</h1><p class="quiet">Asking the manager…</p></>;
    return (
        <>
            <h1>Shifts</h1>
            <Notices shown={notices} named />
            {now.shift ? <CurrentShift key={now.shift.shift} number={now.shift.shift} name={now.shift.name} onKnown={() => setKnown(true)} /> : <OpenShift />}
            {(isKnown || !now.shift) && <PastShifts news={now.shift?.shift ?? 0} />}
        </>
    );
}
