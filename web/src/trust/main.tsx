// People, machines and versions of the configuration are pages of the Game Manager; this is their old address.
import '../design/base.css';
import { mount } from '../ui/mount';

const there = `/manager${location.hash || '#/people'}`;
location.replace(there);
mount(<main class="gate"><p><a href={there}>People and machines are in the Game Manager.</a></p></main>);
