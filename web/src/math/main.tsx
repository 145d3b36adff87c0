import '../design/base.css';
import { mount } from '../ui/mount';

mount(<main><h1>math</h1></main>);
