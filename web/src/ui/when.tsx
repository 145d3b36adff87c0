// A moment in a narrow place: the line may break between date and time, but not inside either.
import { stamp } from '../lib/time';

export function When({ at }: { at: number }) {
    const [date, ...time] = stamp(at).split(' ');
    return <><span class="nowrap">{date}</span> <span class="nowrap">{time.join(' ')}</span></>;
}
