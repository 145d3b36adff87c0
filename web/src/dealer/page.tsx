import { Actions } from './actions';
import { Awards } from './awards';
import { opened, type Opened } from './dialogs';
import { Header } from './header';
import { KeyDialog, KeySwitch } from './keyswitch';
import { Layout } from './layout';
import { Help, Log, TableMenu } from './menu';
import { Next } from './next';
import { ClosedBand, LostTable } from './offline';
import { SeatMenu } from './seatmenu';
import { isClosed, live, table } from './state';

function OpenDialog({ which }: { which: Opened }) {
    switch (which.what) {
        case 'seat':
            return <SeatMenu number={which.seat} />;
        case 'key':
            return <KeyDialog inserted={which.key} />;
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
            <main class="desk" data-closed={isClosed(now)} inert={isLost}>
                <Header />
                {isClosed(now) && <ClosedBand />}
                <Next />
                <Layout />
                <div class="strip">
                    <Awards />
                    <KeySwitch />
                    <Actions />
                </div>
            </main>
            {opened.value && <OpenDialog which={opened.value} />}
        </>
    );
}
