/* Names numbered in the order in which they were first seen: a hash table. */
#include "log/audit/audit_books.h"

#include <stdlib.h>
#include <string.h>

static uint32_t hash_of(struct audit_part name)
{
    uint32_t h = 2166136261u;
    for (uint32_t i = 0; i < name.len; i++)
        h = (h ^ (unsigned char)name.at[i]) * 16777619u;
    return h;
}

static bool is_same(struct audit_part known, struct audit_part name)
{
    return known.len == name.len && memcmp(known.at, name.at, name.len) == 0;
}

uint32_t audit_names_find(const struct audit_names *n, struct audit_part name)
{
    if (n->slot_count == 0)
        return AUDIT_NONE;
    uint32_t slot = hash_of(name) & (n->slot_count - 1);
    for (; n->slots[slot] != 0; slot = (slot + 1) & (n->slot_count - 1))
        if (is_same(n->names[n->slots[slot] - 1], name))
            return n->slots[slot] - 1;
    return AUDIT_NONE;
}

static void enter(struct audit_names *n, uint32_t number)
{
    uint32_t slot = hash_of(n->names[number]) & (n->slot_count - 1);
    while (n->slots[slot] != 0)
        slot = (slot + 1) & (n->slot_count - 1);
    n->slots[slot] = number + 1;
}

/* Makes room for one more name. At most half of the slots are in use. */
static bool grow(struct audit_names *n)
{
    if (n->count < n->room)
        return true;
    const uint32_t room = n->room == 0 ? 16 : 2 * n->room;
    struct audit_part *names = realloc(n->names, room * sizeof(*names));
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
    char *copy = malloc((size_t)name.len + 1); /* + 1: never a malloc of 0 bytes */
    if (copy == NULL || !grow(n)) {
        free(copy);
        return AUDIT_NONE;
    }
    memcpy(copy, name.at, name.len);
    n->names[n->count] = (struct audit_part){copy, name.len};
    enter(n, n->count);
    return n->count++;
}

void audit_names_release(struct audit_names *n)
{
    for (uint32_t i = 0; i < n->count; i++)
        free((char *)(uintptr_t)n->names[i].at);
    free(n->names);
    free(n->slots);
    memset(n, 0, sizeof(*n));
}
