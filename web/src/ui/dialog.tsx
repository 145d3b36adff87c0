import type { ComponentChildren } from 'preact';
import { Unanswered } from './toast';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';

interface DialogProps {
    title: string;
    onClose?: () => void; // without it the dialog stays until it is answered
    class?: string;
    children: ComponentChildren;
}

// A native dialog: the browser keeps the focus inside, Escape closes it.
export function Dialog({ title, onClose, class: more, children }: DialogProps) {
    const ref = useRef<HTMLDialogElement>(null);
    const id = useId();
    // with the press that opened it, not after the next picture: a key pressed in between would go to the page behind
    useLayoutEffect(() => {
        const dialog = ref.current!;
        dialog.showModal();
        return () => dialog.close();
    }, []);
    // Chromium lets a second Escape through, whatever the page says to the first
    const onKeyDown = (event: KeyboardEvent) => event.key === 'Escape' && !onClose && event.preventDefault();
    return (
        <dialog ref={ref} class={`dialog ${more ?? ''}`} aria-labelledby={id} onKeyDown={onKeyDown}
            onCancel={(event) => { event.preventDefault(); onClose?.(); }}>
            <div class="body">
                <h2 id={id}>{title}</h2>
                {children}
                <Unanswered />
            </div>
        </dialog>
    );
}
