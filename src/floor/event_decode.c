/* Reads an event's one text back. Strict: members in the order of the kind's list, no blanks,
 * nothing empty, nothing unknown. A stored text that was changed by a byte is either refused here
 * or another event. */
#include "floor/event.h"

#include "base/err.h"
#include "base/hex.h"
#include "base/scan.h"
#include "floor/event_id.h"

#include <string.h>

struct in {
    const char *start, *at, *end;
    const char *word; /* the string or number taken last: in the text, or unescaped in room */
    size_t len;
    uint64_t number; /* its value, when it was a number of at most 19 digits */
    char *room;
};

static int broken(const struct in *in, const char *what, struct cr_err *err)
{
    return err_set(err, CR_E_INPUT, "byte %zu: expected %s", (size_t)(in->at - in->start), what);
}

static inline bool take_bytes(struct in *in, const char *text, size_t len)
{
    if ((size_t)(in->end - in->at) < len || memcmp(in->at, text, len) != 0)
        return false;
    in->at += len;
    return true;
}

static inline bool take(struct in *in, const char *text)
{
    return take_bytes(in, text, strlen(text));
}

_Static_assert(sizeof(((struct event_field *)0)->lead) % SCAN_BYTES == 0,
               "comparing in whole steps reads nothing behind it");

/* Takes a member's name and the characters around it: ,"name": */
static inline bool take_lead(struct in *in, const struct event_field *field)
{
    if ((size_t)(in->end - in->at) < sizeof(field->lead))
        return take_bytes(in, field->lead, field->lead_len);
    size_t i = 0;
    for (; field->lead_len - i > SCAN_BYTES; i += SCAN_BYTES)
        if (!scan_same(scan_load(in->at + i), scan_load(field->lead + i), SCAN_BYTES))
            return false;
    if (!scan_same(scan_load(in->at + i), scan_load(field->lead + i),
                   (unsigned)(field->lead_len - i)))
        return false;
    in->at += field->lead_len;
    return true;
}

/* Takes one escape as a character into *c; only the escapes that the encoder writes. */
static bool take_escape(struct in *in, char *c)
{
    if (in->end - in->at >= 2 && (in->at[1] == '"' || in->at[1] == '\\')) {
        *c = in->at[1];
        in->at += 2;
        return true;
    }
    if (in->end - in->at < 6 || memcmp(in->at, "\\u00", 4) != 0)
        return false;
    int high = hex_digit_lower(in->at[4]), low = hex_digit_lower(in->at[5]);
    if (high < 0 || low < 0 || (high > 1 && !(high == 7 && low == 15)))
        return false;
    *c = (char)(high * 16 + low);
    in->at += 6;
    return true;
}

/* Takes the rest of a string from its first escape on, and unescapes it into in->room. */
static int take_escaped(struct in *in, const char *plain, struct cr_err *err)
{
    in->len = (size_t)(in->at - plain);
    if (in->len > FLOOR_TEXT_MAX)
        return broken(in, "a shorter string", err);
    memcpy(in->room, plain, in->len);
    in->word = in->room;
    while (in->at < in->end && *in->at != '"') {
        char c = *in->at;
        if (c == '\\') {
            if (!take_escape(in, &c))
                return broken(in, "an escape as the log writes it", err);
        } else if ((unsigned char)c < 0x20 || c == 0x7f) {
            return broken(in, "no control characters", err);
        } else {
            in->at++;
        }
        if (in->len >= FLOOR_TEXT_MAX)
            return broken(in, "a shorter string", err);
        in->room[in->len++] = c;
    }
    return take(in, "\"") ? 0 : broken(in, "the end of a string", err);
}

/* The first byte from `at` on that is not plain, or the end. */
static const char *skip_plain(const char *at, const char *end)
{
    for (; end - at >= SCAN_BYTES; at += SCAN_BYTES) {
        const scan_bytes bytes = scan_load(at);
        const scan_marks marks = scan_equal(bytes, '"') | scan_equal(bytes, '\\') |
                                 scan_below(bytes, 0x20) | scan_equal(bytes, 0x7f);
        if (marks != 0)
            return at + scan_first(marks);
    }
    while (at < end && *at != '"' && *at != '\\' && (unsigned char)*at >= 0x20 && *at != 0x7f)
        at++;
    return at;
}

static int take_string(struct in *in, struct cr_err *err)
{
    if (!take(in, "\""))
        return broken(in, "a string", err);
    const char *start = in->at;
    in->at = skip_plain(start, in->end);
    if (in->at < in->end && *in->at == '\\')
        return take_escaped(in, start, err);
    if (in->at < in->end && *in->at != '"')
        return broken(in, "no control characters", err);
    in->word = start;
    in->len = (size_t)(in->at - start);
    if (in->len > FLOOR_TEXT_MAX)
        return broken(in, "a shorter string", err);
    return take(in, "\"") ? 0 : broken(in, "the end of a string", err);
}

static inline int take_number(struct in *in, struct cr_err *err)
{
    in->word = in->at;
    in->number = 0;
    const bool by_eight = in->end - in->at >= 8;
    if (by_eight)
        in->at += scan_digits(scan_eight(in->at), &in->number);
    if (!by_eight || in->at - in->word == 8)
        for (; in->at < in->end && *in->at >= '0' && *in->at <= '9' && in->at - in->word < 20;
             in->at++)
            in->number = in->number * 10 + (uint64_t)(*in->at - '0');
    in->len = (size_t)(in->at - in->word);
    return in->len > 0 ? 0 : broken(in, "a number", err);
}

static int take_count(struct in *in, uint64_t *out, struct cr_err *err)
{
    int rc = take_number(in, err);
    if (rc != 0)
        return rc;
    if (in->len > 16 || in->word[0] == '0')
        return broken(in, "a number from 1 up", err);
    *out = in->number;
    return 0;
}

/* Reads the digits from `at` on, at most fifteen, and returns how many it read. */
static inline size_t read_digits(const char *at, const char *end, uint64_t *out)
{
    *out = 0;
    const bool by_eight = end - at >= 8;
    size_t count = by_eight ? scan_digits(scan_eight(at), out) : 0;
    if (by_eight && count < 8)
        return count;
    for (; count < 15 && at + count < end && at[count] >= '0' && at[count] <= '9'; count++)
        *out = *out * 10 + (uint64_t)(at[count] - '0');
    return count;
}

/* The fast way to read an amount, exactly as the log writes it, with at most twelve digits before
 * the point, as nearly every one has. Returns the place behind its closing quote, or NULL when it
 * is anything else. */
static const char *read_amount(const char *at, const char *end, bool sign, struct cr_money *out)
{
    uint64_t whole, part;
    const bool minus = sign && end - at > 1 && at[1] == '-';
    at += 1 + minus;
    const size_t digits = read_digits(at, end, &whole);
    if (digits == 0 || digits > 12 || (at[0] == '0' && digits > 1))
        return NULL;
    at += digits;
    if (at == end || *at != '.')
        return NULL;
    const size_t decimals = read_digits(at + 1, end, &part);
    at += 1 + decimals;
    if (at == end || *at != '"' || (decimals != 2 && decimals != 6) ||
        (decimals == 6 && part % CR_MICRO_PER_CENT == 0))
        return NULL;
    const int64_t micro =
        (int64_t)(whole * CR_MICRO_PER_UNIT + (decimals == 2 ? part * CR_MICRO_PER_CENT : part));
    *out = cr_money_from_micro(minus ? -micro : micro);
    return minus && micro == 0 ? NULL : at + 1;
}

/* Takes any amount. The limits of amounts in documents do not hold here: a meter may grow beyond
 * what a document may ask for, and what was written must be read. Amounts have more than one
 * spelling ("1.0"); only the encoder's own is accepted. */
static int take_any_money(struct in *in, bool sign, struct cr_money *out, struct cr_err *err)
{
    int rc = take_string(in, err);
    if (rc != 0)
        return rc;
    const bool minus = sign && in->len > 0 && in->word[0] == '-';
    const bool cents = in->len > 3 && in->word[in->len - 3] == '.';
    int64_t micro = 0;
    for (size_t i = minus; i < in->len; i++)
        if (in->word[i] >= '0' && in->word[i] <= '9' && micro < INT64_MAX / 10)
            micro = micro * 10 + (in->word[i] - '0');
    if (cents && micro <= INT64_MAX / CR_MICRO_PER_CENT)
        micro *= CR_MICRO_PER_CENT;
    *out = cr_money_from_micro(minus ? -micro : micro);
    char own[CR_MONEY_TEXT_MAX];
    const size_t len = cr_money_format(*out, own);
    if (len != in->len || memcmp(own, in->word, len) != 0)
        return broken(in, "an amount as the log writes it", err);
    return 0;
}

static int take_money(struct in *in, bool sign, struct cr_money *out, struct cr_err *err)
{
    const bool is_string = in->at < in->end && *in->at == '"';
    const char *after = is_string ? read_amount(in->at, in->end, sign, out) : NULL;
    if (after == NULL)
        return take_any_money(in, sign, out, err);
    in->at = after;
    return 0;
}

static int take_element(struct in *in, struct floor_event *e, const struct event_field *field,
                        unsigned index, struct cr_err *err)
{
    if (field->type == EVENT_AMOUNTS) {
        void *list = (char *)e + field->offset;
        if (index >= CR_METERS)
            return broken(in, "at most four amounts", err);
        return take_money(in, false, (struct cr_money *)list + index, err);
    }
    const bool is_text = field->type == EVENT_WORDS;
    int rc = is_text ? take_string(in, err) : take_number(in, err);
    if (rc != 0)
        return rc;
    return is_text ? event_add_string(e, field, index, in->word, in->len, err)
                   : event_add_number(e, field, index, in->word, in->len, err);
}

/* Takes a list of seats as the log writes it. Returns false, with nothing taken, when it is
 * anything else. */
static bool take_seats(struct in *in, uint8_t *seats)
{
    unsigned taken = 0;
    const char *at = in->at;
    char before = '[';
    while (in->end - at > 2 && at[0] == before && at[1] >= '1' && at[1] <= '7' &&
           taken >> (at[1] - '1') == 0) {
        taken |= 1u << (at[1] - '1');
        at += 2;
        before = ',';
    }
    if (taken == 0 || *at != ']')
        return false;
    *seats = (uint8_t)taken;
    in->at = at + 1;
    return true;
}

static int take_list(struct in *in, struct floor_event *e, const struct event_field *field,
                     struct cr_err *err)
{
    unsigned count = 0;
    if (!take(in, "["))
        return broken(in, "a list", err);
    do {
        int rc = take_element(in, e, field, count++, err);
        if (rc != 0)
            return rc;
    } while (take(in, ","));
    if (!take(in, "]"))
        return broken(in, "the end of a list", err);
    if (field->type != EVENT_AMOUNTS)
        return 0;
    if (e->meter_count != 0 && e->meter_count != count)
        return broken(in, "as many amounts as meters", err);
    e->meter_count = (uint8_t)count;
    return 0;
}

static int take_value(struct in *in, struct floor_event *e, const struct event_field *field,
                      struct cr_err *err)
{
    int rc;
    void *at = (char *)e + field->offset;
    switch (field->type) {
    case EVENT_COUNT:
        rc = take_number(in, err);
        /* A number of more than 15 digits may be above EVENT_COUNT_MAX; event_set_number checks
         * it. */
        if (rc != 0 || in->len > 15 || in->word[0] == '0')
            return rc != 0 ? rc : event_set_number(e, field, in->word, in->len, err);
        *(uint64_t *)at = in->number;
        return 0;
    case EVENT_SEAT:
    case EVENT_SMALL:
    case EVENT_TIME:
        rc = take_number(in, err);
        return rc != 0 ? rc : event_set_number(e, field, in->word, in->len, err);
    case EVENT_FLAG:
        if (!take(in, "true"))
            return broken(in, "true", err);
        return event_set_flag(e, field, true, err);
    case EVENT_MONEY:
    case EVENT_CHANGE:
        return take_money(in, field->type == EVENT_CHANGE, at, err);
    case EVENT_SEATS:
        return take_seats(in, at) ? 0 : take_list(in, e, field, err);
    case EVENT_WORDS:
    case EVENT_AMOUNTS:
    case EVENT_SEQS:
        return take_list(in, e, field, err);
    default:
        rc = take_string(in, err);
        return rc != 0 ? rc : event_set_string(e, field, in->word, in->len, err);
    }
}

static int take_members(struct in *in, struct floor_event *e, struct cr_err *err)
{
    const struct event_kind *kind = event_kind(e->kind);
    unsigned lists = 0, lists_taken = 0;
    for (unsigned m = 0; m < kind->member_count; m++) {
        const struct event_field *field = kind->members[m].field;
        lists += field->type == EVENT_AMOUNTS;
        if (!take_lead(in, field))
            continue;
        lists_taken += field->type == EVENT_AMOUNTS;
        int rc = take_value(in, e, field, err);
        if (rc != 0)
            return rc;
        if (event_field_is_empty(e, field))
            return broken(in, "a value as the log writes it", err);
    }
    /* All lists of amounts have one length in common, so an event with one of them would be written
     * with all of them. */
    if (lists_taken != 0 && lists_taken != lists)
        return broken(in, "every list of meters", err);
    return 0;
}

/* Skips a value, whatever it says. It need not know lists: no kind has one before a given member.
 * If the text is not as the log writes it, the place where this ends is arbitrary. */
static void skip_value(struct in *in)
{
    const bool is_string = in->at < in->end && *in->at == '"';
    in->at += is_string;
    while (in->at < in->end && *in->at != (is_string ? '"' : ','))
        in->at += *in->at == '\\' && in->end - in->at > 1 ? 2 : 1;
    in->at += is_string && in->at < in->end;
}

static unsigned past_last_given(const struct event_kind *kind)
{
    unsigned count = kind->member_count;
    while (count > 0 && kind->members[count - 1].use == EVENT_MADE)
        count--;
    return count;
}

static int take_given_members(struct in *in, struct floor_event *e, struct cr_err *err)
{
    const struct event_kind *kind = event_kind(e->kind);
    const unsigned count = past_last_given(kind);
    for (unsigned m = 0; m < count; m++) {
        const struct event_field *field = kind->members[m].field;
        if (!take_lead(in, field))
            continue;
        int rc = 0;
        if (kind->members[m].use == EVENT_MADE)
            skip_value(in);
        else
            rc = take_value(in, e, field, err);
        if (rc != 0)
            return rc;
    }
    return 0;
}

/* Takes the number, the time and the kind. */
static int take_head(struct in *in, struct floor_event *e, struct cr_err *err)
{
    uint64_t seq = 0, time = 0;
    if (!take(in, "{\"seq\":"))
        return broken(in, "{\"seq\":", err);
    int rc = take_count(in, &seq, err);
    if (rc != 0)
        return rc;
    if (!take(in, ",\"time\":"))
        return broken(in, "\"time\"", err);
    rc = take_count(in, &time, err);
    if (rc != 0)
        return rc;
    if (!take(in, ",\"kind\":"))
        return broken(in, "\"kind\"", err);
    rc = take_string(in, err);
    if (rc != 0)
        return rc;
    unsigned kind = event_kind_find(in->word, in->len);
    if (kind == FLOOR_NO_KIND)
        return broken(in, "a kind of event that this program knows", err);
    event_init(e, kind);
    e->seq = seq;
    e->time_ms = (int64_t)time;
    return 0;
}

int event_decode(const char *text, size_t len, struct floor_event *out, struct cr_err *err)
{
    char room[FLOOR_TEXT_MAX];
    struct in in = {.start = text, .at = text, .end = text + len, .word = text, .room = room};
    int rc = take_head(&in, out, err);
    if (rc == 0)
        rc = take_members(&in, out, err);
    if (rc != 0)
        return rc;
    return take(&in, "}") && in.at == in.end ? 0 : broken(&in, "the end of the event", err);
}

/* ---- Reading back ---- */

/* Takes this text between quotes. Returns false, with nothing taken, when something else is
 * there. */
static inline bool take_quoted(struct in *in, const char *name, size_t len)
{
    if ((size_t)(in->end - in->at) < len + 2 || in->at[0] != '"' || in->at[len + 1] != '"' ||
        memcmp(in->at + 1, name, len) != 0)
        return false;
    in->at += len + 2;
    return true;
}

static bool take_same_id(struct in *in, const char id[FLOOR_ID_MAX])
{
    const size_t len = event_id_length(id);
    return len > 0 && take_quoted(in, id, len);
}

/* Takes the same name. Only names without escapes, whose text is the name between quotes: others
 * are rare, and return false. */
static bool take_same_name(struct in *in, const struct floor_event *e,
                           const struct event_field *field)
{
    const char *name = (const char *)e + field->offset;
    const size_t len = strnlen(name, field->size);
    return skip_plain(name, name + len) == name + len && take_quoted(in, name, len) &&
           event_check_words(e, field, NULL) == 0;
}

/* Takes these amounts. Returns false, with nothing taken, when others are there, or when one is too
 * long for read_amount. */
static bool take_same_amounts(struct in *in, const struct cr_money *amounts, unsigned count)
{
    const char *at = in->at;
    for (unsigned i = 0; i < count; i++) {
        struct cr_money money;
        if (in->end - at < 2 || at[0] != (i == 0 ? '[' : ',') || at[1] != '"')
            return false;
        at = read_amount(at + 1, in->end, false, &money);
        if (at == NULL || money.micro != amounts[i].micro)
            return false;
    }
    if (at == in->end || *at != ']')
        return false;
    in->at = at + 1;
    return true;
}

static bool value_reads_back(struct in *in, const struct floor_event *e,
                             const struct event_field *field, struct floor_event *room)
{
    const void *at = (const char *)e + field->offset;
    const char *start = in->at;
    struct cr_money money;
    uint8_t seats;
    switch (field->type) {
    case EVENT_ID:
        if (take_same_id(in, at))
            return true;
        break;
    case EVENT_NAME:
        if (take_same_name(in, e, field))
            return true;
        break;
    case EVENT_SEATS:
        if (take_seats(in, &seats))
            return seats == *(const uint8_t *)at;
        break;
    case EVENT_COUNT:
        if (take_number(in, NULL) == 0 && in->len <= 15 && in->word[0] != '0')
            return in->number == *(const uint64_t *)at;
        break;
    case EVENT_MONEY:
    case EVENT_CHANGE:
        return take_money(in, field->type == EVENT_CHANGE, &money, NULL) == 0 &&
               money.micro == ((const struct cr_money *)at)->micro && money.micro != 0;
    case EVENT_AMOUNTS:
        if (e->meter_count > 0 && take_same_amounts(in, at, e->meter_count))
            return true;
        break;
    default:
        break;
    }
    in->at = start;
    return take_value(in, room, field, NULL) == 0 && event_same_member(e, room, field) &&
           !event_field_is_empty(e, field);
}

/* A member that the text does not have must be empty in the event. */
static bool members_read_back(struct in *in, const struct floor_event *e, struct floor_event *room)
{
    const struct event_kind *kind = event_kind(e->kind);
    bool same = true;
    room->meter_count = room->order_count = 0;
    for (unsigned m = 0; same && m < kind->member_count; m++) {
        const struct event_field *field = kind->members[m].field;
        same = take_lead(in, field) ? value_reads_back(in, e, field, room)
                                    : event_field_is_empty(e, field);
    }
    return same;
}

/* What stands before the number, the time and the kind, as take_lead compares it. */
static const struct event_field head_leads[] = {{.lead = "{\"seq\":", .lead_len = 7},
                                                {.lead = ",\"time\":", .lead_len = 8},
                                                {.lead = ",\"kind\":\"", .lead_len = 9}};

bool event_reads_back(const char *text, size_t len, const struct floor_event *e,
                      struct floor_event *room)
{
    char escaped[FLOOR_TEXT_MAX];
    struct in in = {.start = text, .at = text, .end = text + len, .word = text, .room = escaped};
    const struct event_kind *kind = event_kind(e->kind);
    uint64_t seq = 0, time = 0;
    return take_lead(&in, &head_leads[0]) && take_count(&in, &seq, NULL) == 0 && seq == e->seq &&
           take_lead(&in, &head_leads[1]) && take_count(&in, &time, NULL) == 0 &&
           time == (uint64_t)e->time_ms && take_lead(&in, &head_leads[2]) &&
           take_bytes(&in, kind->name, kind->name_len) && take(&in, "\"") &&
           members_read_back(&in, e, room) && take(&in, "}") && in.at == in.end;
}

int event_decode_given(const char *text, size_t len, struct floor_event *out, struct cr_err *err)
{
    char room[FLOOR_TEXT_MAX];
    struct in in = {.start = text, .at = text, .end = text + len, .word = text, .room = room};
    int rc = take_head(&in, out, err);
    return rc == 0 ? take_given_members(&in, out, err) : rc;
}
