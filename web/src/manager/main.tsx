// Starts the Game Manager.
import '../design/base.css';
import './parts.css';
import './shell.css';
import { Gate } from '../ui/gate';
import { mount } from '../ui/mount';
import { bringOffice } from './pages';
import { Shell } from './shell';

mount(<Gate title="Game Manager"><Shell /></Gate>);

// The other pages are loaded soon after the first, so that they are there even if the manager is lost later.
setTimeout(bringOffice, 1000);
