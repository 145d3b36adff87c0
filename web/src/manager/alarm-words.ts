// Kinds of alarms for people: what happened, and what to do about it.
import type { Alarm } from './types';

const kinds: Record<string, { name: string; todo: string }> = {
    rollback: {
        name: 'The store lost events',
        todo: 'A table remembers events that the store does not have. The floor is halted. '
            + 'Find out what happened to the store before two people let it go on.',
    },
    unproved: {
        name: 'A table claims lost events',
        todo: 'It says that it remembers more than the store, and has no receipt for it. It stays closed, the others play on. '
            + 'Inspect it before two people let it begin anew.',
    },
    mismatch: {
        name: 'Two truths under one number',
        todo: 'A table sent other words under a number it had used. Inspect the table before play goes on.',
    },
    identity: { name: 'Two claim one table', todo: 'Two controllers say they are this table. Find the second one and disconnect it.' },
    contribution: {
        name: 'Implausible contribution',
        todo: 'More coins than the link allows in a minute came from one table. They were refused. Inspect its acceptors.',
    },
    program: { name: 'The program changed', todo: 'The program is not the one that ran before. Compare its hash with the approved one.' },
    clock: { name: 'The clock is off', todo: 'The manager\'s clock ran backwards or leapt. Check its time source.' },
    verification: {
        name: 'The log does not verify',
        todo: 'The manager\'s own audit found a fault in its store. Keep the store as it is, run croupier verify on it, '
            + 'and decide whether play goes on before this is acknowledged.',
    },
    variance: {
        name: 'Variance above 100 coins',
        todo: 'The shift does not balance. Compare the End of Shift form with the Coin-In, Activity Log and Progressive Jackpot reports, and call the service contact that stands on the form.',
    },
    'lost table': {
        name: 'A table was lost',
        todo: 'The manager did not hear it any more. It closed by its own clock and is not to be played until it is back. '
            + 'Check its power, its line and its program.',
    },
    'manager away': {
        name: 'The manager stood still',
        todo: 'Nobody was heard for a while because the manager itself was stopped or its disk hung. Tables closed by their own clocks '
            + 'and come back alone. Find out what stopped the manager.',
    },
    witness: {
        name: 'A checkpoint has no witness',
        todo: 'The newest events are not signed or their witness could not be written. Look at that disk or mount; play goes on.',
    },
    snapshot: {
        name: 'The store\'s write-ahead log grows',
        todo: 'Some program holds an old state of the store open: a backup, a report, a database tool. Find it and end it before the disk is full.',
    },
    books: {
        name: 'The books do not come to what the log says',
        todo: 'Somebody changed the store. Keep a copy, stop the manager, verify and rebuild; then two people let the floor go on.',
    },
    document: {
        name: 'A round came without its cards',
        todo: 'The table deals by itself and ended a round without saying what was dealt, so nobody can settle it again. Inspect its program.',
    },
    printer: {
        name: 'A printer does not print',
        todo: 'Its papers wait and are printed when it works again. Look at paper, power and line, or name another printer in the floor file.',
    },
    'cash report': {
        name: 'Cash to be reported',
        todo: 'A patron\'s cash of this gaming day is above the threshold. Fill in the report before the patron leaves.',
    },
    'dispute escalated': {
        name: 'Dispute with the Commissioner',
        todo: 'A dispute was passed on to the Commissioner\'s office. Management is notified by this alarm.',
    },
};

export const alarmKind = (item: string) => kinds[item]?.name ?? item;

export function alarmName(alarm: Alarm): string {
    return `${alarmKind(alarm.item)}${alarm.table ? ` (${alarm.table})` : ''}`;
}

export function alarmTodo(alarm: Alarm): string {
    return kinds[alarm.item]?.todo ?? 'Read what was recorded, act, and say what was done.';
}
