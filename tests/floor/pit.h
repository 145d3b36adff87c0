/* What the lines of a scenario act on: a floor, its people, and the last thing that happened there.
 */
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
    uint64_t dispute, alarm; /* the numbers of the last dispute and alarm */
    unsigned secrets;        /* how many passwords and the like were made so far */

    uint8_t configuration[CR_HASH_BYTES]; /* hash of the configuration when it was last compared */

    struct floor_event e; /* the event that the line asked for */
    bool asked;           /* the line asked for an event, so it has an outcome */
    int rc;
    struct cr_err err;
    char fault[2048]; /* what is wrong with the line or its outcome; empty: nothing */
};

void pit_open(struct pit *p);
void pit_close(struct pit *p);

/* Sets p->fault to a message for the reader of the scenario. Always returns false. */
bool pit_fault(struct pit *p, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* pit_begin begins an event of that kind, pit_set sets a member by its name, as a request would,
 * and pit_ask steps the event. A member that is refused is the answer of the whole event. Empty
 * values are left out. pit_ask returns false only for a fault of the scenario or of the floor, not
 * for a refusal, which is in p->rc. */
void pit_begin(struct pit *p, unsigned kind);
void pit_set(struct pit *p, const char *name, const char *value);
bool pit_ask(struct pit *p);
/* Like pit_ask, but a refusal is a fault, because the scenario takes the event for granted. */
bool pit_ask_surely(struct pit *p);

/* Begins the next event of this table. */
void pit_begin_at(struct pit *p, unsigned kind, const char *table);
struct pit_table *pit_table(struct pit *p, const char *id);
/* Number of the last claim at a seat; 0: there is none. */
uint64_t pit_claim(const struct pit *p, const char *table, unsigned seat);

/* True if the line is one of this group's; *done then says whether it succeeded. If not, p->fault
 * says why. */
bool pit_house_line(struct pit *p, struct words *w, bool *done);
bool pit_people_line(struct pit *p, struct words *w, bool *done);
bool pit_change_meaning(struct pit *p, const char *version);
bool pit_claim_line(struct pit *p, struct words *w, bool *done);
bool pit_table_line(struct pit *p, struct words *w, bool *done);
bool pit_check_line(struct pit *p, struct words *w, bool *done);
bool pit_people_check(struct pit *p, struct words *w, bool *done);

/* True if the last event came to this outcome: "pays 5.00, meter 10.00" or "refused TEXT". */
bool pit_expect(struct pit *p, const char *outcome);

bool pit_money(struct pit *p, const char *text, struct cr_money *out);
/* A day and a time such as "2026-11-15" "10:30" in milliseconds since 1970; -1 for any other text.
 */
int64_t pit_time(const char *day, const char *hour);
