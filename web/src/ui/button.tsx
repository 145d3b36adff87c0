// Buttons: a plain one, and one that acts only after it was held.
import type { ButtonHTMLAttributes, ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';

type Kind = 'main' | 'danger' | 'plain';

interface ButtonProps extends Omit<ButtonHTMLAttributes, 'class' | 'type' | 'disabled'> {
    kind?: Kind;
    class?: string;
    disabled?: boolean;
    type?: 'button' | 'submit';
    children: ComponentChildren;
}

export function Button({ kind, class: more, type = 'button', ...rest }: ButtonProps) {
    return <button type={type} class={`button ${kind ?? ''} ${more ?? ''}`} {...rest} />;
}

interface HoldProps {
    kind?: Kind;
    class?: string;
    disabled?: boolean;
    children: ComponentChildren;
    onHeld: () => void;
    'aria-label'?: string;
    'aria-keyshortcuts'?: string;
}

const HOLD_MS = 900;
const FRAME_MS = 100;

// A button that acts only after it was held for a while, so that a brush of a sleeve pays nothing; with the keyboard Enter or Space
// is held. Time counts by animation frames: while the page hangs, the release of a finger is not seen, so that time must not count.
export function HoldButton({ kind = 'main', class: more, disabled, children, onHeld, ...rest }: HoldProps) {
    const [holding, setHolding] = useState(false);
    const box = useRef<HTMLButtonElement>(null);
    const frame = useRef<number | undefined>(undefined);
    const stop = () => {
        if (frame.current !== undefined) cancelAnimationFrame(frame.current);
        frame.current = undefined;
        setHolding(false);
    };
    const start = () => {
        if (disabled || frame.current !== undefined) return;
        setHolding(true);
        let before = performance.now();
        let held = 0;
        const step = (now: number) => {
            held += Math.min(FRAME_MS, Math.max(0, now - before));
            before = now;
            if (held < HOLD_MS) return void (frame.current = requestAnimationFrame(step));
            stop();
            if (box.current && !box.current.disabled) onHeld();
        };
        frame.current = requestAnimationFrame(step);
    };
    const isPress = (event: KeyboardEvent) => event.key === 'Enter' || event.key === ' ';
    return (
        <button
            ref={box}
            type="button"
            class={`button hold ${kind} ${more ?? ''} ${holding ? 'holding' : ''}`}
            style={{ '--hold': `${HOLD_MS}ms` }}
            disabled={disabled}
            onPointerDown={(event) => event.button === 0 && start()}
            onPointerUp={stop}
            onPointerLeave={stop}
            onPointerCancel={stop}
            onContextMenu={(event) => event.preventDefault()}
            onKeyDown={(event) => {
                if (!isPress(event)) return;
                event.preventDefault();
                start();
            }}
            onKeyUp={(event) => isPress(event) && stop()}
            onBlur={stop}
            {...rest}
        >
            {children}
            <span class="hold-bar" aria-hidden="true" />
        </button>
    );
}
