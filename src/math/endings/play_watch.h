/* Progress of the pricing of plays and of the search for them, which take minutes for games of
 * hold'em. */
#pragma once

#include <croupier/endings.h>

enum play_part {
    PLAY_NOTHING,
    PLAY_PRICES, /* plays with one mistake each, and the published rule of thumb */
    PLAY_LINES,  /* decisions for which lines are searched, once situations are sorted */
    PLAY_FOUND   /* plays that were found, priced */
};

/* say is called before each step, with the number of steps done and of all, in the calling
 * thread. */
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
