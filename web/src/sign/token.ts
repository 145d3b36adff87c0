// On a floor with passwords a sign sends a token of scope "sign". It is given once in the address behind '#', which browsers do not
// send to the server, and is then kept in this browser.
import { setToken } from '../lib/api';

const KEPT = 'croupier-sign-token';

const given = new URLSearchParams(location.hash.slice(1)).get('token');
if (given) {
    localStorage.setItem(KEPT, given);
    history.replaceState(null, '', location.pathname + location.search);
}
setToken(given ?? localStorage.getItem(KEPT) ?? '');
