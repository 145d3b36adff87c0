/* What it is worth to a player to see cards that are not for them to see.
 *
 * The player knows some cards from the first decision on, uses them perfectly, and plays the base
 * game alone. Values are per unit of the Ante (Let It Ride: of one bet). Where all cases can be
 * looked at, the figures are exact; elsewhere cases are drawn, and the gain over the best play
 * without the information is estimated on the same cards.
 */
#ifndef CROUPIER_PROTECT_H
#define CROUPIER_PROTECT_H

#include <croupier/analysis.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What is seen before the first decision. */
struct cr_sees {
    uint8_t dealer;       /* cards of the dealer, beside those that lie open */
    uint8_t flop;         /* cards of the flop */
    bool turn, river;     /* in a game with flop, turn and river */
    uint8_t board;        /* bit n: community card number n + 1, in the other games with a board */
    uint8_t dead;         /* cards that are out, those of other seats included */
    uint16_t marked;      /* bit r: the backs tell whether a card has one of these ranks … */
    uint8_t marked_cards; /* … of so many cards: the dealer's first, then the board's in order */
};

/* Reads "dealer:1,flop:2": see docs/protect.md. Faults (CR_E_INPUT) name the part that is wrong;
 * then *out is unchanged. */
CR_API int cr_sees_parse(const struct cr_rules *rules, const char *text, struct cr_sees *out,
                         struct cr_err *err);

/* How far it is, in parts of `all`; called from any thread, one at a time. */
typedef void cr_protect_progress(void *context, uint64_t done, uint64_t all);

/* A long run is made of units, and what a unit came to is some bytes. keep is given them when a
 * unit is done; restore gives them back to a later run with the same question, and says whether it
 * has them. Both are called by one thread at a time. */
struct cr_protect_memory {
    bool (*restore)(void *context, unsigned unit, void *bytes, size_t len);
    void (*keep)(void *context, unsigned unit, const void *bytes, size_t len);
    void *context;
};

struct cr_protect_module;

#define CR_PROTECT_THREADS_MAX 1024
#define CR_PROTECT_ROUNDS_MIN  2 /* one case has no standard error */
#define CR_PROTECT_ROUNDS_MAX  1000000000

struct cr_protect_options {
    /* At most CR_PROTECT_THREADS_MAX; 0: as many as there are processors. The answer does not
     * depend on it. */
    unsigned threads;
    /* Cases to draw where the exact answer would take more than about a minute, from
     * CR_PROTECT_ROUNDS_MIN to CR_PROTECT_ROUNDS_MAX. Zero: that is calculated all the same, up to
     * about half an hour; beyond that a fitting number is drawn. */
    uint64_t rounds;
    uint64_t seed;
    const struct cr_protect_memory *memory; /* NULL for none */
    cr_protect_progress *progress;          /* NULL for none */
    void *progress_context;
    /* A module that was started (src/math/protect/module.h), and what its start gave. NULL for
     * none. The answer does not depend on it. */
    const struct cr_protect_module *module;
    void *module_context;
};

/* The first decision of one class of hands: parts of the cases in which each action is the best,
 * without the information and with it. */
struct cr_change {
    char hand[CR_HAND_NAME_MAX];
    uint8_t action_count;
    struct {
        char action[CR_ACTION_TEXT_MAX];
        double base, seen;
    } actions[CR_LEGAL_MAX];
};

#define CR_SIGHT_MAX 48

struct cr_protection {
    bool is_exact;
    struct cr_rational exact_ev; /* where is_exact */
    double ev, gain, std_error, house_edge;
    uint64_t rounds; /* drawn; 0 where is_exact */
    /* Another process of a module has the answer, and nothing else is set here. */
    bool is_elsewhere;
    uint8_t frequency_count;
    struct {
        char name[CR_FIGURE_MAX];
        double value;
    } frequencies[CR_FIGURES_MAX];
    unsigned change_count; /* classes of hands whose first decision changes, the best hands first */
    struct cr_change *changes;
    /* Which seen cards change it to what. A sight is what is seen by ranks alone: "K", "AK" of two
     * cards of one part, "K 7" of two parts (dealer, dead cards, board, backs), "group" or "other"
     * of a back that is read. best[change * sight_count + sight] has bit a set where the cr_action
     * a is the best first decision: several bits where suits, or the hands of the class, decide;
     * none where the hand leaves no such cards. 0 sights where there are more than 169. */
    unsigned sight_count;
    char (*sights)[CR_SIGHT_MAX];
    uint32_t *best;
};

/* options may be NULL. CR_E_INPUT: nothing is seen, the game has no such cards, or the options are
 * out of range. On success the answer is to be freed. */
CR_API int cr_protect(const struct cr_rules *rules, const struct cr_sees *sees,
                      const struct cr_protect_options *options, struct cr_protection *out,
                      struct cr_err *err);
CR_API void cr_protection_free(struct cr_protection *protection);

#ifdef __cplusplus
}
#endif
#endif
