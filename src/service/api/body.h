/* From the body of a request to an event: members by name, each checked by its type.
 *
 * What the address or the manager gives is not given again in the body, what the step makes is not
 * given at all, and unknown members are refused: nothing that someone sent is passed over in
 * silence. */
#pragma once

#include "base/json_read.h"
#include "floor/event.h"

struct body_fault {
    bool not_json; /* the text itself is broken */
    struct cr_err err;
};

/* Reads the text; its root must be an object. */
int body_parse(struct json_tape *tape, const char *text, size_t len, struct body_fault *fault);

/* The kind that the member "kind" names: an event of a table. */
int body_kind(const struct json_tape *tape, unsigned *out, struct body_fault *fault);

/* Sets a member from a value of the body. */
int body_set(const struct json_node *node, const struct event_field *field, struct floor_event *e,
             struct body_fault *fault);

/* Fills e from the body. elsewhere: names that are not for the body; taken: those of members that
 * were read already; both end with NULL. */
int body_fill(const struct json_tape *tape, const char *const *elsewhere, const char *const *taken,
              struct floor_event *e, struct body_fault *fault);

/* A fault names members of the request only; what else a step calls a member is left out. */
void body_keep_field(unsigned kind, struct cr_err *err);
