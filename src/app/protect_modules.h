/* Modules of `croupier protect`: shared objects that are opened when they are asked for. */
#pragma once

#include "math/protect/module.h"

#include <croupier/error.h>

struct open_module {
    const struct cr_protect_module *module; /* NULL for none */
    void *object, *context;
};

/* Opens and starts a module. name: that of a module that is installed or stands beside the program
 * in its build folder; or the path of one, with a stroke in it. */
int module_open(const char *name, struct open_module *out, struct cr_err *err);

/* failed: this process has no answer. */
void module_close(struct open_module *m, bool failed);

/* Whether this process speaks: the only one, or the first of several. */
bool module_speaks(const struct open_module *m);
