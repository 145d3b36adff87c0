/* The dealer console's screens, as the table's loop sees them: carries out the presses that wait,
 * and publishes the state. */
#pragma once

#include "service/controller/console_server.h"
#include "service/controller/table_commands.h"

#define CONSOLE_STATE_MAX (64 * 1024)
#define CONSOLE_PAUSE_MS  50 /* between two states that no press caused */

struct console_screens {
    struct table_commands *commands;
    const struct table_options *options;
    struct console_server *console_server; /* NULL: there are no screens */
    /* A press that waits while the manager checks its PIN; NULL: none. */
    struct http_request *asking;
    struct command asked;
    int64_t published_ms; /* when the last state was written */
    size_t known;         /* bytes of it that count for a change */
    char state[CONSOLE_STATE_MAX], last[CONSOLE_STATE_MAX];
};

void console_screens_init(struct console_screens *s, struct table_commands *commands,
                          const struct table_options *options, struct console_server *server);

/* Carries out the presses that wait, answers them, and publishes the state if it has changed.
 * Returns how long the loop may wait before the next call, at most wait_ms. */
int64_t console_screens_serve(struct console_screens *s, int64_t wait_ms);

/* Answers the press that still waits for its PIN. */
void console_screens_stop(struct console_screens *s);

/* ---- console_state.c ---- */

/* Writes the state as one JSON object. Returns how many bytes of it count for a change: the
 * remaining lease, at the end, does not. */
size_t console_state_write(const struct console_screens *s, struct text *out);
