/* Alarms that what happened calls for; see alarms.h. */
#include "floor/alarms.h"

#include "base/check.h"
#include "floor/shift_figures.h"

#include <stdio.h>
#include <string.h>

#define SENTENCE_MAX 256

void alarm_fill(struct floor_event *out, const char *item, const char *table, const char *format,
                va_list args)
{
    event_init(out, FLOOR_ALARM_RAISED);
    strncpy(out->item, item, sizeof(out->item) - 1);
    strncpy(out->table, table, sizeof(out->table) - 1);
    const int len = vsnprintf(out->text, FLOOR_TEXT_MAX, format, args);
    CHECK(len > 0 && len < FLOOR_TEXT_MAX);
    out->text_len = (uint16_t)len;
}

static void fill(struct floor_event *out, const char *item, const char *table, const char *format,
                 ...) __attribute__((format(printf, 4, 5)));

static void fill(struct floor_event *out, const char *item, const char *table, const char *format,
                 ...)
{
    va_list args;
    va_start(args, format);
    alarm_fill(out, item, table, format, args);
    va_end(args);
}

/* ---- Variance ---- */

static void write_variance(const char *link, const char *meter, char out[SENTENCE_MAX])
{
    snprintf(out, SENTENCE_MAX,
             "link %s: the meter %s is more than 100 coins off what the tables counted", link,
             meter);
}

bool alarm_of_variance(const struct floor *f, struct floor_event *out)
{
    char sentence[SENTENCE_MAX];
    for (uint32_t l = 0; l < f->link_count; l++) {
        const struct cr_progressive *p = floor_progressive(f, l);
        for (unsigned m = 0; m < p->meter_count; m++) {
            if (!shift_figures_now(f, l, m).is_alarm)
                continue;
            write_variance(f->links[l].id, p->meters[m].name, sentence);
            fill(out, ALARM_VARIANCE, "", "%s", sentence);
            memcpy(out->link, f->links[l].id, sizeof(out->link));
            return true;
        }
    }
    return false;
}

bool alarm_is_about_meter(const char *sentence, const char *link, const char *meter)
{
    char own[SENTENCE_MAX];
    write_variance(link, meter, own);
    return strcmp(sentence, own) == 0;
}

/* ---- Identity ---- */

void alarm_of_identity(const char *table, const char *instance, struct floor_event *out)
{
    fill(out, "identity", table, "table %s is alive, and %s says that it is the same table", table,
         instance);
}
