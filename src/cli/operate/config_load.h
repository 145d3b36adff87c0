/* The versions of a floor's configuration, from a store or from a running manager. */
#ifndef OPERATE_CONFIG_LOAD_H
#define OPERATE_CONFIG_LOAD_H

#include "paper/configuration.h"

/* One of the two addresses is NULL. *out is the caller's to free. */
int config_load(const char *store, const char *manager, struct configuration **out,
                struct cr_err *err);

#endif
