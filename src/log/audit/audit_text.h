/* The auditor's own parser of an event's text: it finds the members and reads their values.
 *
 * It shares nothing with the codec that wrote the text, so that a fault of the codec is not hidden
 * by the same fault here. It takes any flat JSON object; whether the spelling is the log's own is
 * checked by the replay (V4).
 */
#pragma once

#include "base/scan.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define AUDIT_MEMBERS_MAX 32
#define AUDIT_SLOTS       64
#define AUDIT_LIST_MAX    32 /* as many claims as a ruling can name */

/* Part of a text; not terminated. */
struct audit_part {
    const char *at;
    uint32_t len;
};

struct audit_text {
    unsigned count;
    uint8_t slots[AUDIT_SLOTS];       /* 1 + index of the first member in the slot; 0: none */
    uint64_t keys[AUDIT_MEMBERS_MAX]; /* audit_key of each name */
    struct audit_part names[AUDIT_MEMBERS_MAX];
    struct audit_part values[AUDIT_MEMBERS_MAX]; /* as written: quotes and brackets included */
};

/* False when the text is not a flat object of at most AUDIT_MEMBERS_MAX members. The parts point
 * into the text. */
bool audit_text_read(struct audit_text *t, const char *text, size_t len);

/* True when the part is this word. Inline, like the functions below, so that a literal is compared
 * without a call: some thirty members are looked up by name for each event. */
static inline bool audit_part_is(struct audit_part part, const char *word)
{
    return strlen(word) == part.len && memcmp(part.at, word, part.len) == 0;
}

/* The first eight bytes of a name as a number, in the order of scan_eight; a shorter name has zeros
 * behind it. For a literal the compiler works it out. */
static inline uint64_t audit_key(const char *name, size_t len)
{
    uint64_t key = 0;
    for (size_t i = 0; i < sizeof(key) && i < len; i++)
        key |= (uint64_t)(unsigned char)name[i] << 8 * i;
    return key;
}

static inline unsigned audit_slot(uint64_t key)
{
    return (unsigned)(key * UINT64_C(0x9e3779b97f4a7c15) >> 58);
}

/* A member's value as it is written; empty when the member is not there. Of two members with one
 * name the first counts. */
static inline struct audit_part audit_value(const struct audit_text *t, const char *name)
{
    const uint64_t key = audit_key(name, strlen(name));
    /* The slot has the first member that belongs there; any others follow later in the list. */
    unsigned i = t->slots[audit_slot(key)];
    if (i == 0)
        return (struct audit_part){"", 0};
    for (i--; i < t->count; i++)
        if (t->keys[i] == key && audit_part_is(t->names[i], name))
            return t->values[i];
    return (struct audit_part){"", 0};
}

/* A string's text without its quotes; empty when the value is not a string. */
static inline struct audit_part audit_unquoted(struct audit_part value)
{
    if (value.len < 2 || value.at[0] != '"')
        return (struct audit_part){"", 0};
    return (struct audit_part){value.at + 1, value.len - 2};
}

/* A value that is missing or of another type reads as 0, an empty part, or a list without elements.
 * The functions for lists return the number of elements. */
uint64_t audit_number_of(struct audit_part value);
int64_t audit_money_of(struct audit_part value); /* millionths */
unsigned audit_amounts_of(struct audit_part list, int64_t *out, unsigned max);
unsigned audit_numbers_of(struct audit_part list, uint64_t *out, unsigned max);
unsigned audit_strings_of(struct audit_part list, struct audit_part *out, unsigned max);

/* The same for the member with that name. */
static inline bool audit_has(const struct audit_text *t, const char *name)
{
    return audit_value(t, name).len > 0;
}

static inline bool audit_flag(const struct audit_text *t, const char *name)
{
    return audit_part_is(audit_value(t, name), "true");
}

/* A string's text without its quotes, but with its escapes: the log writes equal strings with equal
 * bytes. */
static inline struct audit_part audit_string(const struct audit_text *t, const char *name)
{
    return audit_unquoted(audit_value(t, name));
}

static inline uint64_t audit_number(const struct audit_text *t, const char *name)
{
    return audit_number_of(audit_value(t, name));
}

static inline int64_t audit_money(const struct audit_text *t, const char *name)
{
    return audit_money_of(audit_value(t, name));
}

/* Writes a string with its escapes resolved, not terminated. Returns the length; SIZE_MAX when it
 * does not fit or an escape is broken. */
size_t audit_unescape(struct audit_part part, char *out, size_t size);
