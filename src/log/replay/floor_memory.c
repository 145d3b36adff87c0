/* Memory for a floor: whole pages of the system, which clears them only when they are touched. */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */
#include "log/replay/floor_memory.h"

#include <stdlib.h>
#include <sys/mman.h>

#ifndef __has_feature
#define __has_feature(name) 0
#endif

#if defined __SANITIZE_ADDRESS__ || __has_feature(address_sanitizer)
/* The sanitizer checks only memory that it has allocated itself. */
void *floor_memory_new(const struct floor_limits *room)
{
    return calloc(1, floor_memory_size(room));
}

void floor_memory_free(void *memory, const struct floor_limits *room)
{
    (void)room;
    free(memory);
}
#else
void *floor_memory_new(const struct floor_limits *room)
{
    void *memory = mmap(NULL, floor_memory_size(room), PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return memory == MAP_FAILED ? NULL : memory;
}

void floor_memory_free(void *memory, const struct floor_limits *room)
{
    if (memory != NULL)
        munmap(memory, floor_memory_size(room));
}
#endif
