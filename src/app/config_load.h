/* The versions of a floor's configuration, from a store or from a running manager. */
#ifndef APP_CONFIG_LOAD_H
#define APP_CONFIG_LOAD_H

#include "reports/configuration/configuration_versions.h"

/* One of the two addresses is NULL. *out is the caller's to free. */
int config_load(const char *store, const char *manager, struct configuration **out,
                struct cr_err *err);

#endif
