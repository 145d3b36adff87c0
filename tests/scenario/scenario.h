/* A scenario: a round as a pit supervisor would write it down, and what must come of it.
 *
 * The file format is described in tests/scenario/README.md. A file holds scenarios of one
 * requirement and is named by its id.
 */
#pragma once

#include <croupier/rules.h>

#include <stdbool.h>
#include <stddef.h>

#define SCENARIO_TEXT  256
#define SCENARIO_LINES 160

/* Everything as written; nothing is interpreted while reading. */
struct scenario_seat {
    unsigned number;
    char patron[64];
    char wagers[SCENARIO_TEXT];
    char cards[SCENARIO_TEXT];
    char actions[SCENARIO_TEXT];
};

struct scenario {
    char title[SCENARIO_TEXT];
    unsigned line; /* where it starts */
    char rules[SCENARIO_TEXT], progressive[SCENARIO_TEXT];
    char meters[SCENARIO_TEXT], reserves[SCENARIO_TEXT], options[SCENARIO_TEXT];
    char board[SCENARIO_TEXT], dealer[SCENARIO_TEXT];
    unsigned button;
    unsigned seat_count;
    struct scenario_seat seats[CR_SEATS + 2]; /* room for one seat too many */
    bool dead;                                /* the system fails before the settlement */
    char late[SCENARIO_TEXT];                 /* a wager tried after the start */
    char refused[SCENARIO_TEXT];              /* what the refusal must say; empty: settles */
    unsigned expect_count;
    struct {
        unsigned line;
        char text[SCENARIO_TEXT];
    } expect[SCENARIO_LINES];
};

/* Reads the next scenario of an open file. 1 read, 0 end of file, -1 a fault (already printed). */
struct scenario_file;
struct scenario_file *scenario_open(const char *path);
int scenario_next(struct scenario_file *file, struct scenario *out);
void scenario_close(struct scenario_file *file);

/* Runs it through the JSON document and through the step machine; prints every difference.
 * Returns the number of faults. */
unsigned scenario_run(const char *path, const struct scenario *s);
