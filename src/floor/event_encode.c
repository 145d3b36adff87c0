/* Writes the one text of an event. It is written by hand because this is done for every coin on the
 * floor.
 *
 * Each member checks once that there is room (need); the functions that write its value do not. */
#include "floor/event.h"

#include "base/check.h"
#include "base/digits.h"
#include "base/hex.h"
#include "base/scan.h"
#include "floor/event_id.h"

#include <string.h>

struct out {
    char *at;
    const char *end;
};

/* Room for any member except a string and a list of numbers, which ask for their own. */
#define MEMBER_ROOM 192

static inline void need(const struct out *o, size_t room)
{
    CHECK((size_t)(o->end - o->at) >= room);
}

static inline void put(struct out *o, const char *s, size_t len)
{
    memcpy(o->at, s, len);
    o->at += len;
}

static inline void put_char(struct out *o, char c)
{
    *o->at++ = c;
}

static inline void put_lead(struct out *o, const struct event_field *field)
{
    memcpy(o->at, field->lead, sizeof(field->lead));
    o->at += field->lead_len;
}

static inline void put_count(struct out *o, uint64_t n)
{
    o->at += digits_write(o->at, n);
}

static bool is_plain(unsigned char c)
{
    return c >= 0x20 && c != 0x7f && c != '"' && c != '\\';
}

static inline scan_marks escapes_in(scan_bytes bytes)
{
    return scan_below(bytes, 0x20) | scan_equal(bytes, 0x7f) | scan_equal(bytes, '"') |
           scan_equal(bytes, '\\');
}

/* Writes the bytes before the first one that takes an escape, and returns how many it wrote. */
static inline size_t put_plain(struct out *o, const char *s, size_t len)
{
    size_t i = 0;
    for (; len - i >= SCAN_BYTES && escapes_in(scan_load(s + i)) == 0; i += SCAN_BYTES)
        memcpy(o->at + i, s + i, SCAN_BYTES);
    for (; i < len && is_plain((unsigned char)s[i]); i++)
        o->at[i] = s[i];
    o->at += i;
    return i;
}

static void put_escape(struct out *o, unsigned char c)
{
    char digits[HEX_TEXT(1)];
    put_char(o, '\\');
    if (c == '"' || c == '\\') {
        put_char(o, (char)c);
        return;
    }
    put(o, "u00", 3);
    put(o, hex_encode(&c, 1, digits), 2);
}

static void put_string(struct out *o, const char *s, size_t len)
{
    need(o, MEMBER_ROOM + 6 * len); /* an escape can make six bytes of one */
    put_char(o, '"');
    for (size_t i = put_plain(o, s, len); i < len; i += put_plain(o, s + i, len - i))
        put_escape(o, (unsigned char)s[i++]);
    put_char(o, '"');
}

/* An id that the log accepts has no escapes. */
static void put_id(struct out *o, const char id[FLOOR_ID_MAX])
{
    const size_t len = event_id_length(id);
    if (len == 0) {
        put_string(o, id, strnlen(id, FLOOR_ID_MAX));
        return;
    }
    put_char(o, '"');
    memcpy(o->at, id, FLOOR_ID_MAX); /* a fixed size is faster than the exact length */
    o->at += len;
    put_char(o, '"');
}

static void put_word(struct out *o, const char *word)
{
    put_char(o, '"');
    put(o, word, strlen(word));
    put_char(o, '"');
}

static void put_money(struct out *o, struct cr_money m)
{
    put_char(o, '"');
    o->at += cr_money_format(m, o->at);
    put_char(o, '"');
}

static void put_bits(struct out *o, const struct event_field *field, uint8_t bits)
{
    char before = '[';
    for (unsigned b = 0; b < 8; b++) {
        if (!(bits >> b & 1u))
            continue;
        put_char(o, before);
        if (field->words == NULL)
            put_char(o, (char)('1' + b));
        else
            put_word(o, field->words[b]);
        before = ',';
    }
    put_char(o, ']');
}

static void put_hash(struct out *o, const uint8_t *hash)
{
    put_char(o, '"');
    hex_encode(hash, CR_HASH_BYTES, o->at);
    o->at += 2 * CR_HASH_BYTES;
    put_char(o, '"');
}

static void put_amounts(struct out *o, const struct cr_money *list, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        put_char(o, i == 0 ? '[' : ',');
        put_money(o, list[i]);
    }
    put_char(o, ']');
}

static void put_seqs(struct out *o, const uint64_t *list, unsigned count)
{
    need(o, MEMBER_ROOM + count * (DIGITS_ROOM + 1u));
    for (unsigned i = 0; i < count; i++) {
        put_char(o, i == 0 ? '[' : ',');
        put_count(o, list[i]);
    }
    put_char(o, ']');
}

static inline void put_value(struct out *o, const struct floor_event *e,
                             const struct event_field *field)
{
    const void *at = (const char *)e + field->offset;
    const uint8_t *byte = at;
    switch (field->type) {
    case EVENT_ID:
        put_id(o, at);
        break;
    case EVENT_NAME:
        put_string(o, at, strnlen(at, field->size));
        break;
    case EVENT_TEXT:
        put_string(o, e->text, e->text_len);
        break;
    case EVENT_SEAT:
        put_count(o, *byte);
        break;
    case EVENT_SMALL:
        put_count(o, *byte - 1u);
        break;
    case EVENT_FLAG:
        put(o, "true", 4);
        break;
    case EVENT_SEATS:
    case EVENT_WORDS:
        put_bits(o, field, *byte);
        break;
    case EVENT_COUNT:
        put_count(o, *(const uint64_t *)at);
        break;
    case EVENT_TIME:
        put_count(o, (uint64_t) * (const int64_t *)at);
        break;
    case EVENT_WORD:
        put_word(o, field->words[*byte - 1]);
        break;
    case EVENT_MONEY:
    case EVENT_CHANGE:
        put_money(o, *(const struct cr_money *)at);
        break;
    case EVENT_AMOUNTS:
        put_amounts(o, at, e->meter_count);
        break;
    case EVENT_SEQS:
        put_seqs(o, at, e->order_count);
        break;
    case EVENT_HASH:
        put_hash(o, at);
        break;
    }
}

size_t event_encode(const struct floor_event *e, char *out, size_t size)
{
    struct out o = {out, out + size};
    const struct event_kind *kind = event_kind(e->kind);
    need(&o, MEMBER_ROOM);
    put(&o, "{\"seq\":", 7);
    put_count(&o, e->seq);
    put(&o, ",\"time\":", 8);
    put_count(&o, (uint64_t)e->time_ms);
    put(&o, ",\"kind\":\"", 9);
    put(&o, kind->name, kind->name_len);
    put_char(&o, '"');
    for (unsigned m = 0; m < kind->member_count; m++) {
        const struct event_field *field = kind->members[m].field;
        if (event_field_is_empty(e, field))
            continue;
        need(&o, MEMBER_ROOM);
        put_lead(&o, field);
        put_value(&o, e, field);
    }
    need(&o, 1);
    put_char(&o, '}');
    return (size_t)(o.at - out);
}
