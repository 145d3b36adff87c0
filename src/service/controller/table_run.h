/* A table that runs, from its start to its end: it finds its manager, opens its journal, plays, and
 * leaves (SYS-1 to SYS-3). */
#pragma once

#include "service/controller/table_options.h"

#include <signal.h>

/* Until *ended counts 1; a dealt table finishes its round first, unless *ended counts 2. The
 * sentence of a fault is in err. */
int run_table(const struct table_options *options, const volatile sig_atomic_t *ended,
              struct cr_err *err);
