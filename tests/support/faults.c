/* Calls that fail on purpose (faults.h): wrappers of the calls that this project's own code makes.
 */
#include "support/faults.h"

#include "support/faults_inside.h"

#include <errno.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static struct {
    _Atomic int kind; /* -1: no calls are counted */
    _Atomic unsigned count;
    unsigned k;
    bool from_then_on;
} armed = {.kind = -1};

const char *fault_name(enum fault_kind kind)
{
    static const char *const names[FAULT_KINDS] = {"memory", "open",  "write",
                                                   "sync",   "close", "name"};
    return names[kind];
}

void faults_arm(enum fault_kind kind, unsigned k, bool from_then_on)
{
    armed.k = k;
    armed.from_then_on = from_then_on;
    armed.count = 0;
    armed.kind = (int)kind;
}

unsigned faults_disarm(void)
{
    armed.kind = -1;
    return armed.count;
}

bool faults_happened(void)
{
    return armed.k > 0 && armed.count >= armed.k;
}

bool fault_strikes(enum fault_kind kind)
{
    if (armed.kind != (int)kind)
        return false;
    const unsigned n = atomic_fetch_add(&armed.count, 1) + 1;
    return armed.k > 0 && (n == armed.k || (armed.from_then_on && n > armed.k));
}

static bool strikes_with(enum fault_kind kind, int number)
{
    if (!fault_strikes(kind))
        return false;
    errno = number;
    return true;
}

/* ---- Wrappers that the linker puts in place of the C library's functions ---- */

/* clang-format off */
void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
char *__real_strdup(const char *text);
int __real_open64(const char *path, int flags, ...);
FILE *__real_fopen64(const char *path, const char *mode);
ssize_t __real_write(int fd, const void *data, size_t len);
int __real_close(int fd);
int __real_fsync(int fd);
int __real_rename(const char *from, const char *to);
int __real_link(const char *from, const char *to);
void *__real_mmap64(void *at, size_t size, int rights, int flags, int fd, off_t offset);

void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);
char *__wrap_strdup(const char *text);
int __wrap_open64(const char *path, int flags, ...);
FILE *__wrap_fopen64(const char *path, const char *mode);
ssize_t __wrap_write(int fd, const void *data, size_t len);
int __wrap_close(int fd);
int __wrap_fsync(int fd);
int __wrap_rename(const char *from, const char *to);
int __wrap_link(const char *from, const char *to);
void *__wrap_mmap64(void *at, size_t size, int rights, int flags, int fd, off_t offset);
/* clang-format on */

void *__wrap_malloc(size_t size)
{
    return strikes_with(FAULT_MEMORY, ENOMEM) ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    return strikes_with(FAULT_MEMORY, ENOMEM) ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *old, size_t size)
{
    return strikes_with(FAULT_MEMORY, ENOMEM) ? NULL : __real_realloc(old, size);
}

char *__wrap_strdup(const char *text)
{
    return strikes_with(FAULT_MEMORY, ENOMEM) ? NULL : __real_strdup(text);
}

int __wrap_open64(const char *path, int flags, ...)
{
    va_list args;
    va_start(args, flags);
    const mode_t mode = va_arg(args, mode_t); /* not used where no file is created */
    va_end(args);
    return strikes_with(FAULT_OPEN, EMFILE) ? -1 : __real_open64(path, flags, mode);
}

FILE *__wrap_fopen64(const char *path, const char *mode)
{
    return strikes_with(FAULT_OPEN, EMFILE) ? NULL : __real_fopen64(path, mode);
}

/* Some calls are also interrupted by a signal first; the caller must try again. */
ssize_t __wrap_write(int fd, const void *data, size_t len)
{
    static bool interrupted;
    if (strikes_with(FAULT_WRITE, ENOSPC))
        return -1;
    interrupted = !interrupted && armed.kind == FAULT_WRITE;
    errno = EINTR;
    return interrupted ? -1 : __real_write(fd, data, len);
}

int __wrap_close(int fd)
{
    const int rc = __real_close(fd);
    return strikes_with(FAULT_CLOSE, EDQUOT) ? -1 : rc;
}

int __wrap_fsync(int fd)
{
    return strikes_with(FAULT_SYNC, EIO) ? -1 : __real_fsync(fd);
}

int __wrap_rename(const char *from, const char *to)
{
    return strikes_with(FAULT_NAME, EIO) ? -1 : __real_rename(from, to);
}

int __wrap_link(const char *from, const char *to)
{
    return strikes_with(FAULT_NAME, EIO) ? -1 : __real_link(from, to);
}

/* Large blocks of memory that come directly from the kernel. */
void *__wrap_mmap64(void *at, size_t size, int rights, int flags, int fd, off_t offset)
{
    return strikes_with(FAULT_MEMORY, ENOMEM) ? MAP_FAILED
                                              : __real_mmap64(at, size, rights, flags, fd, offset);
}
