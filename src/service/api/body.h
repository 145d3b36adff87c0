/* Makes an event of the body of a request: members are found by name and checked by type.
 *
 * Members that the address or the manager gives must not stand in the body again, nor those that
 * the step makes, and unknown ones are refused: nothing that somebody sent is silently ignored. */
#pragma once

#include "base/json_read.h"
#include "floor/event.h"

struct body_fault {
    bool not_json; /* the text is no JSON, or is missing */
    struct cr_err err;
};

/* Parses the text onto the tape; its root must be an object. */
int body_parse(struct json_tape *tape, const char *text, size_t len, struct body_fault *fault);

/* Reads the member "kind", which must name an event of a table. */
int body_kind(const struct json_tape *tape, unsigned *out, struct body_fault *fault);

/* Sets a member from a value of the body. */
int body_set(const struct json_node *node, const struct event_field *field, struct floor_event *e,
             struct body_fault *fault);

/* Fills e from the body and checks that all given members are there. elsewhere: names of members
 * that the body must not have; taken: names of members that have been read already. Both end with
 * NULL. */
int body_fill(const struct json_tape *tape, const char *const *elsewhere, const char *const *taken,
              struct floor_event *e, struct body_fault *fault);

/* Clears the field of a fault when the event kind has no such member, so that an answer names
 * members of the request only. */
void body_keep_field(unsigned kind, struct cr_err *err);
