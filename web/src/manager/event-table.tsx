import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { money } from '../lib/money';
import { stamp } from '../lib/time';
import type { FloorEvent } from '../lib/types';
import { eventDetails, eventWho, isLoud, kindName } from './event-words';

const rowKind = (kind: string) =>
    (kind === 'alarm_raised' || kind === 'table_lost' || kind === 'round_dead' ? 'bad' : isLoud(kind) ? 'gold' : '');

function Row({ event, onOpen, at }: { event: FloorEvent; onOpen: (event: FloorEvent) => void; at: number }) {
    const details = eventDetails(event);
    return (
        <tr data-seq={event.seq} aria-rowindex={at + 2}>
            <td class="number"><button type="button" class="row-link" onClick={() => onOpen(event)}>{event.seq}</button></td>
            <td class="nowrap">{stamp(event.time)}</td>
            <td>
                {rowKind(event.kind) ? <span class={`badge ${rowKind(event.kind)}`}>{kindName(event.kind)}</span> : kindName(event.kind)}
            </td>
            <td>{typeof event.table === 'string' && <a href={`#/floor/${event.table}`}>{event.table}</a>}</td>
            <td class="number">{typeof event.amount === 'string' && money(event.amount)}</td>
            <td class="who">{eventWho(event)}</td>
            <td class="wide" title={details}>{details}</td>
        </tr>
    );
}

const ROW = 48; // px, as the style has it: every row is one line high
const AHEAD = 15; // rows drawn above and below what is in sight

interface Seen {
    from: number;
    to: number;
}

// Which rows are in sight of a box that scrolls. News come in above: whoever reads further down stays where they are.
function useSight(events: FloorEvent[], onEnd: (() => void) | undefined) {
    const box = useRef<HTMLDivElement>(null);
    const [seen, setSeen] = useState<Seen>({ from: 0, to: 3 * AHEAD });
    const first = useRef(events[0]?.seq);
    const look = () => {
        const { scrollTop, clientHeight, scrollHeight } = box.current!;
        const from = Math.max(0, Math.floor(scrollTop / ROW) - AHEAD);
        const to = Math.ceil((scrollTop + clientHeight) / ROW) + AHEAD;
        if (from !== seen.from || to !== seen.to) setSeen({ from, to });
        if (scrollTop > 0 && scrollTop + clientHeight > scrollHeight - AHEAD * ROW) onEnd?.();
    };
    useLayoutEffect(() => {
        const news = events.findIndex((event) => event.seq === first.current);
        if (news > 0 && box.current!.scrollTop > ROW) box.current!.scrollTop += news * ROW;
        first.current = events[0]?.seq;
    }, [events]);
    return { box, look, from: Math.min(seen.from, events.length), to: Math.min(seen.to, events.length) };
}

const Gap = ({ rows }: { rows: number }) => (rows > 0 ? <tr class="gap" aria-hidden="true" style={{ height: `${rows * ROW}px` }} /> : null);

interface TableProps {
    events: FloorEvent[];
    onOpen: (event: FloorEvent) => void;
    label: string;
    onEnd?: () => void; // somebody has come to the last row
}

// Only what is in sight is drawn, however long the list; its headings stay.
export function EventTable({ events, onOpen, label, onEnd }: TableProps) {
    const { box, look, from, to } = useSight(events, onEnd);
    return (
        <div class="panel flush events-box" role="region" aria-label={label} tabIndex={0} ref={box} onScroll={look}>
            <table class="table events" aria-rowcount={events.length + 1}>
                <thead>
                    <tr aria-rowindex={1}>
                        <th class="number">Event</th><th>Time</th><th>What</th><th>Table</th>
                        <th class="number">Amount</th><th>Who</th><th>Details</th>
                    </tr>
                </thead>
                <tbody>
                    <Gap rows={from} />
                    {events.slice(from, to).map((event, i) => <Row key={event.seq} event={event} onOpen={onOpen} at={from + i} />)}
                    <Gap rows={events.length - to} />
                </tbody>
            </table>
        </div>
    );
}
