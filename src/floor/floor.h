/* The floor: links and their books, tables, claims, people, shifts, as one step machine.
 *
 * floor_step checks an event, works out what follows from it, and changes the state; a refusal
 * changes nothing and says why. The state depends on the log alone: the same events give the same
 * bytes. The code uses no time, no files and no memory of its own: the caller gives a block of
 * floor_memory_size() bytes.
 *
 * What a step touched is remembered as rows: fixed-size records, kept by the store beside the log,
 * from which a manager starts again without reading the log. They can be dropped and rebuilt. */
#pragma once

#include "floor/claim.h"
#include "floor/event.h"
#include "floor/ledger.h"

#define FLOOR_NONE       UINT32_MAX
#define FLOOR_HITS       25 /* REG-8: the last hits that a link remembers */
#define FLOOR_THRESHOLDS 16
#define FLOOR_MACHINES   2 /* the old key and the new one, while they are changed */
#define FLOOR_SCOPES_MAX 256

struct floor_limits {
    uint32_t tables, links, claims, disputes, alarms, people, documents, tokens;
};
/* The default limits. SYS-1 asks for at least 120 tables. */
extern const struct floor_limits floor_limits_usual;
/* The highest limits that a floor can be given. Programs that only read a log make room for so
 * many. */
#define FLOOR_TABLES_MAX    16384
#define FLOOR_LINKS_MAX     256
#define FLOOR_CLAIMS_MAX    8192
#define FLOOR_DISPUTES_MAX  8192
#define FLOOR_ALARMS_MAX    8192
#define FLOOR_PEOPLE_MAX    8192
#define FLOOR_DOCUMENTS_MAX 512
#define FLOOR_TOKENS_MAX    4096
extern const struct floor_limits floor_limits_largest;

/* Limits that two people have raised since the floor was set up; 0: this limit was not raised. */
struct floor_raised {
    uint64_t set; /* seq of the last change; 0: none was ever raised */
    struct floor_limits most;
};

/* A rules file or a progressive, as it was given. */
struct floor_document {
    uint8_t hash[CR_HASH_BYTES];
    uint8_t is_progressive;
    uint8_t reserved[5];
    uint16_t text_len;
    char name[CR_NAME_MAX];
    char text[FLOOR_TEXT_MAX];
};

/* A parsed document; floor_document.is_progressive tells which member it is. */
union floor_parsed {
    struct cr_rules rules;
    struct cr_progressive progressive;
};

struct floor_hit {
    uint64_t seq; /* of the payment */
    uint32_t table;
    uint8_t seat, award, meter;
    uint8_t reserved;
    struct cr_money amount;
};

struct floor_link {
    char id[FLOOR_ID_MAX];
    uint32_t document;
    uint8_t policy; /* enum ledger_policy */
    uint8_t claim_lock;
    uint8_t high_approvals, low_approvals;
    uint8_t open;
    uint8_t order_count;
    uint8_t hit_next;        /* index in hits of the next one */
    uint8_t two_departments; /* 1: where two people are needed, they are of two departments */
    uint8_t off;             /* bit per meter: an alarm about its variance is due */
    uint8_t found_count;
    uint8_t reserved[2];
    uint64_t coins_per_minute;       /* REG-7: the most a table can plausibly send; 0: no bound */
    uint64_t configured;             /* seq of the last configuration */
    uint64_t order[FLOOR_ORDER_MAX]; /* TAB-10: claims in the order that was ruled */
    uint64_t found[FLOOR_ORDER_MAX]; /* PIT-8: surveillance's finding … */
    char found_by[FLOOR_PERSON_MAX]; /* … and whose it is; "": none */
    struct ledger books;
    struct ledger at_shift; /* the books as the shift began */
    /* PIT-5: the figures of a shift are split in parts where the rules of the link changed in
     * it. */
    struct ledger at_part;              /* the books as the last part began */
    struct cr_money earlier[CR_METERS]; /* the expected amounts of the parts before */
    /* How many coins the counters of its tables showed beyond those booked: now, as the shift
     * began, and as the part began. */
    int64_t drift, drift_at_shift, drift_at_part;
    struct floor_hit hits[FLOOR_HITS];
};

/* These structs are kept as bytes: no hidden padding, so that equal states are equal bytes. */

/* PIT-4: a payment from the tray of a table that can still be corrected. */
#define FLOOR_TRAY_PAYMENTS 32
struct floor_tray_payment {
    uint64_t seq; /* of the payment; 0: none */
    uint32_t link;
    uint8_t seat, award;
    uint8_t reserved[2];
    struct cr_money amount; /* including its corrections */
};

/* A table as it was configured and as it joined. */
struct floor_table {
    char id[FLOOR_ID_MAX];
    char item[CR_TITLE_MAX]; /* the game's name on the felt */
    char instance[FLOOR_ID_MAX];
    char manager[FLOOR_ID_MAX]; /* which manager it joined */
    uint32_t link, document;    /* places in the lists; FLOOR_NONE: none */
    uint8_t is_live;            /* a dealer deals the cards; the table only reports awards */
    uint8_t joined;
    uint8_t closed_seats; /* UTH-19: closed seats, bit per seat */
    uint8_t forgiven;     /* V8: two people accepted that the store lost events it remembers */
    uint8_t lost;         /* its manager gave it up; until it joins again */
    uint8_t one_hand;     /* UTH-16: the shift manager's switch, in force with the next coins */
    uint8_t off;          /* 1: an alarm about its variance at a shift's end is still due */
    uint8_t tray_next;    /* index in tray of the next one */
    char dealer[FLOOR_PERSON_MAX]; /* who signed on at its console; "": nobody */
    uint64_t configured;
    uint8_t machines[FLOOR_MACHINES][CR_HASH_BYTES]; /* fingerprints of its keys; zeros: none */
    int64_t machine_until_ms[FLOOR_MACHINES];        /* 0: without end */
    int64_t machine_since_ms[FLOOR_MACHINES];
    char machine_by[FLOOR_MACHINES][FLOOR_PERSON_MAX]; /* the two people who enrolled it */
    char machine_with[FLOOR_MACHINES][FLOOR_PERSON_MAX];
    /* PIT-5: the last reading of the counter of its acceptors. */
    uint64_t read_seq;       /* seq of that reading; 0: never */
    uint64_t first_read_seq; /* seq of the first reading, which is compared with nothing */
    uint64_t shown_seq;      /* seq of the last reading of its console's meters */
    uint64_t counter;        /* what the counter showed */
    uint64_t counter_booked; /* coins that were booked at that moment */
    int64_t drift;           /* what readings showed beyond what was booked, in coins */
    int64_t drift_at_shift;
    struct floor_tray_payment tray[FLOOR_TRAY_PAYMENTS]; /* the last ones */
};

/* TAB-4: betting is open from GAME OVER to COIN IN; the round is in play from COIN IN to GAME
 * OVER. */
enum floor_mode { FLOOR_BETTING, FLOOR_IN_PLAY };

/* The part of a table's state that changes with every coin. It is small, because it is written with
 * each batch, and several tables share a row, because a row costs the store more than its bytes. */
#define FLOOR_PLAYS_IN_ROW 16
#define FLOOR_PAIRS        3 /* pairs of seats among seven */
struct floor_play {
    uint64_t epoch, seq; /* V2: numbers of the last event accepted from the table */
    uint64_t last;       /* seq of the table's last event */
    uint64_t round;
    uint64_t coins, coins_at_shift; /* the hard meter */
    struct cr_money fixed;          /* PG-1: fixed awards taken in this round */
    uint64_t minute;                /* REG-7: the last minute with coins, counted from 1970, … */
    uint32_t minute_coins;          /* … and the coins in it */
    uint8_t mode;                   /* enum floor_mode */
    uint8_t seats;                  /* seats with a registered wager */
    uint8_t awarded;                /* seats with an award in this round */
    uint8_t pending;                /* seats of those not yet paid */
    uint8_t key, position;
    uint8_t folded;             /* PIT-3: seats that a dealer marked */
    uint8_t whole[CR_METERS];   /* PIT-2: how often this round took each meter whole … */
    uint8_t pairs[FLOOR_PAIRS]; /* PIT-9: each the two seats of one patron, as bits; 0: none */
    uint8_t reserved[6];
    struct cr_money restart[CR_METERS]; /* … and what its next 100 % award is at most */
};

struct floor_claim {
    uint64_t seq; /* of the event that made it: its number */
    uint64_t round;
    uint32_t link, table;
    uint8_t seat, award, live, key;
    uint8_t frozen, ruled;
    uint8_t from;
    uint8_t held;    /* PIT-1: the system failed; a person rules before it is paid */
    uint64_t shared; /* REG-11: seq of the ruling that froze it with others; 0 when final */
    struct ledger_award amounts;   /* valid once the claim is frozen */
    struct cr_money at_first;      /* the claim's amount when it was made */
    char department[CR_NAME_MAX];  /* the first approver's department at the time of the approval */
    char patron[FLOOR_PERSON_MAX]; /* PIT-14: whom the house knows as the winner; "": nobody said */
    char reference[FLOOR_PERSON_MAX]; /* where surveillance keeps its recording; "": nobody said */
    struct claim claim;
};

struct floor_dispute {
    uint64_t seq;
    uint64_t claim; /* UTH-20: the claim that is on hold until the dispute is closed; 0: none */
    uint8_t escalated, decided;
    uint8_t notified, answered; /* PIT-8: the office was notified, and has answered */
    uint8_t reserved[4];
};

struct floor_alarm {
    uint64_t seq;
    char item[CR_NAME_MAX];
    uint32_t table;
    uint8_t halts;    /* V8: the floor stays closed until two people acknowledge the alarm */
    uint8_t answered; /* acknowledged */
    uint8_t closes;   /* V8: its table stays closed until two people acknowledge the alarm */
    uint8_t reserved;
};

struct floor_person {
    char name[FLOOR_PERSON_MAX];
    char role[CR_NAME_MAX]; /* one of rights.h */
    char department[CR_NAME_MAX];
    /* BLAKE2b of the secrets that the store keeps beside the log; zeros: none. */
    uint8_t password[CR_HASH_BYTES], pin[CR_HASH_BYTES], invitation[CR_HASH_BYTES];
    int64_t invitation_until_ms; /* 0: without end */
    int64_t locked_until_ms;
    uint8_t is_barred;
    uint8_t reserved[7];
};

/* What a program shows instead of a person's password. */
struct floor_token {
    char name[CR_TITLE_MAX];
    uint8_t hash[CR_HASH_BYTES];
    char scopes[FLOOR_SCOPES_MAX]; /* words with blanks between: read metrics sign table:ID */
    int64_t until_ms;              /* 0: without end */
    uint8_t revoked;
    uint8_t reserved[7];
};

/* REG-16: an amount that is in force from a moment on. */
enum floor_threshold_kind { FLOOR_CASH_REPORT = 1, FLOOR_TAX_FORM, FLOOR_BY_CHECK };
struct floor_threshold {
    uint8_t kind;
    uint8_t reserved[7];
    struct cr_money amount;
    int64_t effective_ms;
};

struct floor_general {
    char version[CR_NAME_MAX];      /* REG-5: of the program that started last … */
    uint8_t program[CR_HASH_BYTES]; /* … and its hash */
    uint64_t shift;                 /* seq of its opening; 0: none is open */
    char shift_name[CR_TITLE_MAX];
    char shift_day[CR_NAME_MAX]; /* the gaming day in which it began; "": before there were any */
    uint64_t shift_number;       /* its number in that day, from 1 */
    uint64_t shift_closed;       /* seq of the last closing: there the next shift begins */
    uint64_t readings_asked;     /* PIT-5: seq of the last request for readings; 0: never */
    uint8_t halted;              /* V8: an alarm halts the floor until two people answer it */
    uint8_t threshold_count;
    uint16_t semantics; /* semantics.h: what events mean; 0 for version 1 */
    uint8_t reserved[4];
    struct floor_threshold thresholds[FLOOR_THRESHOLDS];
};

/* PIT-6, PIT-13 to PIT-15: the settings of the house, each a text; house_items.h says what they
 * mean. */
enum floor_house_item {
    HOUSE_NAME,
    HOUSE_ZONE,
    HOUSE_DAY_START,
    HOUSE_PAPER,
    HOUSE_MONEY,
    HOUSE_SHIFTS,
    HOUSE_SERVICE,
    HOUSE_COMPLIANCE,
    HOUSE_LIGHTS,
    HOUSE_LOGO, /* longer than the others */
    HOUSE_ITEMS
};
#define FLOOR_HOUSE_TEXT_MAX 256
struct floor_house {
    uint64_t set; /* seq of the last change; 0: nothing was ever set */
    char texts[HOUSE_LOGO][FLOOR_HOUSE_TEXT_MAX];
    char logo[FLOOR_TEXT_MAX + 8];
};

/* PIT-13: a message on the signs of all tables, of a link's tables, or of one table. */
#define FLOOR_MESSAGES         32
#define FLOOR_MESSAGE_TEXT_MAX 240
struct floor_message {
    uint64_t seq;
    int64_t from_ms, until_ms; /* 0: until it is taken back */
    uint32_t link, table;      /* whose signs; FLOOR_NONE: not limited to one */
    char text[FLOOR_MESSAGE_TEXT_MAX];
};
struct floor_messages {
    uint64_t set; /* seq of the last change; 0: there never was one */
    uint64_t count;
    struct floor_message list[FLOOR_MESSAGES];
};

/* PIT-14: the cash of a known patron on one gaming day. */
#define FLOOR_PATRONS 2048
struct floor_patron {
    char name[FLOOR_PERSON_MAX];
    char day[CR_NAME_MAX];
    struct cr_money in, out;
    uint64_t last;     /* seq of the last event that changed the sums */
    uint64_t reported; /* seq of the event that passed the threshold; 0: none */
};

struct floor {
    uint64_t seq;               /* of the last event */
    int64_t time_ms;            /* and its time */
    struct floor_limits room;   /* what there is memory for */
    struct floor_limits limits; /* what is in force: never more than the room */
    struct floor_general general;
    uint64_t layout; /* floor_layout of the events' meaning in force; kept as a row */
    uint32_t table_count, link_count, claim_count, dispute_count, alarm_count, person_count,
        document_count, token_count, patron_count;
    struct floor_raised *raised;
    struct floor_house *house;
    struct floor_messages *messages;
    struct floor_patron *patrons;
    struct floor_table *tables;
    struct floor_play *plays; /* in the order of the tables */
    struct floor_link *links;
    struct floor_claim *claims; /* those with something left to do, in ascending order of seq */
    struct floor_dispute *disputes;
    struct floor_alarm *alarms;
    struct floor_person *people;
    struct floor_token *tokens;
    struct floor_document *documents;
    union floor_parsed *parsed; /* in the order of the documents */
    uint32_t *table_index;      /* hash table of ids: place + 1, 0 for a free slot */
    uint32_t table_slots;
    uint64_t *dirty; /* row ids, as touched; may repeat */
    uint32_t dirty_count, dirty_max;
    uint8_t *dirty_plays, *dirty_links; /* by row: whether it is in dirty already */
};

size_t floor_memory_size(const struct floor_limits *room);
/* An empty floor in that memory, which must be aligned as malloc does. Its limits are its room. */
void floor_init(struct floor *f, const struct floor_limits *room, void *memory);
/* The same in memory that is all zeros, as calloc gives it, with lower limits that can be raised up
 * to the room. Memory that is not used yet is never touched, and so takes none of the machine's. */
void floor_init_in_zeros(struct floor *f, const struct floor_limits *room,
                         const struct floor_limits *limits, void *zeros);

/* Applies the event at that time, or at the last event's if that is later. On success the event is
 * complete and has its number. CR_E_RANGE: no room for more, or an implausible contribution
 * (REG-7). */
int floor_step(struct floor *f, struct floor_event *e, int64_t now_ms, struct cr_err *err);
/* The same for an event that event_decode_given read, at the event's own time. Its values are not
 * checked a second time. */
int floor_step_again(struct floor *f, struct floor_event *e, struct cr_err *err);

/* V8: whether a table that joins remembers an acknowledgement that this floor has not given. false
 * once two people have accepted the loss. */
bool floor_is_behind(const struct floor *f, const struct floor_event *joined);

/* Refuses names (of people, patrons, departments, tokens, shifts and games), messages and texts of
 * the house that have hidden characters or could be taken for another name, and lists of the house
 * whose entries nobody could name one by one. It is asked only of a new event: what is in a log
 * stays as it was written. */
int floor_check_new_names(const struct floor *f, const struct floor_event *e, struct cr_err *err);

/* FLOOR_NONE when there is none. */
uint32_t floor_find_table(const struct floor *f, const char *id);
uint32_t floor_find_link(const struct floor *f, const char *id);
uint32_t floor_find_document(const struct floor *f, const uint8_t hash[CR_HASH_BYTES]);
/* The same as 0, or CR_E_NOT_FOUND. */
int floor_need_link(const struct floor *f, const char *id, uint32_t *out, struct cr_err *err);
int floor_need_table(const struct floor *f, const char *id, uint32_t *out, struct cr_err *err);
/* NULL when there is none, or nothing left to do with it. */
struct floor_claim *floor_find_claim(const struct floor *f, uint64_t seq);
bool floor_knows(const struct floor *f, const char *person);
const struct floor_person *floor_person_find(const struct floor *f, const char *name);
/* Finds a token by its BLAKE2b, also one that is revoked or past its end; NULL: none. */
const struct floor_token *floor_token_find(const struct floor *f,
                                           const uint8_t hash[CR_HASH_BYTES]);
bool floor_token_is_good(const struct floor_token *token, int64_t now_ms);
/* Scopes of a token are words with single blanks between. */
bool floor_scopes_have(const char *scopes, const char *scope);
/* Steps to the next word and returns its length; 0 after the last. */
size_t floor_scope_next(const char **at);
/* The table's id in a scope such as table:uth-1; it ends where the word does. NULL: the scope is of
 * no table. */
const char *floor_scope_table(const char *word, size_t len);
/* Whether that key may act for that table now. */
bool floor_machine_is(const struct floor *f, uint32_t table,
                      const uint8_t fingerprint[CR_HASH_BYTES], int64_t now_ms);
/* How many people can sign in: have a password and are not barred. */
unsigned floor_password_count(const struct floor *f);

/* V10: BLAKE2b-256 of all that is configured, as lines of text: documents, links, tables and their
 * keys, thresholds, people with their roles, the house's settings, raised limits. */
void floor_configuration(const struct floor *f, uint8_t out[CR_HASH_BYTES]);

const struct cr_progressive *floor_progressive(const struct floor *f, uint32_t link);
/* NULL for a live game without a rules file. */
const struct cr_rules *floor_rules(const struct floor *f, uint32_t table);
/* TAB-10: how many high claims of a link are pending and not frozen; and whether they are on
 * several tables. */
unsigned floor_open_high_claims(const struct floor *f, uint32_t link, bool *several_tables);
/* UTH-15: of the seats with live hands, those that get the envy of a hand at that seat. */
uint8_t floor_envy_seats(const struct floor *f, uint32_t table, unsigned seat, uint8_t live);
/* PIT-10: refuses when that person may not turn a key that another one has handed to the table. */
int floor_check_turner(const struct floor *f, uint32_t table, const char *user, struct cr_err *err);
/* UTH-16: whether a patron may play one hand only, by the rules or by the shift manager's switch.
 */
bool floor_is_one_hand(const struct floor *f, uint32_t table);
/* PIT-5: whether readings were asked for and the table, which is connected, has not sent all of
 * them. */
bool floor_is_reading_due(const struct floor *f, uint32_t table);
/* PIT-5: whether events of that kind may end a part of a shift's figures, so that the tables are
 * read before them; and whether this event ends the part for that table's counter. */
bool floor_may_end_part(enum floor_kind kind);
bool floor_ends_part(const struct floor *f, const struct floor_event *e, uint32_t table);
/* "cash report", "tax form", "check", from FLOOR_CASH_REPORT on; NULL after the last. */
extern const char *const threshold_names[];
const char *threshold_name(enum floor_threshold_kind kind);
/* The threshold in force at that time; zero for none. */
struct cr_money floor_threshold_at(const struct floor *f, enum floor_threshold_kind kind,
                                   int64_t time_ms);
/* PIT-14: the cash of a known patron on the last gaming day on which there was any; NULL: none. */
const struct floor_patron *floor_patron_find(const struct floor *f, const char *name);
/* PIT-13: whether the sign of that table shows the message now; table is FLOOR_NONE for a sign of
 * the whole floor. */
bool floor_message_is_for(const struct floor *f, const struct floor_message *m, uint32_t table,
                          int64_t now_ms);
/* PIT-1: what the house makes of a win on that table when the system fails. */
enum cr_on_failure floor_on_failure(const struct floor *f, uint32_t table);
/* PIT-3: whether a folded hand at that table wins nothing. */
bool floor_fold_forfeits(const struct floor *f, uint32_t table);
/* PIT-2: the pending award of that table that is paid next, from right to left; NULL: none. */
const struct floor_claim *floor_next_paid(const struct floor *f, uint32_t table);
/* UTH-20: whether a dispute that is not closed names the claim. */
bool floor_is_disputed(const struct floor *f, uint64_t claim);
/* Refuses a claim that somebody has to rule upon (PIT-1) or whose dispute has to be decided
 * (UTH-20) before it is paid. */
int floor_check_free(const struct floor *f, const struct floor_claim *claim, struct cr_err *err);
/* The award of a claim if the claims before it at its table, and then it, were paid now; for a
 * frozen claim the award that was frozen. */
struct ledger_award floor_claim_amount(const struct floor *f, const struct floor_claim *claim);

/* TAB-10: the amount that a claim will come to once the claims before it by the ruling on the order
 * of wins are paid as well, at whichever table. An approval names floor_claim_amount, the amount as
 * it is now. */
struct cr_money floor_claim_due(const struct floor *f, const struct floor_claim *claim);

/* What a claim pays to everybody at its table. */
struct floor_worth {
    struct cr_money amount, envy; /* envy: to each of those seats */
    uint8_t envy_seats;           /* a bit each */
};
void floor_claim_worth(const struct floor *f, const struct floor_claim *claim,
                       struct floor_worth *out);
/* PIT-10: whether J-POT would pay a pending claim now if its key were turned; the refusal says what
 * the people at the desk still have to do. */
int floor_check_payable(const struct floor *f, const struct floor_claim *claim, struct cr_err *err);
/* PIT-10, PIT-11: writes what stands between a claim and its payment, or what is left to do once it
 * is paid; "" for nothing. */
void floor_claim_waits(const struct floor *f, const struct floor_claim *claim,
                       char out[CR_ERR_TEXT_MAX]);

/* V3: the books of every link balance. */
int floor_check(const struct floor *f, struct cr_err *err);
/* The same of those links whose rows were touched since the last cleaning. */
int floor_check_touched(const struct floor *f, struct cr_err *err);

/* Refuses an approval that does not name the table and the amount: people approve what they saw,
 * not what it has become meanwhile. It is asked of approvals by people who prove who they are. */
int floor_check_approval(const struct floor_event *e, struct cr_err *err);

/* ---- Rows ---- */

enum floor_row_kind {
    FLOOR_ROW_GENERAL = 1,
    FLOOR_ROW_DOCUMENT,
    FLOOR_ROW_LINK,
    FLOOR_ROW_TABLE,
    FLOOR_ROW_PLAY, /* of FLOOR_PLAYS_IN_ROW tables */
    FLOOR_ROW_CLAIM,
    FLOOR_ROW_DISPUTE,
    FLOOR_ROW_ALARM,
    FLOOR_ROW_PERSON,
    FLOOR_ROW_TOKEN,
    FLOOR_ROW_LAYOUT, /* which version of these structs the rows are; see floor_layout */
    FLOOR_ROW_HOUSE,
    FLOOR_ROW_MESSAGES,
    FLOOR_ROW_PATRON,
    FLOOR_ROW_LIMITS
};
#define FLOOR_ROW_ID(kind, key) ((uint64_t)(kind) << 48 | (key))

/* A number that changes when a struct of this header does: rows of another layout are rebuilt from
 * the log. It also changes with the meaning of events, so that a program which does not know the
 * meaning does not start from rows, but from the log, where it is refused. */
uint64_t floor_layout(unsigned semantics);

/* How many rows hold the plays of all tables. */
uint32_t floor_play_rows(const struct floor *f);
/* The bytes of a row, borrowed until the next step; NULL when there is no such row. */
const void *floor_row(const struct floor *f, uint64_t id, uint32_t *len);
/* Puts a row back into a floor that began empty. Rows come in ascending order of their ids. */
int floor_load_row(struct floor *f, uint64_t id, const void *body, size_t len, struct cr_err *err);
/* Called after the last row with the number and time of the log's last event. */
void floor_loaded(struct floor *f, uint64_t seq, int64_t time_ms);
/* Forgets which rows were touched, and drops what is finished: cleared claims, decided disputes,
 * acknowledged alarms. */
void floor_clean(struct floor *f);
