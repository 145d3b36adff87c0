/* Checks and measures the ids of an event, eight characters at a time: it is done whenever an event
 * is taken, written or read back. */
#pragma once

#include "base/scan.h"
#include "floor/event.h"

_Static_assert(FLOOR_ID_MAX % 8 == 0, "reading eight at a time reads nothing behind an id");

/* Sets the highest bit of each byte that is none of a-z, 0-9 and '-'. Sums of seven-bit values do
 * not carry into the next byte. */
static inline uint64_t event_id_others(uint64_t eight)
{
    const uint64_t each = UINT64_C(0x0101010101010101), low = eight & each * 0x7f;
    const uint64_t letters = (low + each * (0x80 - 'a')) & ~(low + each * (0x7f - 'z'));
    const uint64_t digits = (low + each * (0x80 - '0')) & ~(low + each * (0x7f - '9'));
    const uint64_t dashes = ~((low ^ each * '-') + each * 0x7f);
    return (~(letters | digits | dashes) | eight) & each * 0x80;
}

/* The length of the id; 0 when it is not one that the log accepts. */
static inline size_t event_id_length(const char id[FLOOR_ID_MAX])
{
    for (size_t at = 0; at < FLOOR_ID_MAX; at += 8) {
        const uint64_t others = event_id_others(scan_eight(id + at));
        if (others == 0)
            continue;
        const size_t len = at + (unsigned)__builtin_ctzll(others) / 8;
        return id[len] == '\0' && id[0] >= 'a' && id[0] <= 'z' ? len : 0;
    }
    return 0;
}
