/* PIT-15: finds the time zone of a house, for commands that print times. */
#include "service/client/ask_manager.h"

#include "base/json_read.h"
#include "floor/house_items.h"
#include "log/replay/stored_floor.h"

#include <stdlib.h>

struct zone house_zone_read(const char *text, size_t len)
{
    struct zone zone;
    char rule[ZONE_RULE_MAX];
    struct json_node *answer = json_read(text, len, NULL);
    const bool is_told = json_get_text(json_member(answer, "house"), "rule", rule, sizeof rule) &&
                         zone_parse(rule, &zone);
    free(answer);
    return is_told ? zone : zone_utc;
}

static struct zone of_store(const char *address)
{
    struct zone zone = zone_utc;
    struct store *store = NULL;
    struct stored_floor *f = NULL;
    struct cr_err err;
    if (store_open(address, STORE_READ, &store, &err) != 0)
        return zone;
    if (stored_floor_read(store, &f, &err) == 0)
        zone = house_zone(&f->floor);
    stored_floor_free(f);
    store_close(store);
    return zone;
}

static struct zone of_manager(const struct asking *asking)
{
    struct zone zone = zone_utc;
    struct ask_manager *manager = NULL;
    struct cr_err err;
    const char *text = NULL;
    size_t len = 0;
    if (ask_manager_open(asking, &manager, &err) != 0)
        return zone;
    if (ask_manager_get(manager, "/api/v1/house", &text, &len, &err) == 0)
        zone = house_zone_read(text, len);
    ask_manager_close(manager);
    return zone;
}

struct zone house_zone_of(const char *store, const struct asking *asking)
{
    return store != NULL ? of_store(store) : of_manager(asking);
}
