/* Checks that an SQLite store is still the file that was opened (V1). A file that was moved away,
 * removed or replaced can be written to as before, but nobody would ever find what is in it. So the
 * names are looked up again with every batch: all of them, or the first one and the time when their
 * folder last changed, which is enough and twice as fast. Also refuses to make a store where parts
 * of one are left: its write-ahead log may be the only copy of what was acknowledged last. */
#include "base/err.h"
#include "log/store/sqlite_internal.h"
#include "os/clock.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* ---- The names of a store's files ---- */

static const char *const suffixes[SQLITE_PLACES] = {"", "-wal", "-shm", ".lock", ""};
#define AS_GIVEN (SQLITE_PLACES - 1)

static bool look(const char *path, const char *suffix, struct stat *out)
{
    char name[PATH_MAX + 8];
    snprintf(name, sizeof name, "%s%s", path, suffix);
    return stat(name, out) == 0;
}

int sqlite_place_note(struct sqlite_store *s, struct cr_err *err)
{
    struct stat info;
    for (unsigned i = 0; i < SQLITE_PLACES; i++) {
        /* The next start looks for the store by the name that was given, wherever that leads by
         * then. */
        const char *name = i == AS_GIVEN ? s->given : s->path;
        const size_t size = strlen(name) + strlen(suffixes[i]) + 1;
        if (!(s->places[i].name = malloc(size)))
            return err_set(err, CR_E_IO, "no memory to open a store with");
        snprintf(s->places[i].name, size, "%s%s", name, suffixes[i]);
        if (stat(s->places[i].name, &info) != 0)
            return err_set(err, CR_E_IO, "%s: %s", s->places[i].name, strerror(errno));
        s->places[i].device = info.st_dev;
        s->places[i].number = info.st_ino;
        /* A second hard link would have a lock of its own, and so a second writer. */
        if (i == 0 && info.st_nlink > 1)
            return err_set(err, CR_E_STATE,
                           "%s: this file has %" PRIuMAX
                           " names; a store has one, so that no second "
                           "manager finds it by another. Remove the other hard links",
                           s->path, (uintmax_t)info.st_nlink);
    }
    /* If this fails, every name is looked up every time. */
    char folder[PATH_MAX];
    snprintf(folder, sizeof folder, "%s", s->path);
    s->folder.fd = open(dirname(folder), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    s->has_places = true;
    return CR_OK;
}

static int check_name(const struct sqlite_place *place, struct cr_err *err)
{
    struct stat info;
    if (stat(place->name, &info) != 0)
        return err_set(err, CR_E_IO,
                       "%s: %s; it was moved or removed while the store was in use. Put it "
                       "back before anything is started again",
                       place->name, strerror(errno));
    if (place->device != info.st_dev || place->number != info.st_ino)
        return err_set(err, CR_E_IO,
                       "%s: another file has taken its place while the store was in use. Put "
                       "the first one back before anything is started again",
                       place->name);
    return CR_OK;
}

int sqlite_op_check_place(struct store *store, struct cr_err *err)
{
    const struct sqlite_store *s = (const struct sqlite_store *)store;
    int code = CR_OK;
    for (unsigned i = 0; s->has_places && code == CR_OK && i < SQLITE_PLACES; i++)
        code = check_name(&s->places[i], err);
    return code;
}

/* All names are looked up at least this often: a mount over one of the smaller files does not
 * change the folder's time. */
#define LOOK_EVERY_MS 1000
/* File times advance in steps of some milliseconds, or of seconds where no fractions are kept. Two
 * changes within one step have the same time. */
#define STEP_MS       100
#define WHOLE_STEP_MS 3000

static bool is_same_time(const struct timespec *a, const struct timespec *b)
{
    return a->tv_sec == b->tv_sec && a->tv_nsec == b->tv_nsec;
}

int sqlite_place_check_commit(struct sqlite_store *s, struct cr_err *err)
{
    struct sqlite_folder *f = &s->folder;
    struct stat info;
    const bool is_known = f->fd >= 0 && fstat(f->fd, &info) == 0;
    const int64_t now_ms = clock_mono_ms();
    if (is_known && f->is_quiet && is_same_time(&info.st_ctim, &f->changed) &&
        now_ms - f->looked_ms < LOOK_EVERY_MS)
        return check_name(&s->places[0], err); /* a folder further up may have been moved */
    f->is_quiet = false;
    const int code = sqlite_op_check_place(&s->base, err);
    if (code != CR_OK || !is_known)
        return code;
    const int64_t step_ms = info.st_ctim.tv_nsec != 0 ? STEP_MS : WHOLE_STEP_MS;
    f->is_quiet =
        clock_wall_ms() - info.st_ctim.tv_sec * INT64_C(1000) - info.st_ctim.tv_nsec / 1000000 >
        step_ms;
    f->changed = info.st_ctim;
    f->looked_ms = now_ms;
    return CR_OK;
}

/* ---- Parts that are left of a store ---- */

int sqlite_refuse_remains(const char *path, struct cr_err *err)
{
    static const char *const parts[] = {"-wal", "-journal", "-shm", ".lock"};
    struct stat info;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (look(path, parts[i], &info) && (info.st_size > 0 || strcmp(parts[i], "-shm") == 0))
            return err_set(
                err, CR_E_STATE,
                "%s: there is no store, but %s%s of one: it was moved or removed while it "
                "was in use, or its manager did not end in order. Put the store back "
                "beside it; only if it is known to be of no use, move all files away "
                "whose names begin with this one's",
                path, path, parts[i]);
    return CR_OK;
}
