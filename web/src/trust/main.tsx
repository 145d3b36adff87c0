// The old address of the pages about people, machines and versions of the configuration, which are part of the Game Manager.
import '../design/base.css';
import { mount } from '../ui/mount';

const there = `/manager${location.hash || '#/people'}`;
location.replace(there);
mount(<main class="gate"><p><a href={there}>People and machines are in the Game Manager.</a></p></main>);
