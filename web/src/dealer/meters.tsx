import { money } from '../lib/money';
import { table } from './state';

// In whole cents, rounded down (MET-5). At a live table they have the middle of the layout to themselves.
export function Meters() {
    const { meters, link } = table.value!;
    if (!link) return <p class="quiet">No progressive</p>;
    return (
        <dl class="meters">
            {meters.map((meter) => <div key={meter.name}><dt>{meter.name}</dt><dd>{money(meter.amount)}</dd></div>)}
        </dl>
    );
}
