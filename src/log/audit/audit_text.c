/* Where the members of an event stand in its text, and what they say. */
#include "log/audit/audit_text.h"

#include <string.h>

/* ---- Finding the members ---- */

/* Past the closing quote of a string that opens at `at`; NULL when it never closes. */
static const char *skip_string(const char *at, const char *end)
{
    for (at++; at < end; at++) {
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

static const char *skip_value(const char *at, const char *end)
{
    if (at < end && *at == '"')
        return skip_string(at, end);
    if (at < end && *at == '[')
        return skip_list(at, end);
    const char *start = at;
    while (at < end && *at != ',' && *at != '}')
        at++;
    return at > start ? at : NULL;
}

/* One "name":value; NULL when it is none. */
static const char *read_member(struct audit_text *t, const char *at, const char *end)
{
    if (at >= end || *at != '"' || t->count == AUDIT_MEMBERS_MAX)
        return NULL;
    const char *name_end = skip_string(at, end);
    if (name_end == NULL || name_end >= end || *name_end != ':')
        return NULL;
    const char *value_end = skip_value(name_end + 1, end);
    if (value_end == NULL)
        return NULL;
    t->names[t->count] = (struct audit_part){at + 1, (uint32_t)(name_end - at - 2)};
    t->values[t->count++] = (struct audit_part){name_end + 1, (uint32_t)(value_end - name_end - 1)};
    return value_end;
}

bool audit_text_read(struct audit_text *t, const char *text, size_t len)
{
    const char *at = text, *end = text + len;
    t->count = 0;
    if (len < 2 || *at != '{' || end[-1] != '}')
        return false;
    end--;
    do {
        at = read_member(t, at + 1, end);
    } while (at != NULL && at < end && *at == ',');
    return at == end;
}

/* ---- What they say ---- */

bool audit_part_is(struct audit_part part, const char *word)
{
    return strlen(word) == part.len && memcmp(part.at, word, part.len) == 0;
}

static struct audit_part find(const struct audit_text *t, const char *name)
{
    const size_t len = strlen(name);
    for (unsigned i = 0; i < t->count; i++)
        if (t->names[i].len == len && memcmp(t->names[i].at, name, len) == 0)
            return t->values[i];
    return (struct audit_part){"", 0};
}

bool audit_has(const struct audit_text *t, const char *name)
{
    return find(t, name).len > 0;
}

static uint64_t number_of(struct audit_part part)
{
    uint64_t value = 0;
    for (uint32_t i = 0; i < part.len; i++) {
        if (part.at[i] < '0' || part.at[i] > '9' || i > 17)
            return 0;
        value = value * 10 + (uint64_t)(part.at[i] - '0');
    }
    return value;
}

uint64_t audit_number(const struct audit_text *t, const char *name)
{
    return number_of(find(t, name));
}

bool audit_flag(const struct audit_text *t, const char *name)
{
    return audit_part_is(find(t, name), "true");
}

static struct audit_part unquoted(struct audit_part part)
{
    if (part.len < 2 || part.at[0] != '"')
        return (struct audit_part){"", 0};
    return (struct audit_part){part.at + 1, part.len - 2};
}

struct audit_part audit_string(const struct audit_text *t, const char *name)
{
    return unquoted(find(t, name));
}

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

int64_t audit_money(const struct audit_text *t, const char *name)
{
    return money_of(unquoted(find(t, name)));
}

/* The next element of a list; false at its end. */
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

unsigned audit_string_list(const struct audit_text *t, const char *name, struct audit_part *out,
                           unsigned max)
{
    const struct audit_part list = find(t, name);
    unsigned count = 0;
    if (list.len < 2 || list.at[0] != '[')
        return 0;
    const char *at = list.at + 1, *end = list.at + list.len - 1;
    struct audit_part element;
    while (count < max && next_element(&at, end, &element))
        out[count++] = element.at[0] == '"' ? unquoted(element) : element;
    return count;
}

unsigned audit_money_list(const struct audit_text *t, const char *name, int64_t *out, unsigned max)
{
    struct audit_part parts[AUDIT_LIST_MAX];
    const unsigned count =
        audit_string_list(t, name, parts, max < AUDIT_LIST_MAX ? max : AUDIT_LIST_MAX);
    for (unsigned i = 0; i < count; i++)
        out[i] = money_of(parts[i]);
    return count;
}

unsigned audit_number_list(const struct audit_text *t, const char *name, uint64_t *out,
                           unsigned max)
{
    struct audit_part parts[AUDIT_LIST_MAX];
    const unsigned count =
        audit_string_list(t, name, parts, max < AUDIT_LIST_MAX ? max : AUDIT_LIST_MAX);
    for (unsigned i = 0; i < count; i++)
        out[i] = number_of(parts[i]);
    return count;
}

static int hex_of(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

size_t audit_unescape(struct audit_part part, char *out, size_t size)
{
    size_t len = 0;
    for (uint32_t i = 0; i < part.len; i++) {
        char c = part.at[i];
        if (c == '\\' && i + 1 < part.len && part.at[i + 1] != 'u') {
            c = part.at[++i];
        } else if (c == '\\') {
            if (i + 5 >= part.len || hex_of(part.at[i + 4]) < 0 || hex_of(part.at[i + 5]) < 0)
                return SIZE_MAX;
            c = (char)(hex_of(part.at[i + 4]) * 16 + hex_of(part.at[i + 5]));
            i += 5;
        }
        if (len == size)
            return SIZE_MAX;
        out[len++] = c;
    }
    return len;
}
