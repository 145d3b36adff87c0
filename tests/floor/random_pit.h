/* What the parts of the random pit (test_random_pit.c) share: the test's own copy of everything it
 * must know of the floor, and the functions that they call of each other. Amounts are whole cents.
 */
#pragma once

#include "log/store/memory.h"
#include "service/manager/manager.h"
#include "support/rng.h"

#define TABLES   4
#define LINKS    4
#define LEVELS   3
#define PAYMENTS 32 /* of a table's tray: the last 32 can still be corrected */
#define PATRONS  4
#define COIN     100 /* in cents: one dollar in both documents */

/* ---- The documents ---- */

enum { TRAY = -1 };

/* An award: an amount, or so many hundredths of its meter. */
struct paper_award {
    enum cr_category hand;
    int64_t amount;
    unsigned percent;
    int level;
    enum cr_key key;
    int64_t envy;
};

struct paper {
    const char *document, *rules;
    bool fold_forfeits;    /* UTH-6; under PG-7 a folded hand keeps the wager */
    int64_t cheques_up_to; /* CN 39c: larger amounts are paid by check; 0: always in cheques */
    unsigned levels;
    struct {
        int64_t share, reserve, seed;
        const char *name;
    } level[LEVELS];
    struct paper_award awards[7];
};

extern const struct paper papers[2];
/* Links 0 and 2 have the first document, links 1 and 3 the second. */
extern const char *const link_ids[LINKS];
#define LOCKED 2 /* index of the link with a claim lock, where a claim takes its amount at once */

/* ---- The test's own books ---- */

struct book {
    int64_t meter[LEVELS], reserve[LEVELS], corrected[LEVELS];
    int64_t in, returned, house, funded, tray, envy;
    struct {
        int64_t begin, awards, reseeds, moved_in, returned, corrected;
    } shift[LEVELS];     /* figures of the open shift */
    int64_t shift_drift; /* coins that counters showed in this shift beyond those booked */
    bool is_closed;
};

struct win {
    const struct paper_award *award; /* NULL: the seat has no win */
    uint64_t claim, dispute;
    bool is_paid, is_confirmed, is_held, is_ruled;
    bool is_locked; /* REG-12: the amount was taken when the claim was made */
    int64_t amount;
    unsigned patron; /* 1 …; 0: nobody asked for the name */
};

struct table {
    char id[FLOOR_ID_MAX];
    unsigned link;
    const struct paper *paper;
    uint64_t epoch, seq;
    bool in_play;
    uint8_t coins, folded, pair;
    struct win wins[CR_SEATS];
    unsigned won[LEVELS];    /* how often the whole meter was won in this round … */
    int64_t restart[LEVELS]; /* … and what is left of the amount with which the meter restarted */
    enum cr_key key;         /* the key that is turned; CR_KEY_NONE: none */
    struct {
        uint64_t seq;
        unsigned link;
        int64_t left;
    } payments[PAYMENTS];
    unsigned payment_count;
    /* PIT-5: what the acceptors have counted, what that was at the last reading, and the coins that
     * were bet since. */
    uint64_t counter, last_read, since;
    bool is_read;
    int64_t shift_drift;
};

/* PIT-14: the cash of one patron in the last gaming day on which there was any. */
struct patron {
    int64_t day, cash;
};

enum { CASH_REPORT, VARIANCE, ALARM_KINDS };

struct random_pit {
    struct rng rng;
    struct memory_disk *disk;
    struct store *store;
    struct manager *manager;
    struct manager_request *r;
    int64_t now_ms;
    uint8_t progressives[2][CR_HASH_BYTES], rules[2][CR_HASH_BYTES];
    struct table tables[TABLES];
    struct book books[LINKS];
    struct patron patrons[PATRONS];
    unsigned alarms[ALARM_KINDS]; /* alarms that nobody has acknowledged */
    uint64_t order[LINKS][FLOOR_ORDER_MAX];
    unsigned order_count[LINKS];
    uint64_t disputes[64];
    unsigned dispute_count;
    bool is_shift;
    int64_t shift_day;
    uint64_t shift_number;
    bool in_turn; /* random_win chooses the next win of the queue, not a random one */
    unsigned long done, refused, paid, crashes, corrected, transferred, off, reported;
};

extern struct random_pit pit;

unsigned below(unsigned n);
bool chance(unsigned one_in);

/* Begin an event: of nobody, of a table (with its next number), or of people ("": no second one).
 */
struct floor_event *begin(unsigned kind);
struct floor_event *begin_at(unsigned kind, const struct table *t);
struct floor_event *begin_by(unsigned kind, const char *user, const char *approver);
void say(struct floor_event *e, const char *text);
/* Asks for the event and fails unless the floor allows exactly what the documents allow. Returns
 * whether the event was taken. must: the documents allow it. */
bool expect(struct table *t, bool is_allowed);
void must(struct table *t);
/* Fails unless an amount of the event just taken, or of the floor, is this many cents. */
void same(const char *what, unsigned link, struct cr_money has, int64_t cents);

/* ---- random_pit_house.c: cash, readings, links that are closed, alarms ---- */

void open_house(void);
void buy_in(struct table *t);
void pay_out(struct table *t);
/* name_patron names a random patron in the event, or none, and returns its number.
 * note_jackpot_cash counts what a known patron is paid in cheques as cash of the day. */
unsigned name_patron(struct floor_event *e);
void note_jackpot_cash(const struct table *t, const struct win *w, int64_t amount);
void read_counter(struct table *t);
void read_console(struct table *t);
/* A closed shift raises one alarm for each link and table that is off by more than 100 coins. */
void tell_variances(void);
void begin_shift_day(void);
void switch_link(unsigned link);
/* Does one of the things that are done to a closed link. */
void change_closed_link(unsigned link);
void answer_alarms(void);
void compare_alarms(void);
