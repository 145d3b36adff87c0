import '../design/base.css';
import '../manager/parts.css';
import './trust.css';
import { Gate } from '../ui/gate';
import { mount } from '../ui/mount';
import { TrustPage } from './page';

mount(<Gate title="People and machines"><TrustPage /></Gate>);
