import type { Live } from '../lib/live';
import { clock } from '../lib/time';

// Shown wherever numbers may be out of date because the connection is lost.
export function LostBanner({ live }: { live: Live }) {
    if (live.state.value !== 'lost') return null;
    return (
        <div class="banner bad" role="alert">
            No connection since {clock(live.since.value)}. What is shown is the last that was heard.
        </div>
    );
}
