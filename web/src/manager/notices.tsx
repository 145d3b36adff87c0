// Notices that a supervisor has to know before play (PIT-19): a meter below its seed, an award of nothing, a meter close to its
// limit, or tables that play while no shift is open.
import { get } from '../lib/api';
import { money } from '../lib/money';
import { whole } from './state';
import { useLoad } from './use-load';

interface LinkNotice {
    notice: 'below seed' | 'no award' | 'near limit';
    link: string;
    meter: string;
    award: string | null;
    amount: string;
    against: string;
}

type Notice = LinkNotice | { notice: 'no shift'; link: null; meter: null; award: null };

function words(each: Notice): string {
    if (each.notice === 'no shift') return 'Tables play, and no shift is open. Open one, so that a form has what they take in and pay.';
    const { notice, meter, award, amount, against } = each;
    if (notice === 'below seed') return `${meter} shows ${money(amount)}, less than its seed of ${money(against)}.`;
    if (notice === 'near limit') return `${meter} shows ${money(amount)}, close to its limit of ${money(against)}.`;
    return `${award ?? 'A hand'} would be paid ${money(amount)} from ${meter}: no award.`;
}

// Null until the manager has answered; a page with notices waits for them, so that nothing jumps.
export function useNotices(link?: string): Notice[] | null {
    const news = (whole.value?.links ?? []).map((each) => `${each.link} ${each.open} ${each.pending}`).join();
    const { value, fault } = useLoad((signal) => get<{ notices: Notice[] }>('/notices', signal), 'notices', news);
    if (!value) return fault ? [] : null;
    return value.notices.filter((each) => !link || each.link === link);
}

// `named` adds the name of the link to each notice.
export function Notices({ shown, named }: { shown: Notice[]; named?: boolean }) {
    if (shown.length === 0) return null;
    return (
        <section class="banner gold stack tight" aria-label="Before play">
            <h2>Before play</h2>
            <ul class="plain-list">
                {shown.map((each) => (
                    <li key={`${each.link} ${each.meter} ${each.notice} ${each.award}`}>
                        {named && each.link && <><a href={`#/links/${each.link}`}>{each.link}</a>: </>}{words(each)}
                    </li>
                ))}
            </ul>
        </section>
    );
}
