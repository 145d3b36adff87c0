/* Events of the floor as CSV. */
#include "cli/operate/event_csv.h"

#include "cli/operate/when.h"

#include <inttypes.h>
#include <string.h>

/* Members with a column of their own, in order; seq, time and kind stand before them, the whole
 * text behind them. */
static const char *const columns[] = {
    "table",  "link", "seat",   "seats",  "round",  "user",         "approver",
    "person", "item", "award",  "amount", "change", "house_funded", "reseeded",
    "envy",   "from", "before", "after",  "claim",  "method",       "text"};
#define COLUMNS (sizeof columns / sizeof *columns)

static void put_quoted(FILE *out, const char *text, size_t len, bool guarded)
{
    fputc('"', out);
    if (guarded && len > 0 && (strchr("=+-@", text[0]) || (unsigned char)text[0] < 0x20))
        fputc('\'', out);
    for (size_t i = 0; i < len; i++) {
        if (text[i] == '"')
            fputc('"', out);
        fputc(text[i], out);
    }
    fputc('"', out);
}

/* Only what needs quotes gets them. */
static void put_text(FILE *out, const char *text, size_t len)
{
    bool plain = len > 0;
    for (size_t i = 0; i < len && plain; i++)
        plain = (text[i] >= 'a' && text[i] <= 'z') || (text[i] >= 'A' && text[i] <= 'Z') ||
                (text[i] >= '0' && text[i] <= '9') || text[i] == ' ' ||
                (i > 0 && (text[i] == '-' || text[i] == '_' || text[i] == '.'));
    if (plain)
        fwrite(text, 1, len, out);
    else if (len > 0)
        put_quoted(out, text, len, true);
}

static void put_money(FILE *out, struct cr_money m)
{
    char text[CR_MONEY_TEXT_MAX];
    cr_money_format(m, text);
    fputs(text, out);
}

/* Meters one behind the other, blanks between. */
static void put_amounts(FILE *out, const struct cr_money *list, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        if (i > 0)
            fputc(' ', out);
        put_money(out, list[i]);
    }
}

static void put_seats(FILE *out, uint8_t seats)
{
    const char *before = "";
    for (unsigned s = 1; s <= 7; s++) {
        if (!(seats >> (s - 1) & 1u))
            continue;
        fprintf(out, "%s%u", before, s);
        before = " ";
    }
}

static void put_value(FILE *out, const struct floor_event *e, const struct event_field *field)
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
        fprintf(out, "%u", *byte);
        break;
    case EVENT_SEATS:
        put_seats(out, *byte);
        break;
    case EVENT_COUNT:
        fprintf(out, "%" PRIu64, *(const uint64_t *)at);
        break;
    case EVENT_WORD:
        fputs(field->words[*byte - 1], out);
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

void event_csv_head(FILE *out)
{
    fputs("seq,time,kind", out);
    for (size_t i = 0; i < COLUMNS; i++)
        fprintf(out, ",%s", columns[i]);
    fputs(",body\r\n", out);
}

void event_csv_row(FILE *out, const struct floor_event *e, const char *body, size_t len)
{
    const struct event_kind *kind = event_kind(e->kind);
    char time[WHEN_TEXT_MAX];
    fprintf(out, "%" PRIu64 ",%s,%s", e->seq, when_format_exact(e->time_ms, time), kind->name);
    for (size_t i = 0; i < COLUMNS; i++) {
        const struct event_member *m = event_member_find(kind, columns[i], strlen(columns[i]));
        fputc(',', out);
        if (m && !event_field_is_empty(e, m->field))
            put_value(out, e, m->field);
    }
    fputc(',', out);
    put_quoted(out, body, len, false);
    fputs("\r\n", out);
}
