/* Writes a paper to its place; see paper_out.h. */
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

static bool is_file(const struct paper_out *o)
{
    return o->place == PAPER_OUT_FILE || o->place == PAPER_OUT_NEW_FILE;
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
    const int error = durable_file_begin(&o->file, o->path, 0666);
    return error ? failed(o, error, err) : CR_OK;
}

static int open_printer(struct paper_out *o, struct cr_err *err)
{
    struct stat there;
    if (stat(o->path, &there) != 0)
        return failed(o, errno, err);
    if (!S_ISCHR(there.st_mode) && !S_ISFIFO(there.st_mode))
        return err_set(err, CR_E_INPUT, "%.200s is no printer; --escpos FILE writes a file",
                       o->path);
    o->printer_fd = open(o->path, O_WRONLY | O_NOCTTY | O_CLOEXEC);
    return o->printer_fd < 0 ? failed(o, errno, err) : CR_OK;
}

int paper_out_open(struct paper_out *o, enum paper_place place, const char *path,
                   struct cr_err *err)
{
    /* As in all commands, the file "-" is standard output. */
    const bool is_dash = place == PAPER_OUT_FILE && strcmp(path, "-") == 0;
    o->place = is_dash ? PAPER_OUT_STDOUT : place;
    o->path = path;
    o->file.fd = -1;
    o->printer_fd = -1;
    o->fault = (struct cr_err){0};
    o->error = 0;
    /* A printer is opened only with the first bytes, so that it does not wait for a paper that may
     * never come. */
    return is_file(o) ? open_file(o, err) : CR_OK;
}

/* ---- Writing ---- */

bool paper_out_add(void *out, const char *data, size_t len)
{
    struct paper_out *o = out;
    int error = 0;
    if (o->fault.code != 0)
        return false;
    if (o->place == PAPER_OUT_PRINTER && o->printer_fd < 0 && open_printer(o, &o->fault) != CR_OK)
        return false;
    if (o->place != PAPER_OUT_STDOUT)
        error = durable_write(is_file(o) ? o->file.fd : o->printer_fd, data, len);
    else if (fwrite(data, 1, len, stdout) != len)
        error = errno;
    if (error) {
        o->error = error;
        failed(o, error, &o->fault);
    }
    return !error;
}

static int close_printer(struct paper_out *o)
{
    const int error = o->printer_fd >= 0 && close(o->printer_fd) != 0 ? errno : 0;
    o->printer_fd = -1;
    return error;
}

int paper_out_finish(struct paper_out *o, struct cr_err *err)
{
    if (o->fault.code != 0) {
        paper_out_abandon(o);
        return err_set(err, o->fault.code, "%s", o->fault.text);
    }
    const int error =
        is_file(o) ? durable_file_finish(&o->file, o->place == PAPER_OUT_FILE) : close_printer(o);
    return error ? failed(o, error, err) : CR_OK;
}

void paper_out_abandon(struct paper_out *o)
{
    durable_file_abandon(&o->file);
    close_printer(o);
}

/* ---- Whole papers ---- */

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
