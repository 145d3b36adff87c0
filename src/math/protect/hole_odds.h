/* One seat's two cards on every class of complete boards, against the dealer's two.
 *
 * For each class: how many hands of the dealer are worse, how many are not better, and how many do
 * not qualify; of all hands, and of those that contain one card of each kind. From these counts
 * those with any seen cards of the dealer and any dead cards follow without looking at the dealer's
 * hands.
 */
#pragma once

#include "math/kernels/card_sets.h"
#include "math/kernels/kernels.h"
#include "math/protect/board_pairs.h"
#include "math/protect/holdem_play.h"

struct hole_odds {
    const struct board_pairs *pairs;
    const struct kernels *kernels;
    uint16_t qualifying_rank;
    cr_card own[2];
    bool by_kind; /* the counts by kind are filled */
    /* of each suit as the flush suit; the same cards, the same variant */
    uint8_t variant[CR_SUITS];
    struct class_odds plain[MULTISETS_5], flush[HOLE_VARIANTS][FLUSH_CLASSES_5];
    struct kind_odds plain_kinds[MULTISETS_5], flush_kinds[HOLE_VARIANTS][FLUSH_CLASSES_5];
};

/* Fills all counts for a hand. by_kind: those by kind too, which seen cards of the dealer and dead
 * cards need. */
void hole_odds_fill(struct hole_odds *h, card_set own, bool by_kind);

/* Seen cards, as kinds beside the boards of one flush suit. */
struct seen_kinds {
    unsigned dealer_count, dead_count;
    uint8_t dealer[2], dead[DEAD_MAX];
};
void seen_kinds_find(card_set dealer, card_set dead, unsigned suit, struct seen_kinds *out);

/* The counts with the seen cards. all: the number of hands that the dealer can have. */
struct odds_counts hole_odds_seen(const struct hole_odds *h, unsigned class,
                                  const struct class_odds *odds, const struct kind_odds *kinds,
                                  const struct seen_kinds *seen, int32_t all);

/* The same for marked backs, by visiting the dealer's hands kind by kind. group: the marked ranks.
 * first and second: whether those cards of the dealer belong to the group (0, 1; 2: not read). A
 * seen card of the dealer is the first one. Hands are counted with their cards in order. */
struct odds_counts hole_odds_marked(const struct hole_odds *h, unsigned class,
                                    const struct class_odds *odds, const struct kind_odds *kinds,
                                    unsigned suit, const struct seen_kinds *seen, uint16_t group,
                                    unsigned first, unsigned second);
