/* The verifier's books: what it knows of the floor after each event, for the files that keep them.
 *
 * Each file says what one part of the floor may do, in the words of the documents:
 *   shape.c    the members of an event, and what they may hold
 *   people.c   who may do what, alone or with a second person
 *   floor.c    documents, links and tables, thresholds, alarms
 *   rounds.c   a table's events in order, coins, awards, the end of a round
 *   shifts.c   shifts without a gap, readings of counters, a patron's cash of a day
 *   claims.c   a jackpot from its claim to its payment
 *   meters.c   what coins and awards do to the meters, and what the event says they did
 *   books.c    which kind of event is whose, with which members, and the story of a claim
 */
#pragma once

#include "document.h"
#include "names.h"

#define SEATS     7
#define APPROVALS 2
#define ORDER     32 /* claims that a ruling can name */

/* Money is in millionths, and wide enough for any sum of amounts. */

struct meter {
    wide amount, reserve, overflow;
    wide carry, reserve_carry; /* what dividing coins into shares has left, in billionths */
    /* for the story of a claim: since its last reset */
    uint64_t since;
    wide start, contributed, awarded, other;
    bool is_reset; /* by the event at hand */
};

/* What a link has: coins and seeds are what house, meters, pending and paid come to. */
struct money {
    wide in, seeds, house, pending, paid;
    struct meter meters[METERS];
};

/* What an award takes: from a meter, and from the house what the meter does not have. */
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
    wide tray;             /* what its tables have paid from their trays, as corrected */
    uint64_t order[ORDER]; /* the last ruling */
    int order_count;
};

struct table {
    unsigned link, rules; /* NOT_THERE: none */
    bool is_joined, is_forgiven, is_in_play, is_live;
    uint64_t configured, epoch, seq, last, round;
    unsigned seats, awarded, pending, closed, folded; /* a bit each */
    unsigned whole[METERS]; /* how often this round took each meter whole, */
    wide restart[METERS];   /* and what its next award of all of it is at most */
    wide fixed;             /* fixed awards of this round */
    enum key key;           /* the one that was turned last, */
    enum key turned;        /* and where to: R, JPL or JPH */
    uint64_t minute, minute_coins;
    unsigned patron[SEATS]; /* the other seat of the patron who sits there; 0: none */
    bool is_one_hand;
    unsigned dealer; /* 1 + the place of the name; 0: none has signed on */
    uint64_t coins;  /* booked, ever */
    bool was_read;   /* its counter: what it showed last, and how many were booked then */
    uint64_t counter, counter_coins;
};

struct person {
    unsigned role;
    bool is_barred, has_password;
    unsigned department; /* NOT_THERE: none */
};

/* Of compliance, before a jackpot is paid. */
struct checks {
    int count;
    char names[CHECKS][DOC_NAME];
};

struct claim {
    uint64_t seq, round;
    unsigned table, link, seat;
    char hand[DOC_NAME];
    struct award_rules award;
    unsigned live; /* seats that get envy, a bit each */
    bool is_paid, is_frozen, is_ruled;
    bool is_held;    /* the system failed: a person rules before it is paid */
    uint64_t shared; /* the ruling that froze it together with others; 0: final */
    struct taken taken;
    wide at_first; /* what it was worth when it was made */
    /* what it needs */
    unsigned items, after, approvals; /* what is confirmed before, and after the payment */
    wide notice_from; /* since version 3: below it no approval is needed after all */
    bool is_cleared;  /* at the manager, when it is paid */
    bool is_in_steps; /* the house's own list is confirmed step by step */
    wide cheques_up_to;
    struct checks checks;
    /* what it has */
    unsigned patron; /* whose cash it is: the place of the name; NOT_THERE: nobody said */
    unsigned confirmed, confirmed_after, complied, verifier;
    unsigned approvers[APPROVALS], approver_count, department;
    unsigned method;
};

/* What a tray paid, with its corrections. */
struct tray_payment {
    uint64_t seq;
    unsigned table, link, seat;
    wide left;
};

/* Above it a jackpot is paid by check, or a patron's cash of a day is reported. */
struct threshold {
    uint64_t effective;
    int64_t amount;
    bool is_cash;
};

/* A patron's cash on the last day that there was any. */
struct cash {
    unsigned day; /* 1 + its place among the days; 0: none yet */
    wide sum;
};

/* One that is open, and how far it is with the Commissioner's office. */
struct dispute {
    uint64_t seq, claim; /* 0: about none */
    bool is_escalated, is_notified, is_answered;
};

/* An alarm that halts the floor. */
struct halt {
    uint64_t seq;
    unsigned table;
    bool is_one_table; /* stays closed; the floor goes on */
};

/* What is told about one claim. */
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
    unsigned table, user; /* that it names; NOT_THERE: none */
    int64_t amount, house, house_funded, reseeded, envy;
    bool is_closed; /* its meters were looked at */
    /* the floor */
    struct names link_names, table_names, person_names, departments;
    struct link *links;
    struct table *tables;
    struct person *people;
    struct document *documents;
    struct claim *claims; /* in the order in which they were made; those that are done are gone */
    struct tray_payment *tray_payments;
    unsigned tray_payment_count;
    struct threshold *thresholds;
    struct halt *halts;
    uint64_t limits[LIMITS]; /* of the floor, as they were raised last; 0: never */
    /* shifts and cash */
    uint64_t shift, shift_closed, shift_number;
    unsigned shift_day, shift_name;
    char day[11];               /* the last gaming day that was said */
    struct checks house_checks; /* where the rules of a table name none */
    struct names days, patron_names, shift_names;
    struct cash *cash;        /* by patron */
    struct dispute *disputes; /* open ones */
    unsigned dispute_count;
    unsigned document_count, claim_count, threshold_count, halt_count;
    struct story story;
};

/* Holds the event at hand against the rules, and follows it. */
typedef void event_fn(struct books *b);

/* ---- books.c ---- */

/* Says what is wrong with the event at hand: which rule, and how it is broken. */
void fault(struct books *b, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* An amount for a sentence; good for the next eight. */
const char *amount_text(wide micro);
/* One more at the end of a list, all zeros. */
void *list_add(void *list, unsigned *count, size_t size);
/* Takes one out of it; the others keep their order. */
void list_remove(void *list, unsigned *count, size_t size, unsigned at);

/* The link or table that the event names; NULL, and a fault, when there is none. */
struct link *link_of(struct books *b, const char *member);
struct table *table_of(struct books *b);
const struct document *document_of(const struct books *b, const struct link *l);
/* The word's place in a list that ends with NULL; -1: none of them. */
int word_of(struct text text, const char *const *words);
/* Seats of a list, a bit each. */
unsigned seats_of(struct books *b, const char *member);
unsigned count_bits(unsigned bits);
/* The event says what the rules make of it. */
void expect_money(struct books *b, const char *member, int64_t said, wide due, const char *rule);
void expect_text(struct books *b, const char *member, struct text due);
void expect_number(struct books *b, const char *member, uint64_t due);

/* ---- shape.c ---- */

/* The event has the members of its kind, and they hold what such members may hold. */
void check_shape(struct books *b, const char *members);

/* ---- people.c ---- */

enum right { NOBODY, ANYBODY, CLAIM, APPROVE, HOUSE, SET, COSIGN, TURN_KEY, FIND };
enum two { ALONE, TWO, TWO_DEPARTMENTS };

/* Who did it had the right to. */
void check_people(struct books *b, enum right right, enum two two);
/* Somebody turns the key that another one handed to the table, as the house allows it. */
void check_handed_key(struct books *b, const struct document *d);
/* This one takes two, though others of its kind do not. */
void check_second_person(struct books *b);
event_fn person_added, person_changed, credential_set;
/* Whom the event names is of this floor. */
event_fn person_known;
/* Whom a member names may have a shift handed over. */
bool may_run_shift(const struct books *b, const char *member);

/* ---- floor.c ---- */

event_fn document_added, link_configured, link_switched, meter_corrected, link_transferred,
    table_configured, threshold_set, limit_raised, alarm_raised, alarm_acknowledged;
/* The newest one that is in force; 0: none. */
int64_t threshold_now(const struct books *b, bool is_cash);
/* The house rules of a table; where it has none, rules that say nothing: a folded hand then wins
 * nothing. */
const struct document *rules_of(const struct books *b, const struct table *t);
/* The link and the table that the event names are of this floor. */
event_fn place_known;
/* -1: the document has no meter of that name. */
int meter_place(const struct document *d, struct text name);
/* Nothing is paid and no coin is taken while the log is behind what a table remembers. */
void check_running(struct books *b);

/* ---- rounds.c ---- */

/* A table numbers its events: none is left out, none comes twice. */
void check_numbers(struct books *b);
event_fn table_joined, table_lost, table_left, key_turned, seat_switched, patron_moved, seats_held,
    one_hand_set, dealer_on, dealer_off, coin_in, award_paid, game_over, round_dead, irregularity,
    hand_folded, coin_returned;
/* The envy of the payment at hand: of the live seats, those of other patrons (UTH-15). */
void expect_envy(struct books *b, const struct table *t, uint64_t seat, unsigned live,
                 int64_t each);
/* What an award of this round takes, and what it leaves to the others: fixed awards within the
 * limit of the house; of a meter that the round has won before, the amount with which it restarted.
 */
struct taken take_of_round(const struct books *b, struct table *t, const struct document *d,
                           struct money *m, const struct award_rules *award);
void give_back_of_round(const struct books *b, struct table *t, const struct award_rules *award,
                        const struct taken *taken);
/* The award that the event is for: of a seat with a coin and without another award. NULL: none. */
const struct award_rules *award_of_round(struct books *b, struct table *t, struct link *l,
                                         bool with_key);

/* ---- shifts.c ---- */

event_fn shift_opened, shift_closed, dispute_opened, dispute_decided, dispute_escalated,
    commissioner_notified, commissioner_answered, meter_read, cash, payout, house_set;
/* The place of a patron's name. */
unsigned patron_of(struct books *b, struct text name);
/* The jackpot of the event at hand, as cash of that patron. */
void claim_cash(struct books *b, unsigned patron, bool is_cheques);

/* ---- claims.c ---- */

event_fn claim_made, claim_verified, claim_approved, claim_complied, claim_method_chosen,
    order_ruled, order_found, claim_paid, claim_cancelled, claim_cleared, award_pending, claim_held,
    claim_ruled, tray_corrected;
/* The pending award without a key that the event pays: in its turn. False: there is none. */
bool settle_pending(struct books *b, const struct link *l, unsigned *live);
/* … and what it took. */
void pay_pending(struct books *b, const struct taken *taken);
/* A hand of that table folds, or has not folded after all: envy of what is still to be paid in this
 * round follows. */
void follow_fold(struct books *b, unsigned table, unsigned bit, bool is_folded);
/* Nobody at the table with a higher seat waits. */
void check_queue(struct books *b, unsigned table, unsigned seat);
/* A jackpot that takes a key waits at the table. */
bool has_keyed_claim(const struct books *b, unsigned table);
/* The event at hand pays that from the tray of its table. */
void tray_paid(struct books *b, struct link *l, unsigned seat, wide amount);
void hold_claims(struct books *b, unsigned table);
/* The claims of a table's round are void. */
void void_claims(struct books *b, unsigned table, struct money *next);

/* ---- meters.c ---- */

void coins_in(const struct document *d, struct money *m, wide worth);
void coins_back(const struct document *d, struct money *m, wide worth);
/* most: what a fixed award may come to. */
struct taken take_award(const struct document *d, struct money *m, const struct award_rules *award,
                        wide most);
/* with_reserve: since version 3 the reserve has back what it gave to the meter. */
void give_back(struct money *m, int meter, const struct taken *taken, bool with_reserve);
void pay_out(struct money *m, int meter, const struct taken *taken);
/* Holds the event's meters before and after against those of the link and `next`, which the rule
 * makes of them, and goes on with what the event says. */
void close_meters(struct books *b, struct link *l, struct money *next, const char *rule);
