/* The terminal: raw mode, the alternate screen, keys, signals. One at a time in a process: its
 * state is the process's own.
 *
 * While the terminal is ours, signals arrive only inside terminal_key: there SIGINT, SIGTERM,
 * SIGHUP and SIGQUIT restore it and end the process as they always do, SIGTSTP restores it until
 * SIGCONT. A failed CHECK restores it from its SIGABRT. */
#pragma once

#include <croupier/error.h>

#include <stdbool.h>
#include <stddef.h>

/* Keys besides bytes. */
enum {
    KEY_NONE = 0, /* the time is up */
    KEY_TAB = '\t',
    KEY_ENTER = '\r',
    KEY_ESCAPE = 27,
    KEY_UP = 256,
    KEY_DOWN,
    KEY_LEFT,
    KEY_RIGHT,
    KEY_RESIZE, /* the window changed, or the process was continued: draw again */
    KEY_END     /* no more keys will come */
};

/* Takes the terminal; on failure it is as it was. */
int terminal_enter(struct cr_err *err);

/* Gives it back as it was found. */
void terminal_leave(void);

void terminal_size(unsigned *cols, unsigned *rows);

/* The next key; waits at most so many milliseconds, or for ever when negative. */
int terminal_key(int timeout_ms);

/* Writes everything; false when the terminal is gone. */
bool terminal_write(const char *bytes, size_t len);
