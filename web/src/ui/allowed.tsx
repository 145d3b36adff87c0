// What a role may not do is there to be seen, says whom it takes, and cannot be pressed.
import type { ComponentChildren } from 'preact';
import { whyNot } from '../lib/session';
import type { Right } from '../lib/rights';

export function Allowed({ right, children }: { right: Right; children: ComponentChildren }) {
    const reason = whyNot(right);
    if (reason === null) return <>{children}</>;
    return (
        <fieldset class="barred" disabled>
            <p class="quiet small">{reason}</p>
            {children}
        </fieldset>
    );
}
