/* Figures of one game with many pay tables: everything that does not depend on the pays is worked
 * out once. */
#pragma once

#include <croupier/analysis.h>

/* The main figures of a base game. */
struct base_figures {
    struct cr_rational ev, average_wager;
    double std_dev;
};

/* A game's own way to do that (game_math.repeated). figures: of rules that differ from those given
 * to start only in what the rows of pay tables pay. */
struct repeated_math {
    void *(*start)(const struct cr_rules *rules); /* NULL when memory is short */
    int (*figures)(void *context, const struct cr_rules *rules, struct base_figures *out,
                   struct cr_err *err);
    void (*end)(void *context);
};

struct repeated;

/* A game without a way of its own is analysed as a whole each time. */
int repeated_start(const struct cr_rules *rules, struct repeated **out, struct cr_err *err);
int repeated_figures(struct repeated *repeated, const struct cr_rules *rules,
                     struct base_figures *out, struct cr_err *err);
void repeated_end(struct repeated *repeated); /* NULL is allowed */
