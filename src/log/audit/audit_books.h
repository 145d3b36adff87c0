/* The auditor's books, for the files of this folder. */
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
    uint32_t *slots; /* number + 1, by hash */
    uint32_t slot_count;
};

uint32_t audit_names_find(const struct audit_names *n, struct audit_part name);
/* Its number, new or not; AUDIT_NONE when memory ran out. */
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
    int64_t given, reserve_given; /* what of that was handed out in whole millionths */
};

enum { AUDIT_PASSWORD, AUDIT_PIN, AUDIT_INVITATION, AUDIT_SECRETS };
#define AUDIT_HEX 64 /* digits of a hash */

struct audit_person {
    unsigned role; /* 1 + its place among the roles */
    bool barred;
    char department[200];                       /* as written: with its escapes */
    char secrets[AUDIT_SECRETS][AUDIT_HEX + 1]; /* hashes; empty: none */
};

struct audit_link {
    uint32_t document; /* AUDIT_NONE: never configured */
    unsigned policy;   /* 0 order, 1 full, 2 split */
    bool claim_lock, open, two_departments;
    unsigned high_approvals, low_approvals;
    int64_t coin_in, returned, house;
    struct audit_meter meters[CR_METERS];
    uint64_t order[AUDIT_LIST_MAX];
    unsigned order_count;
};

struct audit_table {
    uint32_t link, rules; /* AUDIT_NONE */
    bool configured, live, in_play;
    bool forgiven; /* V8: two people accepted that the log lost what the table remembers */
    uint64_t epoch, seq, last, round;
    uint8_t seats, awarded, pending, folded;
    unsigned whole[CR_METERS];  /* PIT-2: how often this round took each meter whole … */
    int64_t restart[CR_METERS]; /* … and what its next 100 % award is at most */
    uint8_t awards[CR_SEATS];   /* of this round: 1 + enum cr_category */
    int64_t fixed;              /* PG-1 */
    unsigned key, position;     /* 1 low, 2 high; 1 R, 2 JPL, 3 JPH */
    uint8_t partner[CR_SEATS];  /* the other seat of the patron who sits there; 0: none */
    bool one_hand;
    uint64_t coins_in, coins_returned;
    bool was_read; /* PIT-5: its counter; what it showed, and how many coins were booked then */
    uint64_t counter, counter_coins;
};

/* PIT-14: a patron's cash on the last gaming day that there was any. */
struct audit_cash {
    char day[16];
    int64_t sum;
};

struct audit_halt {
    uint64_t seq;
    uint32_t table; /* AUDIT_NONE */
    bool closes;    /* that table, not the floor */
};

enum audit_claim_state { AUDIT_PENDING, AUDIT_PAID };

/* UTH-17, PIT-14: what is confirmed before a jackpot is paid. */
struct audit_checks {
    unsigned count;
    char names[CR_COMPLIANCE_MAX][CR_NAME_MAX];
};

/* What an award takes. */
struct audit_taken {
    int64_t amount, from_meter, house_funded, reseeded;
    int64_t moved_in; /* from the reserve into the meter */
};

struct audit_claim {
    uint64_t seq, round;
    uint32_t table, link;
    unsigned seat, award; /* 1 + enum cr_category */
    bool frozen, ruled, held;
    bool has_key;     /* by the schedule that it was made under */
    uint64_t dispute; /* the open one about it; 0: none */
    enum audit_claim_state state;
    uint8_t live;
    uint64_t shared; /* REG-11: the ruling that froze it with others; 0 when final */
    struct audit_taken taken;
    int64_t at_first; /* what it was worth when it was made */
    /* needs */
    uint8_t items, after; /* before and after the payment */
    unsigned approvals;
    int64_t notice_from; /* PIT-12, since version 3: below it the approval is not needed; 0: is */
    bool clearing;
    int64_t cheques_up_to;
    struct audit_checks checks;
    /* has */
    char patron[200]; /* PIT-14: whose cash it is; "": nobody said */
    uint8_t confirmed, confirmed_after, complied;
    uint32_t verifier, approvers[2];
    unsigned approver_count;
    char department[200]; /* the first approver's, when that was */
    unsigned method;      /* 0 none, 1 cheques, 2 check */
};

/* What a tray paid, with its corrections (PIT-4). */
struct audit_tray {
    uint64_t seq;
    uint32_t table, link;
    int64_t left;
};

/* REG-16: above it a jackpot is paid by check, or a patron's cash of a day is reported. */
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
    struct audit_person *persons; /* by number of the name */
    struct audit_link *links;
    struct audit_table *tables;
    struct audit_document *documents;
    uint32_t document_count;
    struct audit_claim *claims; /* not cancelled, not done */
    uint32_t claim_count;
    struct audit_tray *trays;
    uint32_t tray_count;
    struct audit_halt *halts; /* unanswered rollback alarms */
    uint32_t halt_count;
    struct audit_threshold *thresholds;
    uint32_t threshold_count;
    /* PIT-6 */
    uint64_t shift, shift_closed, shift_number;
    char shift_day[16];
    uint64_t *disputes; /* open ones */
    uint32_t dispute_count;
    struct audit_checks house_checks; /* where rules name none */
    uint64_t limits[AUDIT_LIMITS];    /* of the floor, as they were raised last; 0: never */
    struct audit_names patrons;
    struct audit_cash *cash;               /* by number of the name */
    uint64_t semantics, unknown_semantics; /* what events mean; 0 for version 1, and for none */
    /* V10 */
    char program[AUDIT_HEX + 1], configuration[AUDIT_HEX + 1]; /* of the last start */
    uint64_t added,
        changed;       /* since then: what only adds to the configuration, and other changes */
    bool expect_alarm; /* the program is another one: the next event says so */
    uint64_t *alarms;  /* unanswered ones of that kind */
    uint32_t alarm_count, waiting;
    struct audit_settler *settler; /* once a round left a document */

    /* the event at hand */
    struct audit_text text;
    uint32_t table; /* the one it names; AUDIT_NONE */
    uint64_t seq;
    int64_t time, last_time;
};

void audit_fault(struct auditor *a, unsigned promise, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* One more at the end of a list, given by the address of its pointer: all zeros, or NULL, which is
 * remembered, and the list stays. */
void *audit_add(struct auditor *a, void *list, uint32_t *count, size_t size);
/* The same for a new name and a list by the names' numbers: its number, or AUDIT_NONE. */
uint32_t audit_add_named(struct auditor *a, struct audit_names *names, struct audit_part name,
                         void *list, size_t size);
/* The number of this event, at the end of a list. */
void audit_remember(struct auditor *a, uint64_t **list, uint32_t *count);

/* The link the event names; NULL, and a fault, when there is none. */
struct audit_link *audit_link_of(struct auditor *a, const char *member);
/* The table the event names; NULL when there is none. */
struct audit_table *audit_table_of(struct auditor *a);
/* The house rules of a table; NULL when it has none. */
const struct cr_rules *audit_house_rules(const struct auditor *a, const struct audit_table *t);
const struct cr_progressive *audit_rules_of(const struct auditor *a, const struct audit_link *l);

/* 1 + the place of the word in a NULL-ended list; 0: none of them. */
unsigned audit_word(const struct auditor *a, const char *member, const char *const *words);
extern const char *const audit_categories[];
/* Seats in a list member, a bit each. */
uint8_t audit_seats(const struct auditor *a, const char *member);
/* PIT-14: a jackpot in cheques is cash of the patron on the day that the event at hand names. */
void audit_claim_cash(struct auditor *a, const struct audit_claim *c);

/* Roles, a bit each: 1 + their places. */
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

/* Looks at the event at hand. */
typedef void audit_event_fn(struct auditor *a);

/* A kind of event, and what is looked at in it. The list is the auditor's own: a floor that forgot
 * a right does not hide it from here. */
struct audit_kind {
    const char *name;
    audit_event_fn *audit; /* NULL: nothing but who did it */
    unsigned roles;        /* that may do it; 0: a table's own */
    unsigned promise;      /* that is broken when somebody else does it */
    enum { ALONE, TWO, TWO_DEPARTMENTS } two;
};

/* audit_people.c: who an event names, before what it does is looked at. NULL: of no known kind. */
void audit_check_people(struct auditor *a, const struct audit_kind *kind);
/* This one takes two, though others of its kind do not. */
void audit_need_two(struct auditor *a);
/* The user's number; AUDIT_NONE. */
uint32_t audit_person_at_hand(const struct auditor *a);
const char *audit_department_of(const struct auditor *a, uint32_t person);
audit_event_fn audit_person_added, audit_person_changed, audit_credential_set;

/* audit_start.c: V10. */
audit_event_fn audit_manager_started, audit_machine_changed;
/* At every event, before anything else. */
void audit_check_started(struct auditor *a);
void audit_program_alarm(struct auditor *a);

/* audit_books.c: the steps of money. Each works on `next`, a copy of the link. */
void audit_add_coins(const struct cr_progressive *p, struct audit_link *next, int64_t worth);
void audit_return_coins(const struct cr_progressive *p, struct audit_link *next, int64_t worth);
/* cap: what PG-1 leaves for fixed awards; INT64_MAX for all. */
struct audit_taken audit_take(const struct cr_progressive *p, struct audit_link *next,
                              const struct cr_award *award, int64_t cap);
/* with_reserve: since version 3 the reserve has back what a meter that restarted took of it. */
void audit_give_back(struct audit_link *next, uint8_t meter, const struct audit_taken *taken,
                     bool with_reserve);
void audit_pay(struct audit_link *next, uint8_t meter, const struct audit_taken *taken);
/* Holds what was recorded against what it should be, and takes the link to `next` as recorded. */
void audit_close(struct auditor *a, struct audit_link *l, struct audit_link *next, bool may_lower);

/* audit_claims.c */
audit_event_fn audit_claim_made, audit_claim_paid, audit_claim_cancelled, audit_claim_verified,
    audit_claim_approved, audit_claim_complied, audit_claim_method, audit_claim_cleared,
    audit_order_ruled;
/* The claims of that table's round come back; they are gone afterwards. */
void audit_void_claims(struct auditor *a, uint32_t table, struct audit_link *next);

/* … and what the files on claims share. */
extern const char *const audit_methods[];
/* V5: what is wrong with it. */
void audit_claim_fault(struct auditor *a, const struct audit_claim *c, const char *how);
struct audit_claim *audit_find_claim(const struct auditor *a, uint64_t seq);
struct audit_claim *audit_claim_at_hand(struct auditor *a);
void audit_drop_claim(struct auditor *a, const struct audit_claim *c);
const struct cr_award *audit_claim_award(const struct auditor *a, const struct audit_claim *c);
/* Paid, cleared where it must be, and the deck seen to. */
bool audit_is_done(const struct audit_claim *c);
/* The frozen amount comes back, and the seat may be awarded again. */
void audit_take_back(struct auditor *a, struct audit_claim *c, struct audit_link *next);
struct audit_claim *audit_new_claim(struct auditor *a, struct audit_table *t, struct audit_link *l,
                                    unsigned seat, unsigned word);

/* audit_queue.c: awards of one round, from right to left. */
audit_event_fn audit_table_lost, audit_claim_held, audit_claim_ruled, audit_seat_folded,
    audit_coin_returned;
struct audit_taken audit_take_of_round(const struct auditor *a, struct audit_table *t,
                                       struct audit_link *next, const struct cr_award *award);
void audit_give_back_of_round(const struct auditor *a, struct audit_table *t,
                              const struct cr_award *award, const struct audit_taken *taken);
struct audit_claim *audit_pending_at(const struct auditor *a, uint32_t table, unsigned seat);
/* A jackpot that takes a key waits at the table. */
bool audit_has_jackpot(const struct auditor *a, uint32_t table);
void audit_check_queue(struct auditor *a, uint32_t table, unsigned seat);
/* What it would be paid now, on those books, behind those that are paid before it. */
int64_t audit_worth_now(const struct auditor *a, const struct audit_claim *c,
                        const struct audit_link *l);
/* Of equal awards that a claim lock froze in one round the one on the right has the first amount.
 */
void audit_order_frozen(struct auditor *a, struct audit_claim *newest);
/* Since version 3: claims whose locked amounts are taken anew when this one comes back, from right
 * to left. */
unsigned audit_list_behind(const struct auditor *a, const struct audit_claim *c,
                           struct audit_claim *out[CR_SEATS]);
/* Since version 3: whose amount is locked when it is claimed has nobody before it who has still to
 * take one. */
void audit_check_waiting(struct auditor *a, const struct audit_claim *c);
/* By seat; and whoever approved what changed approves it again. */
void audit_note_worth(const struct auditor *a, uint32_t table, const struct audit_link *l,
                      int64_t out[CR_SEATS]);
void audit_unapprove_changed(struct auditor *a, uint32_t table, const struct audit_link *l,
                             const int64_t before[CR_SEATS]);
/* PIT-1, UTH-20: neither a ruling nor a decision is awaited. */
void audit_check_free(struct auditor *a, const struct audit_claim *c);
/* PIT-3: seats whose hands were folded and can win nothing. */
uint8_t audit_dead_hands(const struct auditor *a, const struct audit_table *t);
audit_event_fn audit_claim_disputed, audit_claim_undisputed;
/* The event at hand pays that from the tray of its table; and what was wrong with it. */
void audit_tray_paid(struct auditor *a, const struct audit_link *l, int64_t amount);
void audit_freeze_now(struct auditor *a, struct audit_claim *c, struct audit_link *next);
void audit_freeze(struct audit_claim *c, struct audit_taken taken);

/* audit_settle.c: the round that is over, if it left a document. */
void audit_settle_round(struct auditor *a, const struct audit_table *t);

/* audit_floor.c */
audit_event_fn audit_document_added, audit_link_configured, audit_table_configured, audit_house_set,
    audit_limit_raised, audit_threshold_set;
/* The newest that is in force; 0: none. */
int64_t audit_threshold_now(const struct auditor *a, bool is_cash);
audit_event_fn audit_link_switched, audit_meter_corrected, audit_link_transferred,
    audit_alarm_raised, audit_alarm_acknowledged, audit_key_turned;

/* audit_shift.c */
audit_event_fn audit_shift_opened, audit_shift_closed, audit_dispute_opened, audit_dispute_decided,
    audit_meter_read, audit_cash, audit_payout;

/* audit_round.c */
audit_event_fn audit_coin_in, audit_game_over, audit_award_paid, audit_award_pending,
    audit_round_dead, audit_tray_corrected;
/* What PG-1 leaves of fixed awards at that table. */
int64_t audit_cap_of(const struct auditor *a, const struct audit_table *t);
const struct cr_award *audit_award_of(const struct auditor *a, const struct audit_link *l,
                                      unsigned award);
/* The award recorded stands for a registered seat that has none yet. */
void audit_note_award(struct auditor *a, struct audit_table *t, unsigned seat, unsigned award);

/* audit_seating.c */
audit_event_fn audit_seats_held, audit_patron_moved, audit_one_hand_set;
/* UTH-16: at coin in. */
void audit_check_hands(struct auditor *a, const struct audit_table *t);
/* UTH-15: the envy of the payment at hand, for the hand at that seat. */
void audit_check_envy(struct auditor *a, const struct audit_table *t, unsigned seat, uint8_t live,
                      const struct cr_award *award);

/* V8: the alarm that halts the floor and that nobody has answered; 0: none. */
uint64_t audit_halted_by(const struct auditor *a);
