/* The auditor's own reader of an event's text: where each member stands, and what it says.
 *
 * Apart from the codec that wrote the text, so that a fault of the codec does not hide itself. It
 * takes any flat JSON object; whether the spelling is the log's own is the replay's to check (V4).
 */
#ifndef LOG_AUDIT_AUDIT_TEXT_H
#define LOG_AUDIT_AUDIT_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define AUDIT_MEMBERS_MAX 32
#define AUDIT_LIST_MAX    32 /* as many claims as a ruling can name */

/* Part of a text; not terminated. */
struct audit_part {
    const char *at;
    uint32_t len;
};

struct audit_text {
    unsigned count;
    struct audit_part names[AUDIT_MEMBERS_MAX];
    struct audit_part values[AUDIT_MEMBERS_MAX]; /* as written: quotes and brackets included */
};

/* False when it is not a flat object of at most AUDIT_MEMBERS_MAX members. */
bool audit_text_read(struct audit_text *t, const char *text, size_t len);

bool audit_has(const struct audit_text *t, const char *name);

/* What is missing, or is something else, comes out as 0, an empty part or no elements. */
uint64_t audit_number(const struct audit_text *t, const char *name);
bool audit_flag(const struct audit_text *t, const char *name);
/* A string between its quotes, escapes as written: equal strings are equal bytes. */
struct audit_part audit_string(const struct audit_text *t, const char *name);
/* Millionths. */
int64_t audit_money(const struct audit_text *t, const char *name);
unsigned audit_money_list(const struct audit_text *t, const char *name, int64_t *out, unsigned max);
unsigned audit_number_list(const struct audit_text *t, const char *name, uint64_t *out,
                           unsigned max);
unsigned audit_string_list(const struct audit_text *t, const char *name, struct audit_part *out,
                           unsigned max);

bool audit_part_is(struct audit_part part, const char *word);
/* Writes a string without its escapes; the length, or SIZE_MAX when it does not fit or is broken.
 */
size_t audit_unescape(struct audit_part part, char *out, size_t size);

#endif
