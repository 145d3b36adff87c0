import '../design/base.css';
import './parts.css';
import './shell.css';
import { Gate } from '../ui/gate';
import { mount } from '../ui/mount';
import { Shell } from './shell';

mount(<Gate title="Game Manager"><Shell /></Gate>);
