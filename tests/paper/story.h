/* Reads reports as trees of JSON, and plays a night with some of everything that a report can
 * contain. */
#pragma once

#include "night.h"
#include "reports/floor/report.h"

#include <yajl/yajl_tree.h>

/* ---- Reading a report; a member that is missing fails the test ---- */

yajl_val tree_make(struct night *n, struct report_query q);
/* The report must be refused with this code and a message that contains part. */
void tree_refuse(struct night *n, struct report_query q, int code, const char *part);
yajl_val tree_get(yajl_val from, const char *key);
const char *tree_words(yajl_val v);
/* The element of a list with this key; NULL if there is none. */
yajl_val tree_keyed(yajl_val list, const char *key);
yajl_val tree_section(yajl_val report, const char *key);
yajl_val tree_table(yajl_val in, const char *key);
size_t tree_rows(yajl_val of);
size_t tree_column(yajl_val of, const char *key);
yajl_val tree_cell(yajl_val of, size_t row, const char *key);
int64_t tree_micro(yajl_val v);
long long tree_number(yajl_val v);
yajl_val tree_fact(yajl_val of, const char *key);

struct report_query report_of(enum report_kind kind);

/* ---- The night ---- */

#define UNIT INT64_C(1000000)

/* Event numbers of the night. PTHA-2 has bets of $1, with 53 % going to the jackpot and 15 % to the
 * reserve; CN puts 14, 5 and 6 % into its meters. */
struct story {
    struct night *n;
    uint64_t first_shift, first_close, second_shift, award, paid, claim, cancelled, pending;
};

/* Plays two links, three tables, two shifts (the second stays open), a jackpot, a cancelled claim,
 * a dead round and a claim that waits. */
struct story story_tell(const char *address);
