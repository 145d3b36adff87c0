/* Finds, opens and starts a module; see protect_modules.h. */
#include "app/protect_modules.h"

#include "base/err.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* The path of a module in the build folder, where the program is src/app/croupier and the modules
 * are in modules. */
static bool path_beside(const char *name, char *out, size_t room)
{
    char program[PATH_MAX];
    const ssize_t len = readlink("/proc/self/exe", program, sizeof program - 1);
    if (len <= 0)
        return false;
    program[len] = '\0';
    char *slash = strrchr(program, '/');
    if (!slash)
        return false;
    *slash = '\0';
    const int written = snprintf(out, room, "%s/../../modules/protect-%s.so", program, name);
    return written > 0 && (size_t)written < room && access(out, R_OK) == 0;
}

static int path_find(const char *name, char *out, size_t room, struct cr_err *err)
{
    if (strchr(name, '/')) {
        snprintf(out, room, "%s", name);
        return access(out, R_OK) == 0
                   ? CR_OK
                   : err_set(err, CR_E_NOT_FOUND, "--with %s: no such file", name);
    }
    if (path_beside(name, out, room))
        return CR_OK;
    snprintf(out, room, "%s/protect-%s.so", MODULE_FOLDER, name);
    if (access(out, R_OK) == 0)
        return CR_OK;
    return err_set(err, CR_E_NOT_FOUND,
                   "--with %s: there is no %s; modules are mpi (built where libopenmpi-dev is "
                   "installed, meson -Dmpi=enabled) and cuda (where CUDA's nvcc is, "
                   "-Dcuda=enabled)",
                   name, out);
}

static int object_open(const char *path, struct open_module *m, struct cr_err *err)
{
    m->object = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!m->object)
        return err_set(err, CR_E_IO, "--with: %s", dlerror());
    m->module = dlsym(m->object, PROTECT_MODULE_SYMBOL);
    if (!m->module)
        return err_set(err, CR_E_INPUT, "--with %s: it is no module of croupier protect", path);
    if (m->module->version != PROTECT_MODULE_VERSION)
        return err_set(err, CR_E_INPUT,
                       "--with %s: a module of version %u, and this program takes version %d", path,
                       m->module->version, PROTECT_MODULE_VERSION);
    return CR_OK;
}

static int module_start(struct open_module *m, struct cr_err *err)
{
    char fault[160] = "";
    m->context = m->module->start(fault, sizeof fault);
    return m->context ? CR_OK : err_set(err, CR_E_IO, "--with %s: %s", m->module->name, fault);
}

int module_open(const char *name, struct open_module *out, struct cr_err *err)
{
    char path[PATH_MAX + 64];
    struct open_module m = {0};
    int rc = path_find(name, path, sizeof path, err);
    if (rc == CR_OK)
        rc = object_open(path, &m, err);
    if (rc == CR_OK)
        rc = module_start(&m, err);
    if (rc == CR_OK)
        *out = m;
    else if (m.object)
        dlclose(m.object);
    return rc;
}

/* Does not close the shared object: libraries like CUDA and MPI leave threads behind, which would
 * run code that is no longer there. */
void module_close(struct open_module *m, bool failed)
{
    if (m->module)
        m->module->stop(m->context, failed);
    *m = (struct open_module){0};
}

bool module_speaks(const struct open_module *m)
{
    const struct protect_crew *crew = m->module ? m->module->crew : NULL;
    return !crew || crew->rank(m->context) == 0;
}
