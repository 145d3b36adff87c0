/* The dealer console's screens, as the table's loop sees them: presses in, the state out. */
#ifndef SERVICE_CONTROLLER_PANEL_H
#define SERVICE_CONTROLLER_PANEL_H

#include "service/controller/desk.h"
#include "service/controller/hands.h"

#define PANEL_STATE_MAX (64 * 1024)
#define PANEL_PAUSE_MS  50 /* between two states that nobody pressed for */

struct panel {
    struct hands *hands;
    const struct table_options *options;
    struct desk *desk; /* NULL: there are none */
    /* A press that waits until the manager has seen its PIN; NULL: none. */
    struct http_request *asking;
    struct command asked;
    int64_t published_ms; /* when … */
    size_t known;         /* … and of it, what makes a difference */
    char state[PANEL_STATE_MAX], last[PANEL_STATE_MAX];
};

void panel_init(struct panel *s, struct hands *hands, const struct table_options *options,
                struct desk *desk);

/* Does the presses that wait, answers, and publishes what has changed. Returns how long it can wait
 * for the next call, at most wait_ms. */
int64_t panel_serve(struct panel *s, int64_t wait_ms);

/* Answers what still waits. */
void panel_stop(struct panel *s);

/* ---- panel_state.c ---- */

/* The state as one JSON object. Returns how much of it makes a difference: time that goes by does
 * not. */
size_t panel_write(const struct panel *s, struct text *out);

#endif
