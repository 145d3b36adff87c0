import '../design/base.css';
import { mount } from '../ui/mount';

mount(<main><h1>sign</h1></main>);
