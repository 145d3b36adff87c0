/* Reads the summary of a floor from the document of GET /api/v1/floor, which comes from a manager
 * or is made here from a store, and writes it as JSON. A member that is missing or has another type
 * counts as empty, because a manager of another version may say more or less. */
#include "app/status_gather.h"

#include "base/err.h"
#include "base/json_fields.h"
#include "base/json_write.h"
#include "service/api/views.h"

#include <stdlib.h>
#include <string.h>

/* ---- Members that both documents have under the same name ---- */

static const struct json_field meter_fields[] = {
    JSON_FIELD("name", TEXT, struct summary_meter, name),
    JSON_FIELD("amount", MONEY, struct summary_meter, amount),
    {0},
};

static const struct json_field link_fields[] = {
    JSON_FIELD("link", TEXT, struct summary_link, id),
    JSON_FIELD("progressive", TEXT, struct summary_link, progressive),
    JSON_FIELD("open", FLAG, struct summary_link, open),
    JSON_FIELD("pending", FLAG, struct summary_link, pending),
    {0},
};

static const struct json_field place_fields[] = {
    JSON_FIELD("table", TEXT, struct summary_table, id),
    JSON_FIELD("link", TEXT_OR_NULL, struct summary_table, link),
    JSON_FIELD("game", TEXT, struct summary_table, game),
    JSON_FIELD("joined", FLAG, struct summary_table, joined),
    {0},
};

static const struct json_field play_fields[] = {
    JSON_FIELD("mode", TEXT, struct summary_table, mode),
    JSON_FIELD("round", COUNT, struct summary_table, round),
    JSON_FIELD("seats", SEATS, struct summary_table, seats),
    JSON_FIELD("closed_seats", SEATS, struct summary_table, closed_seats),
    JSON_FIELD("coins", COUNT, struct summary_table, coins),
    {0},
};

static const struct json_field claim_fields[] = {
    JSON_FIELD("claim", COUNT, struct summary_claim, seq),
    JSON_FIELD("state", TEXT, struct summary_claim, state),
    JSON_FIELD("table", TEXT, struct summary_claim, table),
    JSON_FIELD("link", TEXT, struct summary_claim, link),
    JSON_FIELD("seat", SEAT, struct summary_claim, seat),
    JSON_FIELD("award", TEXT, struct summary_claim, award),
    JSON_FIELD("key", TEXT_OR_NULL, struct summary_claim, key),
    JSON_FIELD("amount", MONEY, struct summary_claim, amount),
    JSON_FIELD("missing", TEXT_OR_NULL, struct summary_claim, missing),
    {0},
};

static const struct json_field alarm_fields[] = {
    JSON_FIELD("alarm", COUNT, struct summary_alarm, seq),
    JSON_FIELD("item", TEXT, struct summary_alarm, item),
    JSON_FIELD("table", TEXT_OR_NULL, struct summary_alarm, table),
    JSON_FIELD("halts", FLAG, struct summary_alarm, halts),
    JSON_FIELD("text", TEXT_OR_NULL, struct summary_alarm, text),
    {0},
};

static const struct json_field floor_fields[] = {
    JSON_FIELD("manager", TEXT_OR_NULL, struct summary, manager),
    JSON_FIELD("version", TEXT_OR_NULL, struct summary, version),
    JSON_FIELD("seq", COUNT, struct summary, seq),
    JSON_FIELD("time", COUNT, struct summary, time_ms),
    JSON_FIELD("halted", FLAG, struct summary, halted),
    {0},
};

/* ---- Reading ---- */

/* The next object of a list; NULL at its end. */
static const struct json_node *next_object(const struct json_node *list,
                                           const struct json_node **next)
{
    const struct json_node *object = *next ? *next : list ? json_first(list) : NULL;
    if (!object || object >= json_next(list) || object->kind != JSON_OBJECT)
        return NULL;
    *next = json_next(object);
    return object;
}

/* Reads a list into an array of structs of that size, at most `most` of them. Returns how many. */
static unsigned read_list(const struct json_node *floor, const char *key, unsigned most,
                          const struct json_field *fields, void *to, size_t size)
{
    const struct json_node *list = json_get_list(floor, key), *next = NULL, *object;
    unsigned count = 0;
    while (count < most && (object = next_object(list, &next)))
        json_read_fields(object, fields, (char *)to + size * count++);
    return count;
}

static unsigned count_of(const struct json_node *floor, const char *key)
{
    const struct json_node *list = json_get_list(floor, key);
    return list ? list->count : 0;
}

static void read_links(const struct json_node *floor, struct summary *out)
{
    const struct json_node *list = json_get_list(floor, "links"), *next = NULL, *object;
    while (out->link_count < SUMMARY_LINKS && (object = next_object(list, &next))) {
        struct summary_link *l = &out->links[out->link_count++];
        json_read_fields(object, link_fields, l);
        l->meter_count =
            read_list(object, "meters", CR_METERS, meter_fields, l->meters, sizeof l->meters[0]);
    }
}

static void read_tables(const struct json_node *floor, struct summary *out)
{
    const struct json_node *list = json_get_list(floor, "tables"), *next = NULL, *object;
    while (out->table_count < SUMMARY_TABLES && (object = next_object(list, &next))) {
        struct summary_table *t = &out->tables[out->table_count++];
        const struct json_node *alive = json_member(object, "alive");
        json_read_fields(object, place_fields, t);
        json_read_fields(object, play_fields, t);
        if (alive && alive->kind == JSON_BOOL)
            t->alive = alive->truth ? SUMMARY_ALIVE : SUMMARY_SILENT;
    }
    out->tables_left_out = count_of(floor, "tables") - out->table_count;
}

static void mark_claimed(struct summary *g, const struct summary_claim *c)
{
    for (unsigned t = 0; t < g->table_count && c->seat > 0; t++)
        if (strcmp(g->tables[t].id, c->table) == 0)
            g->tables[t].claimed_seats |= (uint8_t)(1u << (c->seat - 1));
}

static void read_floor(const struct json_node *floor, struct summary *out)
{
    json_read_fields(floor, floor_fields, out);
    json_get_text(json_member(floor, "shift"), "name", out->shift, sizeof out->shift);
    read_links(floor, out);
    read_tables(floor, out);
    out->claim_count = read_list(floor, "claims", SUMMARY_CLAIMS, claim_fields, out->claims,
                                 sizeof out->claims[0]);
    for (unsigned i = 0; i < out->claim_count; i++)
        mark_claimed(out, &out->claims[i]);
    out->alarm_count = read_list(floor, "alarms", SUMMARY_ALARMS, alarm_fields, out->alarms,
                                 sizeof out->alarms[0]);
    out->dispute_count = count_of(floor, "disputes");
}

int summary_read_json(const char *text, size_t len, struct summary *out, struct cr_err *err)
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

int summary_read_floor(const struct stored_floor *stored, struct summary *out, struct cr_err *err)
{
    const struct view v = {.floor = &stored->floor};
    struct text t = {0};
    view_document_of(&t, &v, view_floor);
    int rc =
        t.cut ? err_set(err, CR_E_IO, "out of memory") : summary_read_json(t.data, t.len, out, err);
    out->of_manager = false;
    text_free(&t);
    return rc;
}

/* ---- Writing ---- */

static void write_list(struct text *t, const char *key, const struct json_field *fields,
                       const void *from, size_t size, unsigned count)
{
    json_open(t, key, '[');
    for (unsigned i = 0; i < count; i++) {
        json_open(t, NULL, '{');
        json_write_fields(t, fields, (const char *)from + size * i);
        json_close(t, '}');
    }
    json_close(t, ']');
}

static void write_link(const struct summary_link *l, struct text *out)
{
    json_open(out, NULL, '{');
    json_write_fields(out, link_fields, l);
    write_list(out, "meters", meter_fields, l->meters, sizeof l->meters[0], l->meter_count);
    json_close(out, '}');
}

static void write_table(const struct summary_table *t, struct text *out)
{
    json_open(out, NULL, '{');
    json_write_fields(out, place_fields, t);
    if (t->alive == SUMMARY_UNKNOWN)
        json_null(out, "alive");
    else
        json_flag(out, "alive", t->alive == SUMMARY_ALIVE);
    json_write_fields(out, play_fields, t);
    json_close(out, '}');
}

void summary_write_json(const struct summary *g, struct text *out)
{
    json_open(out, NULL, '{');
    json_text(out, "source", g->of_manager ? "manager" : "store");
    json_text(out, "address", g->address);
    json_write_fields(out, floor_fields, g);
    json_text_or_null(out, "shift", g->shift);
    json_open(out, "links", '[');
    for (unsigned i = 0; i < g->link_count; i++)
        write_link(&g->links[i], out);
    json_close(out, ']');
    json_open(out, "tables", '[');
    for (unsigned i = 0; i < g->table_count; i++)
        write_table(&g->tables[i], out);
    json_close(out, ']');
    write_list(out, "claims", claim_fields, g->claims, sizeof g->claims[0], g->claim_count);
    write_list(out, "alarms", alarm_fields, g->alarms, sizeof g->alarms[0], g->alarm_count);
    json_count(out, "disputes", g->dispute_count);
    json_close(out, '}');
}
