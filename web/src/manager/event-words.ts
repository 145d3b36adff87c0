// Events of the log in words, from the manager's templates. {member} stands for a member's value; a part in [ ] is left out when a
// member in it is absent. Members with a column of their own (time, table, who, amount) are not in the templates.
import { money } from '../lib/money';
import { stamp } from '../lib/time';
import type { FloorEvent } from '../lib/types';
import { words } from '../lib/words';
import { nameOf } from './documents';

const kindOf = (kind: string) => words.value.kinds.find((each) => each.kind === kind);

export const eventKinds = () => words.value.kinds.map(({ kind }) => kind);

const typeOf = (name: string) => words.value.members.find(({ member }) => member === name)?.type;

// What was confirmed of a jackpot, in words instead of the item's name for programs.
const checkWords = (list: 'checks' | 'compliance', item: unknown) =>
    words.value[list].find((each) => each.item === item)?.words ?? String(item);

const isForPrograms = (value: unknown) => /^[0-9a-f]{64}$/.test(String(value)) || (typeof value === 'object' && !Array.isArray(value));

// A member's value for people; "" where only programs and auditors need it. The event's own dialog shows those values.
export function worded(name: string, value: unknown): string {
    if (value === undefined || value === null || value === '') return '';
    const type = typeOf(name);
    if ((type === 'money' || type === 'change') && typeof value === 'string') return money(value);
    if (type === 'time' && typeof value === 'number') return stamp(value);
    if (name === 'instance' || name === 'item' && /^https?:/.test(String(value))) return '';
    if (name === 'text' && typeof value === 'string' && value.startsWith('{')) return ''; // the document of a round
    if (name === 'configuration' || name === 'semantics') return ''; // for programs
    if (name === 'document' && typeof value === 'string') return nameOf(value);
    if (isForPrograms(value) || (Array.isArray(value) && value.some(isForPrograms))) return '';
    if (name === 'item' && typeof value === 'string') return checkWords('compliance', value);
    if (name === 'items' && Array.isArray(value)) return value.map((item) => checkWords('checks', item)).join(', ');
    if (Array.isArray(value)) return value.join(', ');
    return String(value);
}

// A member that is true only decides whether its part is shown, so it adds no text.
const fill = (template: string, event: FloorEvent) =>
    template.replace(/\{(\w+)\}/g, (_, name: string) => event[name] === true ? '' : worded(name, event[name]));

// The templates are made for lists with a column for the seat; here the seat is put before them.
function seatOf(event: FloorEvent): string {
    if (Array.isArray(event.seats)) return `${event.seats.length === 1 ? 'seat' : 'seats'} ${event.seats.join(', ')}, `;
    return typeof event.seat === 'number' ? `seat ${event.seat}, ` : '';
}

export function eventDetails(event: FloorEvent): string {
    const template = kindOf(event.kind)?.details ?? '[{text}]';
    const optional = template.replace(/\[([^\]]*)\]/g, (_, part: string) =>
        [...part.matchAll(/\{(\w+)\}/g)].every(([, name]) => worded(name!, event[name!]) !== '') ? part : '');
    return `${seatOf(event)}${fill(optional, event)}`.replace(/, $/, '');
}

export const toneOf = (kind: string) => kindOf(kind)?.tone ?? 'plain';

export const kindName = (kind: string) => kindOf(kind)?.title.toLowerCase() ?? kind.replaceAll('_', ' ');

export function eventWho(event: FloorEvent): string {
    return [event.user, event.approver].filter(Boolean).join(' + ');
}
