/* Names, numbered in the order in which they first came. */
#pragma once

#include "verify.h"

#define NOT_THERE 0xffffffffu

struct names {
    unsigned count, room;
    struct text *list; /* own copies */
    unsigned *slots;   /* by hash: 1 + a number, 0 for a free one; twice as many as `room` */
};

/* NOT_THERE: never added. */
unsigned names_find(const struct names *n, struct text name);
/* The number of the name, new or not. */
unsigned names_add(struct names *n, struct text name);
void names_free(struct names *n);
