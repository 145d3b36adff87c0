// The part of the table's menu for people who are not dealing: reading the counters between rounds (PIT-5) and, at a table without
// a manager, confirming a jackpot's checklist (PIT-18) or ruling on it after a failure (PIT-1).
import { useEffect, useState } from 'preact/hooks';
import { get } from '../lib/api';
import { afterWords, checkWords } from '../lib/checklist';
import { withMoney } from '../lib/money';
import { askWords } from '../lib/words';
import { Choice, TextField, Tick } from '../ui/field';
import { PersonFields } from './person';
import { PressButton } from './press';
import { table } from './state';

const isCount = (text: string) => /^\d{1,12}$/.test(text);

// The acceptors usually report their own counter. Where the table cannot ask for it, somebody reads it off and types it in.
export function ReadCounter() {
    const [coins, setCoins] = useState('');
    const [isNew, setNew] = useState(false);
    const now = table.value!;
    if (now.link === null) return null;
    const isTyped = coins.trim() !== '';
    // A new counter cannot be compared with an earlier reading, so the dealer's name is recorded with it.
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
    ['approve', 'Approve the payment', ''],
    ['comply', 'The next compliance check is done', ''],
    ['process', 'Process the jackpot', 'After the payment'],
] as const;

interface Checks {
    table: string;
    seat: number;
    state: string;
    needs: { items: string[]; after: string[] };
    items: string[];
    after: string[];
}

// The confirmations that are still missing: before the payment those of the checklist, after it those about the deck (PIT-11).
function openChecks({ state, needs, items, after }: Checks): string[] {
    return state === 'paid' ? needs.after.filter((item) => !after.includes(item)) : needs.items.filter((item) => !items.includes(item));
}

// The last claim of the seat that still has something to confirm, also when its round is over. A table alone keeps its own floor
// and serves its claims itself.
function useChecks(seat: string, news: string): Checks | null {
    const [checks, setChecks] = useState<Checks | null>(null);
    const name = table.value!.table;
    useEffect(() => {
        const asked = new AbortController();
        askWords().catch(() => undefined); // on failure the checks are shown by their item names
        const isMeant = (each: Checks) => each.table === name && String(each.seat) === seat;
        get<{ claims: Checks[] }>('/claims', asked.signal).then(({ claims }) => setChecks(claims.filter(isMeant).pop() ?? null), () => undefined);
        return () => asked.abort();
    }, [seat, name, news]);
    return checks;
}

// The person who makes each check ticks it, in the manual's words.
function Checklist({ seat, user, news }: { seat: string; user: string; news: string }) {
    const [ticked, setTicked] = useState<string[]>([]);
    const [done, setDone] = useState(0);
    const checks = useChecks(seat, `${news} ${done}`);
    const left = checks ? openChecks(checks) : [];
    const isPaid = checks?.state === 'paid';
    const confirmed = () => {
        setTicked([]);
        setDone(done + 1);
    };
    if (left.length === 0) return null;
    return (
        <>
            {left.map((item) => (
                <Tick key={item} label={isPaid ? afterWords(item) : checkWords(item)} checked={ticked.includes(item)}
                    onValue={(on) => setTicked(on ? [...ticked, item] : ticked.filter((other) => other !== item))} />
            ))}
            <div>
                <PressButton what="verify" parts={{ seat: Number(seat), user }} can={user !== '' && left.every((item) => ticked.includes(item))}
                    onDone={confirmed}>{isPaid ? 'The deck is seen to' : 'The checklist is right'}</PressButton>
            </div>
        </>
    );
}

// PIT-1: a win that a failure has put in doubt is decided by a ruling, with a name; a high jackpot takes two people.
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

// Only a table that keeps its own floor has this section; elsewhere these things are done at the manager.
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
            <Checklist seat={chosen} user={user.trim()} news={`${now.round} ${claim?.state} ${missing}`} />
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
