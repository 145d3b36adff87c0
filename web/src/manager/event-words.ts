// An event of the log in words. {member} stands for a member's value; a part in brackets is left out when a
// member in it is not there. What has a column of its own (time, table, who, amount) is not here.
import { money } from '../lib/money';
import { stamp } from '../lib/time';
import type { FloorEvent } from '../lib/types';

const details: Record<string, string> = {
    manager_started: '{manager}[, version {item}][, configuration {configuration}]',
    person_added: '{person}: {item}[, {department}]',
    document_added: '{item}, {document}',
    link_configured: '{link}: {document}[, policy {policy}][, high jackpots: {high_approvals} approve][, low: {low_approvals}]'
        + '[, of two departments{two_departments}][, at most {coins_per_minute} coins a minute]',
    table_configured: '{item}[, on {link}][, rules {document}]',
    threshold_set: '{item}, from {effective}',
    link_opened: '{link}',
    link_closed: '{link}[: {text}]',
    meter_corrected: '{link}, {from} by {change}: {text}',
    link_transferred: '{link} to {to_link}: {text}',
    shift_opened: '{item}',
    shift_closed: '{item}[: {text}]',
    alarm_raised: '{item}[ on {link}]: {text}',
    alarm_acknowledged: 'alarm {alarm}[: {text}]',
    table_lost: 'not heard of by {manager}',
    table_joined: '{manager}, controller {instance}',
    coin_in: '[seats {seats}][, {link}]',
    game_over: 'round over',
    award_paid: 'seat {seat}, {award}[ from {from}][, house funds {house_funded}][, reseeded {reseeded}][, envy {envy}]',
    claim_made: 'seat {seat}, {award}[ on {link}][, {key} key]',
    key_turned: '{key} key to {position}',
    claim_paid: 'claim {claim}[: {award}][ from {from}][, by {method}][, house funds {house_funded}][, reseeded {reseeded}][, envy {envy}]',
    round_dead: 'coins returned: {text}',
    seat_fault: 'seat {seat}: {item}',
    seat_closed: 'seat {seat}: {text}',
    seat_opened: 'seat {seat}[: {text}]',
    patron_moved: 'seat {seat} to {to_seat}[: {text}]',
    buy_in: 'seat {seat}, {item}',
    table_left: '[{text}]',
    claim_cancelled: 'claim {claim}[: {award}][: {text}]',
    claim_verified: 'claim {claim}: {items}',
    claim_approved: 'claim {claim}',
    claim_complied: 'claim {claim}: {item}',
    claim_method_chosen: 'claim {claim}: by {method}',
    order_ruled: '{link}: claims {order}: {text}',
    claim_cleared: 'claim {claim}[: {award}]',
    dispute_opened: '[{person}, ][claim {claim}: ]{text}',
    dispute_decided: 'dispute {dispute}: {text}',
    dispute_escalated: 'dispute {dispute}: {text}',
    person_changed: '{person}[: {item}][, {department}][, barred{is_barred}][: {text}]',
    credential_set: '{item} of {person}[, until {effective}]',
    person_locked: '{person}, until {effective}[: {text}]',
    signed_in: '{person}, by {item}[: {text}]',
    signed_out: '{person}, {item}',
    sign_in_refused: '[{person}: ]{item}[: {text}]',
    token_added: '{item}: {text}[, until {effective}]',
    token_revoked: '{item}',
    machine_enrolled: 'key {document}[, until {effective}]',
    machine_revoked: 'key {document}[: {text}]',
};

export const eventKinds = Object.keys(details);

const moneyMembers = new Set(['amount', 'house_funded', 'reseeded', 'envy', 'change']);

// A member's value for people.
function worded(name: string, value: unknown): string {
    if (value === undefined || value === null || value === '') return '';
    if (moneyMembers.has(name) && typeof value === 'string') return money(value);
    if (name === 'effective' && typeof value === 'number') return stamp(value);
    if ((name === 'document' || name === 'configuration') && typeof value === 'string') return `${value.slice(0, 8)}…`;
    if (Array.isArray(value)) return value.join(', ');
    return String(value);
}

// A flag only decides whether its part is said.
const fill = (template: string, event: FloorEvent) =>
    template.replace(/\{(\w+)\}/g, (_, name: string) => event[name] === true ? '' : worded(name, event[name]));

export function eventDetails(event: FloorEvent): string {
    const template = details[event.kind] ?? '[{text}]';
    const optional = template.replace(/\[([^\]]*)\]/g, (_, part: string) =>
        [...part.matchAll(/\{(\w+)\}/g)].every(([, name]) => worded(name!, event[name!]) !== '') ? part : '');
    return fill(optional, event).replace(/^, /, '');
}

const loud = new Set(['alarm_raised', 'claim_made', 'claim_paid', 'table_lost', 'round_dead', 'dispute_escalated', 'person_locked']);

export const isLoud = (kind: string) => loud.has(kind);

export const kindName = (kind: string) => kind.replaceAll('_', ' ');

export function eventWho(event: FloorEvent): string {
    return [event.user, event.approver].filter(Boolean).join(' + ');
}
