// Which role has which right, as the manager's list says. The manager decides each request itself; this list only keeps people from
// filling in a form that would be refused.
import { words } from './words';

export type Right = 'look' | 'books' | 'claim' | 'approve' | 'house' | 'set' | 'cosign' | 'key' | 'find';

export const roles = () => words.value.roles.map(({ role }) => role);

export function roleMay(role: string, right: Right): boolean {
    return words.value.roles.find((each) => each.role === role)?.rights.includes(right) ?? false;
}

// The roles with a right, as words in a sentence: "supervisor, cage or manager".
export function rolesWith(right: Right): string {
    const found = roles().filter((role) => roleMay(role, right));
    const last = found.pop();
    return found.length > 0 ? `${found.join(', ')} or ${last}` : String(last);
}
