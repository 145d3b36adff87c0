/* The progress of a long calculation; see job_file.h. The file is a line with the question,
 * followed by records, each with a checksum. */
#include "app/job_file.h"

#include "base/err.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define QUESTION_MAX 512
#define RECORD_MAX   8192

struct record {
    uint32_t unit, len;
    uint64_t sum; /* checksum of the bytes that follow */
};

struct job_file {
    char path[512];
    FILE *file;
    long start;   /* offset of the first record */
    long *places; /* by unit: offset of its bytes; 0: not in the file */
    size_t place_count;
    bool failed;
};

static uint64_t checksum(const unsigned char *bytes, size_t len)
{
    uint64_t sum = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < len; i++)
        sum = (sum ^ bytes[i]) * UINT64_C(0x100000001b3);
    return sum;
}

static int fault(const struct job_file *f, const char *what, struct cr_err *err)
{
    return err_set(err, CR_E_IO, "--state %s: %s", f->path, what);
}

/* Reads the next record; false when no complete one follows. */
static bool record_next(struct job_file *f, struct record *r, void *bytes, size_t room)
{
    return fread(r, sizeof *r, 1, f->file) == 1 && r->len <= room &&
           fread(bytes, r->len, 1, f->file) == 1 && checksum(bytes, r->len) == r->sum;
}

static bool place_keep(struct job_file *f, uint32_t unit, long place)
{
    if (unit >= f->place_count) {
        const size_t count = (size_t)unit + 1024;
        long *more = realloc(f->places, count * sizeof *more);
        if (!more)
            return false;
        memset(more + f->place_count, 0, (count - f->place_count) * sizeof *more);
        f->places = more;
        f->place_count = count;
    }
    f->places[unit] = place;
    return true;
}

/* Finds the records, and cuts off what follows the last complete one. */
static bool cut_rest(struct job_file *f)
{
    unsigned char bytes[RECORD_MAX];
    struct record r;
    long end = f->start;
    fseek(f->file, f->start, SEEK_SET);
    bool kept = true;
    while (kept && record_next(f, &r, bytes, sizeof bytes)) {
        end = ftell(f->file);
        kept = place_keep(f, r.unit, end - (long)r.len);
    }
    return kept && fflush(f->file) == 0 && ftruncate(fileno(f->file), end) == 0;
}

static int begin(struct job_file *f, const char *question, struct cr_err *err)
{
    char line[QUESTION_MAX], wanted[QUESTION_MAX];
    snprintf(wanted, sizeof wanted, "%s\n", question);
    fseek(f->file, 0, SEEK_SET);
    if (!fgets(line, sizeof line, f->file)) {
        if (fputs(wanted, f->file) == EOF || fflush(f->file) != 0)
            return fault(f, "cannot be written", err);
        memcpy(line, wanted, sizeof line);
    }
    f->start = (long)strlen(wanted);
    if (strcmp(line, wanted) != 0)
        return err_set(err, CR_E_INPUT, "--state %s: it holds the progress of another question",
                       f->path);
    return cut_rest(f) ? CR_OK : fault(f, "cannot be written", err);
}

int job_file_open(const char *path, const char *question, struct job_file **out, struct cr_err *err)
{
    struct job_file *f = calloc(1, sizeof *f);
    if (!f)
        return err_set(err, CR_E_RANGE, "not enough memory");
    snprintf(f->path, sizeof f->path, "%s", path);
    f->file = fopen(path, "a+b");
    int rc = f->file ? begin(f, question, err) : fault(f, "cannot be opened", err);
    if (rc == CR_OK) {
        *out = f;
        return CR_OK;
    }
    if (f->file)
        fclose(f->file);
    free(f->places);
    free(f);
    return rc;
}

/* Reads the bytes of a unit; that its record is complete was checked when the file was opened. */
static bool restore(void *context, unsigned unit, void *bytes, size_t len)
{
    struct job_file *f = context;
    return unit < f->place_count && f->places[unit] > 0 &&
           fseek(f->file, f->places[unit], SEEK_SET) == 0 && fread(bytes, len, 1, f->file) == 1;
}

static void keep(void *context, unsigned unit, const void *bytes, size_t len)
{
    struct job_file *f = context;
    const struct record r = {unit, (uint32_t)len, checksum(bytes, len)};
    fseek(f->file, 0, SEEK_END);
    f->failed |= fwrite(&r, sizeof r, 1, f->file) != 1 || fwrite(bytes, len, 1, f->file) != 1 ||
                 fflush(f->file) != 0;
}

struct cr_protect_memory job_file_memory(struct job_file *file)
{
    return (struct cr_protect_memory){.restore = restore, .keep = keep, .context = file};
}

int job_file_close(struct job_file *file, struct cr_err *err)
{
    const bool failed = fclose(file->file) != 0 || file->failed;
    int rc = failed ? fault(file, "cannot be written", err) : CR_OK;
    free(file->places);
    free(file);
    return rc;
}
