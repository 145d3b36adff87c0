// Closed shifts, newest first, each with its form.
import { get } from '../lib/api';
import { stamp } from '../lib/time';
import { Downloads } from './reports-files';
import { returns } from './shifts-returns';
import { useLoad } from './use-load';

interface PastShift {
    shift: number;
    name: string;
    day: string | null;
    number: number | null;
    begin: number;
    end: number;
    opened_by: string;
    closed_by: string;
}

export interface PastShiftList {
    shifts: PastShift[];
    cut: boolean;
}

export const loadPast = (signal?: AbortSignal) => get<PastShiftList>('/shifts', signal);

function Row({ of }: { of: PastShift }) {
    const form = `End of Shift form of ${of.name}`;
    return (
        <tr>
            <td class="break">{of.name}{of.day && <><br /><span class="quiet nowrap">{of.day}{of.number && `, ${of.number}`}</span></>}</td>
            <td class="all" data-label="opened">{stamp(of.begin)}<br /><span class="quiet">{of.opened_by}</span></td>
            <td class="all" data-label="closed">{stamp(of.end)}<br /><span class="quiet">{of.closed_by}</span></td>
            <td class="all">
                <div class="row">
                    <a class="button" href={`#/reports?report=shift&shift=${of.shift}`} aria-label={`Show the ${form}`}>Show</a>
                    <Downloads report="shift" query={`shift=${of.shift}`} what={form} />
                </div>
            </td>
        </tr>
    );
}

// `news` is the shift that is open; when it changes, another one was closed and the list is loaded again.
export function PastShifts({ news }: { news: number }) {
    const { value, fault } = useLoad(loadPast, 'past', `${news} ${returns.value}`);
    return (
        <section class="panel stack" aria-labelledby="past-shifts">
            <h2 id="past-shifts">Past shifts</h2>
            {fault && <p class="banner bad" role="alert">{fault}</p>}
            {value && value.shifts.length === 0 && <p class="quiet">No shift has been closed yet.</p>}
            {value && value.shifts.length > 0 && (
                <div class="table-scroll" role="region" aria-label="List of past shifts" tabIndex={0}>
                    <table class="table stacks">
                        <thead><tr><th>Shift</th><th>Opened</th><th>Closed</th><th>End of Shift form</th></tr></thead>
                        <tbody>{value.shifts.map((shift) => <Row key={shift.shift} of={shift} />)}</tbody>
                    </table>
                </div>
            )}
            {value?.cut && <p class="quiet">Older ones are in the log: the reports take their number.</p>}
        </section>
    );
}
