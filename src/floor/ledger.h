/* The books of one link: every coin that came in and where it is now, level by level.
 *
 * Pure functions on whole numbers. A step that cannot be done is refused before anything changes.
 * Money leaves a meter in two moves, so that a claim can freeze an amount before it is paid
 * (REG-12):
 *
 *     coin ──► house, meters, reserves, overflow      ledger_coin_in     MET-1
 *     meter ──► pending (and reseed at 100 %)         ledger_freeze      MET-2, MET-3, MET-4
 *     pending ──► paid                                ledger_pay         V5
 *     pending ──► meter (a claim was cancelled)       ledger_unfreeze
 *     coins of a dead round go back                   ledger_return      UTH-18
 *
 * At every moment (MET-6, V3), to the millionth:
 *     coin_in = returned + house + Σ (contributed + reserved + overflow)
 *     amount  = seeded + contributed + moved_in + corrected − frozen       (each level)
 *     reserve = reserved − moved_in + reserve_corrected                    (each level)
 *     frozen  = paid + pending                                             (each level)
 * where the parts returned have been taken off contributed, reserved, overflow and house. Together:
 *     coin_in − returned + Σ (seeded + corrected + reserve_corrected)
 *         = house + Σ (amount + reserve + overflow + pending + paid)
 */
#pragma once

#include "game/meters/meters.h"

/* REG-8: what is kept of one level. */
struct ledger_level {
    struct cr_meter meter;             /* amount, reserve, overflow, carries */
    struct cr_money seeded;            /* put in by the house: first seed and reseeds */
    struct cr_money contributed;       /* of coins, into the meter */
    struct cr_money reserved;          /* of coins, into the reserve */
    struct cr_money moved_in;          /* from the reserve into the meter */
    struct cr_money corrected;         /* corrections and transfers, in minus out */
    struct cr_money reserve_corrected; /* the same for the reserve */
    struct cr_money frozen;            /* taken off the meter for awards */
    struct cr_money pending;           /* of that: claimed, not yet paid */
    struct cr_money paid;              /* of that: paid */
    uint64_t hits;                     /* awards from this meter, less those that were taken back */
    struct cr_money returned;          /* of dead rounds, off the meter and its overflow */
};

struct ledger {
    struct ledger_level levels[CR_METERS];
    uint64_t coins;                 /* chips counted: the hard meter */
    struct cr_money coin_in;        /* their worth */
    struct cr_money returned;       /* of that: given back in dead rounds */
    struct cr_money house;          /* the house's share; see ledger_return for below zero */
    struct cr_money house_funded;   /* awards that a meter could not cover (MET-4), policy "full" */
    struct cr_money tray_paid;      /* awards from the tray */
    struct cr_money envy_paid;      /* envy, from the tray */
    struct cr_money tray_corrected; /* PIT-4: of tray_paid, what corrections added or took off */
};

/* Sets the meters to their seeds, which are the house's money. */
void ledger_init(const struct cr_progressive *progressive, struct ledger *out);

/* Whether the books take more coins: no total is above CR_MONEY_METER_MAX_MICRO. Beyond that,
 * awards, envy and reseeds are still paid: they follow coins, and are far from overflowing an
 * amount. */
int ledger_check_room(const struct ledger *ledger, struct cr_err *err);

/* MET-1, TAB-4: books that many bets. */
void ledger_coin_in(const struct cr_progressive *progressive, struct ledger *ledger, unsigned bets);

/* UTH-18: gives back that many bets of a dead round. Each part is taken from where it went, the
 * overflow first. What a meter or a reserve no longer has (it was paid out meanwhile) the house
 * bears, so that no meter goes below zero. In theory the house's share can: when a meter was
 * emptied before the house had earned as much. The carries stay as they are. CHECKs that so much
 * came in. Returns what went back: always bets times the bet. */
struct cr_money ledger_return(const struct cr_progressive *progressive, struct ledger *ledger,
                              unsigned bets);

/* The parts of an award that was taken. */
struct ledger_award {
    struct cr_money amount;       /* what the winner gets */
    struct cr_money from_meter;   /* of that, off the meter: now pending */
    struct cr_money house_funded; /* of that, from the house (MET-4) */
    struct cr_money reseeded;     /* put into the meter by the house (MET-2) */
    struct cr_money moved_in;     /* from the reserve into the meter (MET-2) */
};

/* Takes an award (not CR_AWARD_NONE) off its meter into pending. From the tray only the amount is
 * set, and nothing is pending. A fixed award is taken whole: the caller applies a cap (PG-1) to
 * award->amount. */
struct ledger_award ledger_freeze(const struct cr_progressive *progressive, struct ledger *ledger,
                                  const struct cr_award *award);

/* PIT-2: the same for a 100 % award whose meter was won before in this very round: it takes at most
 * `most` of the meter, and what was added since stays in it. */
struct ledger_award ledger_freeze_within(const struct cr_progressive *progressive,
                                         struct ledger *ledger, const struct cr_award *award,
                                         struct cr_money most);

/* REG-11: takes the award once for `winners` simultaneous claims: one amount for each. LEDGER_FULL:
 * each gets the whole, the house funds all but the first. LEDGER_SPLIT: each gets an equal part in
 * whole cents, the cents that do not divide stay in the meter. Percentage awards only; out[0] is
 * the first in order. Each counts as a hit. The reseed of a 100 % award happens once and stands in
 * out[0]. LEDGER_ORDER is not allowed here: such claims are frozen one by one. */
enum ledger_policy { LEDGER_ORDER, LEDGER_FULL, LEDGER_SPLIT };
extern const char *const ledger_policy_names[]; /* "order", "full", "split"; NULL after the last */
void ledger_freeze_shared(const struct cr_progressive *progressive, struct ledger *ledger,
                          const struct cr_award *award, enum ledger_policy policy, unsigned winners,
                          struct ledger_award *out);

/* Pays a frozen award, or takes it back. meter is the award's `from`; CR_FROM_TRAY only adds to
 * tray_paid. What the house funds is booked at payment, so that an award that is taken back leaves
 * no trace of it. Taking it back undoes the reseed as far as the meter still holds it and may take
 * the meter above its limit; the reserve that moved in stays in. CHECKs that as much is pending. */
void ledger_pay(struct ledger *ledger, uint8_t meter, const struct ledger_award *award);
void ledger_unfreeze(struct ledger *ledger, uint8_t meter, const struct ledger_award *award);

/* Puts back into the reserve what an award that is taken back had moved in from there, as far as
 * the meter still holds it; called before ledger_unfreeze. */
void ledger_unmove(struct ledger *ledger, uint8_t meter, const struct ledger_award *award);

/* PIT-4: corrects a payment from the tray that was wrong by that much; the caller has it
 * authorised. Refused when more is taken back than was paid. */
int ledger_correct_tray(struct ledger *ledger, struct cr_money change, struct cr_err *err);

/* Books envy, which is paid from the tray (UTH-15). */
void ledger_pay_envy(struct ledger *ledger, struct cr_money amount);

/* REG-9: corrects a meter, up or down; the caller has it authorised. Refused when the meter would
 * go below zero or, upward, above its limit (without one, above what a document can state). */
int ledger_correct(const struct cr_progressive *progressive, struct ledger *ledger, unsigned meter,
                   struct cr_money change, struct cr_err *err);

/* REG-14: moves meters and reserves of one link, whole, to the meters of the same names of another.
 * Refused, without any change, when a meter has no namesake, anything is pending on either link, or
 * a limit would be exceeded. moved[] are the amounts by the source's meter index. Overflow and
 * carries stay behind: they belong to the source's coins. */
struct ledger_moved {
    struct cr_money amount, reserve;
};
int ledger_transfer(const struct cr_progressive *from_rules, struct ledger *from,
                    const struct cr_progressive *to_rules, struct ledger *to,
                    struct ledger_moved moved[CR_METERS], struct cr_err *err);

/* REG-6, REG-9: whether these books may go on under changed rules, which must have the same meters
 * by name and order (and no limit below an amount). Seeds that were put in stay. */
int ledger_check_rules(const struct ledger *ledger, const struct cr_progressive *old_rules,
                       const struct cr_progressive *new_rules, struct cr_err *err);

/* MET-6, V3: whether the identities above hold; the fault names the level and the amounts. */
int ledger_check(const struct cr_progressive *progressive, const struct ledger *ledger,
                 struct cr_err *err);
