/* The options of `croupier table`, and checking them. */
#pragma once

#include "app/shared_options.h"
#include "service/controller/table_options.h"

/* The options as they were given. */
struct table_call {
    struct table_options o;
    const char *listen, *sensors;
    bool standalone, master;
};

extern const struct option table_call_table[];

/* Checks the options, reads the PIN, and fills in *out. Returns CLI_OK, or CLI_USAGE or
 * CLI_REJECTED after an error message. */
int table_call_settle(struct table_call *call, const struct options_call *given,
                      struct table_options *out);
