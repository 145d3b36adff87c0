/* A set of names, numbered in the order in which they were added. */
#pragma once

#include "verify.h"

#define NOT_THERE 0xffffffffu

struct names {
    unsigned count, room;
    struct text *list; /* own copies */
    unsigned *slots;   /* by hash: 1 + a number, 0 for a free one; twice as many as `room` */
};

/* The number of the name; NOT_THERE: it was never added. */
unsigned names_find(const struct names *n, struct text name);
/* Adds the name if it is new, and returns its number. */
unsigned names_add(struct names *n, struct text name);
void names_free(struct names *n);
