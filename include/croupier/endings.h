/* How a round can end: every combination of bets, hands and results with the number of deals that
 * lead to it, exactly.
 *
 * One seat plays one round. All deals are sorted by what decides about money: the bets that the
 * play put into each slot, the row of each slot's pay table, how the hand stands to the dealer's
 * and the category of the progressive's five cards. Side bets and the progressive are part of the
 * same ending as the base game, so that what they have in common is kept. Amounts come later, from
 * the same function that settles rounds at a table: the list serves any stakes, any meter and any
 * pays of the same play.
 */
#ifndef CROUPIER_ENDINGS_H
#define CROUPIER_ENDINGS_H

#include <croupier/analysis.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A row of a pay table: a category, or CR_CATEGORIES + the number of one of the table's parts. */
#define CR_PAY_ROWS (CR_CATEGORIES + CR_PAY_PARTS)
#define CR_NO_ROW   255

struct cr_ending {
    int64_t deals;
    /* In Antes; bets that actions make in parts of an Ante, as the rules have them (bet_parts). A
     * side bet and the progressive count as 1. */
    uint8_t bets[CR_SLOTS];
    uint8_t rows[CR_SLOTS]; /* of the slot's table; CR_NO_ROW: it has none */
    uint8_t category;       /* of the best hand of all the seat's cards */
    uint8_t award;          /* category of the progressive's five cards; CR_CATEGORIES: none */
    int8_t versus_dealer;   /* 1: better, or equal where ties win; -1: worse; 0: equal, no dealer */
    bool folded, dealer_qualifies;
    uint8_t reserved[7]; /* zero: equal endings are equal bytes */
};

struct cr_endings {
    int64_t deals; /* of all endings together */
    size_t count;
    struct cr_ending *at; /* in the order of their members, from rows to bets */
};

/* The play that leads there: the best one for the base game, where equal decisions take the smaller
 * wager; or the published rule of thumb. */
enum cr_play { CR_PLAY_BEST, CR_PLAY_SIMPLE };

/* Lists the endings of a round: milliseconds to a few seconds. On failure *out is empty. */
CR_API int cr_endings_list(const struct cr_rules *rules, enum cr_play play, struct cr_endings *out,
                           struct cr_err *err);
CR_API void cr_endings_free(struct cr_endings *endings);

/* What is bet in a round. */
struct cr_stakes {
    struct cr_money ante;
    struct cr_money side;                     /* each side bet; zero: not bet */
    const struct cr_progressive *progressive; /* NULL: not bet */
    struct cr_money meters[CR_METERS];        /* what its meters show when an award is paid */
};

/* What a round with that ending brings in all, settled as at a table: pays rounded down to the
 * cent, the rules' limit on one hand's pays counted. CR_E_INPUT: a stake is below zero; CR_E_RANGE:
 * an amount is too large. */
CR_API int cr_ending_net(const struct cr_rules *rules, const struct cr_ending *ending,
                         const struct cr_stakes *stakes, struct cr_money *out, struct cr_err *err);

/* Exactly, in Antes, without rounding and without the limit on one hand's pays: the mean of the
 * base game and of its square. CR_E_RANGE: they cannot be written exactly. */
struct cr_moments {
    struct cr_rational mean, square;
};
CR_API int cr_endings_moments(const struct cr_rules *rules, const struct cr_endings *endings,
                              struct cr_moments *out, struct cr_err *err);

/* How often each hand of the progressive comes and wins: a fold that forfeits the bet leaves hands
 * uncounted. CR_E_INPUT: the game has no progressive bet. */
CR_API int cr_endings_awards(const struct cr_rules *rules, const struct cr_endings *endings,
                             struct cr_category_counts *out, struct cr_err *err);

/* What plays that are not the best one cost, exactly: the published rule of thumb, and common
 * mistakes in a play that is the best one otherwise. Values in Antes. */
#define CR_MISTAKES_MAX 16

struct cr_mistake {
    char name[CR_TITLE_MAX]; /* "preflop: always check" */
    struct cr_rational ev;
    /* The part of all rounds in which it is a mistake: the best play does something else there.
     * Denominator 0: the rules bet alike at two decisions, and it cannot be told. */
    struct cr_rational arises;
};

struct cr_play_costs {
    struct cr_rational best;
    bool has_simple;
    struct cr_rational simple;
    unsigned count;
    struct cr_mistake mistakes[CR_MISTAKES_MAX]; /* the dearest first */
};

CR_API int cr_play_costs(const struct cr_rules *rules, struct cr_play_costs *out,
                         struct cr_err *err);

/* ---- Plays of a few lines ---- */

#define CR_FOUND_LINES_MAX 24

/* One line of a play: what to do at a decision with which hands. */
struct cr_found_line {
    uint8_t stage;
    char action[CR_ACTION_TEXT_MAX];
    char hands[CR_TITLE_MAX]; /* empty: all other hands */
};

struct cr_found_play {
    unsigned lines;        /* those for all other hands are not counted */
    struct cr_rational ev; /* exactly, in Antes */
    unsigned count;
    struct cr_found_line of[CR_FOUND_LINES_MAX + CR_STAGES]; /* in the order in which to ask */
};

/* The fewest lines first; each play is worth more than those before it. */
struct cr_found_plays {
    unsigned count;
    struct cr_found_play plays[CR_FOUND_LINES_MAX + 1];
};

/* Looks for plays of at most so many lines that people can remember. The same rules give the same
 * plays; every one is worth exactly what is said. Seconds, for games of hold'em up to minutes. */
CR_API int cr_plays_find(const struct cr_rules *rules, unsigned lines, struct cr_found_plays *out,
                         struct cr_err *err);

/* The published rule of thumb in the same form, without what it is worth. Returns its lines; 0:
 * there is none. */
CR_API unsigned cr_play_words(const struct cr_rules *rules, struct cr_found_play *out);

#ifdef __cplusplus
}
#endif
#endif
