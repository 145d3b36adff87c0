/* A line on standard error that says a long run is alive; only on a terminal, only after a
 * second, and gone at the end. */
#pragma once

#include "os/worker.h"

struct spinner {
    struct worker *worker; /* NULL: nothing is shown */
    unsigned seconds;
};

/* Stays quiet where threads are not to be had. The spinner must not move. */
void spinner_start(struct spinner *s);
void spinner_stop(struct spinner *s);
