/* A cache of the most recent analyses of house rules: a whole analysis takes up to a second, and
 * the same rules are asked about again and again. */
#pragma once

#include "math/on_felt.h"

#include <croupier/analysis.h>

#define ANALYSES_KEPT 32

struct analysis_made {
    uint8_t key[CR_HASH_BYTES];
    uint64_t used; /* clock of its last use; 0: the entry is empty */
    struct cr_analysis analysis;
    bool has_live;
    struct cr_category_counts live; /* counts of hands that are not folded, if has_live */
    /* Filled when Envy needs it: counts of hands beside which another seat does not fold either
     * (live_pairs.h), and a mask of the categories that were counted. */
    struct cr_category_counts pairs;
    unsigned pairs_known;
};

/* Must be zeroed before its first use; the options may then be set, once. */
struct analyses {
    struct cr_analysis_options options; /* for all analyses */
    uint64_t clock;
    struct analysis_made made[ANALYSES_KEPT];
};

/* The analysis under a key; NULL for none. The key of rules as they are in their file is the file's
 * hash; changed rules have a key of analyses_key. */
const struct analysis_made *analyses_find(struct analyses *a, const uint8_t key[CR_HASH_BYTES]);

/* The key of rules that differ from a file; path says in what. */
void analyses_key(const uint8_t hash[CR_HASH_BYTES], const char *path, uint8_t out[CR_HASH_BYTES]);

/* Finds an analysis or makes it, in place of the least recently used one. *out stays valid until
 * ANALYSES_KEPT others were made. */
int analyses_make(struct analyses *a, const struct cr_rules *rules,
                  const uint8_t key[CR_HASH_BYTES], const struct analysis_made **out,
                  struct cr_err *err);

/* Counts made->pairs for the categories in the mask. made: what analyses_make gave for the same
 * rules. */
int analyses_pairs(struct analyses *a, const struct cr_rules *rules,
                   const struct analysis_made *made, unsigned categories, struct cr_err *err);

/* The value of each option at one point of a round, as cr_analyze_position_for; before the flop it
 * is taken from the whole analysis. */
int analyses_position(struct analyses *a, const struct cr_rules *rules, struct cr_money ante,
                      const cr_card *hole, const cr_card *board, size_t open, const cr_action *done,
                      size_t done_count, struct cr_position *out, struct cr_err *err);

/* The same with everything that lies on the felt: side bets, the progressive and, in Let It Ride,
 * every bet in action. open: open cards of the board, or of the dealer in a game without a board.
 * Wagers that cannot be counted are moved from felt->counted to felt->left. */
int analyses_felt(struct analyses *a, const struct cr_rules *rules, struct felt *felt,
                  const cr_card *hole, const cr_card *board, size_t open, const cr_action *done,
                  size_t done_count, struct cr_position *out, struct cr_err *err);
