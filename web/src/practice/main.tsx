// Starts the practice page, with play and the dealer's trainer.
import '../design/base.css';
import './practice.css';
import './play.css';
import './trainer.css';
import { useEffect } from 'preact/hooks';
import { place } from '../lib/router';
import { Gate } from '../ui/gate';
import { mount } from '../ui/mount';
import { Toasts } from '../ui/toast';
import { Top } from '../ui/top';
import { Play } from './play';
import { loadGames } from './tables';
import { Trainer } from './trainer';

function Page() {
    const training = place.value.startsWith('dealer');
    useEffect(loadGames, []);
    const link = (to: string, text: string, here: boolean) =>
        <a class={`button ${here ? 'main' : ''}`} href={to} {...(here ? { 'aria-current': 'page' as const } : {})}>{text}</a>;
    return (
        <>
            <Top title="Practice">
                <nav class="row" aria-label="Kind of practice">
                    {link('#/play', 'Play', !training)}
                    {link('#/dealer', 'Dealer trainer', training)}
                </nav>
            </Top>
            <main class="practice">{training ? <Trainer /> : <Play />}</main>
            <Toasts />
        </>
    );
}

mount(<Gate title="Practice" guests><Page /></Gate>);
