/* Every fault in a rules file is found, placed and explained; what is accepted means what it says.
 */
#include "games/game.h"

#include <croupier/rules.h>

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>
#include <sodium.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* Slots in the order of the games. */
enum { UTH_ANTE = 1, UTH_BLIND, UTH_TRIPS, TCP_PAIR_PLUS = 3 };

static struct cr_rules load_rules(const char *name)
{
    struct cr_rules rules;
    struct cr_err err = {0};
    if (cr_rules_load(name, &rules, &err) != CR_OK)
        fail_msg("%s", err.text);
    return rules;
}

/* ---- Faults ---- */

/* The shipped file with its first old replaced by new; the caller frees it. */
static char *replaced(const char *shipped, const char *old, const char *new)
{
    const struct cr_shipped *file = cr_shipped_find(shipped);
    assert_non_null(file);
    const char *at = strstr(file->text, old);
    if (!at)
        fail_msg("%s does not contain \"%s\"", shipped, old);
    const size_t head = (size_t)(at - file->text);
    char *text = malloc(file->len + strlen(new) + 1);
    assert_non_null(text);
    memcpy(text, file->text, head);
    strcpy(text + head, new);
    strcat(text, at + strlen(old));
    return text;
}

/* Parses text that must fail: *out stays as it was. */
static void parse_fault(bool is_progressive, const char *text, size_t len, struct cr_err *err)
{
    union {
        struct cr_rules rules;
        struct cr_progressive progressive;
        unsigned char bytes[sizeof(struct cr_rules)];
    } out;
    memset(&out, 0xa5, sizeof out);
    err->code = 0;
    int rc = is_progressive ? cr_progressive_parse("t.yaml", text, len, &out.progressive, err)
                            : cr_rules_parse("t.yaml", text, len, &out.rules, err);
    if (rc == CR_OK)
        fail_msg("accepted:\n%.*s", (int)len, text);
    assert_int_equal(rc, CR_E_INPUT);
    assert_int_equal(err->code, rc);
    for (size_t i = 0; i < sizeof out.bytes; i++)
        assert_int_equal(out.bytes[i], 0xa5);
    rc = is_progressive ? cr_progressive_parse("t.yaml", text, len, &out.progressive, NULL)
                        : cr_rules_parse("t.yaml", text, len, &out.rules, NULL);
    assert_int_equal(rc, CR_E_INPUT);
}

struct fault {
    const char *name;    /* of the test */
    const char *shipped; /* the file to spoil */
    const char *old;     /* this text in it … */
    const char *new;     /* … becomes this one. A ^ marks where the fault must be shown, */
    const char *message;
    const char *at; /* unless it is somewhere else: the first place of this text */
};

static void fault_is_placed_and_explained(void **state)
{
    const struct fault *f = *state;
    char *text = replaced(f->shipped, f->old, f->new);
    char *at = strstr(text, f->at ? f->at : "^");
    assert_non_null(at);
    if (!f->at)
        memmove(at, at + 1, strlen(at));
    unsigned line = 1, column = 1;
    for (const char *c = text; c < at; c++) {
        line += *c == '\n';
        column = *c == '\n' ? 1 : column + 1;
    }
    char expected[2 * CR_ERR_TEXT_MAX];
    snprintf(expected, sizeof expected, "t.yaml:%u:%u: %s", line, column, f->message);
    struct cr_err err;
    parse_fault(cr_shipped_find(f->shipped)->is_progressive, text, strlen(text), &err);
    free(text);
    assert_string_equal(err.text, expected);
}

#define HANDS                                                                                      \
    "royal flush, straight flush, four of a kind, full house, flush, straight, three of a kind, "  \
    "two pair, pair, high card"
#define NAME_HELP "; use a to z, 0 to 9, - and _, a letter first, at most 31 characters"
#define QUALIFY_HELP                                                                               \
    " is no hand of this game to qualify with; write always, a hand such as pair or flush, or "    \
    "like \"queen high\" or \"pair of eights\""
#define RATIO_HELP    " is not a pay; write it like 3 to 2, with whole numbers from 1 to 1000000"
#define SHARE_HELP    " is not a percentage from 0% to 100%; write it like 12.5%, with at most "
#define MULTIPLE_HELP " is no bet size; write how many Antes, from 1 to 15"
#define AWARD_HELP                                                                                 \
    " is no award; write 100% (of the meter), 500 (an amount) or 50 for 1 (times the bet)"
#define ORDER_HELP " is expected; list hands from the best downward and leave none out"
#define MORE_HELP  "; lower it or raise the other"

#define FAULT(name, shipped, old, new, message)                                                    \
    {                                                                                              \
        name, shipped, old, new, message, NULL                                                     \
    }
#define FAULT_AT(name, shipped, old, new, message, at)                                             \
    {                                                                                              \
        name, shipped, old, new, message, at                                                       \
    }

static const struct fault faults[] = {
    /* Keys */
    FAULT("unknown key, near one", "uth-cn", "\nhouse:", "\n^hause:",
          "unknown key \"hause\"; did you mean \"house\"? Allowed here: rules, game, title, house, "
          "progressive, seats, limits, deal, bets, fold_forfeits, alone, dealer_qualifies, "
          "hand_limit, "
          "pays, payment, console"),
    FAULT("unknown key, near none", "pg-flush", "\nconsole:", "\n^colour: red\nconsole:",
          "unknown key \"colour\"; allowed here: rules, game, title, house, progressive, seats, "
          "limits, "
          "deal, bets, fold_forfeits, ante_pays_from, aggregate_limit, payment, console"),
    FAULT("unknown key below", "uth-cn", "one_hand: no", "^onehand: no",
          "unknown key \"onehand\"; did you mean \"one_hand\"? Allowed here: hands_per_patron, "
          "one_hand"),
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
          "ante_pays_from, hand_limit, aggregate_limit, pays, payment, console"),
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

    /* Heads */
    FAULT("name with a capital", "uth-cn", "rules: uth-cn", "rules: ^Uth-cn",
          "\"Uth-cn\" cannot be a name" NAME_HELP),
    FAULT("name too long", "uth-cn", "rules: uth-cn", "rules: ^a1234567890123456789012345678901",
          "\"a1234567890123456789012345678901\" cannot be a name" NAME_HELP),
    FAULT("title too long", "uth-cn", "title: ",
          "title: ^1234567890123456789012345678901234567890123456789012345678901234567890 ",
          "\"1234567890123456789012345678901234567890...\" has more than 95 bytes; shorten it"),
    FAULT("unknown game", "uth-cn", "game: uth", "game: ^utx",
          "unknown game \"utx\"; did you mean \"uth\"? Allowed here: pg, uth, tcp"),
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
          "unknown value \"third base\"; allowed here: first base, action button"),
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
    FAULT("two sizes of a plain bet", "pg-flush", "turn: [1]", "turn: ^[1, 2]",
          "\"turn\" takes one bet size; write it like [1]"),
    FAULT("two sizes of Play", "tcp-cn", "play: [1]", "play: ^[1, 2]",
          "\"play\" takes one bet size; write it like [1]"),
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

    /* Progressives */
    FAULT("unknown key of a progressive", "cn", "\nhouse_share:", "\n^house share:",
          "unknown key \"house share\"; did you mean \"house_share\"? Allowed here: progressive, "
          "title, "
          "house, bet, house_share, meters, awards"),
    FAULT_AT("missing key of a progressive", "cn", "bet: 1", "", "\"bet\" is missing; add bet: 1",
             "progressive: cn\n"),
    FAULT("bet of nothing", "cn", "bet: 1", "bet: ^0.00",
          "\"bet\" is zero; write an amount above it"),
    FAULT("share without a percent sign", "cn", "house_share: 75%", "house_share: ^0.75",
          "\"0.75\"" SHARE_HELP "7 decimals"),
    FAULT("share above all", "cn", "house_share: 75%", "house_share: ^100.0000001%",
          "\"100.0000001%\"" SHARE_HELP "7 decimals"),
    FAULT("share with eight decimals", "cn", "house_share: 75%", "house_share: ^75.00000001%",
          "\"75.00000001%\"" SHARE_HELP "7 decimals"),
    FAULT("share that ends in a point", "cn", "house_share: 75%", "house_share: ^75.%",
          "\"75.%\"" SHARE_HELP "7 decimals"),
    FAULT("shares that make less than all", "cn", "house_share: 75%", "house_share: ^74.9999999%",
          "the house share and all shares and reserves of the meters add up to 99.9999999%; change "
          "them "
          "to make exactly 100%"),
    FAULT_AT(
        "shares that make more than all", "cn", "mega: {share: 14%", "mega: {share: 14.5%",
        "the house share and all shares and reserves of the meters add up to 100.5000000%; change "
        "them to make exactly 100%",
        "75%"),
    FAULT(
        "meter called tray", "rp", "  jackpot: {share", "  ^tray: {share",
        "a meter cannot be called tray, which is where awards come from that are not off a meter; "
        "choose another name"),
    FAULT("meter's name", "rp", "  jackpot: {share", "  ^Jackpot: {share",
          "\"Jackpot\" cannot be the name of a meter" NAME_HELP),
    FAULT("meter without seed", "rp", "{share: 18%, reserve: 5%, seed: 10000,",
          "^{share: 18%, reserve: 5%,", "\"seed\" is missing; add seed: 10000"),
    FAULT("limit below the seed", "rp", "seed: 10000, limit: none", "seed: 10000, limit: ^9999.99",
          "the limit is below the seed; raise it or lower the seed"),
    FAULT_AT("meter without an award", "cn", "four of a kind: {pays: 100%, from: minor",
             "four of a kind: {pays: 100%, from: major",
             "no award comes from the meter \"minor\", so its money can never be won; add one with "
             "from: "
             "minor, or remove the meter",
             "minor:"),
    FAULT_AT("reserve that never moves", "ptha-2", "royal flush: {pays: 100%",
             "royal flush: {pays: 99%",
             "a reserve moves to its meter at a 100% award, and \"jackpot\" has none; write 0%, or "
             "let the "
             "best hand pay 100%",
             "15%"),
    FAULT("award without a source", "cn", "{pays: 50 for 1, from: tray,", "^{pays: 50 for 1,",
          "\"from\" is missing; add from: tray, or the name of a meter"),
    FAULT(
        "award from an unknown meter", "cn", "from: minor", "from: ^miner",
        "unknown meter \"miner\"; did you mean \"minor\"? Allowed here: mega, major, minor, tray"),
    FAULT("percentage of the tray", "cn", "{pays: 50 for 1, from: tray", "{pays: 5%, from: ^tray",
          "the tray has no amount to take a percentage of; name a meter, or let it pay a fixed "
          "amount"),
    FAULT("award of no percent", "cn", "pays: 100%, from: minor", "pays: ^0.0%, from: minor",
          "0% pays nothing; write a larger share"),
    FAULT("award of too much", "cn", "pays: 100%, from: minor", "pays: ^101%, from: minor",
          "\"101%\"" SHARE_HELP "4 decimals"),
    FAULT("award too fine", "cn", "pays: 100%, from: minor", "pays: ^1.00001%, from: minor",
          "\"1.00001%\"" SHARE_HELP "4 decimals"),
    FAULT("award of nothing", "cn", "pays: 50 for 1", "pays: ^0", "\"0\"" AWARD_HELP),
    FAULT("award to one", "cn", "pays: 50 for 1", "pays: ^50 to 1", "\"50 to 1\"" AWARD_HELP),
    FAULT("award of zero for one", "cn", "pays: 50 for 1", "pays: ^0 for 1",
          "\"0 for 1\"" AWARD_HELP),
    FAULT("better hand of a fixed award pays less", "ptha-2", "pays: 100, from",
          "pays: ^500.01, from",
          "\"full house\" pays more than the better hand \"four of a kind\"" MORE_HELP),
    FAULT("better hand across the tray pays less", "ptha-2", "pays: 10, from: tray",
          "pays: ^50.01, from: tray",
          "\"straight\" pays more than the better hand \"flush\"" MORE_HELP),
    FAULT("better hand of a percentage pays less", "ptha-2", "pays: 500, from",
          "pays: ^10.5%, from",
          "\"four of a kind\" pays more than the better hand \"straight flush\"" MORE_HELP),
    FAULT("awards that do not start at the top", "cn", "royal flush: {pays", "^pair: {pays",
          "\"pair\" stands where \"royal flush\"" ORDER_HELP),
    FAULT("key of an award", "cn", "key: high, envy: 300", "key: ^hi, envy: 300",
          "unknown jackpot key \"hi\"; allowed here: none, low, high"),
    FAULT("envy of nothing", "cn", "envy: 300", "envy: ^0",
          "\"envy\" is zero; write none, or an amount above it"),

    /* YAML that is more than plain */
    FAULT("key twice", "uth-cn", "\nhouse:", "\n^title: x\nhouse:",
          "the key \"title\" is already on line 7; keep one of the two"),
    FAULT("anchor", "uth-cn", "game: uth", "game: ^&a uth",
          "anchors (&) are not taken; write the value out"),
    FAULT("alias", "uth-cn", "game: uth", "game: ^*a",
          "aliases (*) are not taken; write the value out"),
    FAULT("tag", "uth-cn", "game: uth", "game: ^!!str uth",
          "tags (!) are not taken; write the plain value"),
    FAULT("tag of a list", "uth-cn", "alone: [trips]", "alone: ^!x [trips]",
          "tags (!) are not taken; write the plain value"),
    FAULT("merge key", "uth-cn", "game: uth", "^<<: {game: uth}",
          "merge keys (<<) are not taken; write the keys out"),
    FAULT("complex key", "uth-cn", "game: uth", "? ^[a, b]\n: c",
          "a list or map stands where a key is expected; write a plain key followed by a colon"),
    FAULT("empty key", "uth-cn", "game: uth", "^\"\": uth",
          "an empty key; write a name before the colon"),
    FAULT("second document", "uth-cn",
          "\nconsole:", "\n^---\nconsole:", "a second document starts here; keep one to a file"),
    FAULT("text of several lines", "uth-cn", "title: Ultimate Texas Hold'em Progressive",
          "title: ^|\n  one\n  two",
          "a line break or a control character inside a text; write it on one line in plain "
          "characters"),
    FAULT("escaped control character", "uth-cn", "title: Ultimate Texas Hold'em Progressive",
          "title: ^\"a\\e[2J\"",
          "a line break or a control character inside a text; write it on one line in plain "
          "characters"),
    FAULT("escaped C1 character", "uth-cn", "title: Ultimate Texas Hold'em Progressive",
          "title: ^\"a\\x9b2J\"",
          "a line break or a control character inside a text; write it on one line in plain "
          "characters"),
    FAULT("tab for indentation", "uth-cn", "\n  one_hand: no", "\n^\tone_hand: no",
          "not YAML: found character that cannot start any token; check indentation, colons, "
          "brackets "
          "and quotes up to here"),
    FAULT("nesting too deep", "uth-cn", "game: uth", "game: [[[[[[[^[x]]]]]]]]",
          "nested deeper than 8 levels; rules need no more than four"),
    FAULT("bytes that are not UTF-8", "uth-cn", "title: Ult", "title: ^\xff\xfe",
          "not plain UTF-8 text: invalid leading UTF-8 octet; save the file as UTF-8"),
};

/* ---- Faults of whole files ---- */

static void assert_fault(const char *text, size_t len, const char *message)
{
    struct cr_err err;
    parse_fault(false, text, len, &err);
    assert_string_equal(err.text, message);
    parse_fault(true, text, len, &err);
    assert_string_equal(err.text, message);
}

static void files_without_rules(void **state)
{
    (void)state;
    static const char empty[] = "t.yaml:1:1: the file is empty; start from a shipped one (croupier "
                                "rules list)";
    assert_fault("", 0, empty);
    assert_fault(NULL, 0, empty);
    assert_fault("# nothing\n", 10, empty);
    assert_fault("\xef\xbb\xbf", 3, empty);
    static const char no_keys[] = "the file must consist of keys and values; start from a shipped "
                                  "one (croupier rules list)";
    char message[CR_ERR_TEXT_MAX];
    snprintf(message, sizeof message, "t.yaml:1:1: %s", no_keys);
    assert_fault("hello", 5, message);
    assert_fault("[a, b]", 6, message);
    snprintf(message, sizeof message, "t.yaml:2:1: %s", no_keys);
    assert_fault("---", 3, message);
    assert_fault("%YAML 1.1\n---\na: b\n", 19,
                 "t.yaml:1:1: directives (%) are not taken; remove the line");
    assert_fault("a: b\n\xff\xfe", 7,
                 "t.yaml:2:1: not plain UTF-8 text: invalid leading UTF-8 octet; save the file as "
                 "UTF-8");
    assert_fault("\xff\xfe"
                 "a\0:\0",
                 6,
                 "t.yaml:1:1: not plain UTF-8 text: invalid leading UTF-8 octet; save the file as "
                 "UTF-8");
    assert_fault("a\0b", 3,
                 "t.yaml:1:2: not plain UTF-8 text: control characters are not allowed; save the "
                 "file as UTF-8");
}

static void files_too_large(void **state)
{
    (void)state;
    const size_t len = 65537;
    char *text = malloc(len);
    assert_non_null(text);
    memset(text, '#', len);
    assert_fault(text, len,
                 "t.yaml:1:1: larger than 65536 bytes, the most that is read; shorten it");
    assert_fault(text, len - 1,
                 "t.yaml:1:1: the file is empty; start from a shipped one (croupier rules list)");
    /* 1,999 items, the list and the root are one node too many. */
    strcpy(text, "a:\n");
    for (unsigned i = 0; i < 1999; i++)
        strcat(text, "- x\n");
    assert_fault(text, strlen(text), "t.yaml:2000:3: more than 2000 values; shorten the file");
    free(text);
}

static void hostile_files(void **state)
{
    (void)state;
    static const char *const starts[] = {"[", "{",   "{a: ", "- ",  "? ", "\"",
                                         "'", "&a ", "a: ",  "!",   "|",  ">",
                                         "%", "*",   "\\",   "-\t", "{[", "a:\n- "};
    const size_t len = 60000;
    char *text = malloc(len + 16);
    assert_non_null(text);
    for (size_t i = 0; i < COUNT(starts); i++) {
        size_t at = 0;
        for (; at < len; at += strlen(starts[i]))
            strcpy(text + at, starts[i]);
        struct cr_err err;
        parse_fault(false, text, at, &err);
        parse_fault(true, text, at, &err);
        assert_memory_equal(err.text, "t.yaml:", 7);
    }
    free(text);
}

/* Every beginning of a shipped file is rejected or, where only a comment is cut off, equal to it.
 */
static void cut_files(void **state)
{
    (void)state;
    const struct cr_shipped *file = cr_shipped_find("uth-cn");
    for (size_t len = 0; len < file->len; len += 3) {
        struct cr_rules rules;
        struct cr_err err = {0};
        if (cr_rules_parse("t.yaml", file->text, len, &rules, &err) != CR_OK)
            assert_memory_equal(err.text, "t.yaml:", 7);
        else
            assert_string_equal(rules.start_button, "Start Game");
    }
}

static void meters_none_and_five(void **state)
{
    (void)state;
    static const struct {
        const char *meters, *message;
    } cases[] = {
        {"{}", "t.yaml:6:9: 0 meters; list one to 4"},
        {"{a: 1, b: 1, c: 1, d: 1, e: 1}", "t.yaml:6:9: 5 meters; list one to 4"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        char text[256];
        snprintf(text, sizeof text,
                 "progressive: x\ntitle: x\nhouse: x\nbet: 1\nhouse_share: 100%%\nmeters: %s\n"
                 "awards: {}\n",
                 cases[i].meters);
        struct cr_err err;
        parse_fault(true, text, strlen(text), &err);
        assert_string_equal(err.text, cases[i].message);
    }
}

static void award_larger_than_money(void **state)
{
    (void)state;
    char *text = replaced("cn", "bet: 1 ", "bet: 1000000000 ");
    struct cr_err err;
    parse_fault(true, text, strlen(text), &err);
    assert_non_null(strstr(err.text, ": 50 times the bet is more than 1,000,000,000.00; lower it"));
    free(text);
}

/* ---- What is accepted ---- */

static void accept_rules(const char *shipped, const char *old, const char *new,
                         struct cr_rules *out)
{
    char *text = replaced(shipped, old, new);
    struct cr_err err = {0};
    if (cr_rules_parse("t.yaml", text, strlen(text), out, &err) != CR_OK)
        fail_msg("%s", err.text);
    free(text);
}

static void posted_limits(void **state)
{
    (void)state;
    struct cr_rules rules;
    accept_rules(
        "uth-cn", "\ndeal:",
        "\nlimits: {ante: {min: 10, max: 500.50}, trips: {min: none, max: 25}}\ndeal:", &rules);
    assert_int_equal(rules.limits[UTH_ANTE].min.micro, INT64_C(10) * CR_MICRO_PER_UNIT);
    assert_int_equal(rules.limits[UTH_ANTE].max.micro, INT64_C(500500000));
    assert_int_equal(rules.limits[UTH_BLIND].max.micro, 0);
    assert_int_equal(rules.limits[UTH_TRIPS].min.micro, 0);
    assert_int_equal(rules.limits[UTH_TRIPS].max.micro, INT64_C(25) * CR_MICRO_PER_UNIT);
}

/* What the comments of a shipped file tell a reader to uncomment must work. */
static void commented_limits_work(void **state)
{
    (void)state;
    const struct cr_shipped *file;
    for (size_t i = 0; (file = cr_shipped_at(i)) && !file->is_progressive; i++) {
        struct cr_rules rules;
        struct cr_err err = {0};
        char *text = replaced(file->name, "# limits:", "limits:");
        char *line;
        while ((line = strstr(text, "\n#   ")))
            memmove(line + 1, line + 2, strlen(line + 1));
        if (cr_rules_parse(file->name, text, strlen(text), &rules, &err) != CR_OK)
            fail_msg("%s", err.text);
        assert_int_equal(rules.limits[rules.game->ante].min.micro, INT64_C(10) * CR_MICRO_PER_UNIT);
        free(text);
    }
}

static void qualifying_hands(void **state)
{
    (void)state;
    /* 220 kickers to a pair of five cards, 12 to one of three; 112 hands of three below Q-3-2. */
    static const struct {
        const char *text;
        uint16_t five, three; /* 0: no such hand */
    } cases[] = {
        {"always", 7462, 741},         {"high card", 7462, 741},    {"pair", 6185, 467},
        {"two pair", 3325, 0},         {"flush", 1599, 311},        {"straight", 1609, 37},
        {"pair of eights", 4865, 395}, {"pair of aces", 3545, 323}, {"pair of twos", 6185, 467},
        {"ace high", 6678, 531},       {"queen high", 7216, 629},   {"seven high", 7462, 734},
        {"five high", 0, 741},         {"four high", 0, 0},
    };
    for (size_t i = 0; i < COUNT(cases); i++)
        for (unsigned three = 0; three < 2; three++) {
            const uint16_t expected = three ? cases[i].three : cases[i].five;
            char line[64];
            snprintf(line, sizeof line, "dealer_qualifies: %s", cases[i].text);
            char *text =
                replaced(three ? "tcp-cn" : "uth-cn",
                         three ? "dealer_qualifies: queen high" : "dealer_qualifies: pair", line);
            struct cr_rules rules;
            rules.qualifying_rank = 0;
            cr_rules_parse("t.yaml", text, strlen(text), &rules, NULL);
            if (rules.qualifying_rank != expected)
                fail_msg("%s: %u, not %u", line, rules.qualifying_rank, expected);
            free(text);
        }
}

static void whole_tables(void **state)
{
    (void)state;
    struct cr_rules rules;
    accept_rules("tcp-cn", "    pair: 1 to 1", "    pair: 1 to 1\n    high card: 1 to 1000000",
                 &rules);
    assert_int_equal(rules.pays[TCP_PAIR_PLUS].pays[CR_HIGH_CARD].den, 1000000);
    accept_rules("uth-cn", "    straight: 1 to 1",
                 "    straight: 1 to 1\n    three of a kind: 1 to 1\n    two pair: 1 to 2\n"
                 "    pair: 1 to 3\n    high card: 1 to 4",
                 &rules);
    assert_int_equal(rules.pays[UTH_BLIND].pays[CR_HIGH_CARD].den, 4);
}

static void own_progressive_of_the_house(void **state)
{
    (void)state;
    struct cr_rules rules;
    accept_rules("uth-cn", "progressive: cn", "progressive: ./ours.yaml", &rules);
    assert_string_equal(rules.progressive, "./ours.yaml");
    accept_rules("uth-cn", "progressive: cn", "progressive: none", &rules);
    assert_string_equal(rules.progressive, "");
}

static void fine_shares_and_limits(void **state)
{
    (void)state;
    char *text = replaced("rp", "77%\nmeters:", "76.9999999%\nmeters:");
    char *share = strstr(text, "18%, reserve: 5%, seed: 10000, limit: none");
    assert_non_null(share);
    char *rest = malloc(strlen(text) + 64);
    assert_non_null(rest);
    snprintf(rest, strlen(text) + 64, "%.*s18.0000001%%, reserve: 5%%, seed: 10000, limit: 10000%s",
             (int)(share - text), text,
             share + strlen("18%, reserve: 5%, seed: 10000, limit: none"));
    struct cr_progressive p;
    struct cr_err err = {0};
    if (cr_progressive_parse("t.yaml", rest, strlen(rest), &p, &err) != CR_OK)
        fail_msg("%s", err.text);
    assert_int_equal(p.house_share, 769999999);
    assert_int_equal(p.meters[0].share, 180000001);
    assert_true(p.meters[0].has_limit);
    assert_int_equal(p.meters[0].limit.micro, INT64_C(10000) * CR_MICRO_PER_UNIT);
    free(rest);
    free(text);
}

static void quoted_and_flow_values_are_the_same(void **state)
{
    (void)state;
    struct cr_rules rules;
    accept_rules("uth-cn", "title: Ultimate Texas Hold'em Progressive", "title: \"\\u2660 Ours\"",
                 &rules);
    assert_string_equal(rules.title, "\xe2\x99\xa0 Ours");
    accept_rules("uth-cn", "alone: [trips]", "alone:\n  - 'trips'", &rules);
    assert_int_equal(rules.alone, 1u << UTH_TRIPS);
}

static void files_edited_on_windows(void **state)
{
    (void)state;
    const struct cr_shipped *file = cr_shipped_find("uth-cn");
    char *text = malloc(2 * file->len + 4);
    assert_non_null(text);
    strcpy(text, "\xef\xbb\xbf");
    size_t len = 3;
    for (size_t i = 0; i < file->len; i++) {
        if (file->text[i] == '\n')
            text[len++] = '\r';
        text[len++] = file->text[i];
    }
    struct cr_rules rules, shipped = load_rules("uth-cn");
    struct cr_err err = {0};
    if (cr_rules_parse("t.yaml", text, len, &rules, &err) != CR_OK)
        fail_msg("%s", err.text);
    free(text);
    memcpy(rules.hash, shipped.hash, sizeof rules.hash);
    assert_memory_equal(&rules, &shipped, sizeof rules);
}

/* ---- Names, paths and hashes ---- */

static void hash_is_blake2b_of_the_bytes(void **state)
{
    (void)state;
    struct cr_rules plain, edited;
    accept_rules("uth-cn", "# House rules", "# House rules", &plain);
    accept_rules("uth-cn", "# House rules", "# house rules", &edited);
    const struct cr_rules shipped = load_rules("uth-cn");
    assert_memory_equal(&plain, &shipped, sizeof plain);
    assert_memory_not_equal(plain.hash, edited.hash, sizeof plain.hash);
    const struct cr_shipped *file = cr_shipped_find("cn");
    unsigned char hash[CR_HASH_BYTES];
    crypto_generichash(hash, sizeof hash, (const unsigned char *)file->text, file->len, NULL, 0);
    struct cr_progressive progressive;
    assert_int_equal(cr_progressive_load("cn", &progressive, NULL), CR_OK);
    assert_memory_equal(progressive.hash, hash, sizeof hash);
}

static void unknown_names_list_what_ships(void **state)
{
    (void)state;
    struct cr_rules rules;
    struct cr_progressive progressive;
    struct cr_err err;
    static const char expected[] =
        "nothing is shipped under the name \"uth\"; choose one of: pg-flush, pg-straight, uth-cn, "
        "uth-rp, tcp-cn, ptha-1, ptha-2, ptha-3, ptha-4, ptha-5, ptha-6, ptha-7, cn, rp; or give "
        "the path of a file, with / in it or ending in .yaml";
    assert_int_equal(cr_rules_load("uth", &rules, &err), CR_E_NOT_FOUND);
    assert_string_equal(err.text, expected);
    assert_int_equal(cr_progressive_load("uth", &progressive, &err), CR_E_NOT_FOUND);
    assert_string_equal(err.text, expected);
    assert_int_equal(cr_rules_load("", &rules, &err), CR_E_NOT_FOUND);
    assert_int_equal(cr_rules_load("cn", &rules, &err), CR_E_INPUT);
    assert_non_null(strstr(err.text, "this is a progressive, not house rules"));
    assert_int_equal(cr_progressive_load("uth-cn", &progressive, &err), CR_E_INPUT);
    assert_non_null(strstr(err.text, "these are house rules, not a progressive"));
}

static void paths(void **state)
{
    (void)state;
    struct cr_rules rules, shipped = load_rules("uth-rp");
    struct cr_err err;
    assert_int_equal(cr_rules_load("/nowhere/x.yaml", &rules, &err), CR_E_NOT_FOUND);
    assert_string_equal(err.text, "/nowhere/x.yaml: cannot be read: No such file or directory; "
                                  "give the path of a YAML file");
    assert_int_equal(cr_rules_load("nowhere.yaml", &rules, &err), CR_E_NOT_FOUND);
    assert_int_equal(cr_rules_load("/", &rules, &err), CR_E_IO);
    assert_int_equal(cr_rules_load("/dev/zero", &rules, &err), CR_E_INPUT);
    assert_string_equal(err.text, "/dev/zero:1:1: larger than 65536 bytes, the most that is "
                                  "read; shorten it");
    char path[] = "/tmp/croupier-rules-XXXXXX";
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    const struct cr_shipped *file = cr_shipped_find("uth-rp");
    assert_int_equal(write(fd, file->text, file->len), file->len);
    close(fd);
    int rc = cr_rules_load(path, &rules, &err);
    unlink(path);
    assert_int_equal(rc, CR_OK);
    assert_memory_equal(&rules, &shipped, sizeof rules);
}

static void long_origins_and_quotes_are_cut_at_characters(void **state)
{
    (void)state;
    char origin[400] = "x";
    for (unsigned i = 0; i < 130; i++)
        strcat(origin, "\xe2\x99\xa0");
    char *text = replaced("uth-cn", "game: uth",
                          "game: a\xe2\x99\xa0\xe2\x99\xa0\xe2\x99\xa0\xe2\x99\xa0\xe2\x99\xa0"
                          "\xe2\x99\xa0\xe2\x99\xa0\xe2\x99\xa0\xe2\x99\xa0\xe2\x99\xa0\xe2\x99\xa0"
                          "\xe2\x99\xa0\xe2\x99\xa0\xe2\x99\xa0\xe2\x99\xa0");
    struct cr_rules rules;
    struct cr_err err;
    assert_int_equal(cr_rules_parse(origin, text, strlen(text), &rules, &err), CR_E_INPUT);
    assert_memory_equal(err.text, "...\xe2\x99\xa0", 6);
    assert_true(strlen(err.text) < CR_ERR_TEXT_MAX - 1);
    assert_non_null(strstr(err.text, "\xe2\x99\xa0\"; allowed here: pg, uth, tcp"));
    free(text);
}

/* ---- Threads ---- */

static void *load_all_many_times(void *start)
{
    size_t *failures = start;
    const size_t first = *failures;
    *failures = 0;
    for (size_t n = 0; n < 56; n++) {
        const struct cr_shipped *file = cr_shipped_at((first + n) % 14);
        struct cr_rules rules;
        struct cr_progressive progressive;
        struct cr_err err;
        int rc = file->is_progressive ? cr_progressive_load(file->name, &progressive, &err)
                                      : cr_rules_load(file->name, &rules, &err);
        *failures += rc != CR_OK;
        *failures += cr_rules_load("nothing", &rules, &err) != CR_E_NOT_FOUND;
    }
    return NULL;
}

static void threads_load_at_once(void **state)
{
    (void)state;
    pthread_t threads[4];
    size_t numbers[COUNT(threads)];
    for (size_t i = 0; i < COUNT(threads); i++) {
        numbers[i] = i * 3;
        assert_int_equal(pthread_create(&threads[i], NULL, load_all_many_times, &numbers[i]), 0);
    }
    for (size_t i = 0; i < COUNT(threads); i++) {
        pthread_join(threads[i], NULL);
        assert_int_equal(numbers[i], 0);
    }
}

static const struct CMUnitTest plain_tests[] = {
    cmocka_unit_test(files_without_rules),
    cmocka_unit_test(files_too_large),
    cmocka_unit_test(hostile_files),
    cmocka_unit_test(cut_files),
    cmocka_unit_test(meters_none_and_five),
    cmocka_unit_test(award_larger_than_money),
    cmocka_unit_test(posted_limits),
    cmocka_unit_test(commented_limits_work),
    cmocka_unit_test(qualifying_hands),
    cmocka_unit_test(whole_tables),
    cmocka_unit_test(own_progressive_of_the_house),
    cmocka_unit_test(fine_shares_and_limits),
    cmocka_unit_test(quoted_and_flow_values_are_the_same),
    cmocka_unit_test(files_edited_on_windows),
    cmocka_unit_test(hash_is_blake2b_of_the_bytes),
    cmocka_unit_test(unknown_names_list_what_ships),
    cmocka_unit_test(paths),
    cmocka_unit_test(long_origins_and_quotes_are_cut_at_characters),
    cmocka_unit_test(threads_load_at_once),
};

int main(void)
{
    struct CMUnitTest tests[COUNT(plain_tests) + COUNT(faults)];
    size_t count = 0;
    for (size_t i = 0; i < COUNT(plain_tests); i++)
        tests[count++] = plain_tests[i];
    for (size_t i = 0; i < COUNT(faults); i++)
        tests[count++] = (struct CMUnitTest){.name = faults[i].name,
                                             .test_func = fault_is_placed_and_explained,
                                             .initial_state = (void *)(uintptr_t)&faults[i]};
    return _cmocka_run_group_tests("rules file", tests, count, NULL, NULL);
}
