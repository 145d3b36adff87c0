// Shows a secret once, to be copied or printed; then the page forgets it.
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';

interface Props {
    title: string;
    secret: string;
    onEnd: () => void;
    children: ComponentChildren;
}

export function ShownOnce({ title, secret, onEnd, children }: Props) {
    const [copied, setCopied] = useState<string | null>(null);
    const copy = () => {
        const { clipboard } = navigator;
        const done = clipboard ? clipboard.writeText(secret) : Promise.reject(new Error());
        done.then(() => setCopied('Copied.'), () => setCopied('This browser does not copy; select it by hand.'));
    };
    return (
        <Dialog title={title}>
            <div class="once stack">
                {children}
                <code class="secret">{secret}</code>
                <p class="quiet small">It is shown this once; the manager keeps only its fingerprint.</p>
            </div>
            <p class="small" role="status">{copied}</p>
            <div class="ends no-print">
                <Button onClick={copy}>Copy</Button>
                <Button onClick={() => print()}>Print</Button>
                <Button kind="main" onClick={onEnd}>I have it</Button>
            </div>
        </Dialog>
    );
}
