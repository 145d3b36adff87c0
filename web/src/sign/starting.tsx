import { live } from '../lib/floor';

export function Starting() {
    return (
        <main class="starting">
            <h1>Progressive Jackpot</h1>
            <p role="status">{live.state.value === 'lost' ? 'No connection yet. Trying again …' : 'Connecting …'}</p>
        </main>
    );
}
