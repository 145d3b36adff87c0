import '../design/base.css';
import { mount } from '../ui/mount';

mount(<main><h1>manager</h1></main>);
