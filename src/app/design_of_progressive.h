/* croupier design for a progressive. */
#pragma once

#include "app/desk.h"
#include "game/rules/load_source.h"

#include <croupier/design.h>

struct design_progressive_options {
    const char *const
        *vary; /* "seed=5000..20000:1000", "major.share=5%..8%", "full house=40..60" */
    const char *const *jackpots, *const *betweens; /* "20000", "major=5000" */
    unsigned vary_count, jackpot_count, between_count;
    double house_advantage, hit_frequency; /* NAN: not asked */
    double within;
    double bets_an_hour; /* 0: nothing is said of hours */
    unsigned keep, pick;
    const char *rules; /* whose hands count; NULL: any five cards */
    const char *write;
    struct desk_form form;
};

/* Returns the exit status. */
int design_progressive_run(const struct source *source, const struct design_progressive_options *o);
