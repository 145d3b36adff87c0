/* Lists; see list.h. */
#include "base/list.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define FIRST_ROOM 32

bool list_grow(void *list, size_t *room, size_t count, size_t size)
{
    void *items;
    const size_t more = *room == 0 ? FIRST_ROOM : 2 * *room;
    if (count < *room)
        return true;
    memcpy(&items, list, sizeof items);
    items = realloc(items, more * size);
    if (!items)
        return false;
    memcpy(list, &items, sizeof items);
    *room = more;
    return true;
}

int list_by_number(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}
