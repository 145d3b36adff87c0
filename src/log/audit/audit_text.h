/* The auditor's own reader of an event's text: where each member stands, and what it says.
 *
 * Apart from the codec that wrote the text, so that a fault of the codec does not hide itself. It
 * takes any flat JSON object; whether the spelling is the log's own is the replay's to check (V4).
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
    uint8_t slots[AUDIT_SLOTS];       /* 1 + a member's place, by the key of its name; 0: none */
    uint64_t keys[AUDIT_MEMBERS_MAX]; /* of the names */
    struct audit_part names[AUDIT_MEMBERS_MAX];
    struct audit_part values[AUDIT_MEMBERS_MAX]; /* as written: quotes and brackets included */
};

/* False when it is not a flat object of at most AUDIT_MEMBERS_MAX members. */
bool audit_text_read(struct audit_text *t, const char *text, size_t len);

/* Whether it says this word. Here, as what follows, so that a word that is a literal is compared
 * without a call: an event is asked for some thirty members by name. */
static inline bool audit_part_is(struct audit_part part, const char *word)
{
    return strlen(word) == part.len && memcmp(part.at, word, part.len) == 0;
}

/* The first eight bytes of a name as scan_eight has them, zeros behind a shorter one. Of a literal
 * the compiler makes a number. */
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

/* A member's value as it is written; empty when it is not there. Of two with one name the first. */
static inline struct audit_part audit_value(const struct audit_text *t, const char *name)
{
    const uint64_t key = audit_key(name, strlen(name));
    /* The slot has the first member that belongs there; those of other names come behind it. */
    unsigned i = t->slots[audit_slot(key)];
    if (i == 0)
        return (struct audit_part){"", 0};
    for (i--; i < t->count; i++)
        if (t->keys[i] == key && audit_part_is(t->names[i], name))
            return t->values[i];
    return (struct audit_part){"", 0};
}

/* A string between its quotes; empty when it is none. */
static inline struct audit_part audit_unquoted(struct audit_part value)
{
    if (value.len < 2 || value.at[0] != '"')
        return (struct audit_part){"", 0};
    return (struct audit_part){value.at + 1, value.len - 2};
}

/* What is missing, or is something else, comes out as 0, an empty part or no elements. */
uint64_t audit_number_of(struct audit_part value);
int64_t audit_money_of(struct audit_part value); /* millionths */
unsigned audit_amounts_of(struct audit_part list, int64_t *out, unsigned max);
unsigned audit_numbers_of(struct audit_part list, uint64_t *out, unsigned max);
unsigned audit_strings_of(struct audit_part list, struct audit_part *out, unsigned max);

/* The same of the member with that name. */
static inline bool audit_has(const struct audit_text *t, const char *name)
{
    return audit_value(t, name).len > 0;
}

static inline bool audit_flag(const struct audit_text *t, const char *name)
{
    return audit_part_is(audit_value(t, name), "true");
}

/* A string between its quotes, escapes as written: equal strings are equal bytes. */
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

/* Writes a string without its escapes; the length, or SIZE_MAX when it does not fit or is broken.
 */
size_t audit_unescape(struct audit_part part, char *out, size_t size);
