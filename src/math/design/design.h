/* What the searches for pay tables and for progressives share: ranking, the list of the best
 * results, and the steps through combinations. */
#pragma once

#include <croupier/design.h>

/* How far one figure is from the wanted value, as a multiple of the distance that is allowed; 0
 * where no value is wanted (NAN). */
double design_off_by(double wanted, double is, double allowed);

/* The value by which tables are ordered: a round table may be a little farther off than one that is
 * not round. */
double design_rank(double off, unsigned roundness);

/* The best tables that a search has found so far, in order. */
struct design_list {
    void *tables;
    size_t size; /* bytes of one table */
    unsigned *count, most;
    double (*rank)(const void *table);
    bool (*is_valid)(const void *search, const void *table);
    const void *search;
};
/* Inserts a table in its place if it is valid; the last one of a full list is dropped. */
void design_list_put(const struct design_list *list, const void *table);

/* 0 for numbers that people put on a felt (1 to 6, 8, 10, 12, 15, 20, 25 …), more for others. */
unsigned design_roundness(int32_t pay);

/* Steps to the next combination of pays; false after the last one. */
bool design_next(const struct cr_design_question *q, int32_t *pays);

/* Whether a row varies an award rather than a meter; and whether two rows vary the same value. */
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
