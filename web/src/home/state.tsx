import type { Floor } from '../lib/types';

const many = (n: number, one: string, more: string) => `${n.toLocaleString('en-US')} ${n === 1 ? one : more}`;

// The state of the whole floor in one line.
export function FloorState({ floor, pending }: { floor: Floor; pending: number }) {
    if (floor.halted)
        return (
            <p class="banner bad" role="alert">
                The floor is halted: the store is not what a table, a witness or its own log says it must be. Nothing moves until two people have answered the alarm.
            </p>
        );
    const open = floor.links.filter((link) => link.open).length;
    const alive = floor.tables.filter((table) => table.alive).length;
    return (
        <p class="row" role="status">
            <span class="badge good">Floor open</span>
            <span>{floor.shift ? <>Shift <b class="break">{floor.shift.name}</b></> : 'No shift is open'}</span>
            <span>{open} of {many(floor.links.length, 'link', 'links')} open</span>
            <span>{alive} of {many(floor.tables.length, 'table', 'tables')} here</span>
            {pending > 0 && <span class="badge gold">{many(pending, 'jackpot', 'jackpots')} pending</span>}
        </p>
    );
}
