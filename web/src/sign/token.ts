// A sign on a floor with passwords shows a token of scope "sign". It comes once in the address, behind '#', where no
// server sees it, and stays in this browser.
import { setToken } from '../lib/api';

const KEPT = 'croupier-sign-token';

const given = new URLSearchParams(location.hash.slice(1)).get('token');
if (given) {
    localStorage.setItem(KEPT, given);
    history.replaceState(null, '', location.pathname + location.search);
}
setToken(given ?? localStorage.getItem(KEPT) ?? '');
