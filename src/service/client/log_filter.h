/* Selects events of the log by their text, without decoding it.
 *
 * An event has exactly one text (floor/event.h), and quotes inside strings are escaped. Hence
 * ,"table":"pit1-t2" can stand nowhere but where the member "table" has that value, and a search
 * for the text is enough. */
#pragma once

#include "floor/event_kinds.h"

/* The members with which every event begins. */
struct log_line {
    uint64_t seq;
    int64_t time_ms;
    unsigned kind; /* enum floor_kind; FLOOR_NO_KIND for one that this program does not know */
};

/* The end of the event that begins at `at`, found by counting braces; NULL when the event is not
 * complete. Commands pass events on in their exact text, without decoding and encoding them. */
const char *log_event_end(const char *at, const char *end);

/* False when the text does not begin as an event does. */
bool log_line_read(const char *text, size_t len, struct log_line *out);

#define LOG_WORD_MAX 400

struct log_filter {
    event_kinds kinds;                              /* 0: all */
    char table[LOG_WORD_MAX];                       /* the text ,"table":"…"; "" for all tables */
    char link[LOG_WORD_MAX], to_link[LOG_WORD_MAX]; /* an event matches one of the two */
    char user[LOG_WORD_MAX], approver[LOG_WORD_MAX], person[LOG_WORD_MAX]; /* … one of the three */
};

/* Set the conditions besides the kinds, which event_kinds_parse() reads. CR_E_INPUT when the text
 * cannot be a name. */
int log_filter_set_table(struct log_filter *f, const char *id, struct cr_err *err);
int log_filter_set_link(struct log_filter *f, const char *id, struct cr_err *err);
int log_filter_set_user(struct log_filter *f, const char *name, struct cr_err *err);

/* Whether there is no condition, so that every event is wanted. */
bool log_filter_is_empty(const struct log_filter *f);
bool log_filter_takes(const struct log_filter *f, const struct log_line *line, const char *text,
                      size_t len);
