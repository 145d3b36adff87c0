/* Sets members of an event from strings and numbers of a request, each checked by its type; checks,
 * copies and compares members. */
#include "floor/event.h"

#include "base/check.h"
#include "base/err.h"
#include "base/hex.h"
#include "base/text.h"
#include "base/utf8.h"
#include "floor/event_id.h"

#include <string.h>

static void *member(struct floor_event *e, const struct event_field *field)
{
    return (char *)e + field->offset;
}

static const void *member_of(const struct floor_event *e, const struct event_field *field)
{
    return (const char *)e + field->offset;
}

void event_init(struct floor_event *e, unsigned kind)
{
    CHECK(kind < FLOOR_KIND_COUNT);
    memset(e, 0, offsetof(struct floor_event, text));
    e->kind = (uint8_t)kind;
}

static int expected(const struct event_field *field, const char *what, struct cr_err *err)
{
    return err_invalid(err, field->name, "expected %s", what);
}

/* Whether an id may have the character: a-z, 0-9 and '-', as bits of four numbers. */
static inline bool is_of_id(unsigned char c)
{
    static const uint64_t ids[4] = {UINT64_C(0x03ff200000000000), UINT64_C(0x07fffffe00000000), 0,
                                    0};
    return ids[c / 64] >> c % 64 & 1;
}

static int check_id(const struct event_field *field, const char *text, size_t len,
                    struct cr_err *err)
{
    bool good = len > 0 && len < field->size && text[0] >= 'a' && text[0] <= 'z';
    for (size_t i = 0; good && i < len; i++)
        good = is_of_id((unsigned char)text[i]);
    return good ? 0
                : expected(field, "a name of a-z, 0-9 and '-', at most 23 long, a letter first",
                           err);
}

static int check_name(const struct event_field *field, const char *text, size_t len,
                      struct cr_err *err)
{
    if (len == 0 || len >= field->size || text[0] == ' ' || text[len - 1] == ' ' ||
        !utf8_is_clean(text, len, false))
        return err_invalid(err, field->name,
                           "expected 1 to %d bytes of text without control characters or outer "
                           "blanks",
                           field->size - 1);
    return 0;
}

static int set_short(struct floor_event *e, const struct event_field *field, const char *text,
                     size_t len, struct cr_err *err)
{
    int rc = field->type == EVENT_ID ? check_id(field, text, len, err)
                                     : check_name(field, text, len, err);
    if (rc != 0)
        return rc;
    memset(member(e, field), 0, field->size);
    memcpy(member(e, field), text, len);
    return 0;
}

static int check_text(const struct event_field *field, const char *text, size_t len,
                      struct cr_err *err)
{
    if (len == 0 || len > FLOOR_TEXT_MAX || !utf8_is_clean(text, len, true))
        return err_invalid(err, field->name,
                           "expected 1 to %d bytes of text without control characters",
                           FLOOR_TEXT_MAX);
    return 0;
}

static int set_text(struct floor_event *e, const struct event_field *field, const char *text,
                    size_t len, struct cr_err *err)
{
    int rc = check_text(field, text, len, err);
    if (rc != 0)
        return rc;
    memcpy(e->text, text, len);
    e->text_len = (uint16_t)len;
    return 0;
}

/* The word's place in the list, from 1; 0 when it is not there. */
static unsigned find_word(const struct event_field *field, const char *text, size_t len)
{
    for (unsigned w = 0; field->words[w] != NULL; w++)
        if (strlen(field->words[w]) == len && memcmp(field->words[w], text, len) == 0)
            return w + 1;
    return 0;
}

static int unknown_word(const struct event_field *field, struct cr_err *err)
{
    char list[256];
    struct text t;
    text_init(&t, list, sizeof(list));
    for (unsigned w = 0; field->words[w] != NULL; w++)
        text_add_format(&t, "%s%s", w == 0 ? "" : ", ", field->words[w]);
    return err_invalid(err, field->name, "expected one of: %s", list);
}

static int set_word(struct floor_event *e, const struct event_field *field, const char *text,
                    size_t len, struct cr_err *err)
{
    unsigned word = find_word(field, text, len);
    if (word == 0)
        return unknown_word(field, err);
    *(uint8_t *)member(e, field) = (uint8_t)word;
    return 0;
}

static int parse_money(const struct event_field *field, const char *text, size_t len,
                       struct cr_money *out, struct cr_err *err)
{
    bool minus = field->type == EVENT_CHANGE && len > 0 && text[0] == '-';
    struct cr_money parsed = {0};
    int rc = cr_money_parse(text + minus, len - minus, CR_MONEY_METER, &parsed, err);
    if (rc != 0)
        return err_in_field(err, field->name);
    *out = cr_money_from_micro(minus ? -parsed.micro : parsed.micro);
    return 0;
}

static int set_hash(struct floor_event *e, const struct event_field *field, const char *text,
                    size_t len, struct cr_err *err)
{
    uint8_t bytes[CR_HASH_BYTES];
    if (!hex_decode_lower(text, len, bytes, sizeof(bytes)))
        return expected(field, "64 lower-case hexadecimal digits", err);
    memcpy(member(e, field), bytes, sizeof(bytes));
    return 0;
}

int event_set_string(struct floor_event *e, const struct event_field *field, const char *text,
                     size_t len, struct cr_err *err)
{
    static const char whole[] = "a whole number";
    static const char *const wanted[] = {[EVENT_SEATS] = "a list of seats, such as [1,4]",
                                         [EVENT_WORDS] = "a list of words",
                                         [EVENT_AMOUNTS] = "a list of amounts",
                                         [EVENT_SEQS] = "a list of event numbers",
                                         [EVENT_FLAG] = "true or false",
                                         [EVENT_SEAT] = whole,
                                         [EVENT_COUNT] = whole,
                                         [EVENT_SMALL] = whole,
                                         [EVENT_TIME] = whole};
    switch (field->type) {
    case EVENT_ID:
    case EVENT_NAME:
        return set_short(e, field, text, len, err);
    case EVENT_TEXT:
        return set_text(e, field, text, len, err);
    case EVENT_WORD:
        return set_word(e, field, text, len, err);
    case EVENT_MONEY:
    case EVENT_CHANGE:
        return parse_money(field, text, len, member(e, field), err);
    case EVENT_HASH:
        return set_hash(e, field, text, len, err);
    default:
        return expected(field, wanted[field->type], err);
    }
}

static bool parse_count(const char *text, size_t len, uint64_t *out)
{
    if (len == 0 || len > 16 || (text[0] == '0' && len > 1))
        return false;
    uint64_t value = 0;
    for (size_t i = 0; i < len; i++) {
        if (text[i] < '0' || text[i] > '9')
            return false;
        value = value * 10 + (uint64_t)(text[i] - '0');
    }
    *out = value;
    return value <= EVENT_COUNT_MAX;
}

int event_set_number(struct floor_event *e, const struct event_field *field, const char *text,
                     size_t len, struct cr_err *err)
{
    uint64_t n = 0;
    bool whole = parse_count(text, len, &n);
    void *at = member(e, field);
    switch (field->type) {
    case EVENT_SEAT:
        if (!whole || n < 1 || n > CR_SEATS)
            return expected(field, "a seat from 1 to 7", err);
        *(uint8_t *)at = (uint8_t)n;
        return 0;
    case EVENT_COUNT:
        if (!whole || n == 0)
            return expected(field, "a whole number from 1 up", err);
        *(uint64_t *)at = n;
        return 0;
    case EVENT_SMALL:
        if (!whole || n > 9)
            return expected(field, "a whole number from 0 to 9", err);
        *(uint8_t *)at = (uint8_t)(n + 1);
        return 0;
    case EVENT_TIME:
        if (!whole || n == 0)
            return expected(field, "milliseconds since 1970", err);
        *(int64_t *)at = (int64_t)n;
        return 0;
    case EVENT_MONEY:
    case EVENT_CHANGE:
        return expected(field, "an amount as text, such as \"10.00\"", err);
    default:
        break;
    }
    return event_set_string(e, field, "", 0, err) != 0 ? CR_E_INPUT : expected(field, "text", err);
}

int event_set_flag(struct floor_event *e, const struct event_field *field, bool value,
                   struct cr_err *err)
{
    if (field->type != EVENT_FLAG)
        return event_set_number(e, field, "", 0, err);
    *(uint8_t *)member(e, field) = value;
    return 0;
}

int event_add_string(struct floor_event *e, const struct event_field *field, unsigned index,
                     const char *text, size_t len, struct cr_err *err)
{
    if (field->type == EVENT_WORDS) {
        unsigned word = find_word(field, text, len);
        uint8_t *bits = member(e, field);
        if (word == 0)
            return unknown_word(field, err);
        if (index == 0)
            *bits = 0;
        if (*bits >> (word - 1) != 0)
            return err_invalid(err, field->name, "\"%.*s\" is out of order or there twice",
                               (int)len, text);
        *bits = (uint8_t)(*bits | 1u << (word - 1));
        return 0;
    }
    if (field->type == EVENT_AMOUNTS) {
        if (index >= CR_METERS)
            return expected(field, "at most four amounts", err);
        struct cr_money *list = member(e, field);
        return parse_money(field, text, len, &list[index], err);
    }
    return event_set_string(e, field, "", 0, err) != 0 ? CR_E_INPUT
                                                       : expected(field, "one value", err);
}

int event_add_number(struct floor_event *e, const struct event_field *field, unsigned index,
                     const char *text, size_t len, struct cr_err *err)
{
    uint64_t n = 0;
    bool whole = parse_count(text, len, &n);
    if (field->type == EVENT_SEATS) {
        uint8_t *bits = member(e, field);
        if (!whole || n < 1 || n > CR_SEATS)
            return expected(field, "seats from 1 to 7", err);
        if (index == 0)
            *bits = 0;
        if (*bits >> (n - 1) != 0)
            return expected(field, "each seat once, in ascending order", err);
        *bits = (uint8_t)(*bits | 1u << (n - 1));
        return 0;
    }
    if (field->type == EVENT_SEQS) {
        if (!whole || n == 0 || index >= FLOOR_ORDER_MAX)
            return err_invalid(err, field->name, "expected up to %d event numbers",
                               FLOOR_ORDER_MAX);
        e->order[index] = n;
        e->order_count = (uint8_t)(index + 1);
        return 0;
    }
    return event_add_string(e, field, index, "", 0, err);
}

bool event_hash_is_empty(const uint8_t hash[CR_HASH_BYTES])
{
    static const uint8_t none[CR_HASH_BYTES];
    return memcmp(hash, none, CR_HASH_BYTES) == 0;
}

bool event_field_is_empty(const struct floor_event *e, const struct event_field *field)
{
    const char *at = member_of(e, field);
    switch (field->type) {
    case EVENT_TEXT:
        return e->text_len == 0;
    case EVENT_AMOUNTS:
        return e->meter_count == 0;
    case EVENT_SEQS:
        return e->order_count == 0;
    case EVENT_ID:
    case EVENT_NAME:
        return at[0] == '\0';
    case EVENT_HASH:
        return event_hash_is_empty((const uint8_t *)at);
    case EVENT_COUNT:
        return *(const uint64_t *)(const void *)at == 0;
    case EVENT_TIME:
        return *(const int64_t *)(const void *)at == 0;
    case EVENT_MONEY:
    case EVENT_CHANGE:
        return ((const struct cr_money *)(const void *)at)->micro == 0;
    default:
        return at[0] == 0;
    }
}

/* Members are checked whichever code filled them: what the log could not read back must not become
 * part of an event. */
int event_check_words(const struct floor_event *e, const struct event_field *field,
                      struct cr_err *err)
{
    const char *text = member_of(e, field);
    switch (field->type) {
    case EVENT_ID:
        return event_id_length(text) > 0 ? 0
                                         : check_id(field, text, strnlen(text, field->size), err);
    case EVENT_NAME:
        return check_name(field, text, strnlen(text, field->size), err);
    case EVENT_TEXT:
        return check_text(field, e->text, e->text_len, err);
    default:
        return 0;
    }
}

static int missing(const struct floor_event *e, const struct event_field *field, struct cr_err *err)
{
    return err_refuse(err, CR_E_INPUT, REASON_MISSING, field->name, "missing; %s needs it",
                      event_kind(e->kind)->name);
}

int event_check_required(const struct floor_event *e, struct cr_err *err)
{
    const struct event_kind *kind = event_kind(e->kind);
    for (unsigned m = 0; m < kind->member_count; m++)
        if (kind->members[m].use == EVENT_REQUIRED &&
            event_field_is_empty(e, kind->members[m].field))
            return missing(e, kind->members[m].field, err);
    return 0;
}

int event_check_given(const struct floor_event *e, struct cr_err *err)
{
    const struct event_kind *kind = event_kind(e->kind);
    int rc = 0;
    for (unsigned m = 0; rc == 0 && m < kind->member_count; m++) {
        const struct event_member *each = &kind->members[m];
        if (each->use == EVENT_MADE)
            continue;
        if (!event_field_is_empty(e, each->field))
            rc = event_check_words(e, each->field, err);
        else if (each->use == EVENT_REQUIRED)
            rc = missing(e, each->field, err);
    }
    return rc;
}

void event_clean_given(struct floor_event *e)
{
    const struct event_kind *kind = event_kind(e->kind);
    for (unsigned m = 0; m < kind->member_count; m++) {
        const struct event_field *field = kind->members[m].field;
        if (kind->members[m].use == EVENT_MADE ||
            (field->type != EVENT_ID && field->type != EVENT_NAME))
            continue;
        char *name = member(e, field);
        const size_t len = strnlen(name, field->size);
        memset(name + len, 0, field->size - len);
    }
}

static void copy_member(struct floor_event *out, const struct floor_event *e,
                        const struct event_field *field)
{
    if (field->type == EVENT_TEXT) {
        memcpy(out->text, e->text, e->text_len);
        out->text_len = e->text_len;
        return;
    }
    memcpy(member(out, field), member_of(e, field), field->size);
    if (field->type == EVENT_SEQS)
        out->order_count = e->order_count;
}

void event_copy_given(struct floor_event *out, const struct floor_event *e)
{
    const struct event_kind *kind = event_kind(e->kind);
    event_init(out, e->kind);
    for (unsigned m = 0; m < kind->member_count; m++)
        if (kind->members[m].use != EVENT_MADE)
            copy_member(out, e, kind->members[m].field);
}

/* Names and texts are compared up to their ends; the bytes behind are no part of them. */
bool event_same_member(const struct floor_event *a, const struct floor_event *b,
                       const struct event_field *field)
{
    const void *x = member_of(a, field), *y = member_of(b, field);
    switch (field->type) {
    case EVENT_TEXT:
        return a->text_len == b->text_len && memcmp(a->text, b->text, a->text_len) == 0;
    case EVENT_ID:
    case EVENT_NAME:
        return strncmp(x, y, field->size) == 0;
    case EVENT_AMOUNTS:
        return a->meter_count == b->meter_count &&
               memcmp(x, y, a->meter_count * sizeof(struct cr_money)) == 0;
    case EVENT_SEQS:
        return a->order_count == b->order_count &&
               memcmp(x, y, a->order_count * sizeof(a->order[0])) == 0;
    default:
        return memcmp(x, y, field->size) == 0;
    }
}

bool event_same_given(const struct floor_event *a, const struct floor_event *b)
{
    if (a->kind != b->kind)
        return false;
    const struct event_kind *kind = event_kind(a->kind);
    for (unsigned m = 0; m < kind->member_count; m++)
        if (kind->members[m].use != EVENT_MADE && !event_same_member(a, b, kind->members[m].field))
            return false;
    return true;
}
