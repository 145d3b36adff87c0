/* Folding recorded events again: the same steps must give the same texts (V4). */
#pragma once

#include "floor/floor.h"
#include "log/store/store.h"

struct replay {
    struct floor *floor;
    struct store_head head;   /* of what was folded so far */
    struct floor_event event; /* the last one that was folded, as its step made it */
    char text[EVENT_TEXT_ROOM(FLOOR_TEXT_MAX)];
};

/* Folds the next event: its number, its hash after the last one's, and replay_step. The fault names
 * the event and which of these is wrong. */
int replay_event(struct replay *r, const struct store_event *event, struct cr_err *err);

/* Its number and its hash only (V7). The fault does not name the event, which the caller knows. */
int replay_check_chain(const struct store_head *head, const struct store_event *event,
                       struct cr_err *err);

/* Its text, its step, and the step's own text; head is not looked at. The fault does not name the
 * event. */
int replay_step(struct replay *r, const struct store_event *event, struct cr_err *err);
