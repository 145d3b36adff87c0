// The last press before something that cannot be undone: a button that is held, or, where people have passwords, one that opens the
// dialog to sign.
import { isOpen } from '../lib/session';
import { Button, HoldButton } from '../ui/button';

export function SignButton({ disabled, act, onAct }: { disabled: boolean; act: string; onAct: () => void }) {
    if (isOpen.value) return <HoldButton disabled={disabled} onHeld={onAct}>Hold to {act}</HoldButton>;
    return <Button kind="main" disabled={disabled} onClick={onAct}>{act.charAt(0).toUpperCase() + act.slice(1)}…</Button>;
}
