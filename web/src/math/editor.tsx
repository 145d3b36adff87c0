// The text editor of a file, with line numbers, which marks the line of a fault.
import { useEffect, useId, useRef } from 'preact/hooks';
import type { Fault, Study } from './study';

function offsetOf(text: string, line: number, column: number): number {
    let at = 0;
    for (let n = 1; n < line; n++) {
        const end = text.indexOf('\n', at);
        if (end < 0) return text.length;
        at = end + 1;
    }
    return Math.min(at + column - 1, text.length);
}

function FaultLine({ fault, id, onGo }: { fault: Fault | null; id: string; onGo: (line: number, column: number) => void }) {
    return (
        <div id={id} class="editor-fault" role="status">
            {fault && (
                <div class="banner bad row">
                    {fault.line !== null && (
                        <button type="button" class="button" onClick={() => onGo(fault.line!, fault.column ?? 1)}>
                            Line {fault.line}, column {fault.column}
                        </button>
                    )}
                    <span class="fault-text">{fault.text}</span>
                </div>
            )}
        </div>
    );
}

export function Editor({ study, label }: { study: Study; label: string }) {
    const box = useRef<HTMLTextAreaElement>(null);
    const gutter = useRef<HTMLDivElement>(null);
    const id = useId();
    const text = study.text.value;
    const fault = study.fault.value;
    const lines = text.split('\n').length;
    // A file that ends too early has its fault behind its last line.
    const faulty = fault?.line == null ? 0 : Math.min(fault.line, lines);
    const follow = () => {
        if (gutter.current && box.current) gutter.current.scrollTop = box.current.scrollTop;
    };
    useEffect(follow);
    const goTo = (line: number, column: number) => {
        const area = box.current!;
        const at = offsetOf(text, line, column);
        area.focus();
        area.setSelectionRange(at, at);
        area.scrollTop = (area.scrollHeight / lines) * Math.max(0, line - 6);
    };
    return (
        <div class="editor">
            <label class="hidden-visually" for={id}>{label}</label>
            <div class={`editor-frame ${fault?.line != null ? 'faulty' : ''}`}>
                <div class="editor-gutter" ref={gutter} aria-hidden="true">
                    {Array.from({ length: lines }, (_, i) => <div key={i} class={i + 1 === faulty ? 'at-fault' : ''}>{i + 1}</div>)}
                </div>
                <textarea id={id} ref={box} wrap="off" spellcheck={false} autocapitalize="off" autocomplete="off" value={text}
                    aria-invalid={fault?.line != null ? 'true' : 'false'} aria-describedby={`${id}-fault`}
                    onInput={(e) => study.edit(e.currentTarget.value)} onScroll={follow} />
            </div>
            <FaultLine fault={fault} id={`${id}-fault`} onGo={goTo} />
        </div>
    );
}
