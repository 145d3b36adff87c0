/* A set of names, numbered in the order in which they were added. */
#include "names.h"

#include <stdlib.h>
#include <string.h>

static void *need(void *memory)
{
    if (memory == NULL)
        exit((fputs("out of memory\n", stderr), 1));
    return memory;
}

static unsigned slot_of(const struct names *n, struct text name)
{
    unsigned h = 2166136261u;
    for (size_t i = 0; i < name.len; i++)
        h = (h ^ (unsigned char)name.at[i]) * 16777619u;
    return h & (2 * n->room - 1);
}

unsigned names_find(const struct names *n, struct text name)
{
    if (n->room == 0)
        return NOT_THERE;
    for (unsigned s = slot_of(n, name); n->slots[s] != 0; s = (s + 1) & (2 * n->room - 1))
        if (text_same(n->list[n->slots[s] - 1], name))
            return n->slots[s] - 1;
    return NOT_THERE;
}

static void enter(struct names *n, unsigned number)
{
    unsigned s = slot_of(n, n->list[number]);
    while (n->slots[s] != 0)
        s = (s + 1) & (2 * n->room - 1);
    n->slots[s] = number + 1;
}

static void grow(struct names *n)
{
    n->room = n->room == 0 ? 16 : 2 * n->room;
    n->list = need(realloc(n->list, n->room * sizeof(*n->list)));
    free(n->slots);
    n->slots = need(calloc(2 * (size_t)n->room, sizeof(*n->slots)));
    for (unsigned i = 0; i < n->count; i++)
        enter(n, i);
}

unsigned names_add(struct names *n, struct text name)
{
    const unsigned found = names_find(n, name);
    if (found != NOT_THERE)
        return found;
    if (n->count == n->room)
        grow(n);
    char *copy = need(malloc(name.len + 1));
    memcpy(copy, name.at, name.len);
    n->list[n->count] = (struct text){copy, name.len};
    enter(n, n->count);
    return n->count++;
}

void names_free(struct names *n)
{
    for (unsigned i = 0; i < n->count; i++)
        free((char *)(uintptr_t)n->list[i].at);
    free(n->list);
    free(n->slots);
}
