/* One seat's two cards on every class of complete boards, against the dealer's two.
 *
 * For each class: how many hands of the dealer are worse, how many are no better, how many do not
 * qualify; in all, and of those that hold one card of each kind. From these the counts with any
 * cards of the dealer seen and any cards dead follow without looking at the dealer's hands.
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
    bool by_kind; /* kinds is filled */
    uint8_t
        variant[CR_SUITS]; /* of each suit as the flush suit; the same cards, the same variant */
    struct class_odds plain[MULTISETS_5], flush[HOLE_VARIANTS][FLUSH_CLASSES_5];
    struct kind_odds plain_kinds[MULTISETS_5], flush_kinds[HOLE_VARIANTS][FLUSH_CLASSES_5];
};

/* by_kind: cards of the dealer or dead cards will be asked for. */
void hole_odds_fill(struct hole_odds *h, card_set own, bool by_kind);

/* Seen cards, as kinds beside the boards of one suit. */
struct seen_kinds {
    unsigned dealer_count, dead_count;
    uint8_t dealer[2], dead[DEAD_MAX];
};
void seen_kinds_find(card_set dealer, card_set dead, unsigned suit, struct seen_kinds *out);

/* The counts with seen cards. all: how many hands of the dealer there are. */
struct odds_counts hole_odds_seen(const struct hole_odds *h, unsigned class,
                                  const struct class_odds *odds, const struct kind_odds *kinds,
                                  const struct seen_kinds *seen, int32_t all);

/* The same for marked backs, by counting the dealer's hands one kind after the other; group: ranks.
 * first and second: whether those cards of the dealer belong to it (0, 1; 2: not read). A seen card
 * of the dealer is the first one. The hands are counted with their cards in order. */
struct odds_counts hole_odds_marked(const struct hole_odds *h, unsigned class,
                                    const struct class_odds *odds, const struct kind_odds *kinds,
                                    unsigned suit, const struct seen_kinds *seen, uint16_t group,
                                    unsigned first, unsigned second);
