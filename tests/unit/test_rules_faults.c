/* Every fault in a file of house rules is found, reported with its place and explained. */
#include "rules_text.h"

#define HANDS                                                                                      \
    "royal flush, straight flush, four of a kind, full house, flush, straight, three of a kind, "  \
    "two pair, pair, high card"
#define QUALIFY_HELP                                                                               \
    " is no hand of this game to qualify with; write always, a hand such as pair or flush, or "    \
    "like \"queen high\" or \"pair of eights\""
#define RATIO_HELP " is not a pay; write it like 3 to 2, with whole numbers from 1 to 1000000"
#define MULTIPLE_HELP                                                                              \
    " is no bet size; write how many Antes, from 1 to 15, or halves of them like 1.5"

static const struct rules_fault faults[] = {
    /* Keys */
    FAULT("unknown key, near one", "uth-cn", "\nhouse:", "\n^hause:",
          "unknown key \"hause\"; did you mean \"house\"? Allowed here: rules, game, title, house, "
          "progressive, seats, limits, deal, bets, fold_forfeits, alone, dealer_qualifies, "
          "dealer_not_qualified, "
          "hand_limit, "
          "pays, payment, on_failure, irregularities, console, paragraphs"),
    FAULT("unknown key, near none", "pg-flush", "\nconsole:", "\n^colour: red\nconsole:",
          "unknown key \"colour\"; allowed here: rules, game, title, house, progressive, seats, "
          "limits, "
          "deal, bets, fold_forfeits, ante_pays_from, aggregate_limit, payment, on_failure, "
          "irregularities, console, paragraphs"),
    FAULT("unknown key below", "uth-cn", "one_hand: no", "^onehand: no",
          "unknown key \"onehand\"; did you mean \"one_hand\"? Allowed here: hands_per_patron, "
          "one_hand, failed_sensor"),
    FAULT("key of another game", "pg-flush",
          "\nconsole:", "\n^alone: []\nconsole:", "\"alone\" is not for the game pg; remove it"),
    FAULT("table of another game", "pg-flush",
          "\nconsole:", "\n^pays: {}\nconsole:", "\"pays\" is not for the game pg; remove it"),
    FAULT_AT("missing key", "uth-cn", "hand_limit: none", "",
             "\"hand_limit\" is missing; add hand_limit: none", "rules: uth-cn\n"),
    FAULT_AT("missing section", "uth-cn", "console:\n  start: Start Game", "",
             "\"console\" is missing; add console: {start: Start Game}", "rules: uth-cn\n"),
    FAULT_AT("missing game", "uth-cn", "game: uth", "", "\"game\" is missing; add game: uth",
             "rules: uth-cn\n"),
    FAULT("misspelt game key", "uth-cn", "game: uth", "^gane: uth",
          "unknown key \"gane\"; did you mean \"game\"? Allowed here: rules, game, title, house, "
          "progressive, seats, limits, deal, bets, fold_forfeits, alone, dealer_qualifies, "
          "dealer_not_qualified, "
          "ties, ante_pays_from, hand_limit, aggregate_limit, pays, payment, on_failure, "
          "irregularities, console, paragraphs"),
    FAULT_AT("missing key below", "uth-cn", "  one_hand: no", "",
             "\"one_hand\" is missing; add one_hand: no", "hands_per_patron"),
    FAULT("key without value", "uth-cn", "start: Start Game", "start:^",
          "\"start\" has no value; write one after the colon"),
    FAULT("list where a value belongs", "uth-cn", "game: uth", "game: ^[uth]",
          "\"game\" has the wrong form; write one value"),
    FAULT("value where keys belong", "uth-cn", "console:\n  start: ", "console: ^",
          "\"console\" has the wrong form; write keys with values below it, such as {key: value}"),
    FAULT("value where a list belongs", "uth-cn", "alone: [trips]", "alone: ^trips",
          "\"alone\" has the wrong form; write a list, such as [] or [a, b]"),
    FAULT("map where an item belongs", "uth-cn", "alone: [trips]", "alone: [^{a: b}]",
          "not the right form here; write one value"),
    FAULT("empty item", "uth-cn", "alone: [trips]", "alone: [^\"\"]",
          "an empty item; write a value or remove it"),
    FAULT("a progressive for house rules", "uth-cn", "rules: uth-cn", "^meters: {}",
          "this is a progressive, not house rules; give house rules here, and this as their "
          "progressive"),
    FAULT(
        "house rules for a progressive", "cn", "progressive: cn", "^rules: uth-cn",
        "these are house rules, not a progressive; give a progressive here, such as cn or ptha-2"),

    /* PIT-16: the house's own paragraphs */
    FAULT("paragraph of no rule", "tcp-cn", "TCP-6: TC l", "^TCP 6: TC l",
          "unknown key \"TCP 6\"; did you mean \"TCP-6\"? Allowed here: UTH-18, TCP-2, "
          "TCP-2 pair plus, TCP-3, TCP-4, TCP-4 win, TCP-6, TCP-4 loss, TCP-4 tie, TCP-5, TCP-1, "
          "TCP-7, UTH-15, UTH-16, UTH-19"),
    FAULT("paragraph of another game", "tcp-cn", "TCP-6: TC l", "^PG-5: TC l",
          "unknown key \"PG-5\"; allowed here: UTH-18, TCP-2, "
          "TCP-2 pair plus, TCP-3, TCP-4, TCP-4 win, TCP-6, TCP-4 loss, TCP-4 tie, TCP-5, TCP-1, "
          "TCP-7, UTH-15, UTH-16, UTH-19"),
    FAULT("paragraph too long", "tcp-cn", "TCP-6: TC l", "TCP-6: ^The paragraph with the letter l.",
          "\"The paragraph with the letter l....\" has more than 31 bytes; shorten it"),
    FAULT("paragraph without a word", "tcp-cn", "TCP-6: TC l", "TCP-6:^",
          "\"TCP-6\" has no value; write one after the colon"),

    /* Heads */
    FAULT("name with a capital", "uth-cn", "rules: uth-cn", "rules: ^Uth-cn",
          "\"Uth-cn\" cannot be a name" NAME_HELP),
    FAULT("name too long", "uth-cn", "rules: uth-cn", "rules: ^a1234567890123456789012345678901",
          "\"a1234567890123456789012345678901\" cannot be a name" NAME_HELP),
    FAULT("title too long", "uth-cn", "title: ",
          "title: ^1234567890123456789012345678901234567890123456789012345678901234567890 ",
          "\"1234567890123456789012345678901234567890...\" has more than 95 bytes; shorten it"),
    FAULT("unknown game", "uth-cn", "game: uth", "game: ^utx",
          "unknown game \"utx\"; did you mean \"uth\"? Allowed here: pg, uth, tcp, lir, ms, fcp"),
    FAULT("progressive in a game without", "tcp-cn", "progressive: none", "progressive: ^cn",
          "the game tcp has no progressive; write none"),
    FAULT("progressive's name", "uth-cn", "progressive: cn", "progressive: ^c n",
          "\"c n\" cannot be a progressive" NAME_HELP),

    /* Seats, limits, deal */
    FAULT("three hands", "uth-cn", "hands_per_patron: 2", "hands_per_patron: ^3",
          "unknown number of hands \"3\"; allowed here: 1, 2"),
    FAULT("neither yes nor no", "uth-cn", "one_hand: no", "one_hand: ^false",
          "unknown value \"false\"; allowed here: no, yes"),
    FAULT("limit of an unknown wager", "uth-cn",
          "\ndeal:", "\nlimits: {^antes: {min: 1, max: 2}}\ndeal:",
          "unknown key \"antes\"; did you mean \"ante\"? Allowed here: ante, blind, trips"),
    FAULT("limit of a bet made later", "uth-cn",
          "\ndeal:", "\nlimits: {^play: {min: 1, max: 2}}\ndeal:",
          "unknown key \"play\"; allowed here: ante, blind, trips"),
    FAULT("limit of the progressive", "uth-cn",
          "\ndeal:", "\nlimits: {^progressive: {min: 1, max: 2}}\ndeal:",
          "unknown key \"progressive\"; allowed here: ante, blind, trips"),
    FAULT("limit without maximum", "uth-cn",
          "\ndeal:", "\nlimits: {ante: ^{min: 1}}\ndeal:", "\"max\" is missing; add max: none"),
    FAULT("minimum above maximum", "uth-cn",
          "\ndeal:", "\nlimits: {ante: {min: ^10.01, max: 10}}\ndeal:",
          "the minimum is above the maximum; lower it or raise the maximum"),
    FAULT(
        "a minimum whose win cannot be held", "ms-rp",
        "\ndeal:", "\nlimits: {ante: {min: ^1000000000, max: none}}\ndeal:",
        "with this minimum the best hand of third wins more than the system can hold; lower it or "
        "the pay"),
    FAULT("limits of equal bets", "uth-cn",
          "\ndeal:", "\nlimits: {ante: {min: 100, max: none}, blind: ^{min: 1, max: 50}}\ndeal:",
          "ante and blind are equal bets, and this maximum is below the minimum of ante; raise it "
          "or lower the minimum"),
    FAULT("limits without a half", "fcp-rp", "  play: [1, 2, 3]",
          "  play: [1.5]\nlimits: {ante: ^{min: 0.01, max: 0.01}}",
          "no amount of whole cents between minimum and maximum has a half; raise the maximum, or "
          "make all bets whole Antes"),
    FAULT("limit of zero", "uth-cn", "\ndeal:", "\nlimits: {ante: {min: ^0, max: 10}}\ndeal:",
          "\"min\" is zero; write none, or an amount above it"),
    FAULT("order of the deal", "uth-cn", "order: community first", "order: ^board first",
          "unknown value \"board first\"; allowed here: hands first, community first"),
    FAULT("cards of the deal", "uth-cn", "cards: all at once", "cards: ^all at one",
          "unknown value \"all at one\"; did you mean \"all at once\"? Allowed here: all at once, "
          "one "
          "at "
          "a time"),
    FAULT("start of the deal", "uth-cn", "start: first base", "start: ^third base",
          "unknown seat for the first card \"third base\"; allowed here: first base, action "
          "button, right of the button"),
    FAULT("community first without a board", "tcp-cn", "order: hands first",
          "order: ^community first", "the game tcp has no board; write order: hands first"),
    FAULT("burning without a board", "tcp-cn", "burn: no", "burn: ^yes",
          "the game tcp has no board; write burn: no"),

    /* Bets */
    FAULT("unknown decision", "uth-cn", "preflop: [3, 4]", "^pre_flop: [3, 4]",
          "unknown key \"pre_flop\"; did you mean \"preflop\"? Allowed here: preflop, flop, river"),
    FAULT_AT("missing decision", "uth-cn", "  flop: [2]", "", "\"flop\" is missing; add flop: [1]",
             "preflop: [3, 4]"),
    FAULT("no bet size", "uth-cn", "preflop: [3, 4]", "preflop: ^[]",
          "\"preflop\" takes one to four bet sizes; write them like [3, 4]"),
    FAULT("five bet sizes", "uth-cn", "preflop: [3, 4]", "preflop: ^[1, 2, 3, 4, 5]",
          "\"preflop\" takes one to four bet sizes; write them like [3, 4]"),
    FAULT("five sizes of a plain bet", "pg-flush", "turn: [1]", "turn: ^[1, 2, 3, 4, 5]",
          "\"turn\" takes one to four bet sizes; write them like [3, 4]"),
    FAULT("five sizes of Play", "tcp-cn", "play: [1]", "play: ^[1, 2, 3, 4, 5]",
          "\"play\" takes one to four bet sizes; write them like [3, 4]"),
    FAULT("bet size zero", "uth-cn", "preflop: [3, 4]", "preflop: [^0, 4]", "\"0\"" MULTIPLE_HELP),
    FAULT("bet size sixteen", "uth-cn", "preflop: [3, 4]", "preflop: [3, ^16]",
          "\"16\"" MULTIPLE_HELP),
    FAULT("bet size with an x", "uth-cn", "preflop: [3, 4]", "preflop: [^3x, 4]",
          "\"3x\"" MULTIPLE_HELP),
    FAULT("bet size with a leading zero", "uth-cn", "preflop: [3, 4]", "preflop: [^03, 4]",
          "\"03\"" MULTIPLE_HELP),
    FAULT("bet sizes downward", "uth-cn", "preflop: [3, 4]", "preflop: [4, ^3]",
          "3 does not come after 4; list bet sizes upward, each once"),
    FAULT("bet size twice", "uth-cn", "preflop: [3, 4]", "preflop: [3, ^3]",
          "3 does not come after 3; list bet sizes upward, each once"),

    FAULT("a quarter of an Ante", "uth-cn", "preflop: [3, 4]", "preflop: [^1.25, 4]",
          "\"1.25\"" MULTIPLE_HELP),
    FAULT("a half without its zero", "uth-cn", "preflop: [3, 4]", "preflop: [^.5, 4]",
          "\".5\"" MULTIPLE_HELP),
    FAULT("a half above the largest bet", "uth-cn", "preflop: [3, 4]", "preflop: [3, ^15.5]",
          "\"15.5\"" MULTIPLE_HELP),
    FAULT("halves downward", "uth-cn", "preflop: [3, 4]", "preflop: [2, ^1.5]",
          "1.5 does not come after 2; list bet sizes upward, each once"),
    FAULT("eight Antes beside a half", "uth-cn", "preflop: [3, 4]", "preflop: ^[1.5, 8]",
          "where a bet has a half, no bet is above 7.5 Antes; lower it or make all of them whole"),

    /* Dealers who do not qualify */
    FAULT("an unknown wager of a dealer who does not qualify", "uth-cn", "hand_limit: none",
          "dealer_not_qualified: {^trips: push}\nhand_limit: none",
          "unknown key \"trips\"; allowed here: play, ante, blind"),
    FAULT("an unknown rule for a dealer who does not qualify", "uth-cn", "hand_limit: none",
          "dealer_not_qualified: {play: ^lose}\nhand_limit: none",
          "unknown rule for a dealer who does not qualify \"lose\"; allowed here: as usual, push, "
          "pay"),

    /* Sets of wagers */
    FAULT("forfeit of the Ante", "uth-cn", "[trips, progressive]", "[trips, ^ante]",
          "unknown wager \"ante\"; allowed here: trips, progressive"),
    FAULT("forfeit twice", "uth-cn", "[trips, progressive]", "[trips, ^trips]",
          "\"trips\" is listed twice; remove one"),
    FAULT("progressive alone", "uth-cn", "alone: [trips]", "alone: [^progressive]",
          "unknown wager \"progressive\"; allowed here: trips"),

    /* Hands */
    FAULT("qualifying with no hand", "uth-cn", "dealer_qualifies: pair", "dealer_qualifies: ^pear",
          "\"pear\"" QUALIFY_HELP),
    FAULT("qualifying with no rank", "uth-cn", "dealer_qualifies: pair",
          "dealer_qualifies: ^one high", "\"one high\"" QUALIFY_HELP),
    FAULT("qualifying with a hand that cannot be", "uth-cn", "dealer_qualifies: pair",
          "dealer_qualifies: ^six high", "\"six high\"" QUALIFY_HELP),
    FAULT("qualifying with a hand of five cards", "tcp-cn", "dealer_qualifies: queen high",
          "dealer_qualifies: ^two pair", "\"two pair\"" QUALIFY_HELP),
    FAULT("Ante paid from no hand", "pg-flush", "ante_pays_from: flush", "ante_pays_from: ^flash",
          "unknown hand \"flash\"; did you mean \"flush\"? Allowed here: " HANDS),
    FAULT("unknown hand in a table", "uth-cn", "full house: 3", "^fullhouse: 3",
          "unknown hand \"fullhouse\"; did you mean \"full house\"? Allowed here: " HANDS),
    FAULT("royal flush of three cards", "tcp-cn", "straight flush: 5 to 1", "^royal flush: 5 to 1",
          "unknown hand \"royal flush\"; allowed here: straight flush, three of a kind, straight, "
          "flush, pair, high card"),
    FAULT("a gap in a table", "uth-cn", "    four of a kind: 10 to 1\n    full house: 3 to 1",
          "    ^full house: 3 to 1", "\"full house\" stands where \"four of a kind\"" ORDER_HELP),
    FAULT("five-card order in a three-card table", "tcp-cn",
          "three of a kind: 30 to 1\n    straight: 6 to 1\n    flush: 3 to 1",
          "^flush: 6 to 1\n    straight: 3 to 1",
          "\"flush\" stands where \"three of a kind\"" ORDER_HELP),
    FAULT("a table without hands", "tcp-cn",
          "                 # TC l, TCP-6; win or lose, unless folded\n"
          "    straight flush: 5 to 1\n    three of a kind: 4 to 1\n    straight: 1 to 1",
          " ^{}", "\"ante_bonus\" pays no hand; list hands from the best"),
    FAULT_AT("a missing table", "uth-cn", "  trips:                      #",
             "  trops:                      #",
             "unknown key \"trops\"; did you mean \"trips\"? Allowed here: blind, trips", "trops:"),
    FAULT("pairs that do not follow", "ms-rp", "    pair of sixes to tens: push",
          "    ^pair of sixes to nines: push",
          "\"pair of sixes to nines\" does not follow; the highest pair that is not paid yet is a "
          "pair of tens"),
    FAULT("pairs upside down", "ms-rp", "    pair of sixes to tens: push",
          "    ^pair of aces to tens: push",
          "\"pair of aces to tens\" does not follow; the highest pair that is not paid yet is a "
          "pair of tens"),
    FAULT("pairs before their category", "lir-rp", "    two pair: 2 to 1",
          "    ^pair of aces: 2 to 1",
          "\"pair of aces\" stands where \"two pair\" is expected; list hands from the best "
          "downward and leave none out"),
    FAULT("pairs that nobody knows", "lir-rp", "pair of tens or better", "^pair of ten or better",
          "\"pair of ten or better\" names no pairs; write it like pair of aces, pair of tens or "
          "better, or pair of sixes to tens"),
    FAULT("the rest of a category left out", "lir-rp", "    pair of tens or better: 1 to 1",
          "    pair of tens or better: 1 to 1\n    ^high card: push",
          "\"high card\" stands where \"pair\" is expected; list hands from the best downward and "
          "leave none out"),
    FAULT("a hand after all hands", "lir-rp", "    pair of tens or better: 1 to 1",
          "    pair of twos or better: 1 to 1\n    high card: push\n    ^pair: push",
          "\"pair\" comes after the last hand; remove it"),
    FAULT("too many parts", "lir-rp", "    pair of tens or better: 1 to 1",
          "    pair of aces: 1 to 1\n    pair of kings: 1 to 1\n    pair of queens: 1 to 1\n"
          "    pair of jacks: 1 to 1\n    ^pair of tens: 1 to 1",
          "more than 4 parts of hands; remove some"),
    FAULT("a part that pays more", "ms-rp", "pair of sixes to tens: push",
          "pair of sixes to tens: ^2 to 1",
          "\"pair of sixes to tens\" pays more than the better hand above it" MORE_HELP),
    FAULT("parts where only categories are paid", "uth-cn", "    straight: 1 to 1",
          "    straight: 1 to 1\n    three of a kind: 1 to 1\n    two pair: 1 to 1\n"
          "    ^pair of aces: 1 to 1",
          "unknown hand \"pair of aces\"; allowed here: " HANDS),
    FAULT("a pay that returns where none may", "uth-cn", "    straight: 1 to 1",
          "    straight: ^push",
          "\"push\" is not a pay; write it like 3 to 2, with whole numbers "
          "from 1 to 1000000"),
    FAULT("pays without a common denominator", "uth-cn", "    straight: 1 to 1",
          "    straight: ^1 to 999983",
          "the pays down to this one have no common denominator up to 1000000; write them in parts "
          "of one number"),
    FAULT("no pay and no push", "lir-rp", "pair of tens or better: 1 to 1",
          "pair of tens or better: ^0 to 1", "\"0 to 1\"" RATIO_HELP ", or push"),
    FAULT("the best hand after its category", "lir-rp",
          "    mini royal: 50 to 1       # suited A-K-Q\n    straight flush: 40 to 1",
          "    straight flush: 40 to 1\n    ^mini royal: 40 to 1",
          "\"mini royal\" stands where \"three of a kind\" is expected; list hands from the best "
          "downward and leave none out"),
    FAULT("ties", "fcp-rp", "ties: win", "ties: ^lose",
          "unknown value \"lose\"; allowed here: push, win"),
    FAULT("bets in a game that only takes them back", "lir-rp", "\nhand_limit:",
          "\n^bets: {first: [1]}\nhand_limit:", "\"bets\" is not for the game lir; remove it"),
    FAULT("folding in a game without", "lir-rp",
          "\nhand_limit:", "\n^fold_forfeits: []\nhand_limit:",
          "\"fold_forfeits\" is not for the game lir; remove it"),
    FAULT("a discard in another game", "ms-rp", "burn: no", "^discard: no\n  burn: no",
          "\"discard\" is not for the game ms; remove it"),
    FAULT("a better hand that pays less", "uth-cn", "four of a kind: 10 to 1",
          "four of a kind: ^101 to 2",
          "\"four of a kind\" pays more than the better hand above it" MORE_HELP),
    FAULT("a pay with a colon", "uth-cn", "flush: 3 to 2", "flush: ^3:2", "\"3:2\"" RATIO_HELP),
    FAULT("a pay that returns no wager", "uth-cn", "flush: 3 to 2", "flush: ^3 for 1",
          "\"3 for 1\"" RATIO_HELP),
    FAULT("a pay of nothing", "uth-cn", "flush: 3 to 2", "flush: ^0 to 1", "\"0 to 1\"" RATIO_HELP),
    FAULT("a pay for nothing", "uth-cn", "flush: 3 to 2", "flush: ^3 to 0",
          "\"3 to 0\"" RATIO_HELP),
    FAULT("a pay with decimals", "uth-cn", "flush: 3 to 2", "flush: ^1.5 to 1",
          "\"1.5 to 1\"" RATIO_HELP),
    FAULT("a pay too large", "uth-cn", "royal flush: 500 to 1", "royal flush: ^1000001 to 1",
          "\"1000001 to 1\"" RATIO_HELP),

    /* Money, payment, console */
    FAULT("money finer than a cent", "uth-rp", "hand_limit: 50000", "hand_limit: ^50000.001",
          "\"50000.001\" is finer than a cent; write an amount such as 10 or 10.00, or none"),
    FAULT("negative money", "uth-rp", "hand_limit: 50000", "hand_limit: ^-1",
          "\"-1\" is negative; write an amount such as 10 or 10.00, or none"),
    FAULT("money with a sign of currency", "uth-rp", "hand_limit: 50000", "hand_limit: ^$50,000",
          "\"$50,000\" is not an amount; write it as \"10\" or \"10.00\", or none"),
    FAULT("aggregate limit of zero", "pg-flush", "aggregate_limit: none", "aggregate_limit: ^0",
          "\"aggregate_limit\" is zero; write none, or an amount above it"),
    FAULT("compliance check twice", "uth-cn", "ofac,", "^title 31,",
          "\"title 31\" is listed twice; remove one"),
    FAULT("nine compliance checks", "uth-cn", "[title 31, ofac, patron record]",
          "^[a, b, c, d, e, f, g, h, i]", "more than 8 checks; remove some"),
    FAULT("compliance check too long", "uth-cn", "ofac,", "^a1234567890123456789012345678901,",
          "\"a1234567890123456789012345678901...\" has more than 31 bytes; shorten it"),
    FAULT("start button", "uth-cn", "start: Start Game", "start: ^start game",
          "unknown button \"start game\"; did you mean \"Start Game\"? Allowed here: Start Game, "
          "COIN "
          "IN"),
};

int main(void)
{
    return rules_faults_run("rules faults", NULL, 0, faults, COUNT(faults));
}
