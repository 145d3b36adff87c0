// The button Process Jackpot (TAB-11), which blinks while a jackpot waits for its payment or must be cleared.
import { toClear, waiting } from './state';

const waits = () => [...toClear.value, ...waiting.value];

const addressOf = () => (waits().length === 1 ? `#/claims/${waits()[0]!.claim}` : '#/claims');

export function goToJackpot(): void {
    location.hash = addressOf();
}

function words(): string {
    const clear = toClear.value.length;
    const wait = waiting.value.length;
    return [clear > 0 && `${clear} to clear`, wait > 0 && `${wait} waiting`].filter(Boolean).join(', ');
}

export function ProcessJackpot() {
    const what = words();
    return (
        <>
            <a class={`button process ${what ? 'blinks' : ''}`} href={addressOf()}>
                Process Jackpot
                <span class="process-count" aria-hidden={what ? undefined : 'true'}>{what || 'none waiting'}</span>
            </a>
            <span class="hidden-visually" role="status">{what && `Jackpots: ${what}`}</span>
        </>
    );
}
