/* Makes random events; see any_event.h. */
#include "floor/any_event.h"

#include <string.h>

static void fill_name(struct rng *rng, char *out, size_t size, bool is_id)
{
    static const char id_chars[] = "abcxyz0189-";
    static const char *const pieces[] = {"a", "Z", " ", "\"", "\\", "/", "'", "é", "ツ", "{", ","};
    const size_t most = 1 + rng_below(rng, (unsigned)size - 1);
    size_t len = 0;
    memset(out, 0, size);
    out[len++] = "abcz"[rng_below(rng, 4)];
    while (len < most) {
        const char *piece = pieces[rng_below(rng, 11)];
        const char one[2] = {id_chars[rng_below(rng, 11)], '\0'};
        if (is_id)
            piece = one;
        if (len + strlen(piece) > most)
            break;
        memcpy(out + len, piece, strlen(piece));
        len += strlen(piece);
    }
    if (out[len - 1] == ' ')
        out[len - 1] = '.';
}

static void fill_text(struct rng *rng, struct floor_event *e)
{
    static const char *const pieces[] = {"a",  " ", "\n",      "\t",     "\"",
                                         "\\", "é", "\\u000a", ",\"x\":"};
    const size_t most = 1 + rng_below(rng, rng_below(rng, 4) == 0 ? FLOOR_TEXT_MAX : 40);
    size_t len = 0;
    for (;;) {
        const char *piece = pieces[rng_below(rng, 9)];
        if (len + strlen(piece) > most)
            break;
        memcpy(e->text + len, piece, strlen(piece));
        len += strlen(piece);
    }
    if (len == 0)
        e->text[len++] = 'x';
    e->text_len = (uint16_t)len;
}

static struct cr_money any_money(struct rng *rng)
{
    const int64_t units[] = {1, CR_MICRO_PER_CENT, CR_MICRO_PER_UNIT};
    const int64_t unit = units[rng_below(rng, 3)];
    if (rng_below(rng, 10) == 0) /* larger than a document may state */
        return cr_money_from_micro(INT64_C(1000000000000000) + (int64_t)(rng_next(rng) >> 5));
    return cr_money_from_micro(unit * (int64_t)(1 + rng_below(rng, 1000000)));
}

static void fill_list(struct rng *rng, struct floor_event *e, const struct event_field *field)
{
    char *at = (char *)e + field->offset;
    if (field->type == EVENT_SEQS) {
        e->order_count = (uint8_t)(1 + rng_below(rng, FLOOR_ORDER_MAX));
        for (unsigned i = 0; i < e->order_count; i++)
            e->order[i] = 1 + rng_below(rng, 1000000);
        return;
    }
    if (e->meter_count == 0)
        e->meter_count = (uint8_t)(1 + rng_below(rng, CR_METERS));
    for (unsigned i = 0; i < e->meter_count; i++) {
        struct cr_money amount = any_money(rng);
        if (rng_below(rng, 4) == 0)
            amount.micro = 0;
        memcpy(at + i * sizeof amount, &amount, sizeof amount);
    }
}

static void fill_number(struct rng *rng, char *at, enum event_type type)
{
    uint64_t n = rng_below(rng, 4) == 0 ? UINT64_C(1) << 53 : 1 + rng_below(rng, 1000);
    struct cr_money amount = any_money(rng);
    if (type == EVENT_CHANGE && rng_below(rng, 2) == 0)
        amount.micro = -amount.micro;
    if (type == EVENT_MONEY || type == EVENT_CHANGE)
        memcpy(at, &amount, sizeof amount);
    else
        memcpy(at, &n, sizeof n);
}

unsigned any_word_count(const struct event_field *field)
{
    unsigned count = 0;
    while (field->words[count] != NULL)
        count++;
    return count;
}

void any_member(struct rng *rng, struct floor_event *e, const struct event_field *field)
{
    char *at = (char *)e + field->offset;
    switch (field->type) {
    case EVENT_ID:
    case EVENT_NAME:
        fill_name(rng, at, field->size, field->type == EVENT_ID);
        break;
    case EVENT_TEXT:
        fill_text(rng, e);
        break;
    case EVENT_SEAT:
        *at = (char)(1 + rng_below(rng, CR_SEATS));
        break;
    case EVENT_SEATS:
        *at = (char)(1 + rng_below(rng, 127));
        break;
    case EVENT_SMALL:
        *at = (char)(1 + rng_below(rng, 10));
        break;
    case EVENT_FLAG:
        *at = 1;
        break;
    case EVENT_WORD:
        *at = (char)(1 + rng_below(rng, any_word_count(field)));
        break;
    case EVENT_WORDS:
        *at = (char)(1 + rng_below(rng, (1u << any_word_count(field)) - 1));
        break;
    case EVENT_COUNT:
    case EVENT_TIME:
    case EVENT_MONEY:
    case EVENT_CHANGE:
        fill_number(rng, at, field->type);
        break;
    case EVENT_AMOUNTS:
    case EVENT_SEQS:
        fill_list(rng, e, field);
        break;
    case EVENT_HASH:
        for (unsigned i = 0; i < CR_HASH_BYTES; i++)
            at[i] = (char)rng_below(rng, 256);
        at[0] = 1;
        break;
    }
}

void any_event(struct rng *rng, struct floor_event *e, unsigned kind, bool all)
{
    const struct event_kind *k = event_kind(kind);
    const bool meters = all || rng_below(rng, 2) == 0;
    event_init(e, kind);
    e->seq = 1 + rng_below(rng, 1000000);
    e->time_ms = INT64_C(1790000000000) + rng_below(rng, 1000000);
    for (unsigned m = 0; m < k->member_count; m++) {
        const struct event_field *field = k->members[m].field;
        if (field->type == EVENT_AMOUNTS ? meters : all || rng_below(rng, 2) == 0)
            any_member(rng, e, field);
    }
}
