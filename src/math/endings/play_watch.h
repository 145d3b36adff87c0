/* How far the pricing of plays and the search for them are: for games of hold'em they take minutes.
 */
#pragma once

#include <croupier/endings.h>

enum play_part {
    PLAY_NOTHING,
    PLAY_PRICES, /* plays with one mistake each, and the published rule of thumb */
    PLAY_LINES,  /* decisions for which lines are looked for, after the situations were sorted */
    PLAY_FOUND   /* plays that were found, priced */
};

/* Told before each of them, done of all, in the thread that asked. */
struct play_watch {
    void (*say)(void *context, enum play_part part, unsigned done, unsigned all);
    void *context;
};

static inline void play_say(const struct play_watch *watch, enum play_part part, unsigned done,
                            unsigned all)
{
    if (watch)
        watch->say(watch->context, part, done, all);
}

/* As cr_play_costs and cr_plays_find. watch: NULL for none. */
int play_costs(const struct cr_rules *rules, const struct play_watch *watch,
               struct cr_play_costs *out, struct cr_err *err);
int plays_find(const struct cr_rules *rules, unsigned lines, const struct play_watch *watch,
               struct cr_found_plays *out, struct cr_err *err);
