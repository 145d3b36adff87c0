// A hook that loads data for a component and keeps them up to date.
import { useEffect, useRef, useState } from 'preact/hooks';
import { why } from '../lib/api';
import { live } from '../lib/floor';

interface Loaded<T> {
    value: T | null;
    fault: string | null; // why the last attempt failed
    again: () => void;
}

// Loads at once, again whenever `what` or `news` changes, when again() is called, and when the connection is back. It sends one request
// at a time, however fast the changes come.
export function useLoad<T>(load: (signal: AbortSignal) => Promise<T>, what: string, news: unknown): Loaded<T> {
    const [value, setValue] = useState<T | null>(null);
    const [fault, setFault] = useState<string | null>(null);
    const run = useRef<() => void>(() => undefined);
    const latest = useRef(load);
    latest.current = load;
    useEffect(() => {
        const abort = new AbortController();
        let loading = false;
        let wanted = false;
        const turn = async () => {
            wanted = true;
            if (loading) return;
            loading = true;
            while (wanted && !abort.signal.aborted) {
                wanted = false;
                try {
                    const answer = await latest.current(abort.signal);
                    if (abort.signal.aborted) return;
                    setValue(() => answer);
                    setFault(null);
                } catch (error) {
                    if (!abort.signal.aborted) setFault(why(error));
                }
            }
            loading = false;
        };
        run.current = () => void turn();
        run.current();
        return () => abort.abort();
    }, [what]);
    const first = useRef(true);
    useEffect(() => {
        // While the connection is lost a request can only fail, and its fault would cover what is shown.
        if (!first.current && live.state.value !== 'lost') run.current();
        first.current = false;
    }, [news, live.state.value]);
    return { value, fault, again: () => run.current() };
}
