/* The options of `croupier table`. */
#pragma once

#include "app/shared_options.h"
#include "service/controller/table_options.h"

/* The call, before it is understood. */
struct table_call {
    struct table_options o;
    const char *listen, *sensors;
    bool standalone, master;
};

extern const struct option table_call_table[];

/* What the call comes to: CLI_OK, or CLI_USAGE or CLI_REJECTED: it has been said what is wrong. */
int table_call_settle(struct table_call *call, const struct options_call *given,
                      struct table_options *out);
