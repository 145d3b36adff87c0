// A moment in a narrow place: its date and its time may stand below each other, and neither is broken.
import { stamp } from '../lib/time';

export function When({ at }: { at: number }) {
    const [date, ...time] = stamp(at).split(' ');
    return <><span class="nowrap">{date}</span> <span class="nowrap">{time.join(' ')}</span></>;
}
