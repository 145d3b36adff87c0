/* The spool of papers that wait for their printers; see print_spool.h. */
#define _GNU_SOURCE /* flock */
#include "service/printer/print_spool.h"

#include "base/err.h"
#include "base/text.h"
#include "os/durable_file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define OWN_FILE   0600
#define OWN_FOLDER 0700

static int fail(struct cr_err *err, const char *path, int error)
{
    return err_set(err, CR_E_IO, "%s: %s", path, strerror(error));
}

/* ---- Names ---- */

static void place(const struct print_spool *s, const char *name, char out[PATH_MAX])
{
    snprintf(out, PATH_MAX, "%s/%s", s->dir, name);
}

static void place_of(const struct print_spool *s, const struct print_job *job, const char *what,
                     char out[PATH_MAX])
{
    snprintf(out, PATH_MAX, "%s/%020llu-%020llu-%s.%s", s->dir, (unsigned long long)job->number,
             (unsigned long long)job->of, print_kind_name(job->kind), what);
}

/* Reads the name of a file; false when it is no paper of that kind. */
static bool read_name(const char *name, enum print_kind kind, struct print_job *out)
{
    unsigned long long number, of;
    char digits[2][21], end[32];
    snprintf(end, sizeof end, "-%s.paper", print_kind_name(kind));
    if (strlen(name) != 41 + strlen(end) || name[20] != '-' || strcmp(name + 41, end) != 0)
        return false;
    snprintf(digits[0], sizeof digits[0], "%.20s", name);
    snprintf(digits[1], sizeof digits[1], "%.20s", name + 21);
    if (!text_read_uint(digits[0] + strspn(digits[0], "0"), UINT64_MAX, &number) ||
        !text_read_uint(digits[1] + strspn(digits[1], "0"), UINT64_MAX, &of))
        return false;
    *out = (struct print_job){.number = number, .of = of, .kind = kind};
    return true;
}

/* ---- Opening ---- */

static int take_lock(struct print_spool *s, struct cr_err *err)
{
    char path[PATH_MAX];
    place(s, "lock", path);
    s->lock = open(path, O_CREAT | O_RDWR | O_CLOEXEC, OWN_FILE);
    if (s->lock < 0)
        return fail(err, path, errno);
    if (flock(s->lock, LOCK_EX | LOCK_NB) == 0)
        return CR_OK;
    close(s->lock);
    s->lock = -1;
    return err_set(err, CR_E_STATE, "another manager prints from %s", s->dir);
}

static int read_reached(struct print_spool *s, struct cr_err *err)
{
    char path[PATH_MAX], text[32] = "";
    unsigned long long next;
    place(s, "reached", path);
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return errno == ENOENT ? CR_OK : fail(err, path, errno);
    const ssize_t len = read(fd, text, sizeof text - 1);
    close(fd);
    text[len > 0 ? len : 0] = '\0';
    text[strcspn(text, "\n")] = '\0';
    if (!text_read_uint(text, UINT64_MAX, &next) || next == 0)
        return err_set(err, CR_E_INPUT,
                       "%s does not hold the number of an event; remove it, and printing begins "
                       "with what happens next",
                       path);
    s->next = next;
    return CR_OK;
}

int print_spool_open(struct print_spool *s, struct cr_err *err)
{
    s->next = 0;
    s->lock = -1;
    if (mkdir(s->dir, OWN_FOLDER) != 0 && errno != EEXIST)
        return fail(err, s->dir, errno);
    durable_sync_folder_of(s->dir);
    int rc = take_lock(s, err);
    if (rc != CR_OK)
        return rc;
    rc = read_reached(s, err);
    if (rc != CR_OK) {
        close(s->lock);
        s->lock = -1;
    }
    return rc;
}

/* ---- Adding papers ---- */

static int keep_file(struct print_spool *s, const struct print_job *job, const char *what,
                     const void *data, size_t len, struct cr_err *err)
{
    char path[PATH_MAX];
    place_of(s, job, what, path);
    return durable_file_replace(path, OWN_FILE, data, len, err);
}

int print_spool_keep(struct print_spool *s, const struct print_job *job, const void *paper,
                     size_t len, const void *again, size_t again_len, struct cr_err *err)
{
    if (job->number < s->next)
        return CR_OK; /* it was stored, and perhaps printed, before */
    const int rc = keep_file(s, job, "again", again, again_len, err);
    return rc == CR_OK ? keep_file(s, job, "paper", paper, len, err) : rc;
}

int print_spool_reach(struct print_spool *s, uint64_t next, struct cr_err *err)
{
    char path[PATH_MAX], text[32];
    const int len = snprintf(text, sizeof text, "%llu\n", (unsigned long long)next);
    place(s, "reached", path);
    const int rc = durable_file_replace(path, OWN_FILE, text, (size_t)len, err);
    if (rc == CR_OK)
        s->next = next;
    return rc;
}

/* ---- Printing papers ---- */

bool print_spool_first(const struct print_spool *s, enum print_kind kind, struct print_job *out,
                       unsigned *count)
{
    DIR *dir = opendir(s->dir);
    struct print_job job;
    *count = 0;
    for (const struct dirent *d; dir != NULL && (d = readdir(dir)) != NULL;) {
        if (!read_name(d->d_name, kind, &job) || job.number >= s->next)
            continue;
        if ((*count)++ == 0 || job.number < out->number)
            *out = job;
    }
    if (dir != NULL)
        closedir(dir);
    if (*count == 0)
        return false;
    char path[PATH_MAX];
    place_of(s, out, "going", path);
    out->was_going = access(path, F_OK) == 0;
    return true;
}

int print_spool_begin(struct print_spool *s, struct print_job *job, char path[PATH_MAX],
                      struct cr_err *err)
{
    const int rc = keep_file(s, job, "going", "", 0, err);
    place_of(s, job, job->was_going ? "again" : "paper", path);
    return rc;
}

static void drop(struct print_spool *s, const struct print_job *job, const char *what)
{
    char path[PATH_MAX];
    place_of(s, job, what, path);
    unlink(path);
}

void print_spool_give_up(struct print_spool *s, const struct print_job *job)
{
    if (job->was_going)
        return;
    drop(s, job, "going");
    durable_sync(s->dir);
}

/* Removes the paper first: without it, the other files are ignored. */
void print_spool_done(struct print_spool *s, const struct print_job *job)
{
    drop(s, job, "paper");
    durable_sync(s->dir);
    drop(s, job, "again");
    drop(s, job, "going");
}
