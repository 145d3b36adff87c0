/* Fills alarm events; see alarms.h. */
#include "floor/alarms.h"

#include "base/check.h"
#include "base/text.h"

#include <stdio.h>
#include <string.h>

#define SENTENCE_MAX 256

static const struct alarm_words kinds[ALARM_KIND_COUNT] = {
#define ALARM(NAME, ...) [ALARM_##NAME] = {__VA_ARGS__},
#include "floor/alarm_list.h"
};

const struct alarm_words *alarm_words(enum alarm_kind kind)
{
    CHECK(kind < ALARM_KIND_COUNT);
    return &kinds[kind];
}

bool alarm_is(const char *item, enum alarm_kind kind)
{
    return strcmp(item, alarm_words(kind)->item) == 0;
}

void alarm_fill(struct floor_event *out, enum alarm_kind kind, const char *table,
                const char *format, va_list args)
{
    event_init(out, FLOOR_ALARM_RAISED);
    strncpy(out->item, alarm_words(kind)->item, sizeof(out->item) - 1);
    strncpy(out->table, table, sizeof(out->table) - 1);
    const int len = vsnprintf(out->text, FLOOR_TEXT_MAX, format, args);
    CHECK(len > 0 && len < FLOOR_TEXT_MAX);
    out->text_len = (uint16_t)len;
}

static void fill(struct floor_event *out, enum alarm_kind kind, const char *table,
                 const char *format, ...) __attribute__((format(printf, 4, 5)));

static void fill(struct floor_event *out, enum alarm_kind kind, const char *table,
                 const char *format, ...)
{
    va_list args;
    va_start(args, format);
    alarm_fill(out, kind, table, format, args);
    va_end(args);
}

/* ---- Variance ---- */

/* Lists the meters of the link whose variance is too large: "mega, major". */
static void list_meters(const struct floor *f, uint32_t link, char out[SENTENCE_MAX])
{
    const struct cr_progressive *p = floor_progressive(f, link);
    struct text t;
    text_init(&t, out, SENTENCE_MAX);
    for (unsigned m = 0; m < p->meter_count; m++)
        if ((f->links[link].off >> m & 1) != 0)
            text_add_format(&t, "%s%s", t.len > 0 ? ", " : "", p->meters[m].name);
}

static void fill_link(const struct floor *f, uint32_t link, struct floor_event *out)
{
    char meters[SENTENCE_MAX];
    list_meters(f, link, meters);
    fill(out, ALARM_VARIANCE, "",
         "link %s: %s more than 100 coins off what the tables counted in the shift",
         f->links[link].id, meters);
    memcpy(out->link, f->links[link].id, sizeof(out->link));
}

static void fill_table(const struct floor *f, uint32_t table, struct floor_event *out)
{
    fill(out, ALARM_VARIANCE, f->tables[table].id,
         "table %s: its counter is more than 100 coins off what was booked in the shift",
         f->tables[table].id);
}

bool alarm_of_variance(const struct floor *f, struct floor_event *out)
{
    for (uint32_t l = 0; l < f->link_count; l++)
        if (f->links[l].off != 0) {
            fill_link(f, l, out);
            return true;
        }
    for (uint32_t t = 0; t < f->table_count; t++)
        if (f->tables[t].off) {
            fill_table(f, t, out);
            return true;
        }
    return false;
}

/* ---- Identity ---- */

void alarm_of_identity(const char *table, const char *instance, struct floor_event *out)
{
    fill(out, ALARM_IDENTITY, table, "table %s is alive, and %s says that it is the same table",
         table, instance);
}
