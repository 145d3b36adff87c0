import '../design/base.css';
import { mount } from '../ui/mount';

mount(<main><h1>dealer</h1></main>);
