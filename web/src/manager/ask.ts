// Sends the requests of forms in a person's name, signed with passwords where that is needed, and keeps their refusals.
import { useRef, useState } from 'preact/hooks';
import { Refusal, why } from '../lib/api';
import { isOpen } from '../lib/session';
import { prove, type Signed } from '../ui/proof';
import { say } from '../ui/toast';
import type { Second } from './second';
import { refresh } from './state';
import { seconds, whoWrites } from './who';

// An action that people sign with their passwords.
export interface Signing {
    title: string;
    says: string[];
    act: string;
    second: Second | null; // null if one person is enough
}

type Work = (user: string, signed: Signed) => Promise<unknown>;

export interface Asking {
    busy: boolean;
    // Sends the work in the name of the person who sits here; true when it succeeded. While a request is on its way another is
    // ignored.
    run: (work: Work, signing?: Signing) => Promise<boolean>;
    // The refusal that is about this member of the request, or null.
    fault: (field: string) => string | null;
}

// On an open floor there are no passwords to check, so the second person is only a name.
function signed(user: string, work: Work, signing: Signing | undefined): Promise<unknown> {
    const second = signing?.second ?? null;
    if (!signing || isOpen.value) return work(user, second?.name ? { approver: second.name } : {}).then(() => true);
    const { title, says, act } = signing;
    return prove({ title, says, act, others: second && seconds(second.never), send: (proof) => work(user, proof) });
}

// Sends one request at a time. A refusal that names one of the form's own fields is shown at that field, any other as a toast.
export function useAsk(fields: string[] = []): Asking {
    const going = useRef(false);
    const [busy, setBusy] = useState(false);
    const [fault, setFault] = useState<{ field: string; text: string } | null>(null);
    const refused = (error: unknown) => {
        if (error instanceof Refusal && error.field && fields.includes(error.field)) setFault({ field: error.field, text: error.message });
        else say(why(error), true);
    };
    const run = async (work: Work, signing?: Signing) => {
        if (going.current) return false;
        going.current = true;
        try {
            const user = await whoWrites();
            if (!user) return false;
            setBusy(true);
            setFault(null);
            return (await signed(user, work, signing)) === true;
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
