/* Parses an event's text: finds the members, and reads numbers, amounts, lists and strings. */
#include "log/audit/audit_text.h"

#include "base/hex.h"

#include <string.h>

/* ---- Finding the members ---- */

/* The place of the first of two characters from `at` on. Near the end of the text it may be an
 * earlier place, from which the caller searches byte by byte. */
static inline const char *skip_to(char one, char other, const char *at, const char *end)
{
    for (; end - at >= SCAN_BYTES; at += SCAN_BYTES) {
        const scan_bytes bytes = scan_load(at);
        const scan_marks marks = scan_equal(bytes, one) | scan_equal(bytes, other);
        if (marks != 0)
            return at + scan_first(marks);
    }
    return at;
}

/* The place after the closing quote of a string that opens at `at`; NULL when it never closes. */
static inline const char *skip_string(const char *at, const char *end)
{
    for (at = skip_to('"', '\\', at + 1, end); at < end; at++) {
        if (*at == '"')
            return at + 1;
        if (*at == '\\')
            at++;
    }
    return NULL;
}

static const char *skip_list(const char *at, const char *end)
{
    while (at != NULL && at < end && *at != ']')
        at = *at == '"' ? skip_string(at, end) : at + 1;
    return at == NULL || at >= end ? NULL : at + 1;
}

/* The place after a value without quotes: a number or a word. */
static inline const char *skip_bare(const char *at, const char *end)
{
    at = skip_to(',', '}', at, end);
    while (at < end && *at != ',' && *at != '}')
        at++;
    return at;
}

static inline const char *skip_value(const char *at, const char *end)
{
    if (at < end && *at == '"')
        return skip_string(at, end);
    if (at < end && *at == '[')
        return skip_list(at, end);
    const char *after = skip_bare(at, end);
    return after > at ? after : NULL;
}

/* audit_key of a name in the text, from one read of eight bytes. */
static inline uint64_t key_at(const char *name, const char *end, size_t len)
{
    if (len == 0 || end - name < 8)
        return audit_key(name, len);
    const uint64_t eight = scan_eight(name);
    return len < 8 ? eight & ~UINT64_C(0) >> 8 * (8 - len) : eight;
}

/* Reads one "name":value and returns the place after it; NULL when there is none. */
static inline const char *read_member(struct audit_text *t, const char *at, const char *end)
{
    if (at >= end || *at != '"' || t->count == AUDIT_MEMBERS_MAX)
        return NULL;
    const char *name_end = skip_string(at, end);
    if (name_end == NULL || name_end >= end || *name_end != ':')
        return NULL;
    const char *value_end = skip_value(name_end + 1, end);
    if (value_end == NULL)
        return NULL;
    const size_t name_len = (size_t)(name_end - at - 2);
    const uint64_t key = key_at(at + 1, end, name_len);
    t->keys[t->count] = key;
    t->names[t->count] = (struct audit_part){at + 1, (uint32_t)name_len};
    t->values[t->count++] = (struct audit_part){name_end + 1, (uint32_t)(value_end - name_end - 1)};
    uint8_t *slot = &t->slots[audit_slot(key)];
    *slot = *slot != 0 ? *slot : (uint8_t)t->count;
    return value_end;
}

bool audit_text_read(struct audit_text *t, const char *text, size_t len)
{
    const char *at = text, *end = text + len;
    t->count = 0;
    memset(t->slots, 0, sizeof(t->slots));
    if (len < 2 || *at != '{' || end[-1] != '}')
        return false;
    end--;
    do {
        at = read_member(t, at + 1, end);
    } while (at != NULL && at < end && *at == ',');
    return at == end;
}

/* ---- Reading values ---- */

uint64_t audit_number_of(struct audit_part value)
{
    uint64_t number = 0;
    if (value.len > 18)
        return 0;
    for (uint32_t i = 0; i < value.len; i++) {
        if (value.at[i] < '0' || value.at[i] > '9')
            return 0;
        number = number * 10 + (uint64_t)(value.at[i] - '0');
    }
    return number;
}

/* An amount's text without its quotes, in millionths; 0 when it is not an amount. */
static int64_t money_of(struct audit_part part)
{
    const bool minus = part.len > 0 && part.at[0] == '-';
    uint32_t i = minus;
    int64_t value = 0;
    unsigned decimals = 0;
    bool point = false;
    for (; i < part.len; i++) {
        if (part.at[i] == '.' && !point) {
            point = true;
            continue;
        }
        if (part.at[i] < '0' || part.at[i] > '9' || i > 20)
            return 0;
        value = value * 10 + (part.at[i] - '0');
        decimals += point;
    }
    for (; decimals < 6; decimals++)
        value *= 10;
    return minus ? -value : value;
}

int64_t audit_money_of(struct audit_part value)
{
    return money_of(audit_unquoted(value));
}

/* Takes the next element of a list; false at its end. */
static bool next_element(const char **at, const char *end, struct audit_part *out)
{
    if (*at >= end)
        return false;
    const char *start = *at;
    const char *after = skip_value(start, end);
    if (after == NULL)
        return false;
    *out = (struct audit_part){start, (uint32_t)(after - start)};
    *at = after < end ? after + 1 : after;
    return true;
}

/* The text between the brackets of a list; empty when the value is not a list. */
static struct audit_part inside(struct audit_part list)
{
    if (list.len < 2 || list.at[0] != '[')
        return (struct audit_part){"", 0};
    return (struct audit_part){list.at + 1, list.len - 2};
}

unsigned audit_strings_of(struct audit_part list, struct audit_part *out, unsigned max)
{
    const struct audit_part elements = inside(list);
    const char *at = elements.at, *end = elements.at + elements.len;
    struct audit_part element;
    unsigned count = 0;
    while (count < max && next_element(&at, end, &element))
        out[count++] = element.at[0] == '"' ? audit_unquoted(element) : element;
    return count;
}

/* Reads an amount in quotes as the log writes it, with two or six decimals. Returns the place after
 * it, or NULL when it is anything else. */
static const char *read_amount(const char *at, const char *end, int64_t *out)
{
    const char *point = NULL, *start = at + 1;
    int64_t value = 0;
    if (at >= end || *at != '"')
        return NULL;
    for (at = start; at < end && *at != '"'; at++) {
        if (*at == '.' && point == NULL)
            point = at;
        else if (*at >= '0' && *at <= '9' && at - start < 15)
            value = value * 10 + (*at - '0');
        else
            return NULL;
    }
    if (at == end || point == NULL || (at - point != 3 && at - point != 7))
        return NULL;
    *out = at - point == 3 ? value * 10000 : value;
    return at + 1;
}

/* Reads amounts as the log writes them, in one pass; false when one is written in another way. */
static bool read_amounts(struct audit_part list, int64_t *out, unsigned max, unsigned *count)
{
    const struct audit_part elements = inside(list);
    const char *at = elements.at, *end = elements.at + elements.len;
    for (*count = 0; *count < max && at < end; ++*count) {
        at = read_amount(at, end, &out[*count]);
        if (at == NULL || (at < end && *at != ','))
            return false;
        at += at < end;
    }
    return true;
}

unsigned audit_amounts_of(struct audit_part list, int64_t *out, unsigned max)
{
    struct audit_part parts[AUDIT_LIST_MAX];
    unsigned count;
    if (read_amounts(list, out, max, &count))
        return count;
    count = audit_strings_of(list, parts, max < AUDIT_LIST_MAX ? max : AUDIT_LIST_MAX);
    for (unsigned i = 0; i < count; i++)
        out[i] = money_of(parts[i]);
    return count;
}

unsigned audit_numbers_of(struct audit_part list, uint64_t *out, unsigned max)
{
    struct audit_part parts[AUDIT_LIST_MAX];
    const unsigned count =
        audit_strings_of(list, parts, max < AUDIT_LIST_MAX ? max : AUDIT_LIST_MAX);
    for (unsigned i = 0; i < count; i++)
        out[i] = audit_number_of(parts[i]);
    return count;
}

size_t audit_unescape(struct audit_part part, char *out, size_t size)
{
    size_t len = 0;
    for (uint32_t i = 0; i < part.len; i++) {
        char c = part.at[i];
        if (c == '\\' && i + 1 < part.len && part.at[i + 1] != 'u') {
            c = part.at[++i];
        } else if (c == '\\') {
            if (i + 5 >= part.len || hex_digit_lower(part.at[i + 4]) < 0 ||
                hex_digit_lower(part.at[i + 5]) < 0)
                return SIZE_MAX;
            c = (char)(hex_digit_lower(part.at[i + 4]) * 16 + hex_digit_lower(part.at[i + 5]));
            i += 5;
        }
        if (len == size)
            return SIZE_MAX;
        out[len++] = c;
    }
    return len;
}
