/* Names numbered from 0 in the order in which they were first seen. */
#pragma once

#include "log/audit/audit_text.h"

#define AUDIT_NONE UINT32_MAX

struct audit_name {
    char *text; /* not terminated */
    uint32_t len;
};

struct audit_names {
    struct audit_name *names;
    uint32_t count, room;
    uint32_t *slots; /* number + 1, by hash */
    uint32_t slot_count;
};

uint32_t audit_names_find(const struct audit_names *n, struct audit_part name);
/* Its number, new or not; AUDIT_NONE when memory ran out. */
uint32_t audit_names_add(struct audit_names *n, struct audit_part name);
void audit_names_release(struct audit_names *n);
