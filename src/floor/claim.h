/* One claim of a jackpot: who has confirmed what, and what is missing before it can be paid.
 *
 *     PENDING ──verify──► … approvals, compliance, method … ──pay──► PAID ──clear──► CLEARED
 *        └──────────────────────cancel (before payment)──────────► CANCELLED
 *
 * The functions are pure and the struct has a fixed size. Names of people are copied into it; the
 * caller has to know whether they are people of the floor. A name that is empty, too long to be
 * kept whole, or begins or ends with a blank is refused. A function that refuses leaves the claim
 * unchanged and says what to do next. */
#pragma once

#include <croupier/rules.h>

struct text;

#define CLAIM_PERSON_MAX    48
#define CLAIM_APPROVALS_MAX 2
#define CLAIM_HAND_CARDS    5  /* progressives pay five-card hands in every game */
#define CLAIM_CARDS_MAX     16 /* bytes of the hand's text, with the final NUL */

enum claim_state { CLAIM_PENDING, CLAIM_PAID, CLAIM_CLEARED, CLAIM_CANCELLED };

/* TAB-7: the verification checklist of a high jackpot, in the manual's order. */
enum claim_item {
    CLAIM_HAND,     /* the hand is the one claimed */
    CLAIM_LEDS,     /* the acceptor's lights are on */
    CLAIM_SHUFFLE,  /* shuffled according to procedure */
    CLAIM_WAGER,    /* the wager was placed before the deal */
    CLAIM_SEQUENCE, /* cards dealt in sequence, not manipulated */
    CLAIM_METER,    /* the meter agrees with the last reading and the last payout */
    CLAIM_DECK, /* the deck pulled and checked; after the payment: the whole deck counted down */
    CLAIM_REPLACED, /* PIT-11: another deck took its place */
    CLAIM_ITEMS
};
/* The item's name in the log and in rules files: "hand", "leds", "shuffle", "wager", "sequence",
 * "meter", "deck", "replaced". enum cr_check is the same list. */
const char *claim_item_name(enum claim_item item);
/* The item's name for people: "lights", "deck replaced". */
const char *claim_item_words(enum claim_item item);
/* UTH-17: how the name of a compliance check is written for people: "ofac" as "OFAC". The list ends
 * with an item of NULL; a check that is not in it is written as it is named. */
struct claim_compliance {
    const char *item, *words;
};
extern const struct claim_compliance claim_compliance[];
const char *claim_compliance_words(const char *item);
/* The sentence a supervisor confirms, before the payment and after it. */
const char *claim_item_text(enum claim_item item);
const char *claim_item_text_after(enum claim_item item);

/* UTH-17: how a jackpot is paid. */
enum claim_method { CLAIM_METHOD_NONE, CLAIM_CHEQUES, CLAIM_CHECK };
const char *claim_method_name(enum claim_method method); /* "none", "cheques", "check" */
extern const char *const claim_method_names[];           /* the same; NULL after the last */

/* What the house asks of a claim, worked out from the link and the rules when the claim is made.
 * The struct is read back from rows of the store, where somebody else may have written any byte. So
 * it has no bool, of which every byte but 0 and 1 would be undefined behaviour. */
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
    struct cr_money cheques_up_to; /* a larger amount is paid by check only; 0: no limit */
    struct cr_money notice_from; /* an amount below it needs no notice; 0: `notice` alone decides */
};

/* Fills *out by the award's key and kind (TAB-7, TAB-8); the award is not CR_AWARD_NONE. High key:
 * the whole checklist and `high_approvals` people. Low key: hand and LEDs, and `low_approvals`
 * people. No key: neither. Compliance checks are asked for where a key is needed. Percentage awards
 * are cleared at the manager (TAB-11). rules may be NULL: no compliance checks, no limit on
 * cheques. */
void claim_needs_of(const struct cr_award *award, const struct cr_rules *rules,
                    uint8_t high_approvals, uint8_t low_approvals, struct claim_needs *out);
/* PIT-11, PIT-12: adds the house's own checklists, before and after the payment. An award with a
 * key for a royal flush or a straight flush is cleared at the manager whatever it pays. An award
 * without a key that comes to notify_from or more waits for supervision's acknowledgement. rules
 * may be NULL: the usual checklists. */
void claim_needs_of_house(const struct cr_award *award, enum cr_category hand,
                          const struct cr_rules *rules, struct claim_needs *needs);

/* Reads the cards of a claimed hand, "As Ks Qs Js Ts", as a table dealt them or a person typed
 * them. They must be five different cards that make the claimed category. `field` is the member
 * that a fault names; out gets the cards in their one spelling. */
int claim_read_cards(enum cr_category claimed, const char *text, size_t len, const char *field,
                     char out[CLAIM_CARDS_MAX], struct cr_err *err);

struct claim {
    uint8_t state;    /* enum claim_state */
    uint8_t method;   /* enum claim_method */
    uint8_t items;    /* confirmed, bit per claim_item */
    uint8_t complied; /* confirmed, bit per compliance item */
    uint8_t approved; /* how many people approved */
    char verified_by[CLAIM_PERSON_MAX];
    char approved_by[CLAIM_APPROVALS_MAX][CLAIM_PERSON_MAX];
    char complied_by[CR_COMPLIANCE_MAX][CLAIM_PERSON_MAX];
    uint8_t after;               /* confirmed after the payment, bit per claim_item */
    uint8_t reserved[2];         /* kept as bytes: no hidden padding */
    char cards[CLAIM_CARDS_MAX]; /* "As Ks Qs Js Ts", as the table dealt them with the claim, or as
                                    they were typed with the check of the hand; "": not given */
    struct claim_needs needs;
};

void claim_init(struct claim *claim, const struct claim_needs *needs);

/* Confirms items of the checklist, by one named person. Usually all items that are needed are
 * confirmed at once, and more may be. Where needs.in_steps is set, they are confirmed in the order
 * of the list, in as many steps as people like, and verified_by is the person who confirmed the
 * last one. After the payment the items of needs.after are confirmed. Refused when an item is
 * missing (the fault names it), when none is needed, when the claim was verified before, or when it
 * was cleared or cancelled. */
int claim_verify(struct claim *claim, const char *person, uint8_t items, struct cr_err *err);
/* Adds one person's approval. The claim has to be verified first, where that is needed. The same
 * person cannot approve twice; the verifier may be one of two approvers, but never the only one. */
int claim_approve(struct claim *claim, const char *person, struct cr_err *err);
/* Drops all approvals, because the claim is no longer what was approved: they have to be given
 * again. */
void claim_unapprove(struct claim *claim);
/* Confirms one compliance item, by its name (Title 31, OFAC, patron record). */
int claim_comply(struct claim *claim, const char *person, const char *item, struct cr_err *err);
/* The method may be changed until the payment. "check" is always allowed; "cheques" is refused
 * above the threshold. */
int claim_choose_method(struct claim *claim, enum claim_method method, struct cr_money amount,
                        struct cr_err *err);
int claim_cancel(struct claim *claim, struct cr_err *err);

/* Whether the claim can be paid now; if not, the fault lists everything that is missing, in the
 * order in which it is done. No method need be chosen: the default is cheques, or check above the
 * threshold. */
int claim_check_payable(const struct claim *claim, struct cr_money amount, struct cr_err *err);
/* Writes only what is missing, for screens. The items of the checklist are not named, because the
 * screen shows them anyway. Writes nothing when nothing is missing. */
void claim_say_missing(const struct claim *claim, struct cr_money amount, struct text *t);
/* Marks the claim as paid. A claim is paid exactly once (V5). */
int claim_pay(struct claim *claim, struct cr_money amount, struct cr_err *err);
/* Clears the claim at the manager (TAB-11): only after payment, only when it needs clearing, only
 * once, and only when everything that is confirmed after the payment has been (PIT-11). */
int claim_clear(struct claim *claim, struct cr_err *err);
/* Whether nothing is left to do: cancelled, cleared, or paid without need of clearing and with the
 * deck seen to. */
bool claim_is_done(const struct claim *claim);

/* PIT-12: whether supervision is to be notified of an award without a key that comes to this
 * amount. rules may be NULL: no. */
bool claim_wants_notice(const struct cr_rules *rules, struct cr_money amount);
/* Used since version 3 of the events' meaning (semantics.h): the amount at payment decides whether
 * supervision is notified, because a share of a meter may grow to notify_from, and a fixed award
 * may come to less than that. */
void claim_need_notice_by_amount(const struct cr_award *award, const struct cr_rules *rules,
                                 struct claim_needs *needs);
/* How many people have to approve a claim that comes to this amount. */
unsigned claim_approvals_needed(const struct claim_needs *needs, struct cr_money amount);

/* PIT-11: writes what remains to be done with the deck once the claim is paid, in the manual's
 * words; nothing if nothing remains. */
void claim_say_after(const struct claim *claim, struct text *out);
