/* One event of the floor: what someone asked for and what came of it. The log is a list of these.
 *
 * An event is both command and record. A request fills the members that its kind marks as given;
 * the step (floor.h) checks them, works out the rest and makes it happen. The record holds both, so
 * whoever reads the log can repeat the step from the given members and must arrive at the same
 * text, byte for byte (V4).
 *
 * As text an event is one JSON object without blanks, members in the order of its kind's list,
 * members that are zero or empty left out. There is exactly one text for an event (event_encode)
 * and the reader takes nothing else (event_decode). Fixed-size, without pointers.
 */
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
#define EVENT_COUNT_MAX  (UINT64_C(1) << 53) /* what every JSON reader holds exactly */

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
    uint8_t live;          /* the same: seats whose hands are live, for envy */
    uint8_t award;         /* 1 + enum cr_category */
    uint8_t key;           /* enum cr_key */
    uint8_t position;      /* enum floor_position */
    uint8_t method;        /* enum claim_method */
    uint8_t policy;        /* 1 + enum ledger_policy */
    uint8_t items;         /* bit per claim_item */
    uint8_t is_progressive, claim_lock, is_live, fence; /* yes or no */
    uint8_t is_barred, two_departments, one_hand, undone;
    uint8_t envy_seats; /* bits as above: who gets the envy of a payment */
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
    uint64_t number;        /* of a shift in its gaming day, from 1 */
    uint64_t most;          /* of a limit of the floor */
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
    EVENT_AMOUNTS, /* one for each meter; all lists of an event or none */
    EVENT_SEQS,    /* up to FLOOR_ORDER_MAX */
    EVENT_HASH,    /* 64 hexadecimal digits */
    EVENT_TIME     /* milliseconds since 1970 */
};

struct event_field {
    const char *name;
    char lead[32]; /* ,"name": as it stands in the log; in place, so that all of it can be copied
                    * or compared, in steps of SCAN_BYTES, without asking how long it is */
    size_t name_len, lead_len;
    enum event_type type;
    uint16_t offset, size;
    const char *const *words; /* EVENT_WORD, EVENT_WORDS; ends with NULL */
};

enum event_use {
    EVENT_GIVEN = 1,    /* by who asks; may be left out */
    EVENT_REQUIRED = 3, /* by who asks; must be there */
    EVENT_MADE = 4      /* by the step */
};

struct event_member {
    const struct event_field *field;
    uint8_t use; /* enum event_use */
};

#define EVENT_MEMBERS_MAX 22

/* By what people filter; a kind is in none, one or several. */
enum event_group {
    GROUP_MONEY = 1,
    GROUP_JACKPOTS = 2,
    GROUP_CHANGES = 4,
    GROUP_TROUBLE = 8,
    GROUP_PEOPLE = 16
};

enum event_flag {
    EVENT_PROVED = 1,     /* whoever answers for it shows a password with it */
    EVENT_CONFIGURES = 2, /* sets what the floor is, and follows from nothing but such events */
    /* The tone in which a list of events shows it; without one of these it is plain. */
    EVENT_QUIET = 4, /* happens all the time and changes nothing by itself */
    EVENT_LOUD = 8,  /* nobody may overlook it */
    EVENT_ALERT = 16 /* nor this, and something is wrong */
};

/* Who is told at once that it happened, and in which words. */
enum event_hearing {
    HEARD_BY_NOBODY,        /* only what it changed is told */
    HEARD_INSIDE,           /* whoever may look at the floor */
    HEARD_WITH_BOOKS,       /* whoever may look at the books: people and tokens */
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
    bool by_table;       /* carries table, epoch, table_seq: exactly once (V2) */
    uint8_t member_count;
    struct event_member members[EVENT_MEMBERS_MAX];
};

/* Kinds are FLOOR_NO_KIND + 1 … FLOOR_KIND_COUNT - 1. */
const struct event_kind *event_kind(unsigned kind);
/* Its tone in a word: "plain", "quiet", "loud", "alert". */
const char *event_kind_tone(const struct event_kind *kind);
/* FLOOR_NO_KIND when there is none of that name. */
unsigned event_kind_find(const char *name, size_t len);
/* The kind of an event's text, without decoding the rest of it: for whoever reads a log and wants
 * few of its events. FLOOR_NO_KIND when the text does not say one that this program knows. */
unsigned event_text_kind(const char *text, size_t len);
/* Whether a table may say it, with its own numbers: what only tables say, and what both a table and
 * a desk may say. */
bool event_kind_is_for_tables(const struct event_kind *kind);
/* Whether this one carries a table's numbers: exactly once (V2). */
bool event_is_numbered(const struct floor_event *e);
/* The member of that name, or NULL. */
const struct event_member *event_member_find(const struct event_kind *kind, const char *name,
                                             size_t len);

/* ---- Setting members from outside; the fault says what is expected ---- */

void event_init(struct floor_event *e, unsigned kind);
int event_set_string(struct floor_event *e, const struct event_field *field, const char *text,
                     size_t len, struct cr_err *err);
int event_set_number(struct floor_event *e, const struct event_field *field, const char *text,
                     size_t len, struct cr_err *err);
int event_set_flag(struct floor_event *e, const struct event_field *field, bool value,
                   struct cr_err *err);
/* One element of a list, in order; index from 0. */
int event_add_string(struct floor_event *e, const struct event_field *field, unsigned index,
                     const char *text, size_t len, struct cr_err *err);
int event_add_number(struct floor_event *e, const struct event_field *field, unsigned index,
                     const char *text, size_t len, struct cr_err *err);

/* Whether every required member is there and every given one is as the log takes it; the fault
 * names the first that is not. */
int event_check_given(const struct floor_event *e, struct cr_err *err);
/* The first half of it: for what event_decode_given read, which took only what the log takes. */
int event_check_required(const struct floor_event *e, struct cr_err *err);

bool event_field_is_empty(const struct floor_event *e, const struct event_field *field);
/* Zeros: there is none. */
bool event_hash_is_empty(const uint8_t hash[CR_HASH_BYTES]);
/* Whether a member that is a name or a text is as the log takes it; other members always are. */
int event_check_words(const struct floor_event *e, const struct event_field *field,
                      struct cr_err *err);
bool event_same_member(const struct floor_event *a, const struct floor_event *b,
                       const struct event_field *field);

/* Makes zeros of what stands behind the ends of names that were given: steps copy names whole into
 * rows, and rows are compared byte for byte (V4). */
void event_clean_given(struct floor_event *e);

/* Copies what was given, and nothing that a step makes. */
void event_copy_given(struct floor_event *out, const struct floor_event *e);
/* Whether both were asked for with the same words (V2). */
bool event_same_given(const struct floor_event *a, const struct floor_event *b);

/* ---- Text ---- */

/* At least this much room does for any event with that much text. */
#define EVENT_TEXT_ROOM(text_len) (4096u + 6u * (text_len))
size_t event_encode(const struct floor_event *e, char *out, size_t size);
/* Takes exactly what event_encode writes. On failure *out is undefined. */
int event_decode(const char *text, size_t len, struct floor_event *out, struct cr_err *err);
/* Whether event_decode takes the text and makes this very event of it, for whoever has just written
 * it: what is the same is not copied. `room` is for the rest, and undefined afterwards. */
bool event_reads_back(const char *text, size_t len, const struct floor_event *e,
                      struct floor_event *room);
/* Takes the number, the time, the kind and what was given, and does not look at what a step made:
 * for whoever steps the event again and compares the text that comes of it with this one. Whatever
 * event_decode takes is taken here too, but not the other way round. */
int event_decode_given(const char *text, size_t len, struct floor_event *out, struct cr_err *err);
