// What a named person confirms of a jackpot before its payment and after it, in the manual's words.
import { words } from './words';

const find = (item: string) => words.value.checks.find((each) => each.item === item);

export const checkWords = (item: string) => find(item)?.text ?? item;
export const afterWords = (item: string) => find(item)?.after ?? item;
