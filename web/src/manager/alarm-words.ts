// The words for kinds of alarms: what happened, and what to do about it.
import { words } from '../lib/words';
import type { Alarm } from './types';

const find = (item: string) => words.value.alarms.find((each) => each.item === item);

export const alarmKind = (item: string) => find(item)?.title ?? item;

export function alarmName(alarm: Alarm): string {
    return `${alarmKind(alarm.item)}${alarm.table ? ` (${alarm.table})` : ''}`;
}

export function alarmTodo(alarm: Alarm): string {
    return find(alarm.item)?.todo ?? 'Read what was recorded, act, and say what was done.';
}
