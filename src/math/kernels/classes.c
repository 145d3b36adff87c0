/* Numbers the classes of boards, and visits all of them. */
#include "math/kernels/classes.h"

#include <string.h>

static unsigned binomial(unsigned n, unsigned k)
{
    static const uint8_t factorial[6] = {1, 1, 2, 6, 24, 120};
    if (k > n)
        return 0;
    unsigned product = 1;
    for (unsigned i = 0; i < k; i++)
        product *= n - i;
    return product / factorial[k];
}

unsigned multiset_index(const struct ranks *ranks)
{
    unsigned index = 0, taken = 0;
    for (unsigned r = 0; r < CR_RANKS; r++)
        for (unsigned n = 0; n < ranks->count[r]; n++, taken++)
            index += binomial(r + taken, taken + 1);
    return index;
}

static void number_masks(struct class_tables *t)
{
    for (unsigned mask = 0; mask < MASKS_ALL; mask++) {
        unsigned index = 0, size = 0;
        for (unsigned left = mask; left; left &= left - 1, size++)
            if (size < 5)
                index += binomial((unsigned)__builtin_ctz(left), size + 1);
        if (size > 5)
            continue;
        t->mask_index[mask] = (uint16_t)index;
        t->mask_at[size][index] = (uint16_t)mask;
        t->masks[size]++;
    }
}

/* Lists every multiset with `left` more ranks, none below `from`. */
static void list_multisets(struct class_tables *t, struct ranks *ranks, unsigned size,
                           unsigned from, unsigned left)
{
    if (left == 0) {
        t->multiset_at[size][multiset_index(ranks)] = *ranks;
        t->multisets[size]++;
        return;
    }
    for (unsigned r = from; r < CR_RANKS; r++) {
        ranks->count[r]++;
        list_multisets(t, ranks, size, r, left - 1);
        ranks->count[r]--;
    }
}

static void number_multisets(struct class_tables *t)
{
    for (unsigned size = 0; size <= 5; size++) {
        struct ranks none = {0};
        list_multisets(t, &none, size, 0, size);
    }
    for (unsigned size = 0; size <= 4; size++) {
        for (unsigned i = 0; i < t->multisets[size]; i++) {
            for (unsigned r = 0; r < CR_RANKS; r++) {
                struct ranks more = t->multiset_at[size][i];
                more.count[r]++;
                t->add[size][i][r] = (uint16_t)multiset_index(&more);
            }
        }
    }
}

void class_tables_init(struct class_tables *t)
{
    memset(t, 0, sizeof *t);
    for (unsigned high = 0; high < CR_RANKS; high++) {
        for (unsigned low = 0; low <= high; low++) {
            t->pair_high[pair_index(high, low)] = (uint8_t)high;
            t->pair_low[pair_index(high, low)] = (uint8_t)low;
        }
    }
    number_masks(t);
    number_multisets(t);
    for (unsigned cards = 3; cards <= 5; cards++) {
        unsigned next = 0;
        for (unsigned size = cards - 2; size <= cards; size++) {
            t->flush_start[cards][size] = next;
            next += (unsigned)t->masks[size] * t->multisets[cards - size];
        }
        t->flush_classes[cards] = next;
    }
}

void classes_visit(const struct class_tables *t, plain_class_fn *plain, flush_class_fn *flush,
                   void *context)
{
#pragma omp parallel for schedule(dynamic, 64)
    for (unsigned i = 0; i < t->multisets[5]; i++)
        plain(context, i);
    for (unsigned size = 3; size <= 5; size++) {
#pragma omp parallel for schedule(dynamic, 4)
        for (unsigned m = 0; m < t->masks[size]; m++)
            for (unsigned o = 0; o < t->multisets[5 - size]; o++)
                flush(context, size, t->mask_at[size][m], o);
    }
}
