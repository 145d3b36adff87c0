/* What the searches for pay tables share. */
#pragma once

#include <croupier/design.h>

/* How far one figure is from what is wanted of it, in parts of what is allowed; nothing where
 * nobody asks for it (NAN). */
double design_off_by(double wanted, double is, double allowed);

/* What tables are put in order by: a round one may be a little farther off than one that is not. */
double design_rank(double off, unsigned roundness);

/* The best tables that a search has found, in their order. */
struct design_list {
    void *tables;
    size_t size; /* of one */
    unsigned *count, most;
    double (*rank)(const void *table);
    bool (*is_valid)(const void *search, const void *table);
    const void *search;
};
/* Puts a table that is valid in its place; the last of a full list is gone. */
void design_list_put(const struct design_list *list, const void *table);

/* 0 for numbers that people put on a felt (1 to 6, 8, 10, 12, 15, 20, 25 …), more for others. */
unsigned design_roundness(int32_t pay);

/* The next combination; false after the last one. */
bool design_next(const struct cr_design_question *q, int32_t *pays);

/* Whether a row varies an award, not a meter; and whether two vary the same. */
static inline bool design_range_is_award(const struct cr_design_range *row)
{
    return row->what == CR_DESIGN_AWARD || row->what == CR_DESIGN_PERCENT;
}

static inline bool design_range_is_same(const struct cr_design_range *a,
                                        const struct cr_design_range *b)
{
    return a->what == b->what &&
           (design_range_is_award(a) ? a->category == b->category : a->meter == b->meter);
}
