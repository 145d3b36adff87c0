/* A scenario is a round as a pit supervisor would write it down, with the results that are
 * expected.
 *
 * tests/scenario/README.md describes the file format. A file has scenarios of one requirement and
 * is named after its id. */
#pragma once

#include <croupier/rules.h>

#include <stdbool.h>
#include <stddef.h>

#define SCENARIO_TEXT  256
#define SCENARIO_LINES 160

/* The texts of a seat as they are written; reading does not interpret them. */
struct scenario_seat {
    unsigned number;
    char patron[64];
    char wagers[SCENARIO_TEXT];
    char cards[SCENARIO_TEXT];
    char actions[SCENARIO_TEXT];
};

struct scenario {
    char title[SCENARIO_TEXT];
    unsigned line; /* line of the file where the scenario begins */
    char rules[SCENARIO_TEXT], progressive[SCENARIO_TEXT];
    char meters[SCENARIO_TEXT], reserves[SCENARIO_TEXT], options[SCENARIO_TEXT];
    char board[SCENARIO_TEXT], dealer[SCENARIO_TEXT];
    unsigned button;
    unsigned seat_count;
    struct scenario_seat seats[CR_SEATS + 2]; /* room for two seats too many */
    bool dead;                                /* the system fails before the settlement */
    char late[SCENARIO_TEXT];                 /* a wager that is tried after the start */
    char refused[SCENARIO_TEXT];              /* words of the refusal; empty: none */
    unsigned expect_count;
    struct {
        unsigned line;
        char text[SCENARIO_TEXT];
    } expect[SCENARIO_LINES];
};

/* Opens a file and reads its next scenario. Returns 1 for a scenario, 0 at the end of the file and
 * -1 after a fault, which was printed. */
struct scenario_file;
struct scenario_file *scenario_open(const char *path);
int scenario_next(struct scenario_file *file, struct scenario *out);
void scenario_close(struct scenario_file *file);

/* Runs the scenario as a JSON document and through the state machine, and prints every difference.
 * Returns the number of faults. */
unsigned scenario_run(const char *path, const struct scenario *s);
