// The last press before something that cannot be taken back: held; or, where people have passwords, signed with them.
import { isOpen } from '../lib/session';
import { Button, HoldButton } from '../ui/button';

export function SignButton({ disabled, act, onAct }: { disabled: boolean; act: string; onAct: () => void }) {
    if (isOpen.value) return <HoldButton disabled={disabled} onHeld={onAct}>Hold to {act}</HoldButton>;
    return <Button kind="main" disabled={disabled} onClick={onAct}>{act.charAt(0).toUpperCase() + act.slice(1)}…</Button>;
}
