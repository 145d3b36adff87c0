/* Writes an event in words, by the templates of event_list.h. */
#include "floor/event_words.h"

#include "base/dates.h"
#include "base/json_read.h"
#include "floor/claim.h"

#include <inttypes.h>
#include <string.h>

void event_words_plain(struct text *out, const char *text, size_t len)
{
    for (size_t i = 0; i < len; i++)
        text_add_char(out, (unsigned char)text[i] < 0x20 || text[i] == 0x7f ? ' ' : text[i]);
}

/* ---- Values ---- */

/* In each of these a style of NULL writes the form for programs. */

static void add_money(struct text *out, const struct event_words_style *style,
                      struct cr_money amount)
{
    if (style)
        money_style_add(&style->money,
                        cr_money_from_micro(amount.micro - amount.micro % CR_MICRO_PER_CENT), out);
    else
        text_add_money_grouped(out, amount);
}

/* PIT-15: people read times of the house's zone with its name. */
static void add_time(struct text *out, const struct event_words_style *style, int64_t ms)
{
    char room[WHEN_TEXT_MAX];
    text_add(out, style ? zone_format(&style->zone, ms, room) : when_format_exact(ms, room));
}

static const char *word_of(const struct event_field *field, const struct event_words_style *style,
                           unsigned bit)
{
    const bool is_item = strcmp(field->name, "items") == 0;
    return style && is_item ? claim_item_words((enum claim_item)bit) : field->words[bit];
}

static void add_words(struct text *out, const struct event_field *field,
                      const struct event_words_style *style, uint8_t bits)
{
    const char *comma = "";
    for (unsigned b = 0; b < 8; b++) {
        if (!(bits >> b & 1u))
            continue;
        text_add(out, comma);
        if (field->words)
            text_add(out, word_of(field, style, b));
        else
            text_add_char(out, (char)('1' + b));
        comma = field->words || style ? ", " : "";
    }
}

/* UTH-17: a compliance check has one name in rules files and another for people. */
static const char *name_of(const struct floor_event *e, const struct event_words_style *style,
                           const char *name)
{
    return style && e->kind == FLOOR_CLAIM_COMPLIED && name == e->item
               ? claim_compliance_words(name)
               : name;
}

/* Enough of a hash to tell it from others. */
static void add_hash(struct text *out, const uint8_t *hash)
{
    text_add_hex(out, hash, 4);
    text_add(out, "…");
}

static void add_order(struct text *out, const struct floor_event *e)
{
    for (unsigned i = 0; i < e->order_count; i++)
        text_add_format(out, "%s%" PRIu64, i > 0 ? ", " : "claims ", e->order[i]);
}

static void add_cards(struct text *out, const char *what, const struct json_node *cards,
                      event_words_clean_fn *clean)
{
    if (!cards || cards->count == 0)
        return;
    text_add_format(out, ", %s", what);
    const struct json_node *card = json_first(cards);
    for (uint32_t i = 0; i < cards->count; i++, card = json_next(card)) {
        text_add_char(out, ' ');
        if (card->kind == JSON_STRING)
            clean(out, card->text, card->len);
    }
}

#define ROUND_VALUES 512 /* a full table's round has fewer than 300 */

/* The text of GAME OVER is the whole round as `croupier settle` takes it (REC-1). Only what tells
 * one round from another is written here; --json and --csv have all of it. */
static bool add_round(struct text *out, const struct floor_event *e, event_words_clean_fn *clean)
{
    struct json_node round[ROUND_VALUES];
    char bytes[FLOOR_TEXT_MAX];
    const struct json_room room = {round, ROUND_VALUES, bytes, sizeof bytes};
    if (e->kind != FLOOR_GAME_OVER || json_read_into(&room, e->text, e->text_len, NULL) != CR_OK ||
        !json_get_list(round, "seats"))
        return false;
    const unsigned hands = json_get_list(round, "seats")->count;
    text_add_format(out, "%u hand%s", hands, hands == 1 ? "" : "s");
    add_cards(out, "dealer", json_get_list(round, "dealer"), clean);
    add_cards(out, "board", json_get_list(round, "board"), clean);
    return true;
}

static void add_value(struct text *out, const struct floor_event *e,
                      const struct event_field *field, const struct event_words_style *style,
                      event_words_clean_fn *clean)
{
    const void *at = (const char *)e + field->offset;
    const uint8_t *byte = at;
    switch (field->type) {
    case EVENT_ID:
    case EVENT_NAME: {
        const char *name = name_of(e, style, at);
        clean(out, name, strlen(name));
        break;
    }
    case EVENT_TEXT:
        if (!add_round(out, e, clean))
            clean(out, e->text, e->text_len);
        break;
    case EVENT_SEAT:
    case EVENT_SMALL:
        text_add_uint(out, field->type == EVENT_SMALL ? *byte - 1u : *byte);
        break;
    case EVENT_SEATS:
    case EVENT_WORDS:
        add_words(out, field, style, *byte);
        break;
    case EVENT_COUNT:
        text_add_uint(out, *(const uint64_t *)at);
        break;
    case EVENT_WORD:
        text_add(out, field->words[*byte - 1]);
        break;
    case EVENT_MONEY:
    case EVENT_CHANGE:
        if (field->type == EVENT_CHANGE && ((const struct cr_money *)at)->micro > 0)
            text_add_char(out, '+');
        add_money(out, style, *(const struct cr_money *)at);
        break;
    case EVENT_SEQS:
        add_order(out, e);
        break;
    case EVENT_HASH:
        add_hash(out, at);
        break;
    case EVENT_TIME:
        add_time(out, style, *(const int64_t *)at);
        break;
    case EVENT_FLAG:
    case EVENT_AMOUNTS:
        break;
    }
}

/* ---- Details ---- */

/* Finds the member named between braces, NULL if there is none, and moves *at behind the closing
 * brace. */
static const struct event_field *take_field(const struct floor_event *e, const char **at)
{
    const char *name = *at + 1, *end = strchr(name, '}');
    const struct event_member *member =
        event_member_find(event_kind(e->kind), name, (size_t)(end - name));
    *at = end + 1;
    return member ? member->field : NULL;
}

/* Whether the event has all members of the part behind an opening bracket. */
static bool has_members(const struct floor_event *e, const char *part)
{
    while (*part != ']') {
        if (*part != '{') {
            part++;
            continue;
        }
        const struct event_field *field = take_field(e, &part);
        if (!field || event_field_is_empty(e, field))
            return false;
    }
    return true;
}

void event_words_details(const struct floor_event *e, const struct event_words_style *style,
                         event_words_clean_fn *clean, struct text *out)
{
    const char *at = event_kind(e->kind)->details;
    while (*at) {
        if (*at == '[' && !has_members(e, at + 1)) {
            at = strchr(at, ']') + 1;
        } else if (*at == '[' || *at == ']') {
            at++;
        } else if (*at == '{') {
            const struct event_field *field = take_field(e, &at);
            if (field)
                add_value(out, e, field, style, clean);
        } else {
            text_add_char(out, *at++);
        }
    }
}

/* ---- Parts of a line ---- */

void event_words_member(const struct floor_event *e, const char *name, event_words_clean_fn *clean,
                        struct text *out)
{
    const struct event_member *member = event_member_find(event_kind(e->kind), name, strlen(name));
    if (member && !event_field_is_empty(e, member->field))
        add_value(out, e, member->field, NULL, clean);
}

const char *event_words_member_in(const struct floor_event *e, const char *name,
                                  event_words_clean_fn *clean, char *room, size_t size)
{
    struct text t;
    text_init(&t, room, size);
    event_words_member(e, name, clean, &t);
    return room;
}

void event_words_people(const struct floor_event *e, event_words_clean_fn *clean, struct text *out)
{
    event_words_member(e, "user", clean, out);
    if (e->approver[0] && event_member_find(event_kind(e->kind), "approver", strlen("approver")))
        text_add(out, " + ");
    event_words_member(e, "approver", clean, out);
}

int event_words_meter(const struct floor_event *e)
{
    int place = -1;
    int64_t most = -1;
    if (!event_member_find(event_kind(e->kind), "before", strlen("before")))
        return -1;
    for (unsigned m = 0; m < e->meter_count; m++) {
        const int64_t move = e->after[m].micro - e->before[m].micro;
        if ((move < 0 ? -move : move) > most) {
            most = move < 0 ? -move : move;
            place = (int)m;
        }
    }
    return place;
}
