import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';

interface DialogProps {
    title: string;
    onClose: () => void;
    children: ComponentChildren;
}

// A native dialog: the browser keeps the focus inside, Escape closes it.
export function Dialog({ title, onClose, children }: DialogProps) {
    const ref = useRef<HTMLDialogElement>(null);
    const id = useId();
    useEffect(() => {
        const dialog = ref.current!;
        dialog.showModal();
        return () => dialog.close();
    }, []);
    return (
        <dialog ref={ref} class="dialog" aria-labelledby={id} onCancel={(event) => { event.preventDefault(); onClose(); }}>
            <div class="body">
                <h2 id={id}>{title}</h2>
                {children}
            </div>
        </dialog>
    );
}
