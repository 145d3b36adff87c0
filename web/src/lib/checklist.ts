// The sentences that a named person confirms before a jackpot is paid and after it, as the manager's list of words has them.
import { words } from './words';

const find = (item: string) => words.value.checks.find((each) => each.item === item);

export const checkWords = (item: string) => find(item)?.text ?? item;
export const afterWords = (item: string) => find(item)?.after ?? item;
