/* The summary of the floor, from a manager's answer. A member that is missing or of another type is
 * as good as empty: a newer manager may say more or less. */
#include "app/status_gather.h"

#include "base/err.h"
#include "base/json_read.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TEXT(object, key, member) json_get_text(object, key, member, sizeof(member))

static struct cr_money get_money(const struct json_node *object, const char *key)
{
    char text[CR_MONEY_TEXT_MAX];
    struct cr_money money = {0};
    if (json_get_text(object, key, text, sizeof text))
        cr_money_parse(text, strlen(text), CR_MONEY_MICRO, &money, NULL);
    return money;
}

static uint8_t get_seats(const struct json_node *object, const char *key)
{
    const struct json_node *list = json_get_list(object, key);
    uint8_t seats = 0;
    uint64_t seat;
    if (!list)
        return 0;
    const struct json_node *each = json_first(list);
    for (uint32_t i = 0; i < list->count; i++, each = json_next(each))
        if (json_whole(each, &seat) && seat >= 1 && seat <= 7)
            seats |= (uint8_t)(1u << (seat - 1));
    return seats;
}

/* The object of a list behind the last one, or the first behind NULL; NULL at the end. */
static const struct json_node *next_object(const struct json_node *list,
                                           const struct json_node *last)
{
    if (!list)
        return NULL;
    const struct json_node *next = last ? json_next(last) : json_first(list);
    return next < json_next(list) && next->kind == JSON_OBJECT ? next : NULL;
}

static void read_link(const struct json_node *v, struct glance_link *out)
{
    const struct json_node *meters = json_get_list(v, "meters"), *meter = NULL;
    TEXT(v, "link", out->id);
    TEXT(v, "progressive", out->progressive);
    out->open = json_get_flag(v, "open");
    out->pending = json_get_flag(v, "pending");
    while (out->meter_count < CR_METERS && (meter = next_object(meters, meter))) {
        struct glance_meter *m = &out->meters[out->meter_count++];
        TEXT(meter, "name", m->name);
        m->amount = get_money(meter, "amount");
    }
}

static void read_table(const struct json_node *v, struct glance_table *out)
{
    char mode[16];
    TEXT(v, "table", out->id);
    TEXT(v, "link", out->link);
    TEXT(v, "game", out->game);
    TEXT(v, "mode", mode);
    out->joined = json_get_flag(v, "joined");
    out->in_play = strcmp(mode, "in play") == 0;
    out->alive = json_get_flag(v, "alive") ? GLANCE_ALIVE : GLANCE_SILENT;
    out->seats = get_seats(v, "seats");
    out->closed_seats = get_seats(v, "closed_seats");
    out->round = json_get_count(v, "round");
    out->coins = json_get_count(v, "coins");
}

static void read_claim(const struct json_node *v, struct glance *g, struct glance_claim *out)
{
    char state[16];
    out->seq = json_get_count(v, "claim");
    TEXT(v, "table", out->table);
    TEXT(v, "link", out->link);
    TEXT(v, "award", out->award);
    TEXT(v, "key", out->key);
    TEXT(v, "state", state);
    TEXT(v, "missing", out->missing);
    out->paid = strcmp(state, "paid") == 0;
    const uint64_t seat = json_get_count(v, "seat");
    out->seat = seat <= 7 ? (uint8_t)seat : 0;
    out->amount = get_money(v, "amount");
    for (unsigned t = 0; t < g->table_count && out->seat > 0; t++)
        if (strcmp(g->tables[t].id, out->table) == 0)
            g->tables[t].claimed_seats |= (uint8_t)(1u << (out->seat - 1));
}

static void read_alarm(const struct json_node *v, struct glance_alarm *out)
{
    out->seq = json_get_count(v, "alarm");
    TEXT(v, "item", out->item);
    TEXT(v, "table", out->table);
    TEXT(v, "text", out->text);
    out->halts = json_get_flag(v, "halts");
}

static void read_floor(const struct json_node *v, struct glance *out)
{
    const struct json_node *list, *item = NULL;
    TEXT(v, "manager", out->manager);
    TEXT(v, "version", out->version);
    out->seq = json_get_count(v, "seq");
    out->time_ms = (int64_t)json_get_count(v, "time");
    out->halted = json_get_flag(v, "halted");
    TEXT(json_member(v, "shift"), "name", out->shift);
    for (list = json_get_list(v, "links");
         out->link_count < GLANCE_LINKS && (item = next_object(list, item));)
        read_link(item, &out->links[out->link_count++]);
    item = NULL;
    for (list = json_get_list(v, "tables");
         out->table_count < GLANCE_TABLES && (item = next_object(list, item));)
        read_table(item, &out->tables[out->table_count++]);
    item = NULL;
    for (list = json_get_list(v, "claims");
         out->claim_count < GLANCE_CLAIMS && (item = next_object(list, item));)
        read_claim(item, out, &out->claims[out->claim_count++]);
    item = NULL;
    for (list = json_get_list(v, "alarms");
         out->alarm_count < GLANCE_ALARMS && (item = next_object(list, item));)
        read_alarm(item, &out->alarms[out->alarm_count++]);
    item = NULL;
    for (list = json_get_list(v, "disputes"); (item = next_object(list, item));)
        out->dispute_count++;
}

int glance_read_json(const char *text, size_t len, struct glance *out, struct cr_err *err)
{
    struct cr_err fault = {0};
    memset(out, 0, sizeof *out);
    out->of_manager = true;
    struct json_node *floor = json_read(text, len, &fault);
    const bool is_floor = json_get_list(floor, "links") && json_get_list(floor, "tables");
    if (is_floor)
        read_floor(floor, out);
    else
        err_set(err, CR_E_INPUT, "the answer is not a floor%s%s", fault.code ? ": " : "",
                fault.text);
    free(floor);
    return is_floor ? CR_OK : CR_E_INPUT;
}
