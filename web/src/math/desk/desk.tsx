// The tabs of the mathematician's desk. They are bundled in a file of their own, so that the figures of the analysis appear before
// they are loaded.
import type { Tab } from '../address';
import type { Study, Told } from '../study';
import type { Answer } from '../types';
import { Design } from './design';
import { DesignProgressive } from './design-progressive';
import { Par } from './par';
import { Protect } from './protect';
import { Risk } from './risk';
import { Strategy } from './strategy';

interface DeskProps {
    tab: Tab;
    study: Study;
    told: Told;
    answer: Answer;
}

export function Desk({ tab, study, told, answer }: DeskProps) {
    const { subject } = told;
    if (answer.kind === 'progressive') return <DesignProgressive key={study.name.value} study={study} told={told} analysis={answer.analysis} />;
    switch (tab) {
        case 'protect': return <Protect key={answer.name} subject={subject} game={answer} />;
        case 'design': return <Design key={study.name.value} study={study} told={told} answer={answer} />;
        case 'strategy': return <Strategy subject={subject} name={answer.name} />;
        case 'risk': return <Risk subject={subject} game={answer} />;
        case 'par': return <Par subject={subject} name={answer.name} />;
    }
}
