/* Counts two seats of Four Card Poker that both do not fold, where a fold forfeits the progressive
 * (LINK-3).
 *
 * The hands for which Envy is paid are few, so they are listed. Every class of the other seat's
 * hands is then compared with that list, with the open cards beside which it does not fold; the
 * result is the same for all hands that differ only by the names of the suits.
 */
#include "base/err.h"
#include "math/kernels/card_sets.h"
#include "math/progressive/live_pairs.h"
#include "math/strategy/strategy.h"

#include <stdlib.h>
#include <string.h>

#define HAND_CARDS 5
#define HANDS      2598960 /* of five cards */
#define UPS        47
#define PAIRS_LEFT 1370754 /* the other seat's five cards, of 46 */

/* A hand for which Envy is paid. */
struct paid_hand {
    card_set cards;
    card_set live; /* the open cards beside which it does not fold */
    enum cr_category category;
};

struct paid_hands {
    const struct strategy *strategy;
    unsigned categories;
    size_t count;
    struct paid_hand *hands; /* NULL while the hands are only counted */
};

/* The open cards beside which a hand does not fold. */
static card_set stays_beside(const struct strategy *strategy, card_set cards)
{
    struct hand_cards hand = {0};
    card_set live = 0;
    cr_card own[SET_CARDS_MAX];
    set_cards(cards, own);
    memcpy(hand.hole, own, HAND_CARDS);
    for (cr_card up = 0; up < CR_DECK_CARDS; up++) {
        cr_action action;
        if (set_has(cards, up))
            continue;
        hand.up = up;
        strategy_decide_all(strategy, 0, &hand, &(uint16_t){0}, 1, &action);
        if (action != CR_FOLD)
            live = set_with(live, up);
    }
    return live;
}

static void list_hands(struct paid_hands *list)
{
    cr_card h[HAND_CARDS];
    list->count = 0;
    for (h[0] = 0; h[0] < CR_DECK_CARDS; h[0]++)
        for (h[1] = 0; h[1] < h[0]; h[1]++)
            for (h[2] = 0; h[2] < h[1]; h[2]++)
                for (h[3] = 0; h[3] < h[2]; h[3]++)
                    for (h[4] = 0; h[4] < h[3]; h[4]++) {
                        const enum cr_category category = cr_rank_category(cr_eval5(h));
                        if (!(list->categories >> category & 1))
                            continue;
                        if (list->hands) {
                            struct paid_hand *hand = &list->hands[list->count];
                            *hand = (struct paid_hand){.category = category};
                            for (unsigned i = 0; i < HAND_CARDS; i++)
                                hand->cards = set_with(hand->cards, h[i]);
                            hand->live = stays_beside(list->strategy, hand->cards);
                        }
                        list->count++;
                    }
}

/* Adds the listed hands that can be dealt beside one class of the other seat's hands. */
static void add_other(const struct paid_hands *list, card_set other, unsigned weight,
                      int64_t sums[CR_CATEGORIES])
{
    const card_set ups = stays_beside(list->strategy, other);
    for (size_t i = 0; i < list->count; i++) {
        const struct paid_hand *hand = &list->hands[i];
        if (!(hand->cards & other))
            sums[hand->category] += (int64_t)weight * __builtin_popcountll(ups & hand->live);
    }
}

static void count_pairs(const struct paid_hands *list, const struct card_classes *others,
                        int64_t sums[CR_CATEGORIES])
{
    int64_t own[CR_CATEGORIES] = {0};
#pragma omp parallel for schedule(dynamic, 256) reduction(+ : own)
    for (uint32_t class = 0; class < others->count; class ++)
        add_other(list, others->first[class], others->weight[class], own);
    memcpy(sums, own, sizeof own);
}

int live_pairs_four_card(const struct cr_rules *rules, const struct cr_analysis *analysis,
                         unsigned categories, struct cr_category_counts *out, struct cr_err *err)
{
    struct strategy *strategy = strategy_new(rules, analysis, STRATEGY_OPTIMAL, false, err);
    if (!strategy)
        return CR_E_RANGE;
    struct paid_hands list = {.strategy = strategy, .categories = categories};
    struct card_classes others = {0};
    int64_t sums[CR_CATEGORIES];
    list_hands(&list);
    list.hands = calloc(list.count + 1, sizeof *list.hands);
    const bool made = list.hands && card_classes_make(HAND_CARDS, &others);
    if (made) {
        list_hands(&list);
        count_pairs(&list, &others, sums);
        out->total = (int64_t)HANDS * UPS * PAIRS_LEFT;
    }
    for (unsigned c = 0; made && c < CR_CATEGORIES; c++)
        if (categories >> c & 1)
            out->of[c] = sums[c];
    free(list.hands);
    card_classes_free(&others);
    strategy_free(strategy);
    return made ? CR_OK : err_set(err, CR_E_RANGE, "not enough memory for the Envy of two seats");
}
