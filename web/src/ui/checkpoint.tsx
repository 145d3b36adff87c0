// How much of the log is signed and witnessed. Events after the last checkpoint could still be lost without anybody noticing.
import { useEffect, useState } from 'preact/hooks';
import { get } from '../lib/api';
import { askServer } from '../lib/server';
import { may } from '../lib/session';
import { clock } from '../lib/time';

interface Latest {
    seq: number;
    time: number;
    age_ms: number;
    key: string;
}

type Known = Latest | 'none' | 'unknown';

const LOOK_MS = 5000;
const OLD_MS = 60_000;

const latest = async (): Promise<Known> => ((await askServer()).signer ? get<Latest>('/checkpoints/latest') : 'none');

export function useLatest(): Known {
    const [known, setKnown] = useState<Known>('unknown');
    useEffect(() => {
        if (!may('books')) return undefined;
        let timer: ReturnType<typeof setTimeout> | undefined;
        let ended = false;
        const look = async () => {
            const answer = await latest().catch((): Known => 'unknown');
            if (ended) return;
            setKnown(answer);
            if (answer !== 'none') timer = setTimeout(look, LOOK_MS);
        };
        void look();
        return () => {
            ended = true;
            clearTimeout(timer);
        };
    }, []);
    return known;
}

function Key({ text }: { text: string }) {
    return <details><summary>Its key, for an auditor</summary><code class="hash">{text}</code></details>;
}

export function Checkpoint() {
    const known = useLatest();
    // Keeps the place of the answer, which must not move the page when it comes.
    if (known === 'unknown') return <><p aria-hidden="true">{'\u00a0'}</p><Key text="…" /></>;
    if (known === 'none')
        return <p class="quiet">No checkpoints are signed here: the manager was started without --trust, and nobody else vouches for the end of its log.</p>;
    const isOld = known.age_ms > OLD_MS;
    return (
        <>
            <p class={isOld ? 'banner bad' : 'quiet'} role={isOld ? 'alert' : 'status'}>
                {isOld && 'No checkpoint was signed lately. '}Last checkpoint: event {known.seq}, {clock(known.time)}.
            </p>
            <Key text={known.key} />
        </>
    );
}
