import type { ComponentChildren } from 'preact';
import { Button } from '../ui/button';
import { busy, press, tooEarly } from './state';

interface PressProps {
    what: string;
    parts?: Record<string, unknown>;
    can: boolean;
    shortcut?: string;
    kind?: 'main' | undefined;
    class?: string;
    onDone?: () => void;
    children: ComponentChildren;
}

// A button of the console. When it cannot be pressed it is marked with aria-disabled only, so that it keeps the keyboard's focus
// and can say why.
export function PressButton({ what, parts, can, shortcut, kind, class: more, onDone, children }: PressProps) {
    const may = can && !busy.value;
    const onClick = async () => {
        if (!may) tooEarly(what);
        else if (await press(what, parts)) onDone?.();
    };
    return (
        <Button class={more ?? ''} aria-disabled={!may} onClick={onClick}
            {...(kind && can ? { kind } : {})} {...(shortcut ? { 'aria-keyshortcuts': shortcut } : {})}>
            {children}
        </Button>
    );
}
