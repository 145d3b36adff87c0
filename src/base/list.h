/* Lists: they grow in memory of their own, and are put in order. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Makes room for one more item of `size` bytes behind the `count` items of a list. `list` is the
 * address of the pointer to the items, *room the number of items that fit into their memory. False
 * when memory ran out: the list stays as it was. */
bool list_grow(void *list, size_t *room, size_t count, size_t size);

/* The order of numbers, for qsort: of items that begin with a uint64_t. */
int list_by_number(const void *a, const void *b);
