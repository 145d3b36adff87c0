import '../design/base.css';
import './desk.css';
import './dialogs.css';
import './felt.css';
import './seat.css';
import './slot.css';
import './payout.css';
import './strip.css';
// Starts the dealer console and keeps the page's title up to date.
import { effect } from '@preact/signals';
import { mount } from '../ui/mount';
import { Console } from './page';
import { table } from './state';

effect(() => {
    if (table.value) document.title = `${table.value.table}: dealer console`;
});

mount(<Console />);
