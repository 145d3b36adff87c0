// How well the session was played: the share of right decisions by kind, and decisions to try again.
import { micros, money } from '../lib/money';
import { Button } from '../ui/button';
import { Sheet } from '../ui/table';
import { busy, misplayed, newSpot, session, shown, tryAgain, view, weakest } from './play-state';
import { actionName, wire } from './words';

const part = (right: number, all: number) => `${((100 * right) / all).toFixed(1)} %`;

export function Accuracy() {
    const kinds = Object.entries(session.value.tallies).sort(([, a], [, b]) => Number(micros(b.lost) - micros(a.lost)));
    const all = kinds.reduce((sum, [, kind]) => sum + kind.decisions, 0);
    const right = kinds.reduce((sum, [, kind]) => sum + kind.right, 0);
    const lost = kinds.reduce((sum, [, kind]) => sum + micros(kind.lost), 0n);
    const acting = shown.value !== null && view.value?.phase === 'acting';
    return (
        <section class="panel stack">
            <h2>Accuracy</h2>
            {all === 0 ? <p class="quiet">Every decision of a finished hand is judged here.</p> : (
                <>
                    <p><strong>{part(right, all)}</strong> of {all} {all === 1 ? 'decision was' : 'decisions were'} the best; value lost <strong>{money(wire(lost))}</strong>.</p>
                    <Sheet label="Accuracy by kind of decision" columns={['Decision', 'Best#', 'Value lost#']}>
                        {kinds.map(([kind, { decisions, right: best, lost: cost }]) => {
                            const [rules = '', stage = ''] = kind.split(' ');
                            return (
                                <tr key={kind}>
                                    <th scope="row">{actionName(stage)} <span class="quiet small">{rules}</span></th>
                                    <td class="number">{best} of {decisions}</td>
                                    <td class="number">{money(cost)}</td>
                                </tr>
                            );
                        })}
                    </Sheet>
                    <div class="row">
                        {misplayed.value.length > 0 && (
                            <Button disabled={busy.value || acting} onClick={tryAgain}>
                                {`Try the dearest mistake again (${misplayed.value.length})`}
                            </Button>
                        )}
                        {weakest.value && (
                            <Button disabled={busy.value || acting} onClick={() => void newSpot()}>
                                New hands of the weakest decision: {actionName(weakest.value.split(' ')[1]!)}
                            </Button>
                        )}
                    </div>
                </>
            )}
        </section>
    );
}
