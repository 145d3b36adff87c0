/* How a round can end: every combination of bets, hands and results, with the exact number of deals
 * that lead to it.
 *
 * One seat plays one round. All deals are grouped by what decides about money: the bets that the
 * play put into each slot, the row of each slot's pay table, how the hand compares with the
 * dealer's, and the category of the progressive's five cards. Side bets and the progressive are
 * part of the same ending as the base game, so that their correlation is kept. Amounts are added
 * later by the function that settles rounds at a table, so one list serves all stakes, all meters
 * and all pays with the same play.
 */
#ifndef CROUPIER_ENDINGS_H
#define CROUPIER_ENDINGS_H

#include <croupier/analysis.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The number of a row of a pay table: a category, or CR_CATEGORIES + the index of one of the
 * table's parts. */
#define CR_PAY_ROWS (CR_CATEGORIES + CR_PAY_PARTS)
#define CR_NO_ROW   255

struct cr_ending {
    int64_t deals;
    /* In Antes; bets that actions make are in parts of an Ante (bet_parts of the rules). A side bet
     * and the progressive count as 1. */
    uint8_t bets[CR_SLOTS];
    uint8_t rows[CR_SLOTS]; /* row of the slot's pay table; CR_NO_ROW: none */
    /* of the best hand of all the seat's cards; in pg only whether a win pays the Ante: the least
     * category that does, or a high card */
    uint8_t category;
    uint8_t award; /* category of the progressive's five cards; CR_CATEGORIES: it has none */
    /* 1: better, or equal where ties win; -1: worse; 0: equal, no dealer, or no wager depends on
     * it */
    int8_t versus_dealer;
    bool folded, dealer_qualifies;
    uint8_t reserved[7]; /* zero: equal endings are equal bytes */
};

struct cr_endings {
    int64_t deals; /* of all endings together */
    size_t count;
    struct cr_ending *at; /* sorted by the bytes after deals: bets first, then rows */
};

/* The play of the seat: the best one for the base game, which takes the smaller wager where two
 * decisions are worth the same; or the published rule of thumb. */
enum cr_play { CR_PLAY_BEST, CR_PLAY_SIMPLE };

/* Lists the endings of a round; takes milliseconds to a few seconds. cr_endings_free frees the
 * list. On failure *out is empty. CR_E_NOT_FOUND: the game has no list, or no rule of thumb. */
CR_API int cr_endings_list(const struct cr_rules *rules, enum cr_play play, struct cr_endings *out,
                           struct cr_err *err);
CR_API void cr_endings_free(struct cr_endings *endings);

/* The bets of a round. */
struct cr_stakes {
    struct cr_money ante;
    struct cr_money side;                     /* of each side bet; zero: none is made */
    const struct cr_progressive *progressive; /* NULL: not bet */
    struct cr_money meters[CR_METERS];        /* amounts of its meters when an award is paid */
};

/* The net result of a round with that ending, settled as at a table: pays are rounded down to the
 * cent, and the rules' limit on one hand's pays counts. CR_E_INPUT: a stake is below zero;
 * CR_E_RANGE: an amount is too large. */
CR_API int cr_ending_net(const struct cr_rules *rules, const struct cr_ending *ending,
                         const struct cr_stakes *stakes, struct cr_money *out, struct cr_err *err);

/* The exact means of the base game's result and of its square, in Antes, without rounding and
 * without the limit on one hand's pays. CR_E_RANGE: they cannot be written exactly. */
struct cr_moments {
    struct cr_rational mean, square;
};
CR_API int cr_endings_moments(const struct cr_rules *rules, const struct cr_endings *endings,
                              struct cr_moments *out, struct cr_err *err);

/* How often each hand of the progressive comes and can win: hands whose fold forfeits the bet are
 * not counted. CR_E_INPUT: the game has no progressive bet. */
CR_API int cr_endings_awards(const struct cr_rules *rules, const struct cr_endings *endings,
                             struct cr_category_counts *out, struct cr_err *err);

/* The exact cost of plays that are not the best one: the published rule of thumb, and the best play
 * with one common mistake. Values are in Antes. */
#define CR_MISTAKES_MAX 16

struct cr_mistake {
    char name[CR_TITLE_MAX]; /* "preflop: always check" */
    struct cr_rational ev;
    /* The part of all rounds in which the mistake makes a difference, because the best play does
     * something else. Denominator 0: not known, because two decisions have bets of the same
     * size. */
    struct cr_rational arises;
};

struct cr_play_costs {
    struct cr_rational best;
    bool has_simple;
    struct cr_rational simple;
    unsigned count;
    struct cr_mistake mistakes[CR_MISTAKES_MAX]; /* the most expensive first */
};

CR_API int cr_play_costs(const struct cr_rules *rules, struct cr_play_costs *out,
                         struct cr_err *err);

/* ---- Plays of a few lines ---- */

#define CR_FOUND_LINES_MAX 24

/* One line of a play: the action to take at a decision with some hands. */
struct cr_found_line {
    uint8_t stage;
    char action[CR_ACTION_TEXT_MAX];
    char hands[CR_TITLE_MAX]; /* empty: all other hands */
};

struct cr_found_play {
    unsigned lines;        /* without those for all other hands */
    struct cr_rational ev; /* exactly, in Antes */
    unsigned count;
    /* in the order in which they are tried */
    struct cr_found_line of[CR_FOUND_LINES_MAX + CR_STAGES];
};

/* The plays with the fewest lines first; each is worth more than those before it. */
struct cr_found_plays {
    unsigned count;
    struct cr_found_play plays[CR_FOUND_LINES_MAX + 1];
};

/* Searches for plays of at most `lines` lines (CR_FOUND_LINES_MAX) that people can remember. The
 * same rules always give the same plays, and the value of each is exact. Takes seconds, for games
 * of hold'em up to minutes. */
CR_API int cr_plays_find(const struct cr_rules *rules, unsigned lines, struct cr_found_plays *out,
                         struct cr_err *err);

/* The published rule of thumb in the same form, without its value. Returns its number of lines; 0:
 * there is none. */
CR_API unsigned cr_play_words(const struct cr_rules *rules, struct cr_found_play *out);

#ifdef __cplusplus
}
#endif
#endif
