/* Makes the table of the hand rank of every two kinds of cards beside every class of complete
 * boards. */
#include "math/protect/board_pairs.h"

#include "game/cards/eval_inline.h"

#include <stdlib.h>

/* A card that represents its kind. All cards outside the flush suit share another suit: at most
 * four of them come together, so they make no flush. */
static cr_card kind_card(unsigned kind)
{
    return cr_card_make(kind % CR_RANKS, kind / CR_RANKS ? 0 : 1);
}

static void ranks_fill(struct eval_hand board, bool can_flush, int16_t out[PAIR_KINDS][PAIR_LANES])
{
    const unsigned kinds = can_flush ? PAIR_KINDS : CR_RANKS;
    for (unsigned a = 0; a < kinds; a++) {
        const struct eval_hand one = eval_hand_add(board, kind_card(a));
        for (unsigned b = 0; b <= a; b++) {
            const struct eval_hand two = eval_hand_add(one, kind_card(b));
            const uint16_t rank = can_flush ? eval_hand_rank(two) : eval_hand_rank_no_flush(two);
            out[a][b] = out[b][a] = (int16_t)rank;
        }
    }
}

static void plain_fill(void *pairs, unsigned index)
{
    struct board_pairs *p = pairs;
    const struct ranks *ranks = &p->tables.multiset_at[5][index];
    struct eval_hand board = eval_hand_empty();
    for (unsigned r = 0; r < CR_RANKS; r++) {
        if (ranks->count[r] > CR_SUITS)
            return;
        p->left[index][r] = (uint8_t)(CR_SUITS - ranks->count[r]);
        for (unsigned n = 0; n < ranks->count[r]; n++)
            board = eval_hand_add(board, cr_card_make(r, n));
    }
    ranks_fill(board, false, p->rank[index]);
}

static void flush_fill(void *pairs, unsigned size, unsigned mask, unsigned others)
{
    struct board_pairs *p = pairs;
    const struct class_tables *t = &p->tables;
    const unsigned class = flush_class(t, 5, size, mask, others);
    struct ranks all = t->multiset_at[5 - size][others];
    struct eval_hand board = eval_hand_empty();
    uint8_t *left = p->left[MULTISETS_5 + class];
    for (unsigned r = 0; r < CR_RANKS; r++) {
        for (unsigned n = 0; n < all.count[r]; n++)
            board = eval_hand_add(board, cr_card_make(r, 1));
        left[r] = (uint8_t)(CR_SUITS - 1 - all.count[r]);
        left[CR_RANKS + r] = !(mask >> r & 1);
        if (mask >> r & 1) {
            board = eval_hand_add(board, cr_card_make(r, 0));
            all.count[r]++;
        }
    }
    p->plain_of[class] = (uint16_t)multiset_index(&all);
    ranks_fill(board, true, p->rank[MULTISETS_5 + class]);
}

bool board_pairs_make(struct board_pairs *out)
{
    class_tables_init(&out->tables);
    out->plain_of = calloc(FLUSH_CLASSES_5, sizeof *out->plain_of);
    out->left = calloc(BOARD_CLASSES, sizeof *out->left);
    out->rank = calloc(BOARD_CLASSES, sizeof *out->rank);
    if (!out->plain_of || !out->left || !out->rank) {
        board_pairs_free(out);
        return false;
    }
    classes_visit(&out->tables, plain_fill, flush_fill, out);
    return true;
}

void board_pairs_free(struct board_pairs *p)
{
    free(p->plain_of);
    free(p->left);
    free(p->rank);
}
