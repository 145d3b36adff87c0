// An exact fraction, with a button that copies it.
import { say } from '../ui/toast';
import { fraction } from './format';

async function copy(text: string): Promise<void> {
    try {
        await navigator.clipboard.writeText(text);
        say(`Copied ${text}`);
    } catch {
        say('The browser does not let this page copy.', true);
    }
}

export function Exact({ text }: { text: string }) {
    const [above, below] = fraction(text).split(/(?<=\/)/);
    return (
        <button type="button" class="exact" onClick={() => void copy(text)} aria-label={`Copy the exact fraction ${fraction(text)}`}>
            <span class="over">{above}</span>{below}
        </button>
    );
}
