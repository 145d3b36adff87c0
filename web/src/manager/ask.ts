import { useRef, useState } from 'preact/hooks';
import { Refusal, why } from '../lib/api';
import { say } from '../ui/toast';
import { refresh } from './state';
import { whoWrites } from './who';

export interface Asking {
    busy: boolean;
    // Does the work under the name of who sits here; true when it was done. A second press waits for the first.
    run: (work: (user: string) => Promise<unknown>) => Promise<boolean>;
    // What the manager said against this member of the request.
    fault: (field: string) => string | null;
}

// One request at a time. A refusal that names one of the form's own fields is shown there, any other at the edge.
export function useAsk(fields: string[] = []): Asking {
    const going = useRef(false);
    const [busy, setBusy] = useState(false);
    const [fault, setFault] = useState<{ field: string; text: string } | null>(null);
    const refused = (error: unknown) => {
        if (error instanceof Refusal && error.field && fields.includes(error.field)) setFault({ field: error.field, text: error.message });
        else say(why(error), true);
    };
    const run = async (work: (user: string) => Promise<unknown>) => {
        if (going.current) return false;
        going.current = true;
        try {
            const user = await whoWrites();
            if (!user) return false;
            setBusy(true);
            setFault(null);
            await work(user);
            return true;
        } catch (error) {
            refused(error);
            return false;
        } finally {
            going.current = false;
            setBusy(false);
            void refresh();
        }
    };
    return { busy, run, fault: (field) => (fault?.field === field ? fault.text : null) };
}
