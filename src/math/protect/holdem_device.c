/* Makes the tables with which an accelerator sums over the next card: the classes and counts of
 * board_sums.c as plain numbers, so that nothing has to be calculated on the way. */
#include "math/protect/holdem_device.h"

#include <stdlib.h>

static void plain_fill(const struct class_tables *t, unsigned cards, uint16_t (*from)[CR_RANKS],
                       uint8_t (*left)[CR_RANKS])
{
    for (unsigned i = 0; i < t->multisets[cards]; i++)
        for (unsigned r = 0; r < CR_RANKS; r++) {
            const unsigned count = t->multiset_at[cards][i].count[r];
            from[i][r] = t->add[cards][i][r];
            left[i][r] = (uint8_t)(count < CR_SUITS ? CR_SUITS - count : 0);
        }
}

/* The columns of the flush classes while they are filled. */
struct flush_rows {
    uint16_t (*suited)[CR_RANKS], (*others)[CR_RANKS], *mask;
    uint8_t (*left)[CR_RANKS];
};

static void flush_row_fill(const struct class_tables *t, unsigned cards, unsigned size,
                           unsigned mask, unsigned others, const struct flush_rows *rows)
{
    const unsigned row = flush_class(t, cards, size, mask, others), rest = cards - size;
    rows->mask[row] = (uint16_t)mask;
    for (unsigned r = 0; r < CR_RANKS; r++) {
        const unsigned more = mask | 1u << r, count = t->multiset_at[rest][others].count[r];
        rows->suited[row][r] =
            more == mask ? NO_CLASS : (uint16_t)flush_class(t, cards + 1, size + 1, more, others);
        rows->others[row][r] = size + 1 < cards ? NO_CLASS
                                                : (uint16_t)flush_class(t, cards + 1, size, mask,
                                                                        t->add[rest][others][r]);
        rows->left[row][r] = (uint8_t)(count < CR_SUITS - 1 ? CR_SUITS - 1 - count : 0);
    }
}

static bool step_make(const struct class_tables *t, unsigned cards, struct holdem_step *out)
{
    const size_t plain = t->multisets[cards], flush = t->flush_classes[cards];
    uint16_t(*from)[CR_RANKS] = malloc(plain * sizeof *from);
    uint8_t(*left)[CR_RANKS] = malloc(plain * sizeof *left);
    const struct flush_rows rows = {
        malloc(flush * sizeof *rows.suited), malloc(flush * sizeof *rows.others),
        malloc(flush * sizeof *rows.mask), malloc(flush * sizeof *rows.left)};
    *out = (struct holdem_step){
        .plain_rows = (uint32_t)plain,
        .flush_rows = (uint32_t)flush,
        .from_plain = t->multisets[cards + 1],
        .from_flush = t->flush_classes[cards + 1],
        .plain = (const uint16_t(*)[CR_RANKS])from,
        .plain_left = (const uint8_t(*)[CR_RANKS])left,
        .suited = (const uint16_t(*)[CR_RANKS])rows.suited,
        .others = (const uint16_t(*)[CR_RANKS])rows.others,
        .others_left = (const uint8_t(*)[CR_RANKS])rows.left,
        .mask = rows.mask,
    };
    if (!from || !left || !rows.suited || !rows.others || !rows.mask || !rows.left)
        return false;
    plain_fill(t, cards, from, left);
    for (unsigned size = cards - 2; size <= cards; size++)
        for (unsigned m = 0; m < t->masks[size]; m++)
            for (unsigned o = 0; o < t->multisets[cards - size]; o++)
                flush_row_fill(t, cards, size, t->mask_at[size][m], o, &rows);
    return true;
}

static void step_free(struct holdem_step *step)
{
    free((void *)(uintptr_t)step->plain);
    free((void *)(uintptr_t)step->plain_left);
    free((void *)(uintptr_t)step->suited);
    free((void *)(uintptr_t)step->others);
    free((void *)(uintptr_t)step->others_left);
    free((void *)(uintptr_t)step->mask);
    *step = (struct holdem_step){0};
}

bool holdem_steps_make(const struct class_tables *t, struct holdem_tables *out)
{
    if (step_make(t, 4, &out->steps[0]) && step_make(t, 3, &out->steps[1]))
        return true;
    holdem_steps_free(out);
    return false;
}

void holdem_steps_free(struct holdem_tables *tables)
{
    step_free(&tables->steps[0]);
    step_free(&tables->steps[1]);
}
