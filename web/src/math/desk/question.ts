// A question to the desk. It is sent again when it changes, and cancelled when its answer is no longer needed.
import { useEffect, useState } from 'preact/hooks';
import { why } from '../../lib/api';
import { isAborted, postPatiently } from '../../lib/patient';
import type { Subject } from '../types';

const REST_MS = 250; // several cards chosen in quick succession make one request

export interface Asked<T> {
    answer: T | null; // the last answer, which is about an earlier question while `busy`
    fault: string | null;
    busy: boolean;
}

// The desk calls the name of house rules "rules", where /analyze calls the name of either kind of file "name".
export const about = (subject: Subject): object => ('name' in subject ? { rules: subject.name } : subject);

// No question is sent while `body` is null.
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
