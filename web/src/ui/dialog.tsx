import type { ComponentChildren } from 'preact';
import { Unanswered } from './toast';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';

interface DialogProps {
    title: string;
    onClose?: () => void; // if absent, the dialog stays until it is answered
    class?: string;
    children: ComponentChildren;
}

// A native dialog: the browser keeps the focus inside, and Escape closes it.
export function Dialog({ title, onClose, class: more, children }: DialogProps) {
    const ref = useRef<HTMLDialogElement>(null);
    const id = useId();
    // A layout effect opens the dialog before the next frame; otherwise a key pressed in between would go to the page behind it.
    useLayoutEffect(() => {
        const dialog = ref.current!;
        dialog.showModal();
        return () => dialog.close();
    }, []);
    // Chromium closes a dialog at the second Escape even when the page prevents the first, so the key itself is stopped.
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
