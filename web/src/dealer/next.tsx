// The one line that says what to do now; what was refused; what was said last.
import { Button } from '../ui/button';
import { armedAward, awardSeat } from './choice';
import { opened } from './dialogs';
import { refusal, table } from './state';

// Dialogs lie over the page and say it themselves.
export function Refused({ text }: { text: string | null }) {
    return <div role="alert">{text && <p class="banner bad refused">Refused: {text}</p>}</div>;
}

function line(): string {
    const award = armedAward.value;
    if (award === null) return table.value!.next;
    if (awardSeat.value !== null) return `${award} for seat ${awardSeat.value}: hold its button to pay.`;
    return `${award}: which seat? Press the seat; the hand again to leave it.`;
}

export function Next() {
    const now = table.value!;
    const last = now.says[now.says.length - 1];
    const refused = refusal();
    return (
        <section class="next" aria-label="What to do next" data-refused={refused !== null}>
            <p class="next-line" role="status" data-asks={armedAward.value !== null}>{line()}</p>
            {refused !== null ? (
                <Refused text={refused} />
            ) : (
                <Button class="said plain" onClick={() => (opened.value = { what: 'log' })}>
                    <span class="hidden-visually">What was said last: </span>
                    <span class="said-text">{last?.text ?? 'Nothing was said yet'}</span>
                </Button>
            )}
        </section>
    );
}
