/* croupier design, for a progressive. */
#pragma once

#include "app/desk.h"
#include "game/rules/load_source.h"

#include <croupier/design.h>

/* The options of `croupier design`, for house rules or a progressive. */
struct design_options {
    const char *name, *wager, *write;
    const char *rules;                /* game whose hands count; NULL: any five cards */
    const char *vary[CR_DESIGN_ROWS]; /* "full house=40..60", "seed=5000..20000:1000", … */
    const char *jackpots[CR_METERS], *betweens[CR_METERS]; /* "20000", "major=5000" */
    unsigned vary_count, jackpot_count, between_count;
    double target, element, hit, deviation; /* NAN: not asked */
    double within;
    uint64_t limit, analyses, pick;
    uint64_t bets; /* bets an hour; 0: no time between jackpots is given */
    struct desk_form form;
};

/* Returns the exit status. */
int design_progressive_run(const struct source *source, const struct design_options *o);
