/* Analyses of house rules that were made, the most recent ones: a whole analysis takes up to a
 * second, and the same rules are asked about again and again. */
#pragma once

#include "math/on_felt.h"

#include <croupier/analysis.h>

#define ANALYSES_KEPT 32

struct analysis_made {
    uint8_t key[CR_HASH_BYTES];
    uint64_t used; /* when it was last asked for; 0: nothing is here */
    struct cr_analysis analysis;
    bool has_live;
    struct cr_category_counts live; /* hands that are not folded, where that matters */
    /* Where Envy asked for it: hands beside which another seat is not folded either (live_pairs.h),
     * and of which categories they were counted. */
    struct cr_category_counts pairs;
    unsigned pairs_known;
};

/* Starts as zeroes; the options may then be set, once. */
struct analyses {
    struct cr_analysis_options options; /* of all of them */
    uint64_t clock;
    struct analysis_made made[ANALYSES_KEPT];
};

/* What is there under a key; NULL for none. Rules as they stand in their file have the file's hash;
 * others have one of analyses_key. */
const struct analysis_made *analyses_find(struct analyses *a, const uint8_t key[CR_HASH_BYTES]);

/* The key of rules that differ from a file in what the path says. */
void analyses_key(const uint8_t hash[CR_HASH_BYTES], const char *path, uint8_t out[CR_HASH_BYTES]);

/* Finds it or makes it, in the place of the one that was not asked for longest. What it returns
 * stays until ANALYSES_KEPT others were made. */
int analyses_make(struct analyses *a, const struct cr_rules *rules,
                  const uint8_t key[CR_HASH_BYTES], const struct analysis_made **out,
                  struct cr_err *err);

/* The pairs of live hands of the categories in the mask; made: what analyses_make gave for the same
 * rules. */
int analyses_pairs(struct analyses *a, const struct cr_rules *rules,
                   const struct analysis_made *made, unsigned categories, struct cr_err *err);

/* The value of each option at one point of a round, as cr_analyze_position_for; before the flop
 * from the whole analysis. */
int analyses_position(struct analyses *a, const struct cr_rules *rules, struct cr_money ante,
                      const cr_card *hole, const cr_card *board, size_t open, const cr_action *done,
                      size_t done_count, struct cr_position *out, struct cr_err *err);

/* The same with everything that lies on the felt: side bets and the progressive, and in Let It Ride
 * every bet that is in action. open: cards of the board, or of the dealer in a game without one.
 * Takes what it cannot count out of felt->counted and puts it into felt->left. */
int analyses_felt(struct analyses *a, const struct cr_rules *rules, struct felt *felt,
                  const cr_card *hole, const cr_card *board, size_t open, const cr_action *done,
                  size_t done_count, struct cr_position *out, struct cr_err *err);
