/* A list that grows in memory of its own. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Makes room behind the items that a list has for one more of that size: list is the address of the
 * pointer to them, *room for how many there is room. False without memory: the list stays as it
 * was. */
bool list_grow(void *list, size_t *room, size_t count, size_t size);
