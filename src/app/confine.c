/* Makes the guard's list of files for a command; see confine.h. */
#include "app/confine.h"

#include "app/cli.h"
#include "base/check.h"
#include "log/store/store.h"
#include "service/client/store_address.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#define PATHS_MAX   24
#define TRUST_FILES 2

struct list {
    struct guard_path paths[PATHS_MAX + 1];
    unsigned count;
    char trust[TRUST_FILES][PATH_MAX];
    char archive[STORE_FOLDER_MAX];
};

static void add(struct list *l, const char *path, enum guard_use use)
{
    if (path == NULL || path[0] == '\0')
        return;
    CHECK(l->count < PATHS_MAX);
    l->paths[l->count++] = (struct guard_path){.path = path, .use = use};
}

/* Adds what the TLS listener reads: the server's folder, because its files are replaced while it
 * runs, and the authority's certificate. The keys that sign checkpoints and certificates lie beside
 * them, and a program that talks to strangers must not read them. */
static void add_trust(struct list *l, const char *folder)
{
    static const char *const names[TRUST_FILES] = {"server", "ca.pem"};
    for (size_t i = 0; folder != NULL && i < TRUST_FILES; i++) {
        snprintf(l->trust[i], sizeof(l->trust[i]), "%s/%s", folder, names[i]);
        add(l, l->trust[i], GUARD_READ);
    }
}

/* Adds the archive with the months that were removed from the store. When the store cannot be
 * opened or does not exist yet, the command reports that later. */
static void add_archive(struct list *l, const char *address)
{
    struct store *store;
    if (address == NULL || store_open(address, STORE_READ, &store, NULL) != 0)
        return;
    snprintf(l->archive, sizeof(l->archive), "%s", store_beginning(store)->folder);
    store_close(store);
    add(l, l->archive, GUARD_READ);
}

static void fill(struct list *l, const struct confine *c, enum guard_use store)
{
    memset(l, 0, sizeof(*l));
    if (c->store != NULL)
        add(l, address_path(c->store), store);
    add(l, c->state, GUARD_BESIDE);
    for (size_t i = 0; i < sizeof(c->writes) / sizeof(c->writes[0]); i++)
        add(l, c->writes[i], GUARD_WRITE);
    for (size_t i = 0; i < sizeof(c->reads) / sizeof(c->reads[0]); i++)
        add(l, c->reads[i], GUARD_READ);
    add_trust(l, c->trust);
}

/* The folder for temporary files, in which a report of the mathematics is made. */
static const char *temporary(void)
{
    const char *folder = getenv("TMPDIR");
    return folder != NULL ? folder : "/tmp";
}

/* Prints which part of the guard this kernel lacks. Only for programs that run for long. */
static void say_what_lacks(void)
{
    if (guard_left_out() == NULL && guard_landlock_version() == 0)
        fputs("croupier: guard: landlock: this kernel has none; files are kept by the user's "
              "permissions only\n",
              stderr);
}

int confine(enum guard_role role, const struct confine *c, struct cr_err *err)
{
    static struct list l;
    const bool stays = role != GUARD_VERIFY;
    fill(&l, c, stays ? GUARD_BESIDE : GUARD_READ_BESIDE);
    if (stays) {
        add_archive(&l, c->store);
        add(&l, temporary(), GUARD_WRITE);
        say_what_lacks();
    }
    return guard_enter(role, l.paths, err);
}

void confine_not(void)
{
    cli_rejected("--no-guard: the program does not confine itself; for looking for faults only");
}
