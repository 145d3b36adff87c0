// A question to the desk: asked anew when it changes, withdrawn when nobody needs its answer any more.
import { useEffect, useState } from 'preact/hooks';
import { why } from '../../lib/api';
import { isAborted, postPatiently } from '../../lib/patient';
import type { Subject } from '../types';

const REST_MS = 250; // who taps several cards asks once

export interface Asked<T> {
    answer: T | null; // the last one, of an earlier question while it is busy
    fault: string | null;
    busy: boolean;
}

// The desk calls house rules "rules" where an analysis has a name for either kind of file.
export const about = (subject: Subject): object => ('name' in subject ? { rules: subject.name } : subject);

// body: null asks nothing yet.
export function useQuestion<T>(path: string, body: object | null): Asked<T> {
    const text = body === null ? null : JSON.stringify(body);
    const [state, setState] = useState<Asked<T>>({ answer: null, fault: null, busy: text !== null });
    useEffect(() => {
        if (text === null) return;
        const request = new AbortController();
        const ask = () => postPatiently<T>(path, JSON.parse(text), request.signal).then(
            (answer) => setState({ answer, fault: null, busy: false }),
            (error) => {
                if (!isAborted(error) && !request.signal.aborted) setState({ answer: null, fault: why(error), busy: false });
            },
        );
        setState((old) => ({ ...old, busy: true }));
        const timer = setTimeout(() => void ask(), REST_MS);
        return () => {
            clearTimeout(timer);
            request.abort();
        };
    }, [path, text]);
    return state;
}
