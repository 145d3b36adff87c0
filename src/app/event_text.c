/* Writes an event of the floor as a line for people; see event_text.h. */
#include "app/event_text.h"

#include "app/play/glyphs.h"
#include "floor/event_words.h"

#include <inttypes.h>
#include <stdio.h>

/* Adds a text from the log that is safe on a terminal: line ends and tabs become blanks, and other
 * characters that could move the cursor become '?'. */
static void clean(struct text *out, const char *text, size_t len)
{
    char copy[FLOOR_TEXT_MAX + 1];
    if (len > FLOOR_TEXT_MAX)
        len = FLOOR_TEXT_MAX;
    for (size_t i = 0; i < len; i++)
        copy[i] = text[i] == '\n' || text[i] == '\r' || text[i] == '\t' ? ' '
                  : text[i] == '\0'                                     ? '?'
                                                                        : text[i];
    copy[len] = '\0';
    const char *at = copy;
    for (uint32_t code; (code = glyph_next(&at)) != 0;)
        text_add_code(out, code);
}

/* ---- The line ---- */

/* Adds a value in a column, padded with blanks; a negative width aligns it to the left. Widths are
 * counted in cells and not in bytes, because names may be in any alphabet. */
static void add_column(struct text *out, int width, const char *value)
{
    int cells = (int)glyph_count(value), wide = width < 0 ? -width : width;
    if (width > 0)
        for (int i = cells; i < wide; i++)
            text_add_char(out, ' ');
    text_add(out, value);
    if (width < 0)
        for (int i = cells; i < wide; i++)
            text_add_char(out, ' ');
    text_add_char(out, ' ');
}

/* Adds the meter that changed most, before and after. Returns its index, or -1 when none did. */
static int add_meter(const struct floor_event *e, struct text *out)
{
    const int place = event_words_meter(e);
    if (place < 0)
        return -1;
    text_add_money_grouped(out, e->before[place]);
    text_add(out, " → ");
    text_add_money_grouped(out, e->after[place]);
    return place;
}

/* Adds the other meters that changed. */
static void add_other_meters(const struct floor_event *e, int shown, struct text *out)
{
    const char *before = "; also ";
    for (int m = 0; m < (int)e->meter_count && shown >= 0; m++) {
        if (m == shown || e->before[m].micro == e->after[m].micro)
            continue;
        text_add(out, before);
        text_add_money_grouped(out, e->before[m]);
        text_add(out, " → ");
        text_add_money_grouped(out, e->after[m]);
        before = ", ";
    }
}

#define COLUMN_SEQ    8
#define COLUMN_TIME   (-23) /* a zone's name has three letters or four */
#define COLUMN_TABLE  (-10)
#define COLUMN_SEAT   (-5)
#define COLUMN_KIND   (-17)
#define COLUMN_AMOUNT 12
#define COLUMN_METER  (-23)
#define COLUMN_PEOPLE (-12)

void event_text_head(struct text *out)
{
    add_column(out, COLUMN_SEQ, "event");
    add_column(out, COLUMN_TIME, "time");
    add_column(out, COLUMN_TABLE, "table");
    add_column(out, COLUMN_SEAT, "seat");
    add_column(out, COLUMN_KIND, "what");
    add_column(out, COLUMN_AMOUNT, "amount");
    add_column(out, COLUMN_METER, "meter before → after");
    add_column(out, COLUMN_PEOPLE, "who");
    text_add(out, "details");
}

void event_text_line(const struct floor_event *e, const struct zone *zone, struct text *out)
{
    char room[600], seats[32], time[WHEN_TEXT_MAX], meter[128];
    snprintf(room, sizeof room, "%" PRIu64, e->seq);
    add_column(out, COLUMN_SEQ, room);
    add_column(out, COLUMN_TIME, zone_format(zone, e->time_ms, time));
    add_column(out, COLUMN_TABLE, event_words_member_in(e, "table", clean, room, sizeof room));
    if (!event_words_member_in(e, "seat", clean, seats, sizeof seats)[0])
        event_words_member_in(e, "seats", clean, seats, sizeof seats);
    add_column(out, COLUMN_SEAT, seats);
    add_column(out, COLUMN_KIND, event_kind(e->kind)->title);
    add_column(out, COLUMN_AMOUNT, event_words_member_in(e, "amount", clean, room, sizeof room));
    struct text t = text_in(meter, sizeof meter);
    int shown = add_meter(e, &t);
    add_column(out, COLUMN_METER, meter);
    text_init(&t, room, sizeof room);
    event_words_people(e, clean, &t);
    add_column(out, COLUMN_PEOPLE, room);
    const struct event_words_style style = {.zone = *zone, .money = money_style_plain};
    event_words_details(e, &style, clean, out);
    add_other_meters(e, shown, out);
    while (out->len > 0 && out->data[out->len - 1] == ' ')
        out->data[--out->len] = '\0';
}
