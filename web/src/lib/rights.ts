// Which role may do what: the same list as the manager's own, which decides. Here it only keeps people from
// filling in what would be refused.

export type Right = 'look' | 'books' | 'claim' | 'approve' | 'house' | 'set' | 'cosign' | 'key';

const rights: Record<string, Right[]> = {
    dealer: ['look'],
    supervisor: ['look', 'books', 'claim', 'approve', 'house', 'cosign', 'key'],
    cage: ['look', 'books', 'claim', 'approve', 'key'],
    surveillance: ['look', 'books', 'approve', 'cosign'],
    accounting: ['look', 'books', 'cosign'],
    manager: ['look', 'books', 'claim', 'approve', 'house', 'set', 'cosign', 'key'],
    auditor: ['look', 'books'],
    service: ['look'],
};

export const roles = Object.keys(rights);

export function roleMay(role: string, right: Right): boolean {
    return rights[role]?.includes(right) ?? false;
}

// "a supervisor, cage or manager"
export function rolesWith(right: Right): string {
    const found = roles.filter((role) => roleMay(role, right));
    const last = found.pop();
    return found.length > 0 ? `${found.join(', ')} or ${last}` : String(last);
}
