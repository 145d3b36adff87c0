/* The auditor's own state, and the functions that the files of this folder share. The auditor
 * (auditor.h) reads the log's events in order, keeps these books and reports every broken
 * promise. */
#pragma once

#include "log/audit/audit_text.h"
#include "log/audit/auditor.h"

#include <croupier/rules.h>

__extension__ typedef __int128 audit_wide;

/* audit_names.c: names numbered from 0 in the order in which they were first seen. */
#define AUDIT_NONE UINT32_MAX

struct audit_names {
    struct audit_part *names; /* own copies */
    uint32_t count, room;
    uint32_t *slots; /* number + 1, at a place found by the name's hash; 0: free */
    uint32_t slot_count;
};

uint32_t audit_names_find(const struct audit_names *n, struct audit_part name);
/* Returns the name's number, and adds the name if it is new; AUDIT_NONE when memory ran out. */
uint32_t audit_names_add(struct audit_names *n, struct audit_part name);
void audit_names_release(struct audit_names *n);

struct audit_document {
    bool is_progressive;
    union {
        struct cr_rules rules;
        struct cr_progressive progressive;
    } as;
};

/* Money of one meter, in millionths. */
struct audit_meter {
    int64_t amount, reserve, overflow;
    int64_t house_money; /* seeds and corrections */
    int64_t pending, paid;
    audit_wide due, reserve_due;  /* Σ coins × share, in billionths: never rounded */
    int64_t given, reserve_given; /* how much of that was booked, in whole millionths */
};

enum { AUDIT_PASSWORD, AUDIT_PIN, AUDIT_INVITATION, AUDIT_SECRETS };
#define AUDIT_HEX 64 /* digits of a hash */

struct audit_person {
    unsigned role; /* 1 + index of the role in role_words (audit_people.c) */
    bool barred;
    char department[200];                       /* as the log writes it, with JSON escapes */
    char secrets[AUDIT_SECRETS][AUDIT_HEX + 1]; /* in hexadecimal; "": none */
};

struct audit_link {
    uint32_t document; /* index in documents; AUDIT_NONE: never configured */
    unsigned policy;   /* 0 order, 1 full, 2 split */
    bool claim_lock, open, two_departments;
    unsigned high_approvals, low_approvals;
    int64_t coin_in, returned, house;
    struct audit_meter meters[CR_METERS];
    uint64_t order[AUDIT_LIST_MAX];
    unsigned order_count;
};

struct audit_table {
    uint32_t link, rules; /* index in links, in documents; AUDIT_NONE: none */
    bool configured, live, in_play;
    bool forgiven; /* V8: two people accepted that the log lost what the table remembers */
    uint64_t epoch, seq, last, round;
    uint8_t seats, awarded, pending, folded;
    /* PIT-2: how many 100 % awards this round took from each meter, and the most that the next one
     * from that meter pays. */
    unsigned whole[CR_METERS];
    int64_t restart[CR_METERS];
    uint8_t awards[CR_SEATS];  /* of this round, by seat: 1 + enum cr_category; 0: none */
    int64_t fixed;             /* PG-1 */
    unsigned key, position;    /* key: 1 low, 2 high; position: 1 R, 2 JPL, 3 JPH; 0: not known */
    uint8_t partner[CR_SEATS]; /* the other seat of the patron who sits there; 0: none */
    bool one_hand;
    uint64_t coins_in, coins_returned;
    /* PIT-5: the last reading of the table's counter, and how many coins were booked by then. */
    bool was_read;
    uint64_t counter, counter_coins;
};

/* PIT-14: the sum of a patron's cash on the latest gaming day on which there was any. */
struct audit_cash {
    char day[16];
    int64_t sum;
};

struct audit_halt {
    uint64_t seq;
    uint32_t table; /* AUDIT_NONE */
    bool closes;    /* true: the alarm closes that table only; false: the whole floor */
};

enum audit_claim_state { AUDIT_PENDING, AUDIT_PAID };

/* UTH-17, PIT-14: the compliance checks that are confirmed before a jackpot is paid. */
struct audit_checks {
    unsigned count;
    char names[CR_COMPLIANCE_MAX][CR_NAME_MAX];
};

/* Where the money of one award comes from, in millionths. */
struct audit_taken {
    int64_t amount, from_meter, house_funded, reseeded;
    int64_t moved_in; /* from the reserve into the meter */
};

struct audit_claim {
    uint64_t seq, round;
    uint32_t table, link;
    unsigned seat, award; /* 1 + enum cr_category */
    bool frozen, ruled, held;
    bool has_key;     /* the award took a key when the claim was made */
    uint64_t dispute; /* event that opened a dispute about it; 0: none is open */
    enum audit_claim_state state;
    uint8_t live;
    /* REG-11: the ruling that froze this claim together with equal ones; 0: none, or the shares are
     * final. */
    uint64_t shared;
    struct audit_taken taken;
    int64_t at_first; /* worth when it was made, in millionths */
    /* What the payment needs. */
    uint8_t items, after; /* checklist items, a bit each, before and after the payment */
    unsigned approvals;
    /* PIT-12, since version 3: an amount below this needs no approval; 0: every amount needs it. */
    int64_t notice_from;
    bool clearing;
    int64_t cheques_up_to;
    struct audit_checks checks;
    /* What is recorded so far. */
    char patron[200]; /* PIT-14: the patron whose cash it is; "": not recorded */
    uint8_t confirmed, confirmed_after, complied;
    uint32_t verifier, approvers[2];
    unsigned approver_count;
    char department[200]; /* of the first approver, at the time of the approval */
    unsigned method;      /* 0 none, 1 cheques, 2 check */
};

/* A payment from a table's tray, and what is left of it after corrections (PIT-4). */
struct audit_tray {
    uint64_t seq;
    uint32_t table, link;
    int64_t left;
};

/* REG-16: the amount above which a jackpot is paid by check or, if is_cash, a patron's cash of one
 * gaming day is reported; and the time from which that amount holds. */
struct audit_threshold {
    int64_t effective, amount;
    bool is_cash;
};

struct audit_settler;

#define AUDIT_LIMITS 8

struct auditor {
    verify_fault_fn *fault;
    void *context;
    bool out_of_memory;

    struct audit_names people, table_names, link_names;
    struct audit_person *persons; /* indexed by the number of the name */
    struct audit_link *links;
    struct audit_table *tables;
    struct audit_document *documents;
    uint32_t document_count;
    struct audit_claim *claims; /* open: neither cancelled nor done */
    uint32_t claim_count;
    struct audit_tray *trays;
    uint32_t tray_count;
    struct audit_halt *halts; /* unanswered alarms that halt the floor or a table */
    uint32_t halt_count;
    struct audit_threshold *thresholds;
    uint32_t threshold_count;
    /* PIT-6: the open shift's event (0: none is open), the event that closed the last one, and the
     * number and gaming day of the latest. */
    uint64_t shift, shift_closed, shift_number;
    char shift_day[16];
    uint64_t *disputes; /* open ones */
    uint32_t dispute_count;
    struct audit_checks house_checks; /* for tables whose rules name none */
    uint64_t limits[AUDIT_LIMITS];    /* of the floor, as last raised; 0: never */
    struct audit_names patrons;
    struct audit_cash *cash; /* indexed by the number of the name */
    /* The version of the events' meaning (floor/semantics.h) that the log states, and one that the
     * auditor does not know; 0: version 1, and none. */
    uint64_t semantics, unknown_semantics;
    /* V10: the last start, and what happened since. */
    char program[AUDIT_HEX + 1], configuration[AUDIT_HEX + 1];
    /* How many events since then only added to the configuration, and how many changed it. */
    uint64_t added, changed;
    bool expect_alarm; /* another program was started: the next event must say so */
    uint64_t *alarms;  /* unanswered ones that say so */
    uint32_t alarm_count, waiting;
    struct audit_settler *settler; /* NULL until a round leaves a document */

    /* The event at hand. */
    struct audit_text text;
    uint32_t table; /* index of the table that it names; AUDIT_NONE: none */
    uint64_t seq;
    int64_t time, last_time;
};

void audit_fault(struct auditor *a, unsigned promise, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Appends an element of zeros to a list and returns it; `list` is the address of the list's
 * pointer. When memory ran out it returns NULL, sets out_of_memory and leaves the list as it
 * was. */
void *audit_add(struct auditor *a, void *list, uint32_t *count, size_t size);
/* The same for a list indexed by the numbers of `names`, to which the new name is added. Returns
 * the name's number, or AUDIT_NONE when memory ran out. */
uint32_t audit_add_named(struct auditor *a, struct audit_names *names, struct audit_part name,
                         void *list, size_t size);
/* Appends the number of the event at hand to a list. */
void audit_remember(struct auditor *a, uint64_t **list, uint32_t *count);

/* The link that the event names in `member`; NULL, after reporting a fault, when there is none. */
struct audit_link *audit_link_of(struct auditor *a, const char *member);
/* The table that the event names; NULL when there is none. */
struct audit_table *audit_table_of(struct auditor *a);
/* The house rules of a table; NULL when it has none. */
const struct cr_rules *audit_house_rules(const struct auditor *a, const struct audit_table *t);
const struct cr_progressive *audit_rules_of(const struct auditor *a, const struct audit_link *l);

/* 1 + the index of the member's word in a NULL-terminated list; 0 when it is none of them. */
unsigned audit_word(const struct auditor *a, const char *member, const char *const *words);
extern const char *const audit_categories[];
/* The seats in a list member, a bit each: bit 0 is seat 1. */
uint8_t audit_seats(const struct auditor *a, const char *member);
/* PIT-14: counts a jackpot paid in cheques as cash of the patron, on the gaming day that the event
 * at hand names. */
void audit_claim_cash(struct auditor *a, const struct audit_claim *c);

/* Sets of roles, a bit each: bit n is the n-th word of role_words (audit_people.c), from 1. */
enum {
    DEALER = 1 << 1,
    SUPERVISOR = 1 << 2,
    CAGE = 1 << 3,
    SURVEILLANCE = 1 << 4,
    ACCOUNTING = 1 << 5,
    MANAGER = 1 << 6,
    EVERYBODY = 0x1fe,
    AT_CLAIMS = SUPERVISOR | CAGE | MANAGER,
    APPROVERS = SUPERVISOR | CAGE | SURVEILLANCE | MANAGER,
    HOUSE = SUPERVISOR | MANAGER,
    SECOND = SUPERVISOR | SURVEILLANCE | ACCOUNTING | MANAGER
};

/* Checks the event at hand and enters it into the books. */
typedef void audit_event_fn(struct auditor *a);

/* A kind of event: who may cause it, and the function that checks it. The auditor has a list of its
 * own, so that a right that the floor forgets to check is still checked here. */
struct audit_kind {
    const char *name;
    audit_event_fn *audit; /* NULL: only the people are checked */
    unsigned roles;        /* that may cause it; 0: it is a table's own event */
    unsigned promise;      /* the promise that is broken when others cause it */
    enum { ALONE, TWO, TWO_DEPARTMENTS } two;
};

/* audit_people.c: checks the people that an event names, before its content is checked. `kind` is
 * NULL when the kind is not known. */
void audit_check_people(struct auditor *a, const struct audit_kind *kind);
/* Checks for a second person in an event whose kind does not always take two. */
void audit_need_two(struct auditor *a);
/* The number of the event's user; AUDIT_NONE when nobody known is named. */
uint32_t audit_person_at_hand(const struct auditor *a);
const char *audit_department_of(const struct auditor *a, uint32_t person);
audit_event_fn audit_person_added, audit_person_changed, audit_credential_set;

/* audit_start.c: starts of managers (V10). */
audit_event_fn audit_manager_started, audit_machine_changed;
/* Called at every event before anything else: after a start with another program it must be the
 * alarm that says so. */
void audit_check_started(struct auditor *a);
void audit_program_alarm(struct auditor *a);

/* audit_books.c: the arithmetic of money. Each function works on `next`, a copy of the link that
 * audit_close takes over. */
void audit_add_coins(const struct cr_progressive *p, struct audit_link *next, int64_t worth);
void audit_return_coins(const struct cr_progressive *p, struct audit_link *next, int64_t worth);
/* cap: the most that PG-1 still allows for fixed awards; INT64_MAX: no limit. */
struct audit_taken audit_take(const struct cr_progressive *p, struct audit_link *next,
                              const struct cr_award *award, int64_t cap);
/* with_reserve (since version 3): what a restarted meter took from the reserve goes back there. */
void audit_give_back(struct audit_link *next, uint8_t meter, const struct audit_taken *taken,
                     bool with_reserve);
void audit_pay(struct audit_link *next, uint8_t meter, const struct audit_taken *taken);
/* Compares the amounts recorded in the event with `next`, reports differences, and sets the link to
 * `next` with the amounts as recorded. may_lower: the event is a reason for a meter to go down
 * (V6). */
void audit_close(struct auditor *a, struct audit_link *l, struct audit_link *next, bool may_lower);

/* audit_claims.c */
audit_event_fn audit_claim_made, audit_claim_paid, audit_claim_cancelled, audit_claim_verified,
    audit_claim_approved, audit_claim_complied, audit_claim_method, audit_claim_cleared,
    audit_order_ruled;
/* Takes back all pending claims of the table's round. */
void audit_void_claims(struct auditor *a, uint32_t table, struct audit_link *next);

/* Shared by the files on claims. */
extern const char *const audit_methods[];
/* Reports a fault of V5; `how` completes the sentence "claim N …". */
void audit_claim_fault(struct auditor *a, const struct audit_claim *c, const char *how);
struct audit_claim *audit_find_claim(const struct auditor *a, uint64_t seq);
struct audit_claim *audit_claim_at_hand(struct auditor *a);
void audit_drop_claim(struct auditor *a, const struct audit_claim *c);
const struct cr_award *audit_claim_award(const struct auditor *a, const struct audit_claim *c);
/* True when nothing is left to do: the claim is paid, needs no clearing, and all items after the
 * payment are confirmed. */
bool audit_is_done(const struct audit_claim *c);
/* Removes the claim: its frozen amount goes back to the meter, and its seat may get an award
 * again. */
void audit_take_back(struct auditor *a, struct audit_claim *c, struct audit_link *next);
struct audit_claim *audit_new_claim(struct auditor *a, struct audit_table *t, struct audit_link *l,
                                    unsigned seat, unsigned word);

/* audit_queue.c: the awards of one round, which are paid from right to left. */
audit_event_fn audit_table_lost, audit_claim_held, audit_claim_ruled, audit_seat_folded,
    audit_coin_returned;
struct audit_taken audit_take_of_round(const struct auditor *a, struct audit_table *t,
                                       struct audit_link *next, const struct cr_award *award);
void audit_give_back_of_round(const struct auditor *a, struct audit_table *t,
                              const struct cr_award *award, const struct audit_taken *taken);
struct audit_claim *audit_pending_at(const struct auditor *a, uint32_t table, unsigned seat);
/* True when a claim that takes a key is pending at the table. */
bool audit_has_jackpot(const struct auditor *a, uint32_t table);
void audit_check_queue(struct auditor *a, uint32_t table, unsigned seat);
/* What the claim would be paid at this moment from the books `l`, after the claims that are paid
 * before it. */
int64_t audit_worth_now(const struct auditor *a, const struct audit_claim *c,
                        const struct audit_link *l);
/* With a claim lock, equal awards of one round are frozen in the order in which they are claimed.
 * This passes the amounts on so that the rightmost seat has the one that was taken first. */
void audit_order_frozen(struct auditor *a, struct audit_claim *newest);
/* Since version 3: lists, from right to left, the claims whose frozen amounts must be taken anew
 * when this claim is taken back. Returns their number. */
unsigned audit_list_behind(const struct auditor *a, const struct audit_claim *c,
                           struct audit_claim *out[CR_SEATS]);
/* Since version 3: a claim whose amount is frozen at once must not have an unfrozen claim to its
 * right that draws on the same money. */
void audit_check_waiting(struct auditor *a, const struct audit_claim *c);
/* audit_note_worth writes what the pending claim of each seat is worth, 0 for none.
 * audit_unapprove_changed then removes the approvals of claims whose worth has changed: they are
 * approved again. */
void audit_note_worth(const struct auditor *a, uint32_t table, const struct audit_link *l,
                      int64_t out[CR_SEATS]);
void audit_unapprove_changed(struct auditor *a, uint32_t table, const struct audit_link *l,
                             const int64_t before[CR_SEATS]);
/* PIT-1, UTH-20: checks that the claim waits neither for a ruling nor for the decision of a
 * dispute. */
void audit_check_free(struct auditor *a, const struct audit_claim *c);
/* PIT-3: seats whose hands were folded and can win nothing. */
uint8_t audit_dead_hands(const struct auditor *a, const struct audit_table *t);
audit_event_fn audit_claim_disputed, audit_claim_undisputed;
/* Notes that the event at hand pays the amount from the tray of its table. */
void audit_tray_paid(struct auditor *a, const struct audit_link *l, int64_t amount);
void audit_freeze_now(struct auditor *a, struct audit_claim *c, struct audit_link *next);
void audit_freeze(struct audit_claim *c, struct audit_taken taken);

/* audit_settle.c: settles the round that is over again, if it left a document. */
void audit_settle_round(struct auditor *a, const struct audit_table *t);

/* audit_floor.c */
audit_event_fn audit_document_added, audit_link_configured, audit_table_configured, audit_house_set,
    audit_limit_raised, audit_threshold_set;
/* The amount in force at the event at hand, in millionths; 0: none. */
int64_t audit_threshold_now(const struct auditor *a, bool is_cash);
audit_event_fn audit_link_switched, audit_meter_corrected, audit_link_transferred,
    audit_alarm_raised, audit_alarm_acknowledged, audit_key_turned;

/* audit_shift.c */
audit_event_fn audit_shift_opened, audit_shift_closed, audit_dispute_opened, audit_dispute_decided,
    audit_meter_read, audit_cash, audit_payout;

/* audit_round.c */
audit_event_fn audit_coin_in, audit_game_over, audit_award_paid, audit_award_pending,
    audit_round_dead, audit_tray_corrected;
/* PG-1: the most that the table's round may still pay in fixed awards; INT64_MAX: no limit. */
int64_t audit_cap_of(const struct auditor *a, const struct audit_table *t);
const struct cr_award *audit_award_of(const struct auditor *a, const struct audit_link *l,
                                      unsigned award);
/* Notes the award of a seat. A fault when the seat has no wager in play, an award already, or a
 * folded hand. */
void audit_note_award(struct auditor *a, struct audit_table *t, unsigned seat, unsigned award);

/* audit_seating.c */
audit_event_fn audit_seats_held, audit_patron_moved, audit_one_hand_set;
/* UTH-16: checked at coin in: no patron plays two hands where one is allowed. */
void audit_check_hands(struct auditor *a, const struct audit_table *t);
/* UTH-15: checks the envy that the event at hand pays. `seat` has won; `live` are the seats whose
 * hands were still in. */
void audit_check_envy(struct auditor *a, const struct audit_table *t, unsigned seat, uint8_t live,
                      const struct cr_award *award);

/* V8: the event of the unanswered alarm that halts the floor; 0: none. */
uint64_t audit_halted_by(const struct auditor *a);
