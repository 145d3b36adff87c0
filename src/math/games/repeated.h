/* One game with many pay tables: what does not depend on the pays is worked out once. */
#pragma once

#include <croupier/analysis.h>

/* The headlines of an analysis. */
struct base_figures {
    struct cr_rational ev, average_wager;
    double std_dev;
};

/* How a game does that (game_math.repeated). figures: of rules that differ from those of start in
 * what the rows of pay tables pay, and in nothing else. */
struct repeated_math {
    void *(*start)(const struct cr_rules *rules); /* NULL without memory */
    int (*figures)(void *context, const struct cr_rules *rules, struct base_figures *out,
                   struct cr_err *err);
    void (*end)(void *context);
};

struct repeated;

/* Games without a way of their own are analysed as a whole each time. */
int repeated_start(const struct cr_rules *rules, struct repeated **out, struct cr_err *err);
int repeated_figures(struct repeated *repeated, const struct cr_rules *rules,
                     struct base_figures *out, struct cr_err *err);
void repeated_end(struct repeated *repeated); /* NULL is nothing */
