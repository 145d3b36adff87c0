/* Roles and rights: who may do what, as const data. The floor's steps, the interface and the
 * auditor of a floor's people ask here. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum floor_right {
    RIGHT_NONE,    /* takes no person */
    RIGHT_LOOK,    /* the floor as it is */
    RIGHT_BOOKS,   /* the log, reports, people, evidence */
    RIGHT_CLAIM,   /* the steps of a claim, but for its approvals */
    RIGHT_APPROVE, /* a claim's approvals */
    RIGHT_HOUSE,   /* shifts, disputes, alarms, links opened and closed, rulings */
    RIGHT_SET,     /* configuration, corrections, people, machines */
    RIGHT_COSIGN,  /* the second of two people */
    RIGHT_KEY,     /* keys 008 and 009 (TAB-3) */
    RIGHT_METRICS, /* figures for a monitoring program */
    RIGHT_TABLE,   /* a table's own: no person has it */
    RIGHT_FIND,    /* surveillance's finding on the order of wins (PIT-8) */
    RIGHT_COUNT
};

/* "none", "look", "books", … as the interface's document says it. */
const char *right_name(enum floor_right right);

/* The roles in their order, NULL after the last. */
const char *role_name(unsigned i);
bool role_is_known(const char *role);
bool role_may(const char *role, enum floor_right right);
/* Lists the roles that have the right: "a supervisor, cage or manager". */
void role_list(enum floor_right right, char *out, size_t size);

/* The right that the user of an event needs; the approver always needs RIGHT_COSIGN. */
enum floor_right floor_kind_right(unsigned kind);
/* Whether the people who answer for such an event prove it with their passwords. */
bool floor_kind_is_proved(unsigned kind);
