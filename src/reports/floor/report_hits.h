/* The jackpots of a span of the log: claims and awards, how far each came, and who released it. */
#pragma once

#include "reports/floor/report_kinds.h"

#define HITS_PEOPLE 160

/* The state of a claim at the end of the span. */
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
    struct hit *list; /* in the order of payment; if not paid, of the claim's number */
    size_t count;
    uint64_t cancelled; /* how many were cancelled in the span */
};

/* Sums over many links can be more than one amount holds: from 19 links on, when each has reached
 * the most that a link can hold. */
__extension__ typedef __int128 hit_wide;

struct hit_sums {
    uint64_t count;
    hit_wide amount, house_funded, reseeded, envy;
};

/* Sums of what was paid. link: of one link only; from: of one of its meters or its tray only; NULL:
 * of all. */
struct hit_sums hits_sum(const struct hits *hits, const char *link, const char *from);

/* Adds the sum as a cell, in words where it is more than an amount can be. */
void hits_cell_sum(struct paper *p, hit_wide micro);

/* Reads the log from the span's beginning to the head, and for its claims also what was confirmed
 * before the span. `out` is freed by hits_free, also after a failure. */
int hits_gather(struct report_job *job, struct hits *out, struct cr_err *err);
void hits_free(struct hits *hits);
