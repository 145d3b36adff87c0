// The page of the dealer console: its parts, and the dialog that is open.
import { Actions } from './actions';
import { Awards } from './awards';
import { CardsDialog } from './cards';
import { opened, type Opened } from './dialogs';
import { CancelDialog } from './cancel';
import { DealerDialog } from './dealer';
import { Header } from './header';
import { KeyDialog, KeySwitch } from './keyswitch';
import { Layout } from './layout';
import { Help, Log, TableMenu } from './menu';
import { Next } from './next';
import { Meters } from './meters';
import { LostTable } from './offline';
import { Queue } from './queue';
import { SeatMenu } from './seatmenu';
import { isClosed, live, table } from './state';

function OpenDialog({ which }: { which: Opened }) {
    switch (which.what) {
        case 'seat':
            return <SeatMenu number={which.seat} />;
        case 'key':
            return <KeyDialog inserted={which.key} />;
        case 'cancel':
            return <CancelDialog seat={which.seat} award={which.award} />;
        case 'cards':
            return <CardsDialog />;
        case 'dealer':
            return <DealerDialog />;
        case 'menu':
            return <TableMenu />;
        case 'log':
            return <Log />;
        case 'help':
            return <Help />;
    }
}

export function Console() {
    const now = table.value;
    const isLost = live.state.value === 'lost';
    if (!now)
        return (
            <main class="desk-wait">
                <h1>Dealer console</h1>
                {isLost ? <LostTable /> : <p role="status">Asking the table…</p>}
            </main>
        );
    return (
        <>
            {isLost && <LostTable />}
            <main class="desk" data-closed={isClosed(now)} data-plain={now.awards.length === 0} inert={isLost}>
                <Header />
                <Next />
                <Layout />
                <Awards />
                <div class="side">
                    {now.dealing !== 'live' && now.awards.length > 0 && <Meters />}
                    <Queue />
                    <KeySwitch />
                    <Actions />
                </div>
            </main>
            {opened.value && <OpenDialog which={opened.value} />}
        </>
    );
}
