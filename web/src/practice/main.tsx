import '../design/base.css';
import { mount } from '../ui/mount';

mount(<main><h1>practice</h1></main>);
