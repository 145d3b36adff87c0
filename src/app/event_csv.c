/* Events of the floor as CSV. */
#include "app/event_csv.h"

#include "base/dates.h"

#include <string.h>

/* Members with a column of their own, in order; seq, time and kind stand before them, the whole
 * text behind them. */
static const char *const columns[] = {
    "table",  "link", "seat",   "seats",  "round",  "user",         "approver",
    "person", "item", "award",  "amount", "change", "house_funded", "reseeded",
    "envy",   "from", "before", "after",  "claim",  "method",       "text"};
#define COLUMNS (sizeof columns / sizeof *columns)

static void put_quoted(struct text *out, const char *text, size_t len, bool guarded)
{
    const char *end = text + len, *quote;
    text_add_char(out, '"');
    if (guarded && len > 0 && (strchr("=+-@", text[0]) || (unsigned char)text[0] < 0x20))
        text_add_char(out, '\'');
    for (; (quote = memchr(text, '"', (size_t)(end - text))); text = quote + 1) {
        text_add_len(out, text, (size_t)(quote - text) + 1);
        text_add_char(out, '"');
    }
    text_add_len(out, text, (size_t)(end - text));
    text_add_char(out, '"');
}

/* Only what needs quotes gets them. */
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
        put_quoted(out, text, len, true);
}

static void put_money(struct text *out, struct cr_money m)
{
    char text[CR_MONEY_TEXT_MAX];
    cr_money_format(m, text);
    text_add(out, text);
}

/* Meters one behind the other, blanks between. */
static void put_amounts(struct text *out, const struct cr_money *list, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        if (i > 0)
            text_add_char(out, ' ');
        put_money(out, list[i]);
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

static void put_value(struct text *out, const struct floor_event *e,
                      const struct event_field *field)
{
    const void *at = (const char *)e + field->offset;
    const uint8_t *byte = at;
    switch (field->type) {
    case EVENT_ID:
    case EVENT_NAME:
        put_text(out, at, strlen(at));
        break;
    case EVENT_TEXT:
        put_text(out, e->text, e->text_len);
        break;
    case EVENT_SEAT:
        text_add_uint(out, *byte);
        break;
    case EVENT_SEATS:
        put_seats(out, *byte);
        break;
    case EVENT_COUNT:
        text_add_uint(out, *(const uint64_t *)at);
        break;
    case EVENT_WORD:
        text_add(out, field->words[*byte - 1]);
        break;
    case EVENT_MONEY:
    case EVENT_CHANGE:
        put_money(out, *(const struct cr_money *)at);
        break;
    case EVENT_AMOUNTS:
        put_amounts(out, at, e->meter_count);
        break;
    default:
        break; /* in the text of the last column only */
    }
}

void event_csv_head(struct text *out)
{
    text_add(out, "seq,time,kind");
    for (size_t i = 0; i < COLUMNS; i++)
        text_add_format(out, ",%s", columns[i]);
    text_add(out, ",body\r\n");
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
        if (m && !event_field_is_empty(e, m->field))
            put_value(out, e, m->field);
    }
    text_add_char(out, ',');
    put_quoted(out, body, len, false);
    text_add(out, "\r\n");
}
