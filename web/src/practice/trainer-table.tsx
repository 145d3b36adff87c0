// The table as the dealer sees it: seat 1 on the left, seat 7 on the right, the board and the dealer's cards in front.
import { money } from '../lib/money';
import { Cards } from '../ui/card';
import { HouseCards, Sign, Told } from './felt';
import { answeredBy, busy, current, dealing, isHelped, judged, mustAnnounce, picked, training } from './trainer-state';
import type { Dealing, Step } from './types';
import { tables } from './tables';

interface Mark {
    text: string;
    look: string;
}

function markOf(step: Step): Mark | null {
    if (isHelped(step)) return { text: 'by the program', look: 'helped' };
    const index = answeredBy(step);
    if (index < 0) return null;
    const found = judged.value?.answers[index];
    if (!found) return { text: 'answered', look: 'answered' };
    return found.right && found.in_order ? { text: 'right', look: 'right' } : { text: 'wrong', look: 'wrong' };
}

function WagerButton({ step }: { step: Step }) {
    const mark = markOf(step);
    const chosen = current.value === step;
    return (
        <button type="button" class={`wager-button ${mark?.look ?? ''}`} aria-pressed={chosen} onClick={() => (picked.value = step)}
            disabled={mark !== null || busy.value || mustAnnounce.value}>
            <span>
                <span class="hidden-visually">Seat {step.seat}, </span>
                {mark && <span class="mark" aria-hidden="true">{mark.look === 'right' ? '✓' : mark.look === 'wrong' ? '✗' : '•'} </span>}
                {step.label}{step.from_seat === null ? '' : ` from ${step.from_seat}`}
            </span>
            <strong>{money(step.stake)}</strong>
            {mark && <span class="hidden-visually">, {mark.text}</span>}
        </button>
    );
}

function Seat({ seat, order }: { seat: Dealing['seats'][number]; order: Step[] }) {
    return (
        <li class={`seat ${current.value?.seat === seat.seat ? 'at-turn' : ''}`} style={{ '--seat': seat.seat }}>
            <h3>Seat {seat.seat}</h3>
            <Cards cards={seat.cards} />
            <Told actions={seat.actions} folded={seat.folded} />
            <div class="wager-buttons">
                {order.filter((step) => step.seat === seat.seat).map((step) => (
                    <WagerButton key={`${step.wager} ${step.from_seat}`} step={step} />
                ))}
            </div>
        </li>
    );
}

export function TrainerTable() {
    const dealt = dealing.value;
    const drill = training.value.drill;
    const game = drill ? tables.value[drill.rules] : undefined;
    if (!dealt || !drill) return <div class="felt felt-waiting" role="status">Waiting for the table…</div>;
    return (
        <section class="felt" aria-label="Table">
            <div class="row apart felt-head">
                <h2>{game ? `${game.title}, ${game.house} · ` : ''}round {drill.round}</h2>
                <Sign meters={dealt.meters} />
            </div>
            <ul class="seats dealer-side" aria-label="Seats">
                {dealt.seats.map((seat) => <Seat key={seat.seat} seat={seat} order={dealt.order} />)}
            </ul>
            <HouseCards dealer={dealt.dealer.cards} board={dealt.board} dealerCards={dealt.dealer.cards.length}
                boardCards={dealt.board.length} />
        </section>
    );
}
