/* The part that one table had in the jackpots of its links over a shift (REC-3: a form for each
 * table): its coins times the increment rate, beside what the meters took of them. */
#pragma once

#include "floor/floor.h"
#include "paper/paper.h"

/* What a table did on one link. */
struct shift_table {
    int64_t coins;                      /* coins booked … */
    int64_t off;                        /* … and what its counter showed beyond them */
    struct cr_money worth;              /* worth of the coins booked … */
    struct cr_money returned;           /* … and of those that went back */
    struct cr_money entered[CR_METERS]; /* what the meters took of both */
    bool is_changed;                    /* the link's rules were changed in the shift */
    struct cr_money tray_paid, tray_corrected, envy_paid;
};

/* Adds an event of that table and link; before, after: the books of the link. */
void shift_table_see(struct shift_table *t, const struct floor_event *e,
                     const struct ledger *before, const struct ledger *after);

/* Adds a section with the result of the counter's readings (in a word), what the table took in and
 * paid on each link that it played on, and a row for each meter of these links. by_link: one entry
 * for each link of the floor. */
void shift_table_add(struct paper *p, const struct floor *f, const char *table, const char *result,
                     const struct shift_table *by_link, uint32_t link_count);
