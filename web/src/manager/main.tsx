import '../design/base.css';
import './parts.css';
import './shell.css';
import { mount } from '../ui/mount';
import { Shell } from './shell';

mount(<Shell />);
