/* A pit: a floor, its people, and the last thing that happened there, as scenarios tell it. */
#pragma once

#include "floor/harness.h"
#include "floor/words.h"

#define PIT_PEOPLE 8
#define PIT_CLAIMS 64
#define PIT_TABLES 16

struct pit_claim {
    char table[FLOOR_ID_MAX];
    unsigned seat;
    uint64_t seq;
};

/* What a table remembers of the manager's answers. */
struct pit_table {
    char id[FLOOR_ID_MAX];
    uint64_t epoch, seq;
    struct floor_event last;
};

struct pit {
    struct harness h;
    char people[PIT_PEOPLE][FLOOR_PERSON_MAX];
    unsigned person_count;
    struct pit_claim claims[PIT_CLAIMS];
    unsigned claim_count;
    struct pit_table tables[PIT_TABLES];
    unsigned table_count;
    uint64_t dispute, alarm; /* the last one */
    unsigned secrets;        /* passwords and the like, so far */

    uint8_t configuration[CR_HASH_BYTES]; /* when it was last looked at */

    struct floor_event e; /* what the line asked for */
    bool asked;           /* it was an event, with an answer */
    int rc;
    struct cr_err err;
    char fault[2048]; /* what is wrong with line or outcome; empty: nothing */
};

void pit_open(struct pit *p);
void pit_close(struct pit *p);

/* False, with a fault for the reader of the file. */
bool pit_fault(struct pit *p, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* An event of that kind begins; members are set by name, as a request would; then it is asked. A
 * member that is refused is the answer. Empty values are left out. */
void pit_begin(struct pit *p, unsigned kind);
void pit_set(struct pit *p, const char *name, const char *value);
bool pit_ask(struct pit *p);
/* The same for what a scenario takes for granted. */
bool pit_ask_surely(struct pit *p);

/* The table's next event. */
void pit_begin_at(struct pit *p, unsigned kind, const char *table);
struct pit_table *pit_table(struct pit *p, const char *id);
/* The last claim of a seat; 0 for none. */
uint64_t pit_claim(const struct pit *p, const char *table, unsigned seat);

/* Whether a line is one of these; *done says whether it could be done (or the fault why not). */
bool pit_house_line(struct pit *p, struct words *w, bool *done);
bool pit_people_line(struct pit *p, struct words *w, bool *done);
bool pit_change_meaning(struct pit *p, const char *version);
bool pit_claim_line(struct pit *p, struct words *w, bool *done);
bool pit_table_line(struct pit *p, struct words *w, bool *done);
bool pit_check_line(struct pit *p, struct words *w, bool *done);
bool pit_people_check(struct pit *p, struct words *w, bool *done);

/* What must have come of it: "pays 5.00, meter 10.00" or "refused TEXT". */
bool pit_expect(struct pit *p, const char *outcome);

bool pit_money(struct pit *p, const char *text, struct cr_money *out);
/* "2026-11-15" "10:30" in milliseconds since 1970; -1 when it is none. */
int64_t pit_time(const char *day, const char *hour);
