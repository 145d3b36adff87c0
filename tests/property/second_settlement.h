/* A second settlement for the tests: what a rules file says is read from its own words, and a
 * seat's wagers are settled with the tests' own evaluator, in whole cents, without loader,
 * descriptions and tables of the games. It reads files as support/extreme_files.h writes them. */
#pragma once

#include "slow_eval.h"

#include <croupier/settle.h>

#define WORD      48
#define ROWS      16
#define TABLES    3
#define UNLIMITED INT64_MAX

struct row {
    char hand[WORD];
    int64_t num, den; /* den 0: push */
};

struct table {
    char name[WORD];
    unsigned count;
    struct row rows[ROWS];
};

struct house {
    const char *text;
    int64_t parts;      /* of an Ante: 2 where a bet has a half */
    int64_t hand_limit; /* in cents */
    unsigned table_count;
    struct table tables[TABLES];
};

struct due {
    int64_t stake, pays;
    enum cr_result result;
};

/* The text must outlive what is read. */
struct house house_read(const char *text);

/* The line of a pay table that pays a hand; NULL for none. Of a hand only its category and its
 * first deciding rank are asked for. */
const struct row *house_row(const struct house *h, const char *table, const struct slow_hand *hand);

/* TCP-3, UTH-7. three: a hand of three cards. */
bool house_qualifies(const struct house *h, const struct slow_hand *hand, bool three);

/* Settles a seat's wagers, whose stakes are in due as they were placed. */
void house_settle(const struct house *h, const char *game, const struct cr_round *round,
                  const struct cr_seat *seat, struct due due[CR_SLOTS]);
