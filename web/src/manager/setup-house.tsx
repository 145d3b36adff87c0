// The settings of the house (PIT-15): its name, its time, how it writes money, its shifts, its papers. Two people set each, and it
// applies at once.
import { useState } from 'preact/hooks';
import { post } from '../lib/api';
import { askHouse, house, type House } from '../lib/house';
import { Allowed } from '../ui/allowed';
import { Button } from '../ui/button';
import { Choice, TextField } from '../ui/field';
import { say } from '../ui/toast';
import { useAsk } from './ask';
import { Changes } from './changes';
import { ActionForm } from './link-actions';
import { SecondPerson, useSecond } from './second';
import { zoneNames, zoneRule } from './zone-rule';

interface Item {
    id: string; // the manager's name of the setting
    label: string;
    about: string;
    value: (of: House) => string; // as it is typed
    shown?: (of: House) => string; // as it is displayed, if that differs
    choices?: (now: string) => { value: string; label: string }[];
    isPicture?: boolean; // its value is a picture file
}

const listed = (names: string[]) => names.join(', ');
const papers = [{ value: 'letter', label: 'Letter' }, { value: 'a4', label: 'A4' }];
const zones = (now: string) => [...new Set([now, ...zoneNames()])].map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }));

const items: Item[] = [
    { id: 'name', label: 'Name', about: 'On every paper, sign and screen.', value: (of) => of.name ?? '' },
    { id: 'zone', label: 'Time zone', about: 'Every screen and paper shows this time; the log itself is in UTC.', choices: zones,
        value: (of) => of.zone, shown: (of) => `${of.zone.replaceAll('_', ' ')}, now ${of.time}` },
    { id: 'day start', label: 'Gaming day begins at', about: 'Hours and minutes, such as 06:00.', value: (of) => of.day_start,
        shown: (of) => `${of.day_start}; today is ${of.gaming_day}` },
    { id: 'shifts', label: 'Shifts', about: 'Their names in their order, with commas between: day, swing, graveyard.', value: (of) => listed(of.shifts) },
    { id: 'money', label: 'Money', about: 'How one thousand two hundred and thirty-four and 56 hundredths is written: $1,234.56 or 1.234,56 €.', value: (of) => of.money },
    { id: 'paper', label: 'Paper', about: 'For reports, forms and slips.', choices: () => papers, value: (of) => of.paper,
        shown: (of) => papers.find(({ value }) => value === of.paper)?.label ?? of.paper },
    { id: 'compliance', label: 'Compliance checks', about: 'Confirmed by name before a jackpot is paid; with commas between.', value: (of) => listed(of.compliance) },
    { id: 'service', label: 'Service', about: 'Whom to call when a meter is off. It stands on the form.', value: (of) => of.service ?? '' },
    { id: 'lights', label: 'Lights', about: 'What the sign says of the lights at the seats.', value: (of) => of.lights ?? '' },
    { id: 'logo', label: 'Logo', about: 'A PNG of at most 4,590 bytes and 1,000 by 1,000 pixels, beside the title of every paper. No file: none.', value: (of) => of.logo ?? '', isPicture: true,
        shown: (of) => (of.logo ? 'a picture of the house' : '') },
];

const shownAs = (item: Item, of: House) => (item.shown ?? item.value)(of);

// Keeps dates from being broken at their hyphens.
const withDates = (text: string) => text.split(/(\d{4}-\d\d-\d\d)/).map((part, i) => (i % 2 ? <span class="nowrap">{part}</span> : part));

// A time zone is sent with its rule, which goes into the log. Null if the zone's rule cannot be written.
function sentAs(item: Item, text: string): string | null {
    if (item.id !== 'zone' || text === '') return text;
    const rule = zoneRule(text, new Date().getFullYear());
    return rule && `${text} ${rule}`;
}

// A picture goes into the log itself, as a data: url.
function PictureField({ label, hint, fault, onValue }: { label: string; hint: string; fault: string | null; onValue: (text: string) => void }) {
    const read = (event: Event) => {
        const file = (event.currentTarget as HTMLInputElement).files?.[0];
        if (!file) return onValue('');
        const reader = new FileReader();
        reader.onload = () => onValue(String(reader.result));
        reader.readAsDataURL(file);
    };
    return (
        <label class="field">
            {label}
            <input class="input" type="file" accept="image/png" onChange={read} />
            <span class="hint">{hint}</span>
            {fault && <span class="fault">{fault}</span>}
        </label>
    );
}

function Change({ item, of, onEnd }: { item: Item; of: House; onEnd: () => void }) {
    const [typed, setTyped] = useState(item.isPicture ? '' : item.value(of));
    const second = useSecond();
    const asking = useAsk(['item', 'text', 'approver']);
    const text = typed.trim();
    const sent = sentAs(item, text);
    const fault = sent === null ? 'The clocks of this zone change by no rule that can be written down.' : asking.fault('text') ?? asking.fault('item');
    const said = text.length > 80 ? 'a new one' : text || 'nothing';
    const send = async () => {
        const body = { item: item.id, ...(sent && { text: sent }) };
        const done = await asking.run((user, signed) => post('/house', { ...body, user, ...signed }), {
            title: 'Sign for the house', act: 'Set it', second, says: [`${item.label}: ${shownAs(item, of) || 'nothing'} becomes ${said}.`],
        });
        if (!done) return;
        await askHouse();
        say(`${item.label} is set.`);
        onEnd();
    };
    return (
        <ActionForm title={item.label} act="Set it" ready={text !== item.value(of) && sent !== null && second.isReady} asking={asking} onSend={send} onEnd={onEnd}>
            {item.isPicture ? <PictureField label={item.label} hint={item.about} fault={fault} onValue={setTyped} /> : item.choices
                ? <Choice label={item.label} value={typed} onValue={setTyped} options={item.choices(item.value(of))} hint={item.about} fault={fault} />
                : <TextField label={item.label} value={typed} onValue={setTyped} hint={item.about} fault={fault} />}
            <Changes isNew={false} rows={[{ what: item.label, old: shownAs(item, of), now: text === item.value(of) ? shownAs(item, of) : said }]} />
            <SecondPerson second={second} fault={asking.fault('approver')} />
        </ActionForm>
    );
}

export function HouseSettings() {
    const [open, setOpen] = useState<Item | null>(null);
    const of = house.value;
    if (!of) return <p class="quiet">Asking the manager…</p>;
    return (
        <>
            <ul class="panel settings">
                {items.map((item) => (
                    <li key={item.id} class="row apart">
                        <span class="stack tight">
                            <b>{item.label}</b>
                            <span class="break">{shownAs(item, of) ? withDates(shownAs(item, of)) : <span class="quiet">not set: {item.about.charAt(0).toLowerCase() + item.about.slice(1)}</span>}</span>
                        </span>
                        <Allowed right="set"><Button onClick={() => setOpen(item)} aria-label={`Change: ${item.label}`}>Change…</Button></Allowed>
                    </li>
                ))}
            </ul>
            <p class="quiet small">Printers are named in the floor file, beside the machine that they hang on.</p>
            {open && <Change item={open} of={of} onEnd={() => setOpen(null)} />}
        </>
    );
}
