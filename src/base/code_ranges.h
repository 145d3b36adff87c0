/* Lists of characters, by their numbers in Unicode. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct range {
    uint32_t first, last;
};

static inline bool is_between(uint32_t code, uint32_t first, uint32_t last)
{
    return code >= first && code <= last;
}

static inline bool is_in(uint32_t code, const struct range *ranges, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (is_between(code, ranges[i].first, ranges[i].last))
            return true;
    return false;
}

#define IS_IN(code, ranges) is_in(code, ranges, sizeof(ranges) / sizeof((ranges)[0]))
