/* Holds a floor file against a floor: tries its requests on an empty floor in memory, and compares
 * them with the floor in force. */
#include "service/manager/floor_config.h"

#include "base/err.h"
#include "floor/house_items.h"
#include "log/replay/floor_memory.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct comparing {
    const struct floor *floor;
    int64_t now_ms;
    floor_config_differs_fn *differs;
    void *context;
    unsigned line;
    size_t count;
};

static void say(struct comparing *c, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void say(struct comparing *c, const char *format, ...)
{
    char text[CR_ERR_TEXT_MAX];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof(text), format, args);
    va_end(args);
    c->count++;
    c->differs(c->context, c->line, text);
}

static void compare_person(struct comparing *c, const struct floor_event *e)
{
    for (uint32_t i = 0; i < c->floor->person_count; i++) {
        const struct floor_person *p = &c->floor->people[i];
        if (strcmp(p->name, e->person) != 0)
            continue;
        if (strcmp(p->role, e->item) != 0)
            say(c, "%s is %s here and %s on the floor", e->person, e->item, p->role);
        if (e->department[0] != '\0' && strcmp(p->department, e->department) != 0)
            say(c, "%s is of department %s here and %s on the floor", e->person, e->department,
                p->department[0] != '\0' ? p->department : "none");
        if (p->is_barred)
            say(c, "%s is barred on the floor", e->person);
        return;
    }
    say(c, "%s is not a person of the floor", e->person);
}

static void compare_link(struct comparing *c, const struct floor_event *e)
{
    const uint32_t found = floor_find_link(c->floor, e->link);
    if (found == FLOOR_NONE) {
        say(c, "link %s is not on the floor", e->link);
        return;
    }
    const struct floor_link *l = &c->floor->links[found];
    if (memcmp(c->floor->documents[l->document].hash, e->document, CR_HASH_BYTES) != 0)
        say(c, "link %s runs another progressive (%s)", e->link,
            c->floor->documents[l->document].name);
    if (l->policy != e->policy - 1)
        say(c, "link %s has another policy", e->link);
    if (l->claim_lock != e->claim_lock)
        say(c, "link %s has claim_lock %s", e->link, l->claim_lock ? "yes" : "no");
    if (l->high_approvals != e->high_approvals - 1 || l->low_approvals != e->low_approvals - 1)
        say(c, "link %s needs approvals {high: %u, low: %u}", e->link, l->high_approvals,
            l->low_approvals);
    if (l->two_departments != e->two_departments)
        say(c, "link %s has two_departments %s", e->link, l->two_departments ? "yes" : "no");
    if (l->coins_per_minute != e->coins_per_minute)
        say(c, "link %s takes %llu coins a minute", e->link,
            (unsigned long long)l->coins_per_minute);
}

static void compare_table(struct comparing *c, const struct floor_event *e)
{
    static const uint8_t none[CR_HASH_BYTES];
    const struct floor *f = c->floor;
    const uint32_t found = floor_find_table(f, e->table);
    if (found == FLOOR_NONE) {
        say(c, "table %s is not on the floor", e->table);
        return;
    }
    const struct floor_table *t = &f->tables[found];
    const char *link = t->link == FLOOR_NONE ? "" : f->links[t->link].id;
    const uint8_t *hash = t->document == FLOOR_NONE ? none : f->documents[t->document].hash;
    if (strcmp(link, e->link) != 0)
        say(c, "table %s is on %s%s", e->table, link[0] == '\0' ? "no link" : "link ", link);
    if (memcmp(hash, e->document, CR_HASH_BYTES) != 0)
        say(c, "table %s runs other rules", e->table);
    if (strcmp(t->item, e->item) != 0 || t->is_live != e->is_live)
        say(c, "table %s is %s%s", e->table, t->item, t->is_live ? ", live" : "");
}

static void compare_threshold(struct comparing *c, const struct floor_event *e)
{
    for (enum floor_threshold_kind k = FLOOR_CASH_REPORT; k <= FLOOR_BY_CHECK; k++) {
        /* A threshold that takes effect within a second counts as in force. */
        const struct cr_money amount = floor_threshold_at(c->floor, k, c->now_ms + 1000);
        if (strcmp(threshold_name(k), e->item) == 0 && amount.micro != e->amount.micro)
            say(c, "the threshold %s differs", e->item);
    }
}

static void compare_house(struct comparing *c, const struct floor_event *e)
{
    const unsigned item = house_item_find(e->item);
    const char *set = item == HOUSE_LOGO ? c->floor->house->logo : c->floor->house->texts[item];
    if (strlen(set) != e->text_len || memcmp(set, e->text, e->text_len) != 0)
        say(c, "the house has another %s", e->item);
}

int floor_config_try(const struct floor_config *config, const char *path, int64_t now_ms,
                     struct cr_err *err)
{
    const struct floor_limits *limits = floor_config_limits(config);
    struct floor floor;
    struct floor_event e;
    unsigned line;
    int rc = 0;
    void *memory = floor_memory_new(limits);
    if (memory == NULL)
        return err_set(err, CR_E_IO, "out of memory");
    floor_init_in_zeros(&floor, limits, limits, memory);
    for (size_t i = 0; rc == 0 && floor_config_request(config, i, &line) != NULL; i++) {
        floor_config_fill(config, i, now_ms, &e);
        rc = floor_step(&floor, &e, now_ms, err);
        floor_clean(&floor);
    }
    floor_memory_free(memory, limits);
    return rc == 0 ? 0 : err_prefix(err, "%.128s:%u", path, line);
}

size_t floor_config_compare(const struct floor_config *config, const struct floor *f,
                            int64_t now_ms, floor_config_differs_fn *differs, void *context)
{
    struct comparing c = {f, now_ms, differs, context, 0, 0};
    const struct floor_event *e;
    for (size_t i = 0; (e = floor_config_request(config, i, &c.line)) != NULL; i++) {
        if (e->kind == FLOOR_PERSON_ADDED)
            compare_person(&c, e);
        else if (e->kind == FLOOR_LINK_CONFIGURED)
            compare_link(&c, e);
        else if (e->kind == FLOOR_TABLE_CONFIGURED)
            compare_table(&c, e);
        else if (e->kind == FLOOR_HOUSE_SET)
            compare_house(&c, e);
        else if (e->kind == FLOOR_THRESHOLD_SET)
            compare_threshold(&c, e);
    }
    return c.count;
}
