// The buttons of the round: COIN IN, dealing, GAME OVER. Each keeps its place, and the one that is due is highlighted.
import { isWaiting, table } from './state';
import type { TableState } from './types';
import { PressButton } from './press';

function isDealing(now: TableState): boolean {
    return now.deal !== null && (now.deal.phase === 'dealing' || now.deal.phase === 'acting');
}

function canEnd(now: TableState): boolean {
    return now.in_round && !isWaiting(now) && (now.deal === null || now.deal.phase === 'settled');
}

// True when nothing of the round is left to do: no open claim, no step of take and pay, no key in the switch.
function shouldEnd(now: TableState): boolean {
    const isOpen = now.seats.some((seat) => seat.claim && seat.claim.state !== 'paid');
    const isPaid = now.deal === null || now.deal.at >= now.deal.steps.length;
    return canEnd(now) && !isOpen && isPaid && now.key.in === null;
}

export function Actions() {
    const now = table.value!;
    if (now.dealing === 'watch') return <p class="watching">The program deals here. This screen only shows it.</p>;
    const canDeal = isDealing(now) && !isWaiting(now);
    return (
        <section class="actions-strip" aria-label="The round" data-live={now.dealing === 'live'}>
            <PressButton what="start" can={now.mode === 'betting' && !isWaiting(now)} shortcut="S" kind="main" class="tall">
                {now.start_label}
            </PressButton>
            {now.dealing === 'dealt' && (
                <>
                    <PressButton what="deal" can={canDeal} shortcut="D" kind="main" class="tall">Deal</PressButton>
                    <PressButton what="deal" parts={{ to_stop: true }} can={canDeal} shortcut="N">Deal to next cards</PressButton>
                </>
            )}
            <PressButton what="game over" can={canEnd(now)} shortcut="G" class="tall" kind={shouldEnd(now) ? 'main' : undefined}>
                GAME OVER
            </PressButton>
        </section>
    );
}
