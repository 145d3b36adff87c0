import '../design/base.css';
import { mount } from '../ui/mount';

mount(<main><h1>home</h1></main>);
