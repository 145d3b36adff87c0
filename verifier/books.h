/* The verifier's books: what it knows of the floor after each event. They are shared by these
 * files, each of which has the rules for one part of the floor, as the documents give them:
 *   shape.c    the members of an event, and what they may hold
 *   people.c   who may do what, alone or with a second person
 *   floor.c    documents, links and tables, thresholds, alarms
 *   rounds.c   a table's events in order, coins, awards, the end of a round
 *   shifts.c   shifts without a gap, readings of counters, a patron's cash of a day
 *   claims.c   a jackpot from its claim to its payment
 *   meters.c   what coins and awards do to the meters, and what the event says they did
 *   books.c    the kinds of events and their members, and the report on one claim
 */
#pragma once

#include "document.h"
#include "names.h"

#define SEATS     7
#define APPROVALS 2
#define ORDER     32 /* the most claims that a ruling can name */

/* Money is in millionths, in a type wide enough for any sum of amounts. */

struct meter {
    wide amount, reserve, overflow;
    wide carry, reserve_carry; /* remainders of dividing coins into shares, in billionths */
    /* for the report on a claim: what happened since the last reset */
    uint64_t since;
    wide start, contributed, awarded, other;
    bool is_reset; /* reset by the event at hand */
};

/* The money of a link. `in` (coins) and seeds together are as much as house, meters, pending and
 * paid. */
struct money {
    wide in, seeds, house, pending, paid;
    struct meter meters[METERS];
};

/* What an award takes from a meter, and from the house where the meter does not have enough. */
struct taken {
    wide amount, from_meter, house_funded, reseeded;
    wide moved_in; /* from the reserve into the meter */
};

enum policy { IN_ORDER, FULL, SPLIT };

struct link {
    unsigned document;
    enum policy policy;
    bool claim_lock, is_open, two_departments;
    unsigned high_approvals, low_approvals;
    uint64_t coins_per_minute, configured;
    struct money now;
    wide tray;             /* paid from the trays of its tables, corrections included */
    uint64_t order[ORDER]; /* the last ruling on the order of wins */
    int order_count;
};

struct table {
    unsigned link, rules; /* places in the lists; NOT_THERE: none */
    bool is_joined, is_forgiven, is_in_play, is_live;
    uint64_t configured, epoch, seq, last, round;
    unsigned seats, awarded, pending, closed, folded; /* a bit each */
    unsigned whole[METERS]; /* how often this round took each meter whole … */
    wide restart[METERS];   /* … and the most of its next award of the whole meter */
    wide fixed;             /* fixed awards of this round */
    enum key key;           /* the key that was turned last … */
    enum key turned; /* … and its position: KEY_NONE for R, KEY_LOW for JPL, KEY_HIGH for JPH */
    uint64_t minute, minute_coins;
    unsigned patron[SEATS]; /* the other seat of the patron who sits there; 0: none */
    bool is_one_hand;
    unsigned dealer; /* 1 + the place of the dealer's name; 0: nobody has signed on */
    uint64_t coins;  /* coins booked since the table was configured first */
    bool was_read; /* whether its counter was read; what it showed then, and `coins` at that time */
    uint64_t counter, counter_coins;
};

struct person {
    unsigned role;
    bool is_barred, has_password;
    unsigned department; /* NOT_THERE: none */
};

/* The compliance checks before a jackpot is paid. */
struct checks {
    int count;
    char names[CHECKS][DOC_NAME];
};

struct claim {
    uint64_t seq, round;
    unsigned table, link, seat;
    char hand[DOC_NAME];
    struct award_rules award;
    unsigned live; /* seats whose hands are live, for envy; a bit each */
    bool is_paid, is_frozen, is_ruled;
    bool is_held;    /* the system failed: a person has to rule before it is paid */
    uint64_t shared; /* the ruling that froze it together with others; 0: none, or final */
    struct taken taken;
    wide at_first; /* its amount when it was made */
    /* what it needs */
    unsigned items, after, approvals; /* confirmed before and after the payment; how many */
    wide notice_from;                 /* since version 3: a smaller amount needs no approval */
    bool is_cleared;                  /* it has to be cleared at the manager after the payment */
    bool is_in_steps; /* items may be confirmed step by step, by the house's own list */
    wide cheques_up_to;
    struct checks checks;
    /* what it has */
    unsigned patron; /* the winner: the place of the patron's name; NOT_THERE: not given */
    unsigned confirmed, confirmed_after, complied, verifier;
    unsigned approvers[APPROVALS], approver_count, department;
    unsigned method;
};

/* A payment from a tray; `left` is its amount with all corrections. */
struct tray_payment {
    uint64_t seq;
    unsigned table, link, seat;
    wide left;
};

/* An amount above which a jackpot is paid by check, or a patron's cash of a day is reported. */
struct threshold {
    uint64_t effective;
    int64_t amount;
    bool is_cash;
};

/* A patron's cash on the last day on which there was any. */
struct cash {
    unsigned day; /* 1 + its place among the days; 0: none yet */
    wide sum;
};

/* An open dispute, and how far it is with the Commissioner's office. */
struct dispute {
    uint64_t seq, claim; /* 0: about none */
    bool is_escalated, is_notified, is_answered;
};

/* An alarm that halts the floor, or closes one table. */
struct halt {
    uint64_t seq;
    unsigned table;
    bool is_one_table; /* only the table is closed; the floor goes on */
};

/* What the report on one claim needs. */
struct story {
    uint64_t claim, taken_seq, paid_seq;
    struct meter source;
    struct claim paid;
};

#define LIMITS 8

struct books {
    uint64_t faults, semantics, unknown_semantics;
    bool is_quiet;
    /* the event at hand */
    struct event e;
    struct text kind;
    uint64_t seq, time;
    unsigned table, user; /* whom it names; NOT_THERE: none */
    int64_t amount, house, house_funded, reseeded, envy;
    bool is_closed; /* its meters were compared (close_meters) */
    /* the floor */
    struct names link_names, table_names, person_names, departments;
    struct link *links;
    struct table *tables;
    struct person *people;
    struct document *documents;
    struct claim *claims; /* in the order in which they were made; finished ones are removed */
    struct tray_payment *tray_payments;
    unsigned tray_payment_count;
    struct threshold *thresholds;
    struct halt *halts;
    uint64_t limits[LIMITS]; /* limits of the floor as raised last; 0: never */
    /* shifts and cash */
    uint64_t shift, shift_closed, shift_number;
    unsigned shift_day, shift_name;
    char day[11];               /* the last gaming day in an event */
    struct checks house_checks; /* for tables whose rules name none */
    struct names days, patron_names, shift_names;
    struct cash *cash;        /* by patron */
    struct dispute *disputes; /* open ones */
    unsigned dispute_count;
    unsigned document_count, claim_count, threshold_count, halt_count;
    struct story story;
};

/* Checks the event at hand against the rules, and brings the books up to date with it. */
typedef void event_fn(struct books *b);

/* ---- books.c ---- */

/* Reports a fault of the event at hand: which rule, and how it is broken. */
void fault(struct books *b, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* An amount as text, valid for the next eight calls. */
const char *amount_text(wide micro);
/* Adds an element of zeros at the end of a list, and returns the list, which may have moved. */
void *list_add(void *list, unsigned *count, size_t size);
/* Removes an element; the others keep their order. */
void list_remove(void *list, unsigned *count, size_t size, unsigned at);

/* The link or table that the event names; NULL, and a fault, when there is none. */
struct link *link_of(struct books *b, const char *member);
struct table *table_of(struct books *b);
const struct document *document_of(const struct books *b, const struct link *l);
/* The word's place in a list that ends with NULL; -1: none of them. */
int word_of(struct text text, const char *const *words);
/* The seats of a list, a bit each; a fault when it is not a good list. */
unsigned seats_of(struct books *b, const char *member);
unsigned count_bits(unsigned bits);
/* Report a fault unless the event says what the rules require. */
void expect_money(struct books *b, const char *member, int64_t said, wide due, const char *rule);
void expect_text(struct books *b, const char *member, struct text due);
void expect_number(struct books *b, const char *member, uint64_t due);

/* ---- shape.c ---- */

/* Checks that the event has the members of its kind, and that they hold what such members may
 * hold. */
void check_shape(struct books *b, const char *members);

/* ---- people.c ---- */

enum right { NOBODY, ANYBODY, CLAIM, APPROVE, HOUSE, SET, COSIGN, TURN_KEY, FIND };
enum two { ALONE, TWO, TWO_DEPARTMENTS };

/* Checks that the people whom the event names had the right to do it. */
void check_people(struct books *b, enum right right, enum two two);
/* Checks a turned key: where another person handed it to the table, the house's document must allow
 * this one to turn it. d may be NULL. */
void check_handed_key(struct books *b, const struct document *d);
/* Checks that there is a second person, for an event that takes two though others of its kind do
 * not. */
void check_second_person(struct books *b);
event_fn person_added, person_changed, credential_set;
/* Checks that the person whom the event is about is of this floor. */
event_fn person_known;
/* Whether the person whom the member names may have a shift handed over. */
bool may_run_shift(const struct books *b, const char *member);

/* ---- floor.c ---- */

event_fn document_added, link_configured, link_switched, meter_corrected, link_transferred,
    table_configured, threshold_set, limit_raised, alarm_raised, alarm_acknowledged;
/* The amount of the newest threshold in force; 0: none. */
int64_t threshold_now(const struct books *b, bool is_cash);
/* The house rules of a table. For a table without any: rules that say nothing, by which a folded
 * hand wins nothing. */
const struct document *rules_of(const struct books *b, const struct table *t);
/* Checks that the link and the table that the event names are of this floor. */
event_fn place_known;
/* The index of a meter; -1: the document has none of that name. */
int meter_place(const struct document *d, struct text name);
/* Reports a fault while the floor is halted: then nothing is paid and no coin is taken. */
void check_running(struct books *b);

/* ---- rounds.c ---- */

/* Checks the table's own number of the event: none is left out, none comes twice. */
void check_numbers(struct books *b);
event_fn table_joined, table_lost, table_left, key_turned, seat_switched, patron_moved, seats_held,
    one_hand_set, dealer_on, dealer_off, coin_in, award_paid, game_over, round_dead, irregularity,
    hand_folded, coin_returned;
/* Checks the envy of the payment at hand: among the live seats, those of other patrons get it
 * (UTH-15). */
void expect_envy(struct books *b, const struct table *t, uint64_t seat, unsigned live,
                 int64_t each);
/* Takes an award of this round, and notes what it leaves to the others: fixed awards are within the
 * limit of the house; a meter that the round has won before gives at most the amount with which it
 * restarted. give_back_of_round is the reverse. */
struct taken take_of_round(const struct books *b, struct table *t, const struct document *d,
                           struct money *m, const struct award_rules *award);
void give_back_of_round(const struct books *b, struct table *t, const struct award_rules *award,
                        const struct taken *taken);
/* The award of the event, for a seat with a coin and without another award. NULL: none, which is a
 * fault. */
const struct award_rules *award_of_round(struct books *b, struct table *t, struct link *l,
                                         bool with_key);

/* ---- shifts.c ---- */

event_fn shift_opened, shift_closed, dispute_opened, dispute_decided, dispute_escalated,
    commissioner_notified, commissioner_answered, meter_read, cash, payout, house_set;
/* The place of a patron's name, which is added if it is new. */
unsigned patron_of(struct books *b, struct text name);
/* Adds the jackpot of the event at hand to the patron's cash, if it is paid in cheques. */
void claim_cash(struct books *b, unsigned patron, bool is_cheques);

/* ---- claims.c ---- */

event_fn claim_made, claim_verified, claim_approved, claim_complied, claim_method_chosen,
    order_ruled, order_found, claim_paid, claim_cancelled, claim_cleared, award_pending, claim_held,
    claim_ruled, tray_corrected;
/* Checks the pending award without a key that the event pays. False: there is none. */
bool settle_pending(struct books *b, const struct link *l, unsigned *live);
/* Marks that award as paid with what it took. */
void pay_pending(struct books *b, const struct taken *taken);
/* Follows a fold at that table, or one that was taken back: it changes the envy of what is still to
 * be paid in this round. */
void follow_fold(struct books *b, unsigned table, unsigned bit, bool is_folded);
/* Reports a fault if somebody at the table with a higher seat waits. */
void check_queue(struct books *b, unsigned table, unsigned seat);
/* Whether a jackpot that takes a key waits at the table. */
bool has_keyed_claim(const struct books *b, unsigned table);
/* Notes that the event at hand pays this from the tray of its table. */
void tray_paid(struct books *b, struct link *l, unsigned seat, wide amount);
/* After a failure: the table's claims wait for a ruling, unless the house rules say "resume". */
void hold_claims(struct books *b, unsigned table);
/* Voids the claims of a table's round. */
void void_claims(struct books *b, unsigned table, struct money *next);

/* ---- meters.c ---- */

void coins_in(const struct document *d, struct money *m, wide worth);
void coins_back(const struct document *d, struct money *m, wide worth);
/* Takes an award off the meters. most: the limit of a fixed award. */
struct taken take_award(const struct document *d, struct money *m, const struct award_rules *award,
                        wide most);
/* Puts an award back on its meter. with_reserve: since version 3, also what had moved in from the
 * reserve. */
void give_back(struct money *m, int meter, const struct taken *taken, bool with_reserve);
void pay_out(struct money *m, int meter, const struct taken *taken);
/* Compares the event's meters before and after with those of the link and with `next`, which the
 * rule makes of them; then the books take over what the event says. */
void close_meters(struct books *b, struct link *l, struct money *next, const char *rule);
