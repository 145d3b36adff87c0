// A progressive and the game beside it, analysed as one: the value of the best play for both with a given meter. Every hand is
// analysed again, so it is calculated only on request.
import { useEffect, useRef, useState } from 'preact/hooks';
import { why } from '../lib/api';
import { isAborted, postPatiently } from '../lib/patient';
import { Button } from '../ui/button';
import { Choice, TextField } from '../ui/field';
import { Figure } from './figures';
import { percent, percentChange, words } from './format';
import { catalogue } from './state';
import type { Answer, ProgressiveAnalysis, Subject } from './types';

const AMOUNT = /^\d{1,9}(\.\d{1,2})?$/;

type Found = { fault: string } | { analysis: ProgressiveAnalysis; rules: string; meter: string; ante: string };

const asAmount = (text: string) => Number(text).toFixed(2);

export function Together({ subject, analysis }: { subject: Subject; analysis: ProgressiveAnalysis }) {
    const usual = analysis.rules ?? 'uth-cn';
    const [chosen, choose] = useState<string | null>(null);
    const rules = chosen ?? usual;
    const first = Object.keys(analysis.meters)[0] ?? '';
    const [meter, setMeter] = useState('');
    const [ante, setAnte] = useState('10');
    const [found, setFound] = useState<Found | null>(null);
    const [busy, setBusy] = useState(false);
    const request = useRef<AbortController | null>(null);
    useEffect(() => () => request.current?.abort(), []);
    // An answer about another text, game or amount is dropped.
    const about = JSON.stringify([subject, rules, meter, ante]);
    useEffect(() => {
        request.current?.abort();
        setBusy(false);
        setFound(null);
    }, [about]);
    const ready = AMOUNT.test(meter) && AMOUNT.test(ante) && Number(ante) > 0;
    const ask = async () => {
        const mine = new AbortController();
        request.current = mine;
        setBusy(true);
        setFound(null);
        try {
            const body = { ...subject, rules, meter: asAmount(meter), ante: asAmount(ante) };
            const answer = await postPatiently<Answer>('/analyze', body, mine.signal);
            if (answer.kind === 'progressive') setFound({ analysis: answer.analysis, rules, meter, ante });
        } catch (error) {
            if (isAborted(error) || mine.signal.aborted) return;
            setFound({ fault: why(error) });
        }
        setBusy(false);
    };
    const games = (catalogue.value?.rules ?? []).filter((each) => each.progressive !== null);
    const joint = found && 'analysis' in found ? found.analysis.joint : undefined;
    return (
        <section class="panel stack no-print">
            <h2>Played together with the game</h2>
            <p class="quiet">The best play for the first bet and the progressive as one, at what the meter shows now.</p>
            <div class="desk-fields">
                <Choice label="Game" value={rules} onValue={choose} options={games.map((each) => ({ value: each.name, label: each.title }))} />
                <TextField label={`${words(first)} shows`} inputMode="decimal" autocomplete="off" value={meter} onValue={(text) => setMeter(text.trim())} />
                <TextField label="First bet" inputMode="decimal" autocomplete="off" value={ante} onValue={(text) => setAnte(text.trim())} />
                <Button disabled={!ready || busy} onClick={() => void ask()}>Work it out</Button>
            </div>
            <div role="status" class="stack">
                {busy && <p class="quiet">Playing every hand with the progressive beside it: seconds…</p>}
                {found && 'fault' in found && <p class="banner bad">{found.fault}</p>}
                {joint && (
                    <dl class="figures">
                        <Figure main label="Both together" value={percentChange(joint.ev, 4)} of="of the first bet, for the player" exact={joint.exact} />
                        <Figure label="Played so, it gains" value={percent(joint.gain, 4)} of="over the best play of the game alone" />
                    </dl>
                )}
                {found && 'analysis' in found && !joint && (
                    <p>At {found.rules} nothing is played otherwise for the progressive, so there is no play of its own to work out.</p>
                )}
            </div>
        </section>
    );
}
