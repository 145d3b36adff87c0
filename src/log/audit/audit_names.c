/* Names numbered in the order in which they were first seen. */
#include "log/audit/audit_names.h"

#include <stdlib.h>
#include <string.h>

static uint32_t hash_of(struct audit_part name)
{
    uint32_t h = 2166136261u;
    for (uint32_t i = 0; i < name.len; i++)
        h = (h ^ (unsigned char)name.at[i]) * 16777619u;
    return h;
}

uint32_t audit_names_find(const struct audit_names *n, struct audit_part name)
{
    if (n->slot_count == 0)
        return AUDIT_NONE;
    uint32_t slot = hash_of(name) & (n->slot_count - 1);
    for (; n->slots[slot] != 0; slot = (slot + 1) & (n->slot_count - 1))
        if (audit_part_is(name, n->names[n->slots[slot] - 1]))
            return n->slots[slot] - 1;
    return AUDIT_NONE;
}

static void enter(struct audit_names *n, uint32_t number)
{
    const struct audit_part name = {n->names[number], (uint32_t)strlen(n->names[number])};
    uint32_t slot = hash_of(name) & (n->slot_count - 1);
    while (n->slots[slot] != 0)
        slot = (slot + 1) & (n->slot_count - 1);
    n->slots[slot] = number + 1;
}

/* Room for one more, at most half of the slots in use. */
static bool grow(struct audit_names *n)
{
    if (n->count < n->room)
        return true;
    const uint32_t room = n->room == 0 ? 16 : 2 * n->room;
    char **names = realloc(n->names, room * sizeof(*names));
    if (names == NULL)
        return false;
    n->names = names;
    uint32_t *slots = calloc(2 * (size_t)room, sizeof(*slots));
    if (slots == NULL)
        return false;
    free(n->slots);
    n->slots = slots;
    n->slot_count = 2 * room;
    n->room = room;
    for (uint32_t i = 0; i < n->count; i++)
        enter(n, i);
    return true;
}

uint32_t audit_names_add(struct audit_names *n, struct audit_part name)
{
    uint32_t found = audit_names_find(n, name);
    if (found != AUDIT_NONE)
        return found;
    char *copy = malloc((size_t)name.len + 1);
    if (copy == NULL || !grow(n)) {
        free(copy);
        return AUDIT_NONE;
    }
    memcpy(copy, name.at, name.len);
    copy[name.len] = '\0';
    n->names[n->count] = copy;
    enter(n, n->count);
    return n->count++;
}

void audit_names_release(struct audit_names *n)
{
    for (uint32_t i = 0; i < n->count; i++)
        free(n->names[i]);
    free(n->names);
    free(n->slots);
    memset(n, 0, sizeof(*n));
}
