import '../design/base.css';
import './parts.css';
import './shell.css';
import { Gate } from '../ui/gate';
import { mount } from '../ui/mount';
import { bringOffice } from './pages';
import { Shell } from './shell';

mount(<Gate title="Game Manager"><Shell /></Gate>);

// The rest comes while nobody waits for it, so that a manager that is lost later takes no page with it.
setTimeout(bringOffice, 1000);
