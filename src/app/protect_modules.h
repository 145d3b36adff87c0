/* Modules of `croupier protect`: shared objects that are opened when --with names them. */
#pragma once

#include "math/protect/module.h"

#include <croupier/error.h>

struct open_module {
    const struct cr_protect_module *module; /* NULL for none */
    void *object, *context;
};

/* Opens and starts a module. name: the name of a module that is installed or in the program's build
 * folder, or a path with a slash in it. */
int module_open(const char *name, struct open_module *out, struct cr_err *err);

/* Stops the module. failed: this process has no answer. */
void module_close(struct open_module *m, bool failed);

/* Whether this process prints the answer: it is the only one, or the first of several. */
bool module_speaks(const struct open_module *m);
