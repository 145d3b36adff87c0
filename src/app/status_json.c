/* The summary of the floor, from a manager's answer. A member that is missing or of another type is
 * as good as empty: a newer manager may say more or less. */
#include "app/status_gather.h"

#include "base/err.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yajl/yajl_tree.h>

static yajl_val get(yajl_val object, const char *key, yajl_type type)
{
    const char *path[] = {key, NULL};
    return yajl_tree_get(object, path, type);
}

static void get_text(yajl_val object, const char *key, char *out, size_t size)
{
    yajl_val value = get(object, key, yajl_t_string);
    snprintf(out, size, "%s", value ? YAJL_GET_STRING(value) : "");
}
#define TEXT(object, key, member) get_text(object, key, member, sizeof(member))

static uint64_t get_count(yajl_val object, const char *key)
{
    yajl_val value = get(object, key, yajl_t_number);
    return value && YAJL_IS_INTEGER(value) && YAJL_GET_INTEGER(value) > 0
               ? (uint64_t)YAJL_GET_INTEGER(value)
               : 0;
}

static bool get_flag(yajl_val object, const char *key)
{
    return get(object, key, yajl_t_true) != NULL;
}

static struct cr_money get_money(yajl_val object, const char *key)
{
    yajl_val value = get(object, key, yajl_t_string);
    const char *text = value ? YAJL_GET_STRING(value) : NULL;
    struct cr_money money = {0};
    if (text)
        cr_money_parse(text, strlen(text), CR_MONEY_MICRO, &money, NULL);
    return money;
}

static uint8_t get_seats(yajl_val object, const char *key)
{
    yajl_val list = get(object, key, yajl_t_array);
    uint8_t seats = 0;
    for (size_t i = 0; list && i < YAJL_GET_ARRAY(list)->len; i++) {
        yajl_val seat = YAJL_GET_ARRAY(list)->values[i];
        if (YAJL_IS_INTEGER(seat) && YAJL_GET_INTEGER(seat) >= 1 && YAJL_GET_INTEGER(seat) <= 7)
            seats |= (uint8_t)(1u << (YAJL_GET_INTEGER(seat) - 1));
    }
    return seats;
}

/* The i-th object of a list, or NULL past the end. */
static yajl_val element(yajl_val object, const char *key, size_t i)
{
    yajl_val list = get(object, key, yajl_t_array);
    return list && i < YAJL_GET_ARRAY(list)->len && YAJL_IS_OBJECT(YAJL_GET_ARRAY(list)->values[i])
               ? YAJL_GET_ARRAY(list)->values[i]
               : NULL;
}

static void read_link(yajl_val v, struct glance_link *out)
{
    yajl_val meter;
    TEXT(v, "link", out->id);
    TEXT(v, "progressive", out->progressive);
    out->open = get_flag(v, "open");
    out->pending = get_flag(v, "pending");
    while (out->meter_count < CR_METERS && (meter = element(v, "meters", out->meter_count))) {
        struct glance_meter *m = &out->meters[out->meter_count++];
        TEXT(meter, "name", m->name);
        m->amount = get_money(meter, "amount");
    }
}

static void read_table(yajl_val v, struct glance_table *out)
{
    char mode[16];
    TEXT(v, "table", out->id);
    TEXT(v, "link", out->link);
    TEXT(v, "game", out->game);
    TEXT(v, "mode", mode);
    out->joined = get_flag(v, "joined");
    out->in_play = strcmp(mode, "in play") == 0;
    out->alive = get_flag(v, "alive") ? GLANCE_ALIVE : GLANCE_SILENT;
    out->seats = get_seats(v, "seats");
    out->closed_seats = get_seats(v, "closed_seats");
    out->round = get_count(v, "round");
    out->coins = get_count(v, "coins");
}

static void read_claim(yajl_val v, struct glance *g, struct glance_claim *out)
{
    char state[16];
    out->seq = get_count(v, "claim");
    TEXT(v, "table", out->table);
    TEXT(v, "link", out->link);
    TEXT(v, "award", out->award);
    TEXT(v, "key", out->key);
    TEXT(v, "state", state);
    TEXT(v, "missing", out->missing);
    out->paid = strcmp(state, "paid") == 0;
    const uint64_t seat = get_count(v, "seat");
    out->seat = seat <= 7 ? (uint8_t)seat : 0;
    out->amount = get_money(v, "amount");
    for (unsigned t = 0; t < g->table_count && out->seat > 0; t++)
        if (strcmp(g->tables[t].id, out->table) == 0)
            g->tables[t].claimed_seats |= (uint8_t)(1u << (out->seat - 1));
}

static void read_alarm(yajl_val v, struct glance_alarm *out)
{
    out->seq = get_count(v, "alarm");
    TEXT(v, "item", out->item);
    TEXT(v, "table", out->table);
    TEXT(v, "text", out->text);
    out->halts = get_flag(v, "halts");
}

static void read_floor(yajl_val v, struct glance *out)
{
    yajl_val item;
    TEXT(v, "manager", out->manager);
    TEXT(v, "version", out->version);
    out->seq = get_count(v, "seq");
    out->time_ms = (int64_t)get_count(v, "time");
    out->halted = get_flag(v, "halted");
    if ((item = get(v, "shift", yajl_t_object)))
        TEXT(item, "name", out->shift);
    while (out->link_count < GLANCE_LINKS && (item = element(v, "links", out->link_count)))
        read_link(item, &out->links[out->link_count++]);
    while (out->table_count < GLANCE_TABLES && (item = element(v, "tables", out->table_count)))
        read_table(item, &out->tables[out->table_count++]);
    while (out->claim_count < GLANCE_CLAIMS && (item = element(v, "claims", out->claim_count)))
        read_claim(item, out, &out->claims[out->claim_count++]);
    while (out->alarm_count < GLANCE_ALARMS && (item = element(v, "alarms", out->alarm_count)))
        read_alarm(item, &out->alarms[out->alarm_count++]);
    while (element(v, "disputes", out->dispute_count))
        out->dispute_count++;
}

int glance_read_json(const char *text, size_t len, struct glance *out, struct cr_err *err)
{
    char fault[128] = "";
    memset(out, 0, sizeof *out);
    out->of_manager = true;
    char *copy = strndup(text, len);
    if (!copy)
        return err_set(err, CR_E_IO, "out of memory");
    yajl_val floor = yajl_tree_parse(copy, fault, sizeof fault);
    free(copy);
    if (!floor || !get(floor, "links", yajl_t_array) || !get(floor, "tables", yajl_t_array)) {
        yajl_tree_free(floor);
        return err_set(err, CR_E_INPUT, "the answer is not a floor%s%s", fault[0] ? ": " : "",
                       fault);
    }
    read_floor(floor, out);
    yajl_tree_free(floor);
    return CR_OK;
}
