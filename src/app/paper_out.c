/* Where a paper goes. */
#include "app/paper_out.h"

#include "base/err.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int failed(const struct paper_out *o, int error, struct cr_err *err)
{
    if (o->place == PAPER_OUT_STDOUT)
        return err_set(err, CR_E_IO, "writing the answer failed: %s", strerror(error));
    return err_set(err, CR_E_IO, "cannot write %.200s: %s", o->path, strerror(error));
}

/* All of it; an errno, 0 when all is well. */
static int write_all(int fd, const char *data, size_t len)
{
    while (len > 0) {
        const ssize_t n = write(fd, data, len);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return errno;
        data += n;
        len -= (size_t)n;
    }
    return 0;
}

/* ---- Opening ---- */

static int open_file(struct paper_out *o, struct cr_err *err)
{
    struct stat there;
    const bool is_there = stat(o->path, &there) == 0;
    if (is_there && o->place == PAPER_OUT_NEW_FILE)
        return failed(o, EEXIST, err);
    if (is_there && !S_ISREG(there.st_mode))
        return err_set(err, CR_E_IO, "cannot write %.200s: it is there and is no plain file",
                       o->path);
    const int n = snprintf(o->beside, sizeof o->beside, "%s.%ld.tmp", o->path, (long)getpid());
    if (n < 0 || (size_t)n >= sizeof o->beside)
        return failed(o, ENAMETOOLONG, err);
    o->fd = open(o->beside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    return o->fd < 0 ? failed(o, errno, err) : CR_OK;
}

static int open_printer(struct paper_out *o, struct cr_err *err)
{
    struct stat there;
    if (stat(o->path, &there) != 0)
        return failed(o, errno, err);
    if (!S_ISCHR(there.st_mode) && !S_ISFIFO(there.st_mode))
        return err_set(err, CR_E_INPUT, "%.200s is no printer; --escpos FILE writes a file",
                       o->path);
    o->fd = open(o->path, O_WRONLY | O_NOCTTY | O_CLOEXEC);
    return o->fd < 0 ? failed(o, errno, err) : CR_OK;
}

int paper_out_open(struct paper_out *o, enum paper_place place, const char *path,
                   struct cr_err *err)
{
    o->place = place;
    o->path = path;
    o->fd = -1;
    o->fault = (struct cr_err){0};
    /* A printer that waits for its first byte waits for a paper that is there. */
    return place == PAPER_OUT_FILE || place == PAPER_OUT_NEW_FILE ? open_file(o, err) : CR_OK;
}

/* ---- Writing ---- */

bool paper_out_add(void *out, const char *data, size_t len)
{
    struct paper_out *o = out;
    int error = 0;
    if (o->fault.code != 0)
        return false;
    if (o->place == PAPER_OUT_PRINTER && o->fd < 0 && open_printer(o, &o->fault) != CR_OK)
        return false;
    if (o->place != PAPER_OUT_STDOUT)
        error = write_all(o->fd, data, len);
    else if (fwrite(data, 1, len, stdout) != len)
        error = errno;
    if (error)
        failed(o, error, &o->fault);
    return !error;
}

/* The name that was asked for; an errno. */
static int give_name(const struct paper_out *o)
{
    if (o->place == PAPER_OUT_FILE)
        return rename(o->beside, o->path) ? errno : 0;
    if (link(o->beside, o->path))
        return errno;
    unlink(o->beside);
    return 0;
}

int paper_out_finish(struct paper_out *o, struct cr_err *err)
{
    const bool is_file = o->place == PAPER_OUT_FILE || o->place == PAPER_OUT_NEW_FILE;
    int error = 0;
    if (o->fault.code != 0) {
        paper_out_abandon(o);
        return err_set(err, o->fault.code, "%s", o->fault.text);
    }
    if (o->fd < 0)
        return CR_OK;
    if (is_file && fsync(o->fd))
        error = errno;
    if (close(o->fd) && !error)
        error = errno;
    o->fd = -1;
    if (is_file && !error)
        error = give_name(o);
    if (!error)
        return CR_OK;
    if (is_file)
        unlink(o->beside);
    return failed(o, error, err);
}

void paper_out_abandon(struct paper_out *o)
{
    if (o->fd < 0)
        return;
    close(o->fd);
    o->fd = -1;
    if (o->place != PAPER_OUT_PRINTER)
        unlink(o->beside);
}

/* ---- The whole at once ---- */

static int put(enum paper_place place, const char *path, const char *data, size_t len,
               struct cr_err *err)
{
    struct paper_out o;
    int rc = paper_out_open(&o, place, path, err);
    if (rc != CR_OK)
        return rc;
    paper_out_add(&o, data, len);
    return paper_out_finish(&o, err);
}

int paper_out_file(const char *path, const char *data, size_t len, struct cr_err *err)
{
    return put(PAPER_OUT_FILE, path, data, len, err);
}

int paper_out_printer(const char *path, const char *data, size_t len, struct cr_err *err)
{
    return put(PAPER_OUT_PRINTER, path, data, len, err);
}
