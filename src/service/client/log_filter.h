/* Which events of the log are wanted, told from their text without decoding it.
 *
 * An event has exactly one text (floor/event.h), so a member is where its name is: quotes inside
 * strings are escaped, hence ,"table":"pit1-t2" stands nowhere but in the table's own place. */
#pragma once

#include "floor/event_kinds.h"

/* How every event begins. */
struct log_line {
    uint64_t seq;
    int64_t time_ms;
    unsigned kind; /* enum floor_kind; FLOOR_NO_KIND for one that this program does not know */
};

/* False when the text does not begin as an event does. */
bool log_line_read(const char *text, size_t len, struct log_line *out);

#define LOG_WORD_MAX 400

struct log_filter {
    event_kinds kinds;                              /* 0: all */
    char table[LOG_WORD_MAX];                       /* ,"table":"…" and "" for all … */
    char link[LOG_WORD_MAX], to_link[LOG_WORD_MAX]; /* … one of the two */
    char user[LOG_WORD_MAX], approver[LOG_WORD_MAX], person[LOG_WORD_MAX]; /* … one of the three */
};

/* "coin_in,claim_paid", or groups of kinds: "money", "jackpots", "changes", "trouble", "people". */
int log_filter_set_kinds(struct log_filter *f, const char *list, struct cr_err *err);
int log_filter_set_table(struct log_filter *f, const char *id, struct cr_err *err);
int log_filter_set_link(struct log_filter *f, const char *id, struct cr_err *err);
int log_filter_set_user(struct log_filter *f, const char *name, struct cr_err *err);

/* Whether anything is asked for at all. */
bool log_filter_is_empty(const struct log_filter *f);
bool log_filter_takes(const struct log_filter *f, const struct log_line *line, const char *text,
                      size_t len);
