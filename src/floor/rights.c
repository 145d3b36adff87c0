/* The table of roles and rights. */
#include "floor/rights.h"

#include "base/check.h"
#include "base/text.h"
#include "floor/event.h"

#include <string.h>

#define BIT(right) (1u << (right))

static const char *const right_names[RIGHT_COUNT] = {"none",    "look",    "books", "claim",
                                                     "approve", "house",   "set",   "cosign",
                                                     "key",     "metrics", "table", "find"};

static const struct {
    const char *name;
    unsigned rights;
} roles[] = {
    {"dealer", BIT(RIGHT_LOOK)},
    {"supervisor", BIT(RIGHT_LOOK) | BIT(RIGHT_BOOKS) | BIT(RIGHT_CLAIM) | BIT(RIGHT_APPROVE) |
                       BIT(RIGHT_HOUSE) | BIT(RIGHT_COSIGN) | BIT(RIGHT_KEY)},
    {"cage",
     BIT(RIGHT_LOOK) | BIT(RIGHT_BOOKS) | BIT(RIGHT_CLAIM) | BIT(RIGHT_APPROVE) | BIT(RIGHT_KEY)},
    {"surveillance",
     BIT(RIGHT_LOOK) | BIT(RIGHT_BOOKS) | BIT(RIGHT_APPROVE) | BIT(RIGHT_COSIGN) | BIT(RIGHT_FIND)},
    {"accounting", BIT(RIGHT_LOOK) | BIT(RIGHT_BOOKS) | BIT(RIGHT_COSIGN)},
    {"manager", BIT(RIGHT_LOOK) | BIT(RIGHT_BOOKS) | BIT(RIGHT_CLAIM) | BIT(RIGHT_APPROVE) |
                    BIT(RIGHT_HOUSE) | BIT(RIGHT_SET) | BIT(RIGHT_COSIGN) | BIT(RIGHT_KEY) |
                    BIT(RIGHT_METRICS)},
    {"auditor", BIT(RIGHT_LOOK) | BIT(RIGHT_BOOKS) | BIT(RIGHT_METRICS)},
    {"service", BIT(RIGHT_LOOK) | BIT(RIGHT_METRICS)},
};
#define ROLES (sizeof(roles) / sizeof(roles[0]))

const char *right_name(enum floor_right right)
{
    CHECK(right < RIGHT_COUNT);
    return right_names[right];
}

const char *role_name(unsigned i)
{
    return i < ROLES ? roles[i].name : NULL;
}

static size_t find_role(const char *role)
{
    size_t i = 0;
    while (i < ROLES && strcmp(roles[i].name, role) != 0)
        i++;
    return i;
}

bool role_is_known(const char *role)
{
    return find_role(role) < ROLES;
}

bool role_may(const char *role, enum floor_right right)
{
    const size_t i = find_role(role);
    return i < ROLES && (roles[i].rights & BIT(right)) != 0;
}

void role_list(enum floor_right right, char *out, size_t size)
{
    struct text t;
    unsigned left = 0;
    text_init(&t, out, size);
    for (size_t i = 0; i < ROLES; i++)
        left += (roles[i].rights & BIT(right)) != 0;
    for (size_t i = 0, n = 0; i < ROLES; i++) {
        if ((roles[i].rights & BIT(right)) == 0)
            continue;
        text_add(&t, n == 0 ? "" : --left > 1 ? ", " : " or ");
        text_add(&t, roles[i].name);
        n++;
    }
}

enum floor_right floor_kind_right(unsigned kind)
{
    return (enum floor_right)event_kind(kind)->right;
}

bool floor_kind_is_proved(unsigned kind)
{
    static const char *const name = "approver";
    const struct event_kind *k = event_kind(kind);
    const struct event_member *m = event_member_find(k, name, strlen(name));
    return (k->flags & EVENT_PROVED) != 0 || (m != NULL && m->use == EVENT_REQUIRED);
}
