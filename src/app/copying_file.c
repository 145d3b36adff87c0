/* Copies into a file that gets its name only when it is complete, so that an interrupted backup
 * leaves nothing behind. */
#include "app/copying.h"

#include "base/err.h"
#include "log/store/sqlite.h"
#include "os/durable_file.h"

#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* The file and those that SQLite and the lock put beside it. */
static const char *const parts[] = {"", "-wal", "-shm", "-journal", ".lock"};
#define PARTS (sizeof parts / sizeof *parts)

/* The files to remove when a signal ends the process; "" when no copy is being made. */
static char part_names[PARTS][PATH_MAX];

static void remove_parts(void)
{
    for (size_t i = 0; i < PARTS; i++)
        if (part_names[i][0])
            unlink(part_names[i]);
}

/* Calls only functions that are safe in a signal handler. */
static void on_signal(int number)
{
    remove_parts();
    raise(number); /* SA_RESETHAND has restored the default action */
}

static int name_parts(const char *path, struct cr_err *err)
{
    for (size_t i = 0; i < PARTS; i++) {
        int len =
            snprintf(part_names[i], PATH_MAX, "%s.part-%ld%s", path, (long)getpid(), parts[i]);
        if (len < 0 || len >= PATH_MAX) {
            memset(part_names, 0, sizeof part_names);
            return err_set(err, CR_E_INPUT, "%.200s…: the name is too long", path);
        }
    }
    static const int ends[] = {SIGINT, SIGTERM, SIGHUP};
    struct sigaction action = {.sa_handler = on_signal, .sa_flags = (int)SA_RESETHAND};
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        sigaction(ends[i], &action, NULL);
    return CR_OK;
}

static int not_durable(const char *path, int error, struct cr_err *err)
{
    return error ? err_set(err, CR_E_IO, "%s: cannot make it durable: %s", path, strerror(error))
                 : CR_OK;
}

static int refuse_existing(const char *path, struct cr_err *err)
{
    return err_set(err, CR_E_STATE,
                   "%s is there already; nothing is overwritten: choose another name", path);
}

/* Gives the file its name with link(), which refuses an existing name, unlike rename(). File
 * systems without links need rename(). */
static int give_name(const char *path, struct cr_err *err)
{
    if (link(part_names[0], path) == 0)
        return CR_OK;
    if (errno == EEXIST)
        return refuse_existing(path, err);
    if (access(path, F_OK) == 0)
        return refuse_existing(path, err);
    if (rename(part_names[0], path) != 0)
        return err_set(err, CR_E_IO, "%s: %s", path, strerror(errno));
    return CR_OK;
}

static int finish_file(const char *path, struct cr_err *err)
{
    int rc = not_durable(part_names[0], durable_sync(part_names[0]), err);
    if (rc == CR_OK)
        rc = give_name(path, err);
    if (rc != CR_OK)
        return rc;
    remove_parts();
    return not_durable(path, durable_sync_folder_of(path), err);
}

int copying_into_file(struct store *from, const char *path, struct cr_err *err)
{
    struct store *to;
    if (access(path, F_OK) == 0)
        return refuse_existing(path, err);
    int rc = sqlite_refuse_remains(path, err);
    if (rc == CR_OK)
        rc = name_parts(path, err);
    if (rc != CR_OK)
        return rc;
    /* With "sqlite:", because the name alone may look like an address of another kind. */
    char address[PATH_MAX + 8];
    snprintf(address, sizeof address, "sqlite:%s", part_names[0]);
    rc = store_open(address, STORE_CREATE, &to, err);
    if (rc == CR_OK) {
        rc = copying_run(from, to, err);
        /* Closing the last handle moves the write-ahead log into the file. */
        store_close(to);
    }
    if (rc == CR_OK && access(part_names[1], F_OK) == 0)
        rc = err_set(err, CR_E_IO, "%s: the write-ahead log could not be folded into the file",
                     part_names[0]);
    if (rc == CR_OK)
        rc = finish_file(path, err);
    remove_parts();
    memset(part_names, 0, sizeof part_names);
    return rc;
}
