// Fields of forms, each with a label, a hint and a fault.
import type { ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';

interface FieldProps {
    label: string;
    hint?: string;
    fault?: string | null;
    children: (id: string, described: string) => ComponentChildren;
}

function Field({ label, hint, fault, children }: FieldProps) {
    const id = useId();
    return (
        <div class="field">
            <label for={id}>{label}</label>
            {children(id, `${id}-about`)}
            <span id={`${id}-about`}>
                {hint && <span class="hint">{hint}</span>}
                {fault && <span class="fault">{fault}</span>}
            </span>
        </div>
    );
}

interface TextProps {
    label: string;
    value: string;
    onValue: (value: string) => void;
    hint?: string;
    fault?: string | null;
    lines?: number;
    type?: 'text' | 'datetime-local' | 'search' | 'password';
    required?: boolean;
    autocomplete?: 'off' | 'username' | 'current-password' | 'new-password';
    inputMode?: 'decimal' | 'numeric' | 'text';
    autofocus?: boolean;
    placeholder?: string;
    canShow?: boolean; // a button makes the typed password visible
}

export function TextField({ label, value, onValue, hint, fault, lines, type = 'text', canShow, ...rest }: TextProps) {
    const [isShown, setShown] = useState(false);
    return (
        <Field label={label} {...(hint ? { hint } : {})} {...(fault ? { fault } : {})}>
            {(id, described) =>
                lines ? (
                    <textarea id={id} class="input" rows={lines} value={value} aria-describedby={described}
                        aria-invalid={fault ? 'true' : 'false'} onInput={(e) => onValue(e.currentTarget.value)} {...rest} />
                ) : canShow ? (
                    <span class="shown-field">
                        <input id={id} class="input" type={(isShown ? 'text' : 'password') as 'text'} value={value} aria-describedby={described} spellcheck={false} autocapitalize="off"
                            aria-invalid={fault ? 'true' : 'false'} onInput={(e) => onValue(e.currentTarget.value)} {...rest} />
                        <button type="button" class="button plain" aria-pressed={isShown} aria-label="Show what is typed" onClick={() => setShown(!isShown)}>{isShown ? 'Hide' : 'Show'}</button>
                    </span>
                ) : (
                    <input id={id} class="input" type={type as 'text'} value={value} autocomplete="off" aria-describedby={described}
                        aria-invalid={fault ? 'true' : 'false'} onInput={(e) => onValue(e.currentTarget.value)} {...rest} />
                )
            }
        </Field>
    );
}

interface ChoiceProps {
    label: string;
    value: string;
    options: { value: string; label: string }[];
    onValue: (value: string) => void;
    hint?: string;
    fault?: string | null;
    required?: boolean;
}

export function Choice({ label, value, options, onValue, hint, fault, required }: ChoiceProps) {
    return (
        <Field label={label} {...(hint ? { hint } : {})} {...(fault ? { fault } : {})}>
            {(id, described) => (
                <select id={id} class="input" value={value} required={required ?? false} aria-describedby={described}
                    onChange={(e) => onValue(e.currentTarget.value)}>
                    {options.map((o) => <option key={o.value} value={o.value}>{o.label}</option>)}
                </select>
            )}
        </Field>
    );
}

interface TickProps {
    label: string;
    checked: boolean;
    onValue: (checked: boolean) => void;
    disabled?: boolean;
}

export function Tick({ label, checked, onValue, disabled }: TickProps) {
    return (
        <label class="tick">
            <input type="checkbox" checked={checked} disabled={disabled ?? false} onChange={(e) => onValue(e.currentTarget.checked)} />
            <span>{label}</span>
        </label>
    );
}
