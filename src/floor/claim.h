/* One claim of a jackpot: who has confirmed what, and what is missing before it can be paid.
 *
 *     PENDING ──verify──► … approvals, compliance, method … ──pay──► PAID ──clear──► CLEARED
 *        └──────────────────────cancel (before payment)──────────► CANCELLED
 *
 * Pure and fixed-size. Names of people are copied in; who a person is, is the caller's business. A
 * name that is empty, too long to be kept whole, or begins or ends with a blank is refused. Every
 * function that can refuse leaves the claim unchanged then, and says what to do next.
 */
#pragma once

#include <croupier/rules.h>

struct text;

#define CLAIM_PERSON_MAX    48
#define CLAIM_APPROVALS_MAX 2
#define CLAIM_HAND_CARDS    5  /* of a progressive, whatever the game */
#define CLAIM_CARDS_MAX     16 /* so many as text, with its end */

enum claim_state { CLAIM_PENDING, CLAIM_PAID, CLAIM_CLEARED, CLAIM_CANCELLED };

/* TAB-7: the verification checklist of a high jackpot, in the manual's order. */
enum claim_item {
    CLAIM_HAND,     /* the hand is the one claimed */
    CLAIM_LEDS,     /* the acceptor's lights are on */
    CLAIM_SHUFFLE,  /* shuffled according to procedure */
    CLAIM_WAGER,    /* the wager was placed before the deal */
    CLAIM_SEQUENCE, /* cards dealt in sequence, not manipulated */
    CLAIM_METER,    /* the meter agrees with the last reading and the last payout */
    CLAIM_DECK,     /* the deck pulled and checked; after the payment: all of it counted down */
    CLAIM_REPLACED, /* PIT-11: another deck took its place */
    CLAIM_ITEMS
};
/* "hand", "leds", "shuffle", "wager", "sequence", "meter", "deck", "replaced". The same list
 * as enum cr_check. */
const char *claim_item_name(enum claim_item item);
/* The same for people: "lights", "deck replaced". */
const char *claim_item_words(enum claim_item item);
/* UTH-17: a check of the house as people write it: "OFAC"; those that are not in the list, which
 * ends with NULL, are written as they are called. */
struct claim_compliance {
    const char *item, *words;
};
extern const struct claim_compliance claim_compliance[];
const char *claim_compliance_words(const char *item);
/* The sentence a supervisor confirms, before the payment and after it. */
const char *claim_item_text(enum claim_item item);
const char *claim_item_text_after(enum claim_item item);

/* UTH-17. */
enum claim_method { CLAIM_METHOD_NONE, CLAIM_CHEQUES, CLAIM_CHECK };
const char *claim_method_name(enum claim_method method); /* "none", "cheques", "check" */
extern const char *const claim_method_names[];           /* the same; NULL after the last */

/* What the house asks of a claim; worked out from link and rules when the claim is made. It stands
 * in the rows of a store, where somebody else may have written any byte: so it has no bool, of
 * which every byte but 0 and 1 is undefined. */
struct claim_needs {
    uint8_t items;            /* bit per claim_item */
    uint8_t approvals;        /* distinct people: 0, 1 or 2 */
    uint8_t compliance_count; /* UTH-17; names below */
    uint8_t clearing;         /* TAB-11: 1: must be cleared at the manager after payment */
    uint8_t after;            /* PIT-11: items confirmed after the payment; bit per claim_item */
    uint8_t notice;           /* PIT-12: 1: the approval is supervision's acknowledgement */
    uint8_t in_steps;         /* PIT-11: 1: items may be confirmed one after the other */
    uint8_t reserved[1];      /* kept as bytes: no hidden padding */
    char compliance[CR_COMPLIANCE_MAX][CR_NAME_MAX];
    struct cr_money cheques_up_to; /* above it only by check; zero: no limit */
    struct cr_money notice_from;   /* below it no notice is needed after all; zero: as it says */
};

/* TAB-7, TAB-8 by key and kind: high: the whole checklist, `high_approvals` people; low: hand and
 * LEDs, `low_approvals` people; none: nothing. Compliance where a key is needed. Percentage awards
 * are cleared at the manager (TAB-11). rules may be NULL: no compliance, no limit on cheques. */
void claim_needs_of(const struct cr_award *award, const struct cr_rules *rules,
                    uint8_t high_approvals, uint8_t low_approvals, struct claim_needs *out);
/* PIT-11, PIT-12: the house's checklists, before and after the payment; a royal flush or a straight
 * flush is cleared whatever it pays; an award without a key that comes to notify_from waits for
 * supervision's acknowledgement. */
void claim_needs_of_house(const struct cr_award *award, enum cr_category hand,
                          const struct cr_rules *rules, struct claim_needs *needs);

/* The cards of a claimed hand, "As Ks Qs Js Ts": five, each once, that are the hand claimed. What a
 * table dealt or a person keyed in is held against what the button said. `field` names the member
 * at fault; out has the one spelling. */
int claim_read_cards(enum cr_category claimed, const char *text, size_t len, const char *field,
                     char out[CLAIM_CARDS_MAX], struct cr_err *err);

struct claim {
    uint8_t state;    /* enum claim_state */
    uint8_t method;   /* enum claim_method */
    uint8_t items;    /* confirmed, bit per claim_item */
    uint8_t complied; /* confirmed, bit per compliance item */
    uint8_t approved; /* how many */
    char verified_by[CLAIM_PERSON_MAX];
    char approved_by[CLAIM_APPROVALS_MAX][CLAIM_PERSON_MAX];
    char complied_by[CR_COMPLIANCE_MAX][CLAIM_PERSON_MAX];
    uint8_t after;               /* confirmed after the payment, bit per claim_item */
    uint8_t reserved[2];         /* kept as bytes: no hidden padding */
    char cards[CLAIM_CARDS_MAX]; /* "As Ks Qs Js Ts", as the table dealt them with the claim, or as
                                    they were keyed in with the check of the hand */
    struct claim_needs needs;
};

void claim_init(struct claim *claim, const struct claim_needs *needs);

/* All of the items that are needed, by one named person, at once; more may be confirmed. Refused
 * when one is missing (it is named), when none is needed, when it was verified before, or when the
 * claim is no longer pending. Where the needs say so, in the order of the list and in as many steps
 * as people like; verified_by is who confirmed the last one. After the payment: what is needed
 * then. */
int claim_verify(struct claim *claim, const char *person, uint8_t items, struct cr_err *err);
/* Needs the verification first (when one is needed). Never the same person twice; the verifier may
 * be one of two approvers, never the only one. */
int claim_approve(struct claim *claim, const char *person, struct cr_err *err);
/* The claim is not what was approved any more: all approvals are given again. */
void claim_unapprove(struct claim *claim);
/* One compliance item, by name (Title 31, OFAC, patron record). */
int claim_comply(struct claim *claim, const char *person, const char *item, struct cr_err *err);
/* May be changed until the payment: "check" always; "cheques" is refused above the threshold. */
int claim_choose_method(struct claim *claim, enum claim_method method, struct cr_money amount,
                        struct cr_err *err);
int claim_cancel(struct claim *claim, struct cr_err *err);

/* Whether it can be paid now; the fault lists everything that is missing, in the order in which it
 * is done. No method need be chosen: the default is cheques, or check above the threshold. */
int claim_check_payable(const struct claim *claim, struct cr_money amount, struct cr_err *err);
/* The list alone, for screens: the items of the checklist stand beside whoever ticks them off.
 * Nothing where nothing is missing. */
void claim_say_missing(const struct claim *claim, struct cr_money amount, struct text *t);
/* Pays it. Exactly once (V5). */
int claim_pay(struct claim *claim, struct cr_money amount, struct cr_err *err);
/* TAB-11. Only after payment, only when it needs clearing, only once, and only when what is
 * confirmed after the payment has been (PIT-11). */
int claim_clear(struct claim *claim, struct cr_err *err);
/* Nothing is left to do: cancelled, cleared, or paid without need of clearing and with the deck
 * seen to. */
bool claim_is_done(const struct claim *claim);

/* PIT-12: what the house rules ask of an award without a key that comes to this amount. */
bool claim_wants_notice(const struct cr_rules *rules, struct cr_money amount);
/* Since version 3 a share of a meter may come to notify_from, and a fixed award to less than that:
 * the amount decides when it is paid. */
void claim_need_notice_by_amount(const struct cr_award *award, const struct cr_rules *rules,
                                 struct claim_needs *needs);
/* How many people approve a claim that comes to this amount. */
unsigned claim_approvals_needed(const struct claim_needs *needs, struct cr_money amount);

/* PIT-11: what is to be done with the deck now that it is paid, in the manual's words; nothing
 * where nothing is left. */
void claim_say_after(const struct claim *claim, struct text *out);
