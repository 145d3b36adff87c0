// Which role may do what, as the manager says, which decides. Here it only keeps people from filling in what would
// be refused.
import { words } from './words';

export type Right = 'look' | 'books' | 'claim' | 'approve' | 'house' | 'set' | 'cosign' | 'key' | 'find';

export const roles = () => words.value.roles.map(({ role }) => role);

export function roleMay(role: string, right: Right): boolean {
    return words.value.roles.find((each) => each.role === role)?.rights.includes(right) ?? false;
}

// "a supervisor, cage or manager"
export function rolesWith(right: Right): string {
    const found = roles().filter((role) => roleMay(role, right));
    const last = found.pop();
    return found.length > 0 ? `${found.join(', ')} or ${last}` : String(last);
}
