// What a named person confirms of a jackpot before its payment and after it: the manual's words, in its order (PG chapter 3, steps 3 to 5; PIT-11).
const before: Record<string, string> = {
    hand: 'Verify the hand',
    leds: 'Ensure the coin acceptor LEDs are on',
    shuffle: 'Verify that the shuffle was performed according to procedures',
    wager: 'Verify that the progressive wager was placed before the hand was dealt',
    sequence: 'Verify that cards were dealt in the correct sequence and were not manipulated',
    meter: 'Check the winning meter amount against the last meter reading and the last jackpot payout',
    deck: 'Pull and check the card deck and save it; count down the remaining cards, sort and check them',
    replaced: 'Replace the card deck',
};

const after: Record<string, string> = { deck: 'Count down the complete deck' };

export const checkWords = (item: string) => before[item] ?? item;
export const afterWords = (item: string) => after[item] ?? checkWords(item);
