// What is done between rounds and, at a table alone, at its own desk: reading the counters (PIT-5), and what people confirm about a jackpot (PIT-18) or
// rule about it after a failure (PIT-1).
import { useState } from 'preact/hooks';
import { withMoney } from '../lib/money';
import { Choice, TextField, Tick } from '../ui/field';
import { PersonFields } from './person';
import { PressButton } from './press';
import { table } from './state';

const isCount = (text: string) => /^\d{1,12}$/.test(text);

// The acceptors count by themselves; where their counter cannot be asked for, it is read off and typed in.
export function ReadCounter() {
    const [coins, setCoins] = useState('');
    const [isNew, setNew] = useState(false);
    const now = table.value!;
    if (now.link === null) return null;
    const isTyped = coins.trim() !== '';
    // a new one is held against nothing that came before it: who deals answers for that
    const byDealer = isNew ? { user: now.dealer ?? '' } : {};
    const clear = () => {
        setCoins('');
        setNew(false);
    };
    return (
        <section class="stack">
            <h3>Read the counter</h3>
            <p class="quiet small">For the End of Shift form, between two rounds.</p>
            <div class="row together">
                <TextField label="Coins, read off by hand" value={coins} onValue={setCoins} inputMode="numeric" hint="Empty: the acceptors are asked."
                    fault={isTyped && !isCount(coins.trim()) ? 'A whole number.' : null} />
                <PressButton what={isNew ? 'renew' : 'read'} parts={isTyped ? { coins: Number(coins.trim()), ...byDealer } : byDealer}
                    can={!now.in_round && (isTyped ? isCount(coins.trim()) : !isNew)} onDone={clear}>Read it now</PressButton>
            </div>
            {now.dealer && <Tick label={`A new counter was put in, says ${now.dealer}`} checked={isNew} onValue={setNew} />}
        </section>
    );
}

const confirmations = [
    ['verify', 'The checklist is right', 'After the payment: the deck is seen to'],
    ['approve', 'Approve the payment', ''],
    ['comply', 'The next compliance check is done', ''],
    ['process', 'Process the jackpot', 'After the payment'],
] as const;

// PIT-1: what a failure has put in doubt is ruled upon by name, by two people for a high jackpot.
function Ruling({ seat, user }: { seat: number; user: string }) {
    const [approver, setApprover] = useState('');
    const [reason, setReason] = useState('');
    const parts = { seat, user, reason: reason.trim(), ...(approver.trim() && { approver: approver.trim() }) };
    const can = user !== '' && reason.trim() !== '';
    return (
        <>
            <p class="banner">The system failed with this win on the table: a ruling is awaited.</p>
            <TextField label="Who rules with them" value={approver} onValue={setApprover} hint="A high jackpot takes two people" />
            <TextField label="Why it is ruled so" value={reason} onValue={setReason} required />
            <div class="row">
                <PressButton what="rule" parts={{ ...parts, ruling: 'pay' }} can={can}>Rule: pay it</PressButton>
                <PressButton what="rule" parts={{ ...parts, ruling: 'void' }} can={can}>Rule: void</PressButton>
            </div>
        </>
    );
}

// Only a table that keeps its own floor has one; elsewhere that is the manager's desk.
export function OwnDesk() {
    const [seat, setSeat] = useState('');
    const [user, setUser] = useState('');
    const now = table.value!;
    if (!now.link?.id) return null;
    const claimed = now.seats.filter(({ claim }) => claim !== null);
    const chosen = seat || String(claimed[0]?.seat ?? '');
    const claim = now.seats.find((each) => String(each.seat) === chosen)?.claim;
    const missing = claim?.missing;
    const ready = chosen !== '' && user.trim() !== '';
    return (
        <section class="stack">
            <h3>The jackpot at this table’s own desk</h3>
            <Choice label="Jackpot of" value={chosen} onValue={setSeat}
                options={[{ value: '', label: 'choose a seat' }, ...now.seats.map((each) => ({
                    value: String(each.seat), label: each.claim ? `seat ${each.seat}: ${each.claim.award}, ${each.claim.state}` : `seat ${each.seat}`,
                }))]} />
            {missing && <p class="banner">Not yet: {withMoney(missing)}</p>}
            <PersonFields label="Who confirms it" asksPin={false} pin="" setPin={() => undefined} {...{ user, setUser }} />
            <div class="row">
                {confirmations.map(([what, text, hint]) => (
                    <PressButton key={what} what={what} parts={{ seat: Number(chosen), user: user.trim() }} can={ready}>
                        {text}{hint && <span class="quiet small"> ({hint})</span>}
                    </PressButton>
                ))}
            </div>
            {claim?.held && <Ruling seat={Number(chosen)} user={user.trim()} />}
        </section>
    );
}
