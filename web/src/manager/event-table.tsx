import { money } from '../lib/money';
import { stamp } from '../lib/time';
import type { FloorEvent } from '../lib/types';
import { eventDetails, eventWho, isLoud, kindName } from './event-words';

const rowKind = (kind: string) =>
    (kind === 'alarm_raised' || kind === 'table_lost' || kind === 'round_dead' ? 'bad' : isLoud(kind) ? 'gold' : '');

function Row({ event, onOpen }: { event: FloorEvent; onOpen: (event: FloorEvent) => void }) {
    return (
        <tr data-seq={event.seq}>
            <td class="number"><button type="button" class="row-link" onClick={() => onOpen(event)}>{event.seq}</button></td>
            <td class="nowrap">{stamp(event.time)}</td>
            <td>
                {rowKind(event.kind) ? <span class={`badge ${rowKind(event.kind)}`}>{kindName(event.kind)}</span> : kindName(event.kind)}
            </td>
            <td>{typeof event.table === 'string' && <a href={`#/floor/${event.table}`}>{event.table}</a>}</td>
            <td class="number">{typeof event.amount === 'string' && money(event.amount)}</td>
            <td class="who">{eventWho(event)}</td>
            <td class="wide">{eventDetails(event)}</td>
        </tr>
    );
}

export function EventTable({ events, onOpen, label }: { events: FloorEvent[]; onOpen: (event: FloorEvent) => void; label: string }) {
    return (
        <div class="panel flush table-scroll" role="region" aria-label={label} tabIndex={0}>
            <table class="table events">
                <thead>
                    <tr>
                        <th class="number">Event</th><th>Time</th><th>What</th><th>Table</th>
                        <th class="number">Amount</th><th>Who</th><th>Details</th>
                    </tr>
                </thead>
                <tbody>{events.map((event) => <Row key={event.seq} event={event} onOpen={onOpen} />)}</tbody>
            </table>
        </div>
    );
}
