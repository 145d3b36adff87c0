/* The money of a progressive: bets in, awards out (MET-1 to MET-4). The functions are pure and work
 * in whole millionths. */
#pragma once

#include <croupier/settle.h>

/* MET-1: adds that many bets to the meters and reserves and returns the house's part. All parts sum
 * to the bets. The fraction that a share leaves is carried to the next bet and belongs to the
 * house's part until then, so that nothing is lost and nothing is paid twice. Seven bets at once
 * give the same millionths as seven one after the other. */
struct cr_money meters_contribute(const struct cr_progressive *progressive,
                                  struct cr_meters *meters, unsigned bets);

/* A share of an amount, rounded down to the millionth, without what a carry would add. */
struct cr_money meters_share(struct cr_money amount, uint32_t share);

/* The amounts that one hit moves. */
struct meters_hit {
    struct cr_money amount;       /* paid to the winner */
    struct cr_money house_funded; /* part of it that the meter could not cover (MET-4) */
    struct cr_money reseeded;     /* put into the meter by the house (MET-2) */
};

/* Pays an award that is not CR_AWARD_NONE. A fixed award pays at most cap (PG-1); percentages
 * ignore it. A share of a meter is rounded down to the cent and the rest stays (MET-3); the
 * whole meter restarts at seed + reserve (MET-2), to which the fraction of a cent that could
 * not be paid is added. */
struct meters_hit meters_pay(const struct cr_progressive *progressive, struct cr_meters *meters,
                             const struct cr_award *award, struct cr_money cap);

/* The name of the meter that is an award's `from`, or "tray". */
const char *meters_source(const struct cr_progressive *progressive, uint8_t from);

/* The index of the meter of that name; meter_count when there is none. */
unsigned meters_find(const struct cr_progressive *progressive, const char *name);
