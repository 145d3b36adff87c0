// Shows an action that the person's role may not do as disabled, with the roles that may.
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
