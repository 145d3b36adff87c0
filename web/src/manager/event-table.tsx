// A long list of events that draws only the rows in sight and stands still while somebody reads it.
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { money } from '../lib/money';
import { stamp } from '../lib/time';
import type { FloorEvent } from '../lib/types';
import { Button } from '../ui/button';
import { eventDetails, eventWho, kindName, toneOf } from './event-words';

const badges = { alert: 'bad', loud: 'gold', quiet: '', plain: '' };
const rowKind = (kind: string) => badges[toneOf(kind)];

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

// Heights of a row in pixels, and the width of the list from which a row takes one line; claims.css has the same figures.
const ROW = 48;
const FOLDED_ROW = 104;
const UNFOLDED = 880;
const AHEAD = 15; // rows drawn above and below the visible ones

interface Seen {
    from: number;
    to: number;
}

// Which rows of the scrolling box are visible.
function useSight(many: number, onEnd: (() => void) | undefined) {
    const box = useRef<HTMLDivElement>(null);
    const [seen, setSeen] = useState<Seen>({ from: 0, to: 3 * AHEAD });
    const [row, setRow] = useState(ROW);
    useLayoutEffect(() => {
        const watch = new ResizeObserver(([at]) => setRow(at!.contentRect.width < UNFOLDED ? FOLDED_ROW : ROW));
        watch.observe(box.current!);
        return () => watch.disconnect();
    }, []);
    const look = () => {
        const { scrollTop, clientHeight, scrollHeight } = box.current!;
        const from = Math.max(0, Math.floor(scrollTop / row) - AHEAD);
        const to = Math.ceil((scrollTop + clientHeight) / row) + AHEAD;
        if (from !== seen.from || to !== seen.to) setSeen({ from, to });
        if (scrollTop > 0 && scrollTop + clientHeight > scrollHeight - AHEAD * row) onEnd?.();
    };
    return { box, look, row, from: Math.min(seen.from, many), to: Math.min(seen.to, many) };
}

// Whether somebody is reading the list: it is scrolled, the mouse pointer rests on it, or the keyboard's focus is in it.
function useReading(isOpen: boolean) {
    const [scrolled, setScrolled] = useState(false);
    const [hovered, setHovered] = useState(false);
    const [focused, setFocused] = useState(false);
    const watch = {
        onPointerEnter: (event: PointerEvent) => setHovered(event.pointerType === 'mouse'), // a touch does not hover
        onPointerLeave: () => setHovered(false),
        onFocusIn: () => setFocused(true),
        onFocusOut: (event: FocusEvent) => setFocused((event.currentTarget as Element).contains(event.relatedTarget as Node | null)),
    };
    return { isRead: isOpen || scrolled || hovered || focused, setScrolled, watch };
}

// A list that somebody reads stays where it is: new events wait above it until they are asked for. Older events are still added
// below.
function useHeld(events: FloorEvent[], isRead: boolean) {
    const top = useRef(Infinity);
    const [, again] = useState(0);
    const show = () => {
        top.current = events[0]?.seq ?? Infinity;
        again((n) => n + 1);
    };
    if (!isRead) top.current = events[0]?.seq ?? Infinity;
    const news = events.findIndex((event) => event.seq <= top.current);
    return { shown: news > 0 ? events.slice(news) : events, news: Math.max(0, news), show };
}

const Gap = ({ height }: { height: number }) => (height > 0 ? <tr class="gap" aria-hidden="true" style={{ height: `${height}px` }} /> : null);

interface TableProps {
    events: FloorEvent[];
    onOpen: (event: FloorEvent) => void;
    label: string;
    onEnd?: () => void; // called when the last row comes into sight
    isOpen: boolean; // one of its events is open in a dialog, so the list stays as well
    onRead?: (isRead: boolean) => void;
}

// Draws only the rows in sight, however long the list; the headings stay in sight.
export function EventTable({ events, onOpen, label, onEnd, isOpen, onRead }: TableProps) {
    const { isRead, setScrolled, watch } = useReading(isOpen);
    const { shown, news, show } = useHeld(events, isRead);
    const { box, look, row, from, to } = useSight(shown.length, onEnd);
    useLayoutEffect(() => onRead?.(isRead), [isRead]);
    const showNews = (event: MouseEvent) => {
        show();
        box.current!.scrollTop = 0;
        if (event.detail === 0) box.current!.focus({ preventScroll: true }); // pressed by keyboard: the button with the focus disappears
    };
    const scroll = () => {
        setScrolled(box.current!.scrollTop > 0);
        look();
    };
    return (
        <div class="events-place">
            <span class="hidden-visually" role="status">{news > 0 ? 'New events wait above the list.' : ''}</span>
            {news > 0 && <Button kind="main" class="events-news" onClick={showNews}>{news.toLocaleString('en')} new {news === 1 ? 'event' : 'events'}</Button>}
            <div class="panel flush events-box" role="region" aria-label={label} tabIndex={0} ref={box} onScroll={scroll} {...watch}>
                <table class="table events" aria-rowcount={shown.length + 1}>
                    <thead>
                        <tr aria-rowindex={1}>
                            <th class="number">Event</th><th>Time</th><th>What</th><th>Table</th>
                            <th class="number">Amount</th><th>Who</th><th>Details</th>
                        </tr>
                    </thead>
                    <tbody>
                        <Gap height={from * row} />
                        {shown.slice(from, to).map((event, i) => <Row key={event.seq} event={event} onOpen={onOpen} at={from + i} />)}
                        <Gap height={(shown.length - to) * row} />
                    </tbody>
                </table>
            </div>
        </div>
    );
}
