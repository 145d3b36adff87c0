// One seat on the layout: its acceptor and light, its wagers and cards, and its claim.
import { micros, money } from '../lib/money';
import { Button } from '../ui/button';
import { Cards } from '../ui/card';
import { armedAward, awardSeat, chooseSeat, dueStep } from './choice';
import { opened } from './dialogs';
import { Fitted } from './fitted';
import { PressButton } from './press';
import { Slot } from './slot';
import { table } from './state';
import type { DealtSeat, Seat, Step, TableState } from './types';

const states: Record<string, string> = {
    off: 'No progressive wager',
    idle: 'Ready for a chip',
    placed: 'Chip placed',
    dropping: 'Chip is dropping',
    counted: 'Counted, not yet on record',
    registered: 'Wager on record',
    jam: 'Jam: chip stuck',
    'not registered': 'Chip not counted',
    closed: 'Seat closed',
};

function words(seat: Seat): string {
    const state = seat.no_cards ? 'Closed: deal no cards' : states[seat.state] ?? seat.state;
    if (seat.coins === 2) return `${state}, one waits`;
    return seat.coins === 1 && (seat.led || seat.state === 'off') ? `${state}, a chip waits` : state;
}

function Acceptor({ seat, now }: { seat: Seat; now: TableState }) {
    if (now.sensors !== 'emulated') return <Slot seat={seat} />;
    const what = seat.coins > 0 ? 'remove' : 'place';
    return (
        <PressButton what={what} parts={{ seat: seat.seat }} can class="plain slot-button">
            <span class="hidden-visually">Seat {seat.seat}: {what === 'place' ? 'place a chip' : 'lift the chip'} (emulated)</span>
            <Slot seat={seat} />
        </PressButton>
    );
}

function Claimed({ claim }: { claim: NonNullable<Seat['claim']> }) {
    const isPaid = claim.state === 'paid';
    return (
        <span class={`badge ${isPaid ? 'good' : 'gold'} claim`}>
            <span><span class="claim-hand">{claim.award}</span> {claim.held ? 'awaits a ruling' : claim.state}</span>
            {claim.amount && <b><Fitted amount={claim.amount} /></b>}
        </span>
    );
}

// The seat's decisions of this round. Where there is room for one line only, the styles show the last one, which is the one to act
// on; where there is no room at all they hide the line, and the wager that was decided on stands in the list.
function Decisions({ actions }: { actions: string[] }) {
    return <p class="actions">{actions.map((each, i) => <span key={i}>{each}{i < actions.length - 1 && ', '}</span>)}</p>;
}

// Once the hands are settled, the wagers are shown in the lines of the payout instead.
function Dealt({ dealt, isSettled, mark }: { dealt: DealtSeat; isSettled: boolean; mark: string | null }) {
    return (
        <div class="dealt" data-many={dealt.wagers.length > 4}>
            <div class="held">
                {dealt.cards.length > 0 && <Cards cards={dealt.cards} />}
                {mark && <span class="mark-word" data-done={mark === 'settled'}>{mark}</span>}
            </div>
            {!isSettled && (
                <ul class="wagers">
                    {dealt.wagers.map((each) => <li key={each.wager}><span data-long={each.wager.length > 8}>{each.wager}</span> <b>{money(each.amount)}</b></li>)}
                </ul>
            )}
            {!isSettled && dealt.actions.length > 0 && <Decisions actions={dealt.actions} />}
            {dealt.hand && <p class="hand">{dealt.hand}{dealt.outcome && <b>: {dealt.outcome}</b>}</p>}
        </div>
    );
}

function toDo({ take, pay }: Step): string {
    return micros(pay) > 0n ? 'pay' : micros(take) > 0n ? 'take' : 'confirm';
}

// Where a dealt seat stands: it decides now, its payment is due, or it is settled.
function markOf(seat: number, now: TableState): string | null {
    if (now.deal?.turn === seat) return 'decides';
    if (now.deal?.phase !== 'settled' || now.dealing !== 'dealt') return null;
    if (dueStep.value?.seat === seat) return toDo(dueStep.value);
    const steps = now.deal.steps.filter((step) => step.seat === seat);
    return steps.every((step) => step.done) ? 'settled' : null;
}

function Marks({ seat, now }: { seat: Seat; now: TableState }) {
    return (
        <div class="marks">
            {seat.claim && <Claimed claim={seat.claim} />}
            {now.deal?.button === seat.seat && <span class="badge">button</span>}
        </div>
    );
}

// The dealer marks a hand as folded when its cards go in, because a folded hand wins nothing and gets no envy.
function Fold({ seat, can }: { seat: Seat; can: boolean }) {
    if (!can && !seat.folded) return null;
    return (
        <PressButton what="fold" parts={{ seat: seat.seat }} can={can} class={`fold ${seat.folded ? 'on' : ''}`}>
            <span class="hidden-visually">Seat {seat.seat}: </span>{seat.folded ? 'Folded' : 'Fold'}
        </PressButton>
    );
}

function More({ seat }: { seat: number }) {
    return (
        <Button class="more" aria-label={`Seat ${seat}: more`} onClick={() => (opened.value = { what: 'seat', seat })}>
            <svg viewBox="0 0 24 24" aria-hidden="true"><path d="M4 10h4v4H4zM10 10h4v4h-4zM16 10h4v4h-4z" /></svg>
        </Button>
    );
}

function Chooser({ seat, now }: { seat: Seat; now: TableState }) {
    const hasLight = now.link !== null;
    return (
        <Button class="choose" aria-pressed={awardSeat.value === seat.seat} aria-keyshortcuts={String(seat.seat)}
            onClick={() => chooseSeat(seat.seat)} disabled={now.dealing === 'watch'}>
            {hasLight && <span class="lamp" data-on={seat.led} aria-hidden="true" />}
            <span class="hidden-visually">Seat </span>
            <span class="seat-number">{seat.seat}</span>
            {hasLight && <span class="hidden-visually">, wager light {seat.led ? 'on' : 'off'}</span>}
        </Button>
    );
}

export function SeatPlace({ seat }: { seat: Seat }) {
    const now = table.value!;
    const dealt = now.deal?.seats.find((each) => each.seat === seat.seat);
    const isLive = now.dealing === 'live';
    const isDue = now.dealing === 'dealt' && dueStep.value?.seat === seat.seat;
    const isAsked = armedAward.value !== null && seat.led;
    const isFault = ['jam', 'not registered', 'closed'].includes(seat.state);
    // Where cards lie or a jackpot is claimed, the words about the acceptor appear only for a fault; otherwise its lights are
    // enough.
    const isWell = dealt !== undefined || seat.claim !== null;
    const isWorded = now.link !== null && (isFault || !isWell);
    return (
        <li class="seat" data-seat={seat.seat} data-due={isDue} data-asked={isAsked} data-fault={isFault}
            data-turn={now.deal?.turn === seat.seat} data-cards={dealt?.cards.length ?? 0}>
            <div class="seat-head">
                <Chooser seat={seat} now={now} />
                {isLive ? <More seat={seat.seat} /> : now.link && <Slot seat={seat} />}
            </div>
            {isLive && <div class="acceptor"><Acceptor seat={seat} now={now} /></div>}
            {isWorded && <p class="words">{words(seat)}</p>}
            <Marks seat={seat} now={now} />
            {isLive && <Fold seat={seat} can={now.mode === 'coin in' && seat.led} />}
            {dealt && <Dealt dealt={dealt} isSettled={now.deal?.phase === 'settled'} mark={markOf(seat.seat, now)} />}
        </li>
    );
}
