/* The target of a request, parsed strictly into path parts and query parameters, decoded. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#define TARGET_MAX       2048
#define TARGET_PARTS     16
#define TARGET_PART_MAX  128
#define TARGET_QUERY     16
#define TARGET_VALUE_MAX 512

struct target_pair {
    const char *name;
    const char *value;
};

/* Points into the text it was parsed from. */
struct target {
    const char *parts[TARGET_PARTS];
    unsigned part_count;
    struct target_pair query[TARGET_QUERY];
    unsigned query_count;
};

/* Decodes text in place. Returns NULL, or a sentence that says what is wrong. */
const char *target_parse(char *text, struct target *out);

/* The name in a Host header's value, without brackets and port; false: it is not of that form. */
bool target_host(const char *host, char *name, size_t room);
