// The chance of losing a bankroll within the session, as a curve by bankroll.
import { money } from '../../lib/money';
import { percent } from '../format';

export interface RuinPoint {
    bankroll: string;
    chance: number;
}

const WIDTH = 720;
const HEIGHT = 240;
const LEFT = 84;
const TOP = 18; // half a line above the highest value, for the large letters of a phone
const BOTTOM = 36;

interface RuinProps {
    points: RuinPoint[];
    wanted: number;
    bankroll: string; // the bankroll that is lost with the wanted chance
    rounds: number;
}

export function RuinCurve({ points, wanted, bankroll, rounds }: RuinProps) {
    const most = Number(points.at(-1)?.bankroll ?? 1);
    const x = (amount: number) => LEFT + ((WIDTH - LEFT - 12) * amount) / most;
    const y = (chance: number) => TOP + (HEIGHT - BOTTOM - TOP) * (1 - chance);
    const line = points.map((point) => `${x(Number(point.bankroll)).toFixed(1)},${y(point.chance).toFixed(1)}`).join(' ');
    const told = `Chance of ruin within ${rounds.toLocaleString('en-US')} rounds by bankroll: ${percent(wanted, 2)} with ${money(bankroll)}.`;
    return (
        <figure class="stack">
            <svg class="fan" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={told}>
                {[0, 0.25, 0.5, 0.75, 1].map((part) => (
                    <g key={part}>
                        <line class="grid-line" x1={LEFT} x2={WIDTH - 12} y1={y(part)} y2={y(part)} />
                        <text x={LEFT - 8} y={y(part) + 4} text-anchor="end">{percent(part, 0)}</text>
                    </g>
                ))}
                <polyline class="return-line" points={line} />
                <line class="gold-line" x1={x(Number(bankroll))} x2={x(Number(bankroll))} y1={y(1)} y2={y(0)} />
                {[0.25, 0.5, 0.75, 1].map((part) => (
                    <text key={part} x={x(part * most)} y={HEIGHT - 8} text-anchor={part === 1 ? 'end' : 'middle'}>{money((part * most).toFixed(2)).replace(/\.\d+$/, '')}</text>
                ))}
            </svg>
            <figcaption class="quiet small">{told}</figcaption>
        </figure>
    );
}
