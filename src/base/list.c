/* The memory of lists; see list.h. */
#include "base/list.h"

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
