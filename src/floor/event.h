/* One event of the floor: what someone asked for and what came of it. The log is a list of these.
 *
 * An event is both command and record. A request fills the members that its kind marks as given;
 * the step (floor.h) checks them, works out the rest and applies the event. The record holds both,
 * so every reader of the log can repeat the step from the given members and must arrive at the same
 * text, byte for byte (V4).
 *
 * As text an event is one JSON object without blanks. Its members are in the order of its kind's
 * list, and members that are zero or empty are left out. There is exactly one text for an event
 * (event_encode), and the reader accepts nothing else (event_decode). The struct has a fixed size
 * and no pointers. */
#pragma once

#include <croupier/error.h>
#include <croupier/rules.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define FLOOR_ID_MAX     24 /* links, tables, managers: a-z 0-9 - */
#define FLOOR_PERSON_MAX 48
#define FLOOR_ORDER_MAX  32 /* TAB-10: high claims that can wait on a link at once */
#define FLOOR_TEXT_MAX   6144
#define EVENT_COUNT_MAX  (UINT64_C(1) << 53) /* largest that every JSON reader holds exactly */

/* The kinds are in event_list.h: FLOOR_COIN_IN is "coin_in" there. */
enum floor_kind {
    FLOOR_NO_KIND,
#define EVENT(name, NAME, ...)       FLOOR_##NAME,
#define TABLE_EVENT(name, NAME, ...) FLOOR_##NAME,
#include "floor/event_list.h"
    FLOOR_KIND_COUNT
};

enum floor_position { FLOOR_KEY_OUT, FLOOR_KEY_R, FLOOR_KEY_JPL, FLOOR_KEY_JPH };
extern const char *const key_position_names[]; /* from FLOOR_KEY_R on; NULL after the last */

struct floor_event {
    uint64_t seq;    /* place in the log, from 1 */
    int64_t time_ms; /* the manager's clock, never running backwards; since 1970 */
    uint8_t kind;    /* enum floor_kind */

    uint8_t seat, to_seat; /* 1 to 7 */
    uint8_t seats;         /* bit s - 1: seat s */
    uint8_t live;          /* bits as in seats: seats whose hands are live, for envy */
    uint8_t award;         /* 1 + enum cr_category */
    uint8_t key;           /* enum cr_key */
    uint8_t position;      /* enum floor_position */
    uint8_t method;        /* enum claim_method */
    uint8_t policy;        /* 1 + enum ledger_policy */
    uint8_t items;         /* bit per claim_item */
    uint8_t is_progressive, claim_lock, is_live, fence; /* yes or no */
    uint8_t is_barred, two_departments, one_hand, undone;
    uint8_t envy_seats; /* bits as in seats: who gets the envy of a payment */
    uint8_t restart, is_reportable;
    uint8_t high_approvals, low_approvals; /* 1 + number of people; 0: the default */
    uint8_t meter_count;                   /* in before, after, reserves */
    uint8_t order_count;

    char table[FLOOR_ID_MAX];
    char link[FLOOR_ID_MAX], to_link[FLOOR_ID_MAX];
    char manager[FLOOR_ID_MAX];
    char instance[FLOOR_ID_MAX]; /* a table controller's own random name */
    char user[FLOOR_PERSON_MAX], approver[FLOOR_PERSON_MAX], person[FLOOR_PERSON_MAX];
    char item[CR_TITLE_MAX]; /* a name that the kind explains: docs/compatibility.md */
    char from[CR_NAME_MAX];  /* a meter's name, or "tray" */
    char department[CR_NAME_MAX];
    char patron[FLOOR_PERSON_MAX];    /* as the house knows the patron */
    char next[CR_TITLE_MAX];          /* the shift that begins */
    char day[CR_NAME_MAX];            /* a gaming day, "2026-11-15" */
    char reference[FLOOR_PERSON_MAX]; /* where surveillance keeps its recording */
    uint8_t document[CR_HASH_BYTES];
    uint8_t configuration[CR_HASH_BYTES]; /* V10: of all that is configured */

    uint64_t epoch, table_seq; /* V2: the table's own numbers */
    uint64_t acked_epoch, acked_seq;
    uint64_t prev; /* the event before it of the same table or link */
    uint64_t round;
    uint64_t claim, dispute, alarm; /* seq of the event that began it */
    uint64_t payment;               /* seq of the event that paid */
    uint64_t coins_per_minute;
    uint64_t coins, booked; /* what a counter shows, and what the books had then */
    uint64_t message;       /* seq of the event that began it */
    uint64_t number;        /* a shift's number in its gaming day, from 1 */
    uint64_t most;          /* the new value of a limit of the floor */
    uint64_t in_play;       /* tables with a round in play */
    uint64_t more;          /* open claims and disputes beyond those that the list has room for */
    uint64_t witnessed;     /* V8: the last event that a witness has seen */
    uint64_t semantics;     /* semantics.h: what events mean from here on; 0 for version 1 */
    int64_t effective_ms, until_ms;

    struct cr_money amount, change, house, house_funded, reseeded, envy, total;
    struct cr_money before[CR_METERS], after[CR_METERS], reserves[CR_METERS];
    struct cr_money to_after[CR_METERS];
    uint64_t order[FLOOR_ORDER_MAX];

    uint16_t text_len;
    char text[FLOOR_TEXT_MAX]; /* not terminated */
};

/* ---- What members a kind has ---- */

enum event_type {
    EVENT_ID,      /* a-z 0-9 -, starting with a letter */
    EVENT_NAME,    /* a person or an item: UTF-8 without control characters */
    EVENT_TEXT,    /* UTF-8, up to FLOOR_TEXT_MAX bytes */
    EVENT_SEAT,    /* 1 to 7 */
    EVENT_SEATS,   /* a list of seats, ascending */
    EVENT_COUNT,   /* 1 to 2^53 */
    EVENT_SMALL,   /* 0 to 9, kept as 1 + n */
    EVENT_FLAG,    /* true */
    EVENT_WORD,    /* one of a list of words, kept as its place from 1 */
    EVENT_WORDS,   /* a list of such words, kept as bits */
    EVENT_MONEY,   /* not negative */
    EVENT_CHANGE,  /* either sign */
    EVENT_AMOUNTS, /* one for each meter; an event has all its lists or none */
    EVENT_SEQS,    /* up to FLOOR_ORDER_MAX */
    EVENT_HASH,    /* 64 hexadecimal digits */
    EVENT_TIME     /* milliseconds since 1970 */
};

struct event_field {
    const char *name;
    char lead[32]; /* ,"name": as the log has it. An array and not a pointer, so that all of it can
                      be copied or compared in steps of SCAN_BYTES, whatever its length */
    size_t name_len, lead_len;
    enum event_type type;
    uint16_t offset, size;
    const char *const *words; /* EVENT_WORD, EVENT_WORDS; ends with NULL */
};

enum event_use {
    EVENT_GIVEN = 1,    /* in the request; may be left out */
    EVENT_REQUIRED = 3, /* in the request; must be there */
    EVENT_MADE = 4      /* worked out by the step */
};

struct event_member {
    const struct event_field *field;
    uint8_t use; /* enum event_use */
};

#define EVENT_MEMBERS_MAX 22

/* The groups by which people filter events. A kind is in none, one or several. */
enum event_group {
    GROUP_MONEY = 1,
    GROUP_JACKPOTS = 2,
    GROUP_CHANGES = 4,
    GROUP_TROUBLE = 8,
    GROUP_PEOPLE = 16
};

enum event_flag {
    EVENT_PROVED = 1,     /* the person who answers for it proves it with a password */
    EVENT_CONFIGURES = 2, /* configures the floor; its step depends on no other kinds of events */
    /* How a list of events shows the kind; plain without one of these. */
    EVENT_QUIET = 4, /* happens all the time and changes nothing by itself */
    EVENT_LOUD = 8,  /* nobody may overlook it */
    EVENT_ALERT = 16 /* nobody may overlook it, and something is wrong */
};

/* Who is told of an event at once, over the stream, and how much of it. */
enum event_hearing {
    HEARD_BY_NOBODY,        /* only the state that it changed is told */
    HEARD_INSIDE,           /* everybody who may look at the floor */
    HEARD_WITH_BOOKS,       /* everybody who may look at the books: people and tokens */
    HEARD_IN_SHORT_OUTSIDE, /* inside in full; signs and tables hear that something changed, but
                               not who did it or why */
    HEARD_BY_EVERYONE       /* signs and tables too: a payment */
};

struct event_kind {
    const char *name;
    size_t name_len;
    const char *doing;   /* as something one does, for sentences: "approving a claim" */
    const char *title;   /* in words: "coin in" */
    const char *details; /* see event_list.h */
    const char *told_as; /* its name in the stream; NULL: not told */
    uint8_t heard;       /* enum event_hearing */
    uint8_t right;       /* enum floor_right: what its user needs */
    uint8_t groups;      /* enum event_group, bits */
    uint8_t flags;       /* enum event_flag, bits */
    bool by_table;       /* always carries table, epoch and table_seq: exactly once (V2) */
    uint8_t member_count;
    struct event_member members[EVENT_MEMBERS_MAX];
};

/* Kinds are FLOOR_NO_KIND + 1 … FLOOR_KIND_COUNT - 1. */
const struct event_kind *event_kind(unsigned kind);
/* The kind's tone in a word: "plain", "quiet", "loud", "alert". */
const char *event_kind_tone(const struct event_kind *kind);
/* The kind of that name, or FLOOR_NO_KIND. */
unsigned event_kind_find(const char *name, size_t len);
/* The kind of an event's text, without decoding the rest, for readers that want few events of a
 * log. FLOOR_NO_KIND when the text names no kind that this program knows. */
unsigned event_text_kind(const char *text, size_t len);
/* Whether a table may send such an event under its own numbers. True for kinds that only tables
 * send, and for those that both a table and a person at a desk can send. */
bool event_kind_is_for_tables(const struct event_kind *kind);
/* Whether this event carries a table's numbers, so that it happens exactly once (V2). */
bool event_is_numbered(const struct floor_event *e);
/* The member of that name, or NULL. */
const struct event_member *event_member_find(const struct event_kind *kind, const char *name,
                                             size_t len);

/* ---- Setting members from a request; the fault says what is expected ---- */

void event_init(struct floor_event *e, unsigned kind);
int event_set_string(struct floor_event *e, const struct event_field *field, const char *text,
                     size_t len, struct cr_err *err);
int event_set_number(struct floor_event *e, const struct event_field *field, const char *text,
                     size_t len, struct cr_err *err);
int event_set_flag(struct floor_event *e, const struct event_field *field, bool value,
                   struct cr_err *err);
/* Add one element of a list; elements come in order, index counts from 0. */
int event_add_string(struct floor_event *e, const struct event_field *field, unsigned index,
                     const char *text, size_t len, struct cr_err *err);
int event_add_number(struct floor_event *e, const struct event_field *field, unsigned index,
                     const char *text, size_t len, struct cr_err *err);

/* Checks that every required member is there and that the log accepts every given one; the fault
 * names the first that is at fault. */
int event_check_given(const struct floor_event *e, struct cr_err *err);
/* Checks only that every required member is there. That is enough after event_decode_given, which
 * checks the values itself. */
int event_check_required(const struct floor_event *e, struct cr_err *err);

bool event_field_is_empty(const struct floor_event *e, const struct event_field *field);
/* A hash of zeros stands for none. */
bool event_hash_is_empty(const uint8_t hash[CR_HASH_BYTES]);
/* Checks that the log accepts a member that is an id, a name or a text; it accepts members of other
 * types always. */
int event_check_words(const struct floor_event *e, const struct event_field *field,
                      struct cr_err *err);
bool event_same_member(const struct floor_event *a, const struct floor_event *b,
                       const struct event_field *field);

/* Fills the bytes behind the end of each given name with zeros: steps copy whole names into rows,
 * and rows are compared byte for byte (V4). */
void event_clean_given(struct floor_event *e);

/* Copies the given members and none that a step makes. */
void event_copy_given(struct floor_event *out, const struct floor_event *e);
/* Whether the given members of both are the same, as those of a repeated request must be (V2). */
bool event_same_given(const struct floor_event *a, const struct floor_event *b);

/* ---- Text ---- */

/* Enough bytes for any event with that many bytes of text. */
#define EVENT_TEXT_ROOM(text_len) (4096u + 6u * (text_len))
/* Writes the event's text without a final NUL and returns its length. The text has to fit. */
size_t event_encode(const struct floor_event *e, char *out, size_t size);
/* Takes exactly what event_encode writes. On failure *out is undefined. */
int event_decode(const char *text, size_t len, struct floor_event *out, struct cr_err *err);
/* Whether event_decode accepts the text and makes exactly this event of it. It is for a text that
 * was just written: members that are the same are not copied, which is faster than decoding. `room`
 * is scratch space; what it holds afterwards is undefined. */
bool event_reads_back(const char *text, size_t len, const struct floor_event *e,
                      struct floor_event *room);
/* Reads the number, the time, the kind and the given members, and ignores what a step made. It is
 * for readers that step the event again and compare the resulting text with this one. Every text
 * that event_decode accepts is accepted here too, but not the other way round. */
int event_decode_given(const char *text, size_t len, struct floor_event *out, struct cr_err *err);
