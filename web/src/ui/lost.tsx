import type { Live } from '../lib/live';
import { clock } from '../lib/time';

// Said wherever numbers are shown that may no longer be true.
export function LostBanner({ live }: { live: Live }) {
    if (live.state.value !== 'lost') return null;
    return (
        <div class="banner bad" role="alert">
            No connection since {clock(live.since.value)}. What is shown is the last that was heard.
        </div>
    );
}
