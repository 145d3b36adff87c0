/* Writes events of the floor as CSV; see event_text.h. */
#include "app/event_text.h"

#include "base/csv.h"
#include "floor/event_words.h"

#include <string.h>

/* Members with a column of their own, in order. The columns seq, time and kind stand before them,
 * and the event's whole text behind them. */
static const char *const columns[] = {
    "table",  "link", "seat",   "seats",  "round",  "user",         "approver",
    "person", "item", "award",  "amount", "change", "house_funded", "reseeded",
    "envy",   "from", "before", "after",  "claim",  "method",       "text"};
#define COLUMNS (sizeof columns / sizeof *columns)

/* Writes a text, with quotes only if it needs them. */
static void put_text(struct text *out, const char *text, size_t len)
{
    bool plain = len > 0;
    for (size_t i = 0; i < len && plain; i++)
        plain = (text[i] >= 'a' && text[i] <= 'z') || (text[i] >= 'A' && text[i] <= 'Z') ||
                (text[i] >= '0' && text[i] <= '9') || text[i] == ' ' ||
                (i > 0 && (text[i] == '-' || text[i] == '_' || text[i] == '.'));
    if (plain)
        text_add_len(out, text, len);
    else if (len > 0)
        csv_quoted(out, text, len);
}

/* Writes the amounts of meters, separated by blanks. */
static void put_amounts(struct text *out, const struct cr_money *list, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        if (i > 0)
            text_add_char(out, ' ');
        text_add_money(out, list[i]);
    }
}

static void put_seats(struct text *out, uint8_t seats)
{
    const char *before = "";
    for (unsigned s = 1; s <= 7; s++) {
        if (!(seats >> (s - 1) & 1u))
            continue;
        text_add(out, before);
        text_add_uint(out, s);
        before = " ";
    }
}

/* Writes a member's value: exactly where the words for people would round it. */
static void put_value(struct text *out, const struct floor_event *e,
                      const struct event_field *field)
{
    const void *at = (const char *)e + field->offset;
    switch (field->type) {
    case EVENT_TEXT:
        put_text(out, e->text, e->text_len);
        break;
    case EVENT_SEATS:
        put_seats(out, *(const uint8_t *)at);
        break;
    case EVENT_MONEY:
    case EVENT_CHANGE:
        text_add_money(out, *(const struct cr_money *)at);
        break;
    case EVENT_AMOUNTS:
        put_amounts(out, at, e->meter_count);
        break;
    default:
        event_words_member(e, field->name, put_text, out);
        break;
    }
}

/* Whether a member has a value to write. The log leaves out empty members and zeros. An amount that
 * such an event always has is then written as 0.00, so that a program that adds up the column need
 * not guess; an optional one stays empty. */
static bool has_value(const struct floor_event *e, const struct event_member *m)
{
    return !event_field_is_empty(e, m->field) ||
           (strcmp(m->field->name, "amount") == 0 && m->use != EVENT_GIVEN);
}

void event_csv_head(struct text *out)
{
    text_add(out, "seq,time,kind");
    for (size_t i = 0; i < COLUMNS; i++)
        text_add_format(out, ",%s", columns[i]);
    text_add(out, ",body");
    csv_end_row(out);
}

void event_csv_row(struct text *out, const struct floor_event *e, const char *body, size_t len)
{
    const struct event_kind *kind = event_kind(e->kind);
    char time[WHEN_TEXT_MAX];
    text_add_uint(out, e->seq);
    text_add_char(out, ',');
    text_add(out, when_format_exact(e->time_ms, time));
    text_add_char(out, ',');
    text_add(out, kind->name);
    for (size_t i = 0; i < COLUMNS; i++) {
        const struct event_member *m = event_member_find(kind, columns[i], strlen(columns[i]));
        text_add_char(out, ',');
        if (m && has_value(e, m))
            put_value(out, e, m->field);
    }
    text_add_char(out, ',');
    csv_exact(out, body, len);
    csv_end_row(out);
}
