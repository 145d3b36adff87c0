import { TextField } from './field';

const LEAST = 10;
const MOST = 128;

const bytes = (text: string) => new TextEncoder().encode(text).length;

export function isNewPassword([first, again]: string[]): boolean {
    return first === again && bytes(first!) >= LEAST && bytes(first!) <= MOST;
}

function faultOf([first, again]: string[]): { first: string | null; again: string | null } {
    const length = first !== '' && (bytes(first!) < LEAST || bytes(first!) > MOST);
    return {
        first: length ? `Between ${LEAST} and ${MOST} characters, please.` : null,
        again: again !== '' && first !== again ? 'The two are not the same.' : null,
    };
}

interface Props {
    value: string[]; // the password and its repetition
    onValue: (value: string[]) => void;
    fault: string | null;
}

// Two fields, because nobody sees what was typed.
export function NewPassword({ value, onValue, fault }: Props) {
    const [first, again] = value as [string, string];
    const found = faultOf(value);
    return (
        <>
            <TextField label="New password" type="password" value={first} onValue={(text) => onValue([text, again])} required
                autocomplete="new-password" fault={fault ?? found.first} hint="At least 10 characters; a few words are better than one." />
            <TextField label="New password, again" type="password" value={again} onValue={(text) => onValue([first, text])} required
                autocomplete="new-password" fault={found.again} />
        </>
    );
}
