/* The value to a player of seeing cards that are not for them to see.
 *
 * The player knows some cards from the first decision on, uses them perfectly, and plays the base
 * game alone. Values are per unit of the Ante (in Let It Ride, of one bet). Where all cases can be
 * calculated the figures are exact; otherwise cases are drawn, and the gain over the best play
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
    uint8_t dealer;       /* how many of the dealer's face-down cards */
    uint8_t flop;         /* how many cards of the flop */
    bool turn, river;     /* in a game with flop, turn and river */
    uint8_t board;        /* in games without a flop: bit n is community card n + 1 */
    uint8_t dead;         /* how many cards are known to be out, with those of other seats */
    uint16_t marked;      /* bit r: backs tell whether a card has one of these ranks … */
    uint8_t marked_cards; /* … for this many cards: the dealer's first, then the board's in order */
};

/* Reads "dealer:1,flop:2": see docs/protect.md. Faults (CR_E_INPUT) name the part that is wrong;
 * then *out is unchanged. */
CR_API int cr_sees_parse(const struct cr_rules *rules, const char *text, struct cr_sees *out,
                         struct cr_err *err);

/* Reports that `done` of `all` units are done; called from any thread, by one at a time. */
typedef void cr_protect_progress(void *context, uint64_t done, uint64_t all);

/* Lets the caller store a long run. It consists of units, and the result of a unit is some bytes:
 * keep gets them when a unit is done, and restore gives them back to a later run of the same
 * question (false: it does not have them). Both are called by one thread at a time. */
struct cr_protect_memory {
    bool (*restore)(void *context, unsigned unit, void *bytes, size_t len);
    void (*keep)(void *context, unsigned unit, const void *bytes, size_t len);
    void *context;
};

struct cr_protect_module;

#define CR_PROTECT_THREADS_MAX 1024
#define CR_PROTECT_ROUNDS_MIN  2 /* a single case has no standard error */
#define CR_PROTECT_ROUNDS_MAX  1000000000

struct cr_protect_options {
    /* At most CR_PROTECT_THREADS_MAX; 0: as many as there are processors. The answer does not
     * depend on it. */
    unsigned threads;
    /* How many cases to draw where the exact answer would take long (more than about 90 seconds of
     * one processor), from CR_PROTECT_ROUNDS_MIN to CR_PROTECT_ROUNDS_MAX. Zero: the exact answer
     * is calculated if it takes up to about an hour of one processor; beyond that a suitable number
     * is drawn. */
    uint64_t rounds;
    uint64_t seed;
    const struct cr_protect_memory *memory; /* NULL for none */
    cr_protect_progress *progress;          /* NULL for none */
    void *progress_context;
    /* A started module (src/math/protect/module.h) and the context that its start returned. NULL
     * for none. The answer does not depend on it. */
    const struct cr_protect_module *module;
    void *module_context;
};

/* The first decision of one class of hands: the part of the cases in which each action is the best,
 * without the information (base) and with it (seen). */
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
    struct cr_rational exact_ev; /* valid if is_exact */
    double ev, gain, std_error, house_edge;
    uint64_t rounds; /* cases drawn; 0 if is_exact */
    /* Another process of the module has the answer, and nothing else is set here. */
    bool is_elsewhere;
    uint8_t frequency_count;
    struct {
        char name[CR_FIGURE_MAX];
        double value;
    } frequencies[CR_FIGURES_MAX];
    unsigned change_count; /* classes of hands whose first decision changes, best hands first */
    struct cr_change *changes;
    /* Which seen cards lead to which first decision. A sight is what is seen, by ranks alone: "K";
     * "AK" for two cards of one part; "K 7" for two parts (dealer, dead cards, board, backs);
     * "group" or "other" for a back that is read. In best[change * sight_count + sight] bit a is
     * set where the cr_action a is the best first decision: several bits where suits, or the hands
     * of the class, decide; none where the hand leaves no such cards. sight_count is 0 where there
     * are more than 169 sights. */
    unsigned sight_count;
    char (*sights)[CR_SIGHT_MAX];
    uint32_t *best;
};

/* options may be NULL. CR_E_INPUT: nothing is seen, the game has no such cards, or the options are
 * out of range. On success cr_protection_free frees the answer. */
CR_API int cr_protect(const struct cr_rules *rules, const struct cr_sees *sees,
                      const struct cr_protect_options *options, struct cr_protection *out,
                      struct cr_err *err);
CR_API void cr_protection_free(struct cr_protection *protection);

#ifdef __cplusplus
}
#endif
#endif
