/* A second settlement for the tests. It reads the rules from the text of a file and settles a
 * seat's wagers with the tests' own evaluator in whole cents, without the library's loader and its
 * descriptions and tables of the games. It understands only files as support/extreme_files.h writes
 * them. */
#pragma once

#include "slow_eval.h"

#include <croupier/settle.h>

#define WORD      48
#define ROWS      16
#define TABLES    3
#define UNLIMITED INT64_MAX

struct row {
    char hand[WORD];
    int64_t num, den; /* den 0: the wager is returned */
};

struct table {
    char name[WORD];
    unsigned count;
    struct row rows[ROWS];
};

struct house {
    const char *text;
    int64_t parts; /* the unit of bets is 1 / parts of an Ante: 2 if any bet has half an Ante */
    int64_t hand_limit; /* in cents */
    unsigned table_count;
    struct table tables[TABLES];
};

struct due {
    int64_t stake, pays;
    enum cr_result result;
};

/* Reads house rules. The result points into the text, which must live as long. */
struct house house_read(const char *text);

/* The row of a pay table that pays this hand; NULL for none. Only the hand's category and first
 * deciding rank matter. */
const struct row *house_row(const struct house *h, const char *table, const struct slow_hand *hand);

/* TCP-3, UTH-7: whether the dealer qualifies with this hand. three: it has three cards. */
bool house_qualifies(const struct house *h, const struct slow_hand *hand, bool three);

/* Settles a seat's wagers; due has the stakes of those that were placed before the cards were
 * dealt. */
void house_settle(const struct house *h, const char *game, const struct cr_round *round,
                  const struct cr_seat *seat, struct due due[CR_SLOTS]);
