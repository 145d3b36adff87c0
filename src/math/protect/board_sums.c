/* Sums quantities of one hand over the next card of boards that are not complete. */
#include "math/protect/board_sums.h"

#include <stdlib.h>
#include <string.h>

bool board_level_new(const struct class_tables *t, unsigned cards, struct board_level *out)
{
    const size_t plain = t->multisets[cards], flush = t->flush_classes[cards];
    *out = (struct board_level){.cards = cards,
                                .flush_classes = (unsigned)flush,
                                .memory = calloc(plain + CR_SUITS * flush, sizeof(int64_t))};
    out->plain = out->memory;
    for (unsigned s = 0; s < CR_SUITS && out->memory; s++)
        out->flush[s] = out->memory + plain + s * flush;
    return out->memory != NULL;
}

void board_level_free(struct board_level *level)
{
    free(level->memory);
    *level = (struct board_level){0};
}

void cards_gone_find(card_set gone, struct cards_gone *out)
{
    memset(out, 0, sizeof *out);
    for (; gone; gone &= gone - 1) {
        const cr_card card = (cr_card)__builtin_ctzll(gone);
        const unsigned rank = cr_card_rank(card), suit = cr_card_suit(card);
        out->by_rank[rank]++;
        out->by_suit[suit] |= (uint16_t)(1u << rank);
        for (unsigned s = 0; s < CR_SUITS; s++)
            out->elsewhere[s][rank] = (uint8_t)(out->elsewhere[s][rank] + (s != suit));
    }
}

static void sum_plain(const struct class_tables *t, const struct board_level *from,
                      const struct cards_gone *gone, uint16_t ranks, struct board_level *to)
{
    for (unsigned i = 0; i < t->multisets[to->cards]; i++) {
        const struct ranks *board = &t->multiset_at[to->cards][i];
        int64_t sum = 0;
        for (unsigned r = 0; r < CR_RANKS; r++) {
            const int left = CR_SUITS - board->count[r] - gone->by_rank[r];
            if (left > 0 && (ranks >> r & 1))
                sum += left * from->plain[t->add[to->cards][i][r]];
        }
        to->plain[i] = sum;
    }
}

/* Adds the next cards that are not of the flush suit. */
static void sum_others(const struct class_tables *t, const int64_t *from, unsigned cards,
                       unsigned size, unsigned mask, const uint8_t elsewhere[CR_RANKS],
                       uint16_t ranks, int64_t *row)
{
    const unsigned rest = cards - size;
    for (unsigned o = 0; o < t->multisets[rest]; o++)
        for (unsigned r = 0; r < CR_RANKS; r++) {
            const int left = CR_SUITS - 1 - t->multiset_at[rest][o].count[r] - elsewhere[r];
            if (left > 0 && (ranks >> r & 1))
                row[o] += left * from[flush_class(t, cards + 1, size, mask, t->add[rest][o][r])];
        }
}

/* Adds the next cards of the flush suit. Classes with the same other cards are next to each
 * other. */
static void sum_suited(const struct class_tables *t, const int64_t *from, unsigned cards,
                       unsigned size, unsigned mask, unsigned may_come, int64_t *row)
{
    const unsigned count = t->multisets[cards - size];
    for (unsigned left = may_come & ~mask; left; left &= left - 1) {
        const int64_t *more = &from[flush_class(t, cards + 1, size + 1, mask | (left & -left), 0)];
        for (unsigned o = 0; o < count; o++)
            row[o] += more[o];
    }
}

void board_level_sum(const struct class_tables *t, const struct board_level *from,
                     const struct cards_gone *gone, uint16_t ranks, struct board_level *to)
{
    const unsigned cards = to->cards;
    sum_plain(t, from, gone, ranks, to);
    for (unsigned s = 0; s < CR_SUITS; s++) {
        const unsigned may_come = ranks & ~(unsigned)gone->by_suit[s];
        memset(to->flush[s], 0, to->flush_classes * sizeof *to->flush[s]);
        for (unsigned size = cards - 2; size <= cards; size++)
            for (unsigned m = 0; m < t->masks[size]; m++) {
                const unsigned mask = t->mask_at[size][m];
                int64_t *row = &to->flush[s][flush_class(t, cards, size, mask, 0)];
                if (mask & gone->by_suit[s])
                    continue;
                sum_suited(t, from->flush[s], cards, size, mask, may_come, row);
                if (size + 1 >= cards)
                    sum_others(t, from->flush[s], cards, size, mask, gone->elsewhere[s], ranks,
                               row);
            }
    }
}

/* ---- Real boards ---- */

static void set_fill(const struct class_tables *t, unsigned cards, card_set set,
                     struct board_set *out)
{
    struct ranks all = {0};
    unsigned masks[CR_SUITS] = {0};
    *out = (struct board_set){.cards = set};
    for (card_set left = set; left; left &= left - 1) {
        const cr_card card = (cr_card)__builtin_ctzll(left);
        all.count[cr_card_rank(card)]++;
        masks[cr_card_suit(card)] |= 1u << cr_card_rank(card);
    }
    out->plain = (uint16_t)multiset_index(&all);
    for (unsigned s = 0; s < CR_SUITS; s++) {
        const unsigned size = (unsigned)__builtin_popcount(masks[s]);
        struct ranks others = all;
        if (size + 2 < cards)
            continue;
        for (unsigned r = 0; r < CR_RANKS; r++)
            others.count[r] = (uint8_t)(others.count[r] - (masks[s] >> r & 1));
        out->suit[out->suit_count] = (uint8_t)s;
        out->flush[out->suit_count++] =
            (uint16_t)flush_class(t, cards, size, masks[s], multiset_index(&others));
    }
}

static void sets_fill(const struct class_tables *t, unsigned cards, unsigned left, unsigned below,
                      card_set set, uint32_t number, struct board_set *out)
{
    if (left == 0) {
        set_fill(t, cards, set, &out[number]);
        return;
    }
    for (unsigned c = left - 1; c < below; c++)
        sets_fill(t, cards, left - 1, c, set_with(set, (cr_card)c), number + choose(c, left), out);
}

struct board_set *board_sets_new(const struct class_tables *t, unsigned cards)
{
    struct board_set *sets = malloc(choose(CR_DECK_CARDS, cards) * sizeof *sets);
    if (sets)
        sets_fill(t, cards, cards, CR_DECK_CARDS, 0, 0, sets);
    return sets;
}
