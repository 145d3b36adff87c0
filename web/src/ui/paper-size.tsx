// The paper size of PDFs: the one chosen on the page, else the house's, else the usual one of the browser's region.
import { computed, signal } from '@preact/signals';
import { house } from '../lib/house';

type PaperSize = 'a4' | 'letter';

const KEPT = 'croupier-paper';
const LETTER_COUNTRIES = ['US', 'CA', 'MX', 'PH', 'CO', 'CL', 'VE', 'PR'];
const isSize = (text: string | null | undefined): text is PaperSize => text === 'a4' || text === 'letter';
const usual = (): PaperSize => (LETTER_COUNTRIES.some((country) => navigator.language.endsWith(`-${country}`)) ? 'letter' : 'a4');

const kept = localStorage.getItem(KEPT);
const chosen = signal<PaperSize | null>(isSize(kept) ? kept : null);

export const paperSize = computed<PaperSize>(() => chosen.value ?? (isSize(house.value?.paper) ? house.value.paper : usual()));

function choose(size: PaperSize): void {
    chosen.value = size;
    localStorage.setItem(KEPT, size);
}

export function PaperChoice() {
    return (
        <label class="paper-size no-print">
            <span class="quiet small">Paper</span>
            <select class="input" value={paperSize.value} onChange={(event) => choose(event.currentTarget.value as PaperSize)}>
                <option value="a4">A4</option>
                <option value="letter">Letter</option>
            </select>
        </label>
    );
}
