/* House rules and progressives: what a YAML file says, as plain values.
 *
 * The file that is analysed is the file that runs and the file that is audited: every part of the
 * system reads rules through these two structs and nothing else, and each carries the hash of the
 * file it came from.
 *
 * The structs are plain memory without ownership: copy them, compare them, keep them on the
 * stack. They are never changed after loading; threads may share them.
 */
#ifndef CROUPIER_RULES_H
#define CROUPIER_RULES_H

#include <croupier/cards.h>
#include <croupier/error.h>
#include <croupier/money.h>

#ifdef __cplusplus
extern "C" {
#endif

#define CR_SEATS      7
#define CR_SLOTS      6  /* places for wagers in front of one seat, at most */
#define CR_STAGES     3  /* decisions a patron makes in one round, at most */
#define CR_METERS     4  /* meters of one progressive */
#define CR_MULTIPLES  15 /* the largest bet, in parts of an Ante: see bet_parts */
#define CR_SIZES_MAX  4  /* sizes of a bet that one decision may offer */
#define CR_HOLE_MAX   5  /* cards of one seat, at most */
#define CR_DEALER_MAX 6
#define CR_BOARD_MAX  5
#define CR_NAME_MAX   32
#define CR_TITLE_MAX  96
#define CR_HASH_BYTES 32

/* PIT-16: how many rules of a game a house may give its own paragraph, and the longest name of
 * one. */
#define CR_PARAGRAPHS    24
#define CR_PARAGRAPH_MAX 32

/* The game itself: what no house can change. See src/game/games/game.h. */
struct cr_game;

/* Wagers live in slots, numbered in the order in which they are paid: uth 0 play, 1 ante, 2 blind,
 * 3 trips, 4 progressive. The game gives the names. NULL past the last slot. */
CR_API const char *cr_slot_name(const struct cr_game *game, unsigned slot);

/* The slot of that name, or CR_SLOTS. */
CR_API unsigned cr_slot_find(const struct cr_game *game, const char *name, size_t len);

/* "pg", "uth", "tcp", "lir", "ms", "fcp"; cards dealt to a seat; cards on the board. */
CR_API const char *cr_game_id(const struct cr_game *game);
CR_API unsigned cr_game_hole_cards(const struct cr_game *game);
CR_API unsigned cr_game_board_cards(const struct cr_game *game);

/* A pay of num to den: num for each den of the stake, on top of the returned stake. With num 0
 * nothing is won: {0, 1} returns the stake, {0, 0} loses it. */
struct cr_ratio {
    int32_t num, den;
};

#define CR_PAY_PARTS 4 /* parts of categories with a pay of their own, in one table */

/* A part of a category that has a pay of its own: the best hand alone, or pairs from one rank to
 * another ("a pair of sixes to tens"). */
struct cr_pay_part {
    uint16_t worst_rank; /* of the worst hand in it; its best hand follows the part before it */
    uint8_t category;    /* enum cr_category */
    uint8_t low, high;   /* ranks of pairs; both CR_RANKS: the best hand of the order alone */
    uint8_t reserved[3]; /* zero: equal files give equal bytes */
    struct cr_ratio pays;
};

struct cr_paytable {
    /* By category: what its hands pay that are in none of the parts below. */
    struct cr_ratio pays[CR_CATEGORIES];
    uint8_t part_count;
    struct cr_pay_part parts[CR_PAY_PARTS]; /* from the best downward */
};

/* Posted limits of a wager. Zero means no limit. */
struct cr_limits {
    struct cr_money min, max;
};

struct cr_deal {
    bool community_first; /* UTH-4: the board is dealt face down before the first hand */
    bool one_at_a_time;   /* PG-2: each hand gets one card a turn, else a whole hand at once */
    bool from_button;     /* PG-2: start at the action button, else at seat 1 */
    bool after_button;    /* PIT-20: with from_button, start at the seat to the button's right */
    bool burn;            /* PG-4: burn one card each time before board cards are dealt */
    bool discard;         /* LIR-2: one more card is discarded unseen after the last of the board */
};

#define CR_COMPLIANCE_MAX 8

/* PIT-20: PG has four orders in which a dealer settles base game and bonus. Seats always go from
 * the dealer's right to left, and no order changes an amount. */
enum cr_pay_order {
    CR_PAY_BASE_FIRST,     /* at each seat the base game, then the progressive */
    CR_PAY_BONUS_FIRST,    /* at each seat the progressive, then the base game */
    CR_PAY_ALL_BASE_FIRST, /* the base game of all seats, then the progressive of all seats */
    CR_PAY_LOSERS_FIRST    /* all losing wagers are collected, then each seat is paid */
};

/* PIT-1: what becomes of a win that was on the table when the system failed. In every case a person
 * decides: with hold and void the claim waits for that ruling, with resume it goes on from where it
 * was. */
enum cr_on_failure { CR_FAILURE_HOLD, CR_FAILURE_VOID, CR_FAILURE_RESUME };

/* PIT-11: what people confirm about a jackpot, in the manual's order. A checklist holds a set of
 * them as bits, 1 << enum cr_check. */
enum cr_check {
    CR_CHECK_HAND,
    CR_CHECK_LEDS,
    CR_CHECK_SHUFFLE,
    CR_CHECK_WAGER,
    CR_CHECK_SEQUENCE,
    CR_CHECK_METER,
    CR_CHECK_DECK,
    CR_CHECK_REPLACED,
    CR_CHECKS
};

/* PIT-11: the checks before the payment of a high jackpot and of a low one; after the payment of
 * either, after that of a royal flush or a straight flush instead, and after an award that needs
 * no key. */
struct cr_checklist {
    uint8_t high, low, after, after_priority, after_no_key;
};

/* How a jackpot is handed over (UTH-17). An amount of zero means that the house has no such
 * threshold. */
struct cr_payment {
    struct cr_money cheques_up_to; /* larger awards are paid by casino check */
    struct cr_money notify_from;   /* the dealer tells supervision from this amount on */
    uint8_t order;                 /* enum cr_pay_order */
    uint8_t compliance_count;
    char compliance[CR_COMPLIANCE_MAX][CR_NAME_MAX];
    bool has_checklist; /* the house gives a checklist; otherwise cr_checklist_usual applies */
    struct cr_checklist checklist;
};

/* What a dealer does when something is wrong with the cards. False is the rule of most houses. */
struct cr_irregularities {
    bool count_corrected;  /* a wrong number of cards is put right, else everything is returned */
    bool one_face_up_void; /* one card found face up voids the round, else the card is discarded */
    bool two_discarded;    /* two or more found face up are discarded, else they void the round */
    bool drawn_discarded;  /* a card drawn in error is discarded unseen, else it is the next card */
    bool early_plays_on;   /* a community or dealer card shown too early stays, else it voids the
                              round */
};
#define CR_IRREGULARITIES 5

/* The checklist of a house that gives none: all checks are made before the payment, none after
 * it. */
CR_API extern const struct cr_checklist cr_checklist_usual;

/* UTH-7, TCP-3: what becomes of a wager when the dealer does not qualify. */
enum cr_unqualified {
    CR_UNQUALIFIED_AS_USUAL, /* the hands decide, as if the dealer qualified */
    CR_UNQUALIFIED_PUSH,     /* it is returned, whatever the hands */
    CR_UNQUALIFIED_PAY       /* it wins, whatever the hands */
};

struct cr_rules {
    char name[CR_NAME_MAX];        /* "uth-cn" */
    char title[CR_TITLE_MAX];      /* the name of the game on the felt */
    char house[CR_TITLE_MAX];      /* whose rules */
    char progressive[CR_NAME_MAX]; /* the default progressive; empty for none */
    uint8_t hash[CR_HASH_BYTES];   /* BLAKE2b of the file's bytes */
    const struct cr_game *game;

    struct cr_limits limits[CR_SLOTS];
    struct cr_deal deal;
    struct cr_payment payment;
    enum cr_on_failure on_failure;
    struct cr_irregularities irregularities;
    char start_button[CR_NAME_MAX]; /* the button that starts a round: "Start Game" or "COIN IN" */

    uint8_t hands_max; /* UTH-16: hands a patron may hold */
    bool one_hand;     /* UTH-16: demand is high, and each patron may hold one hand only */
    /* PIT-17: a seat whose sensor fails is dealt no cards at all, else it only takes no progressive
     * wager. */
    bool failure_closes_position;

    uint16_t multiples[CR_STAGES]; /* bit k: k parts of an Ante may be bet at that decision */
    uint8_t bet_parts;     /* parts of an Ante: 1 where all bets are whole Antes, 2 with halves */
    uint8_t fold_forfeits; /* bit s: folding also loses the wager in slot s */
    uint8_t alone;         /* bit s: slot s may be bet without an Ante */

    /* The dealer qualifies with this rank or a better one; the largest rank: always. */
    uint16_t qualifying_rank;
    uint8_t unqualified[CR_SLOTS]; /* enum cr_unqualified, for each wager against the dealer */
    bool ties_win; /* FCP-5: a hand equal to the dealer's wins, else it is returned */
    /* PG-5: a winning hand of this category or better is paid on its Ante. */
    enum cr_category ante_pays_from;

    /* UTH-11, LIR-7, MS-7: the most that the wagers of one hand pay together, without the
     * progressive (and in LIR and MS without the side bets) */
    bool has_hand_limit;
    struct cr_money hand_limit;
    bool has_aggregate_limit; /* PG-1: the most that all fixed awards of one round come to */
    struct cr_money aggregate_limit;

    struct cr_paytable pays[CR_SLOTS]; /* for slots that the game pays by a table */

    /* PIT-16: the house's own paragraph of each rule that people are shown, in the game's order;
     * empty where the house names none. See cr_paragraph. */
    char paragraphs[CR_PARAGRAPHS][CR_PARAGRAPH_MAX];
};

/* The house's own name of a rule: "CN 22" for "UTH-6 progressive". Where the house does not tell
 * the parts of a rule apart, it is the name of the whole rule, "UTH-6". Never NULL; empty where the
 * house names none. */
CR_API const char *cr_paragraph(const struct cr_rules *rules, const char *rule);

/* What the house does in the case number i, as a sentence; NULL from i = CR_IRREGULARITIES on. */
CR_API const char *cr_irregularity_words(const struct cr_rules *rules, size_t i);

/* ---- Progressives ---- */

enum cr_award_kind { CR_AWARD_NONE, CR_AWARD_PERCENT, CR_AWARD_FIXED };
enum cr_key { CR_KEY_NONE, CR_KEY_LOW, CR_KEY_HIGH };

#define CR_FROM_TRAY 255
#define CR_PPM       1000000    /* parts of a percentage award: 1,000,000 is the whole meter */
#define CR_SHARE_ALL 1000000000 /* parts of a bet: billionths */

struct cr_award {
    enum cr_award_kind kind;
    enum cr_key key;
    uint8_t from;           /* a meter's index, or CR_FROM_TRAY */
    uint32_t ppm;           /* CR_AWARD_PERCENT: share of the meter */
    struct cr_money amount; /* CR_AWARD_FIXED: the whole payment; the wager is not returned */
    struct cr_money envy;   /* UTH-15: paid to every other entitled seat; zero for none */
    bool is_for_one;        /* the file gives the amount as "50 for 1" */
};

struct cr_meter_rules {
    char name[CR_NAME_MAX];
    uint32_t share;         /* of a bet, in billionths, to the meter */
    uint32_t reserve_share; /* of a bet, in billionths, to the hidden reserve */
    struct cr_money seed; /* the amount that the meter restarts with, in addition to its reserve */
    bool has_limit;
    struct cr_money limit; /* contributions beyond it go to the overflow */
};

/* PIT-10: who may turn a key that its holder has handed to the table, a bit each. */
enum cr_key_turner {
    CR_TURN_DEALER = 1,
    CR_TURN_SUPERVISOR = 2,
    CR_TURN_CAGE = 4,
    CR_TURN_MANAGER = 8
};

struct cr_progressive {
    char name[CR_NAME_MAX];
    char title[CR_TITLE_MAX];
    char house[CR_TITLE_MAX];
    uint8_t hash[CR_HASH_BYTES];
    struct cr_money bet;
    uint32_t house_share; /* in billionths; with the meters' shares it makes CR_SHARE_ALL */
    uint8_t key_turners;  /* enum cr_key_turner; all of them when the file does not say */
    uint8_t meter_count;
    struct cr_meter_rules meters[CR_METERS];
    struct cr_award awards[CR_CATEGORIES];
};

/* ---- Loading ---- */

/* Loads shipped rules by name, or a file by its path (a text with '/' in it or ending in ".yaml").
 * Faults name file, line and column, what is wrong and what to do. On failure *out is unchanged. */
CR_API int cr_rules_load(const char *name_or_path, struct cr_rules *out, struct cr_err *err);
CR_API int cr_progressive_load(const char *name_or_path, struct cr_progressive *out,
                               struct cr_err *err);

/* The same from a text in memory; origin is the name that faults show for it. */
CR_API int cr_rules_parse(const char *origin, const char *text, size_t len, struct cr_rules *out,
                          struct cr_err *err);
CR_API int cr_progressive_parse(const char *origin, const char *text, size_t len,
                                struct cr_progressive *out, struct cr_err *err);

/* A shipped file. */
struct cr_shipped {
    const char *name;
    bool is_progressive;
    const char *text; /* the YAML itself, terminated */
    size_t len;
};

/* Shipped files in the order of the documents; NULL past the last one. */
CR_API const struct cr_shipped *cr_shipped_at(size_t index);
CR_API const struct cr_shipped *cr_shipped_find(const char *name);

#ifdef __cplusplus
}
#endif
#endif
