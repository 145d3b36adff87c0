// The pay table of the progressive and the posted limits of the table.
import { micros, money } from '../lib/money';
import { handName, type Award, type Face } from './face';

function pays({ from, ppm, amount }: Award): string {
    if (ppm === null) return money(amount ?? '0');
    return ppm === 1_000_000 ? from : `${ppm / 10_000}% of ${from}`;
}

// Estimates the width of the table's widest row in em, so that no column leaves the frame. Capitals, digits and small letters
// differ in width.
function widthOf(awards: Award[], hasEnvy: boolean): number {
    const most = (of: (award: Award) => number) => Math.max(...awards.map(of));
    return most(({ hand }) => handName(hand).length) * 0.5
        + most((award) => pays(award).length * (award.ppm === null ? 0.58 : 0.69)) + 0.9
        + (hasEnvy ? most(({ envy }) => (micros(envy) > 0n ? money(envy).length : 0)) * 0.56 + 0.6 : 0);
}

export function PayTable({ face }: { face: Face | null }) {
    const awards = face?.progressive?.awards ?? [];
    if (awards.length === 0) return null;
    const hasEnvy = awards.some(({ envy }) => micros(envy) > 0n);
    return (
        <section class="pays" aria-label="Pay table" style={{ '--rows': awards.length + 1, '--wide': widthOf(awards, hasEnvy) }}>
            <table>
                <thead><tr><th scope="col">Hand</th><th scope="col">Wins</th>{hasEnvy && <th scope="col">Others win</th>}</tr></thead>
                <tbody>
                    {awards.map((award) => (
                        <tr key={award.hand}>
                            <th scope="row">{handName(award.hand)}</th>
                            <td class={award.ppm === null ? '' : 'wins-meter'}>{pays(award)}</td>
                            {hasEnvy && <td class="envy">{micros(award.envy) > 0n ? money(award.envy) : ''}</td>}
                        </tr>
                    ))}
                </tbody>
            </table>
        </section>
    );
}

const LIGHTS = 'See that your light is on before the first card: it shows that your wager counts.';

function limit({ wager, min, max }: Face['limits'][number]): string {
    if (min && max) return `${wager} ${money(min)} to ${money(max)}`;
    return min ? `${wager} from ${money(min)}` : `${wager} up to ${money(max ?? '0')}`;
}

export function postedLines(face: Face | null, isTable: boolean): string[] {
    if (!face || !isTable) return [];
    return [
        face.limits.map(limit).join(' · '),
        face.aggregate_limit ? `Aggregate payout limit ${money(face.aggregate_limit)}` : '',
        face.one_hand ? 'One hand a patron' : '',
        face.progressive ? (face.lights ?? LIGHTS) : '',
    ].filter(Boolean);
}
