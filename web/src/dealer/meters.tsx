import { money } from '../lib/money';
import { table } from './state';

// Amounts in whole cents, rounded down (MET-5). At a live table the meters stand in the middle of the layout.
export function Meters() {
    const { meters, link } = table.value!;
    if (!link) return <p class="quiet">No progressive</p>;
    return (
        <dl class="meters">
            {meters.map((meter) => <div key={meter.name}><dt>{meter.name}</dt><dd>{money(meter.amount)}</dd></div>)}
        </dl>
    );
}
