// What a supervisor has to know before play (PIT-19): a meter below its seed, an award of nothing, a meter close to its limit.
import { get } from '../lib/api';
import { money } from '../lib/money';
import { whole } from './state';
import { useLoad } from './use-load';

interface Notice {
    notice: 'below seed' | 'no award' | 'near limit';
    link: string;
    meter: string;
    award: string | null;
    amount: string;
    against: string;
}

function words({ notice, meter, award, amount, against }: Notice): string {
    if (notice === 'below seed') return `${meter} shows ${money(amount)}, less than its seed of ${money(against)}.`;
    if (notice === 'near limit') return `${meter} shows ${money(amount)}, close to its limit of ${money(against)}.`;
    return `${award ?? 'A hand'} would be paid ${money(amount)} from ${meter}: no award.`;
}

// link: those of one link; without it all, each with the name of its link.
export function Notices({ link }: { link?: string }) {
    const news = (whole.value?.links ?? []).map((each) => `${each.link} ${each.open} ${each.pending}`).join();
    const { value } = useLoad((signal) => get<{ notices: Notice[] }>('/notices', signal), 'notices', news);
    const shown = (value?.notices ?? []).filter((each) => !link || each.link === link);
    if (shown.length === 0) return null;
    return (
        <section class="banner gold stack tight" aria-label="Before play">
            <h2>Before play</h2>
            <ul class="plain-list">
                {shown.map((each) => (
                    <li key={`${each.link} ${each.meter} ${each.notice} ${each.award}`}>
                        {!link && <><a href={`#/links/${each.link}`}>{each.link}</a>: </>}{words(each)}
                    </li>
                ))}
            </ul>
        </section>
    );
}
