/* The limits of a floor by name, and raising one. */
#include "floor/limits.h"

#include "base/check.h"
#include "base/err.h"
#include "floor/floor_internal.h"

#include <stddef.h>
#include <string.h>

enum { ALARMS = 4, TOKENS = 7 };

static const struct {
    const char *name;
    size_t most, used;
} all[FLOOR_LIMIT_COUNT] = {
#define LIMIT(name, count)                                                                         \
    {                                                                                              \
#name, offsetof(struct floor_limits, name), offsetof(struct floor, count)                  \
    }
    LIMIT(tables, table_count),
    LIMIT(links, link_count),
    LIMIT(claims, claim_count),
    LIMIT(disputes, dispute_count),
    [ALARMS] = LIMIT(alarms, alarm_count),
    LIMIT(people, person_count),
    LIMIT(documents, document_count),
    [TOKENS] = LIMIT(tokens, token_count),
#undef LIMIT
};

const char *floor_limit_name(unsigned limit)
{
    CHECK(limit < FLOOR_LIMIT_COUNT);
    return all[limit].name;
}

unsigned floor_limit_find(const char *name)
{
    unsigned limit = 0;
    while (limit < FLOOR_LIMIT_COUNT && strcmp(all[limit].name, name) != 0)
        limit++;
    return limit;
}

static uint32_t number_at(const void *base, size_t offset)
{
    uint32_t number;
    memcpy(&number, (const char *)base + offset, sizeof(number));
    return number;
}

uint32_t floor_limit_of(const struct floor_limits *limits, unsigned limit)
{
    CHECK(limit < FLOOR_LIMIT_COUNT);
    return number_at(limits, all[limit].most);
}

uint32_t floor_limit_used(const struct floor *f, unsigned limit)
{
    CHECK(limit < FLOOR_LIMIT_COUNT);
    uint32_t used = number_at(f, all[limit].used);
    /* Revoked tokens take no room. */
    for (uint32_t i = 0; limit == TOKENS && i < f->token_count; i++)
        used -= f->tokens[i].revoked != 0;
    return used;
}

static void put(struct floor_limits *limits, unsigned limit, uint32_t most)
{
    memcpy((char *)limits + all[limit].most, &most, sizeof(most));
}

void floor_limits_apply(struct floor *f)
{
    for (unsigned i = 0; i < FLOOR_LIMIT_COUNT; i++) {
        const uint32_t room = floor_limit_of(&f->room, i);
        uint32_t most = floor_limit_of(&f->raised->most, i);
        most = most < room ? most : room;
        if (most > floor_limit_of(&f->limits, i))
            put(&f->limits, i, most);
    }
}

void floor_limits_set(struct floor *f, const struct floor_limits *limits)
{
    f->limits = *limits;
    floor_limits_apply(f);
}

int floor_limits_check_raise(const struct floor *f, const struct floor_event *e, struct cr_err *err)
{
    const unsigned limit = floor_limit_find(e->item);
    if (limit == FLOOR_LIMIT_COUNT || e->most > floor_limit_of(&f->limits, limit))
        return 0;
    return err_refuse(err, CR_E_RANGE, REASON_INVALID_VALUE, "most",
                      "the limit of %s is %u already; it is only ever raised", e->item,
                      (unsigned)floor_limit_of(&f->limits, limit));
}

int floor_limits_check(const struct floor *f, struct cr_err *err)
{
    for (unsigned i = 0; i < FLOOR_LIMIT_COUNT; i++) {
        const uint32_t most = floor_limit_of(&f->limits, i);
        /* Alarms may exceed their limit: an event that raises one besides its main effect is not
         * refused. */
        if (i != ALARMS && floor_limit_used(f, i) > most)
            return err_set(err, CR_E_RANGE,
                           "no room for more than %u %s, and there are %u: start with the floor "
                           "file as before, or raise limits.%s in it",
                           (unsigned)most, all[i].name, (unsigned)floor_limit_used(f, i),
                           all[i].name);
    }
    return 0;
}

int step_limit_raised(struct floor *f, struct floor_event *e, struct cr_err *err)
{
    const unsigned limit = floor_limit_find(e->item);
    if (limit == FLOOR_LIMIT_COUNT)
        return err_invalid(err, "item",
                           "expected one of: tables, links, claims, disputes, alarms, people, "
                           "documents, tokens");
    const uint32_t highest = floor_limit_of(&floor_limits_largest, limit);
    const uint32_t before = floor_limit_of(&f->raised->most, limit);
    if (e->most > highest)
        return err_refuse(err, CR_E_RANGE, REASON_INVALID_VALUE, "most",
                          "a floor has at most %u %s", (unsigned)highest, e->item);
    if (e->most <= before)
        return err_refuse(err, CR_E_RANGE, REASON_INVALID_VALUE, "most",
                          "the limit is %u already; it is only ever raised", (unsigned)before);
    put(&f->raised->most, limit, (uint32_t)e->most);
    f->raised->set = e->seq;
    floor_limits_apply(f);
    floor_touch(f, FLOOR_ROW_LIMITS, 0);
    return 0;
}
