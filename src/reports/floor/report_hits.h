/* The jackpots of a span of the log: claims and awards, how far each came, who released it. */
#pragma once

#include "reports/floor/report_kinds.h"

#define HITS_PEOPLE 160

/* At the end of the span. */
enum hit_state {
    HIT_PENDING,
    HIT_LATER, /* pending; it was paid or cancelled after the span */
    HIT_PAID,
    HIT_CANCELLED,
    HIT_BEFORE /* paid before the span; only cleared in it */
};

/* A claim, or an award paid at once. */
struct hit {
    uint64_t seq;  /* of the claim, or of the award */
    uint64_t paid; /* the event that paid it */
    int64_t made_ms, paid_ms;
    enum hit_state state;
    uint64_t round;
    uint8_t seat, award, key, method;
    char table[FLOOR_ID_MAX], link[FLOOR_ID_MAX], from[CR_NAME_MAX];
    struct cr_money amount, house_funded, reseeded, envy;
    char verified[HITS_PEOPLE], approved[HITS_PEOPLE], cleared[FLOOR_PERSON_MAX];
};

struct hits {
    struct hit *list; /* in the order of payment; what was not paid, of its claim */
    size_t count;
    uint64_t cancelled; /* in the span */
};

/* Sums over many links may be more than any one amount: 19 of them at the end of what a link holds.
 */
__extension__ typedef __int128 hit_wide;

struct hit_sums {
    uint64_t count;
    hit_wide amount, house_funded, reseeded, envy;
};

/* Of what was paid; of one link, and of one of its meters or its tray, where they are given. */
struct hit_sums hits_sum(const struct hits *hits, const char *link, const char *from);

/* The sum as a cell; in words where it is more than an amount can be. */
void hits_cell_sum(struct paper *p, hit_wide micro);

/* Reads from the span's beginning to the head, and what was confirmed of its claims before it.
 * Freed by hits_free, also after a failure. */
int hits_gather(struct report_job *job, struct hits *out, struct cr_err *err);
void hits_free(struct hits *hits);
