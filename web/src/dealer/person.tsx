// Fields that ask who a person is, made for touch, even in gloves: buttons with names that the table knows, and a keypad for the
// PIN.
import type { ComponentChildren } from 'preact';
import { Button } from '../ui/button';
import { TextField } from '../ui/field';
import { table } from './state';

const KEPT = 'console names';
const MOST = 8;

// Names that were accepted at this screen before; the table's own list stands before them.
function kept(): string[] {
    try {
        const names: unknown = JSON.parse(localStorage.getItem(KEPT) ?? '[]');
        return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : [];
    } catch {
        return [];
    }
}

export function keepName(name: string): void {
    localStorage.setItem(KEPT, JSON.stringify([name, ...kept().filter((other) => other !== name)].slice(0, MOST)));
}

export const isPin = (text: string) => /^\d{6,12}$/.test(text);

function Names({ value, onValue }: { value: string; onValue: (name: string) => void }) {
    const known = (table.value!.people ?? []).map(({ person }) => person);
    const names = [...new Set([...known, ...kept()])].slice(0, MOST);
    if (names.length === 0) return null;
    return (
        <div class="names" role="group" aria-label="Names">
            {names.map((name) => (
                <Button key={name} aria-pressed={name === value} onClick={() => onValue(name)}>{name}</Button>
            ))}
        </div>
    );
}

function Pad({ value, onValue }: { value: string; onValue: (pin: string) => void }) {
    const type = (digit: string) => value.length < 12 && onValue(value + digit);
    return (
        <div class="pad" role="group" aria-label="Digits">
            {[...'123456789'].map((digit) => <Button key={digit} onClick={() => type(digit)}>{digit}</Button>)}
            <Button aria-label="Delete the last digit" onClick={() => onValue(value.slice(0, -1))}>⌫</Button>
            <Button onClick={() => type('0')}>0</Button>
            <Button aria-label="Delete all digits" onClick={() => onValue('')}>C</Button>
        </div>
    );
}

interface PersonProps {
    label: string;
    user: string;
    setUser: (name: string) => void;
    pin: string;
    setPin: (pin: string) => void;
    asksPin: boolean;
    isOptional?: boolean;
    children?: ComponentChildren; // shown beside the keypad; below it they would push the buttons off a low screen
}

export function PersonFields({ label, user, setUser, pin, setPin, asksPin, isOptional, children }: PersonProps) {
    return (
        <div class="person" data-pin={asksPin}>
            <div class="stack">
                <Names value={user} onValue={setUser} />
                <TextField label={label} value={user} onValue={setUser} required={!isOptional} hint="The name as the manager has it" />
                {children}
            </div>
            {asksPin && (
                <div class="stack">
                    <TextField label="PIN" type="password" inputMode="numeric" value={pin} onValue={setPin} required
                        hint="Six to twelve digits, of that person" />
                    <Pad value={pin} onValue={setPin} />
                </div>
            )}
        </div>
    );
}
