/* The dealer console's screens, as the table's loop sees them: presses in, the state out. */
#pragma once

#include "service/controller/console_server.h"
#include "service/controller/table_commands.h"

#define CONSOLE_STATE_MAX (64 * 1024)
#define CONSOLE_PAUSE_MS  50 /* between two states that nobody pressed for */

struct console_screens {
    struct table_commands *commands;
    const struct table_options *options;
    struct console_server *console_server; /* NULL: there are none */
    /* A press that waits until the manager has seen its PIN; NULL: none. */
    struct http_request *asking;
    struct command asked;
    int64_t published_ms; /* when … */
    size_t known;         /* … and of it, what makes a difference */
    char state[CONSOLE_STATE_MAX], last[CONSOLE_STATE_MAX];
};

void console_screens_init(struct console_screens *s, struct table_commands *commands,
                          const struct table_options *options, struct console_server *server);

/* Does the presses that wait, answers, and publishes what has changed. Returns how long it can wait
 * for the next call, at most wait_ms. */
int64_t console_screens_serve(struct console_screens *s, int64_t wait_ms);

/* Answers what still waits. */
void console_screens_stop(struct console_screens *s);

/* ---- console_state.c ---- */

/* The state as one JSON object. Returns how much of it makes a difference: time that goes by does
 * not. */
size_t console_state_write(const struct console_screens *s, struct text *out);
