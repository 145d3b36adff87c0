/* Replay: steps the floor with recorded events; each step must make the recorded text again
 * (V4). */
#pragma once

#include "floor/floor.h"
#include "log/store/store.h"

struct replay {
    struct floor *floor;
    struct store_head head;   /* the last event that was replayed */
    struct floor_event event; /* that event, as its step made it */
    char text[EVENT_TEXT_ROOM(FLOOR_TEXT_MAX)];
};

/* Replays the next event: checks its number and its hash, then calls replay_step. The error names
 * the event. */
int replay_event(struct replay *r, const struct store_event *event, struct cr_err *err);

/* Checks only that the event follows `head` by its number and its hash (V7). The error does not
 * name the event. */
int replay_check_chain(const struct store_head *head, const struct store_event *event,
                       struct cr_err *err);

/* Decodes the event, steps the floor with it, and compares the text that results with the recorded
 * one. r->head is neither used nor changed. The error does not name the event. */
int replay_step(struct replay *r, const struct store_event *event, struct cr_err *err);
