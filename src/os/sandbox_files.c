/* The files that a role may use: landlock, by its system calls, because the C library has no
 * functions for it.
 *
 * Everything that is not named is forbidden: reading, writing, making, removing, running. Files
 * that are open already stay open. A rule is for the file behind a name, not for the name: a file
 * that replaces another one later is forbidden, so what may be replaced is named by its folder.
 */
#define _GNU_SOURCE /* O_PATH, syscall */

#include "os/sandbox_internal.h"

#include "base/err.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <limits.h>
#include <linux/landlock.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Newer than the headers of Debian 12. */
#define FS_TRUNCATE (UINT64_C(1) << 14) /* version 3 */
#define FS_IOCTL    (UINT64_C(1) << 15) /* version 5 */
#define NET_BIND    (UINT64_C(1) << 0)  /* version 4 */
#define NET_CONNECT (UINT64_C(1) << 1)

#define VERSION_REFER    2
#define VERSION_TRUNCATE 3
#define VERSION_NET      4
#define VERSION_IOCTL    5

struct ruleset {
    uint64_t fs, net;
};

static const uint64_t fs_first = (LANDLOCK_ACCESS_FS_MAKE_SYM << 1) - 1; /* version 1 */
static const uint64_t fs_read = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR;
static const uint64_t fs_write = LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_REMOVE_FILE |
                                 LANDLOCK_ACCESS_FS_REMOVE_DIR | LANDLOCK_ACCESS_FS_MAKE_DIR |
                                 LANDLOCK_ACCESS_FS_MAKE_REG | LANDLOCK_ACCESS_FS_REFER |
                                 FS_TRUNCATE | FS_IOCTL;
/* The rights that can be allowed for something that is no folder. */
static const uint64_t fs_of_file =
    LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE | FS_TRUNCATE | FS_IOCTL;

/* What the libraries read while they work: fonts, names of hosts, time zones, certificates, the
 * machine's size. Never all of /etc. */
static const char *const library_files[] = {"/usr",
                                            "/lib",
                                            "/lib64",
                                            "/etc/fonts",
                                            "/etc/pango",
                                            "/var/cache/fontconfig",
                                            "/etc/ssl",
                                            "/etc/ca-certificates",
                                            "/etc/gnutls",
                                            "/etc/pkcs11",
                                            "/etc/krb5.conf",
                                            "/etc/krb5.conf.d",
                                            "/etc/hosts",
                                            "/etc/host.conf",
                                            "/etc/gai.conf",
                                            "/etc/nsswitch.conf",
                                            "/etc/resolv.conf",
                                            "/run/systemd/resolve",
                                            "/run/resolvconf",
                                            "/run/NetworkManager",
                                            "/etc/services",
                                            "/etc/protocols",
                                            "/etc/passwd",
                                            "/etc/group",
                                            "/etc/localtime",
                                            "/etc/ld.so.cache",
                                            "/etc/postgresql-common",
                                            "/dev/urandom",
                                            "/dev/random",
                                            "/dev/zero",
                                            "/proc/self",
                                            "/proc/stat",
                                            "/proc/meminfo",
                                            "/proc/cpuinfo",
                                            "/proc/sys/kernel",
                                            "/proc/sys/crypto",
                                            "/proc/sys/vm",
                                            "/sys/devices/system",
                                            "/proc/self/exe", /* REG-5: its hash */
                                            NULL};

int guard_landlock_version(void)
{
    long version =
        syscall(SYS_landlock_create_ruleset, NULL, (size_t)0, LANDLOCK_CREATE_RULESET_VERSION);
    return version > 0 ? (int)version : 0;
}

static uint64_t fs_known(int version)
{
    return fs_first | (version >= VERSION_REFER ? LANDLOCK_ACCESS_FS_REFER : 0) |
           (version >= VERSION_TRUNCATE ? FS_TRUNCATE : 0) |
           (version >= VERSION_IOCTL ? FS_IOCTL : 0);
}

/* ---- Rules ---- */

struct rules {
    int fd;
    uint64_t known;
};

/* Allows access to a path. A name that does not exist needs no rule; using it later fails. */
static int allow(const struct rules *r, const char *path, uint64_t access, struct cr_err *err)
{
    struct stat info;
    int fd = open(path, O_PATH | O_CLOEXEC);
    if (fd < 0)
        return 0;
    if (fstat(fd, &info) == 0 && !S_ISDIR(info.st_mode))
        access &= fs_of_file;
    const struct landlock_path_beneath_attr rule = {.allowed_access = access & r->known,
                                                    .parent_fd = fd};
    long rc = syscall(SYS_landlock_add_rule, r->fd, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
    const int fault = errno;
    close(fd);
    return rc == 0 ? 0 : err_set(err, CR_E_IO, "guard: landlock, %s: %s", path, strerror(fault));
}

static int allow_folder_of(const struct rules *r, const char *path, uint64_t access,
                           struct cr_err *err)
{
    char copy[PATH_MAX];
    snprintf(copy, sizeof copy, "%s", path);
    return allow(r, dirname(copy), access, err);
}

/* Allows the folder of the name, and the folder that a link there leads to. */
static int allow_beside(const struct rules *r, const char *path, uint64_t access,
                        struct cr_err *err)
{
    int rc = allow_folder_of(r, path, access, err);
    char *real = rc == 0 ? realpath(path, NULL) : NULL;
    if (real != NULL)
        rc = allow_folder_of(r, real, access, err);
    free(real);
    return rc;
}

/* PostgreSQL's client has its passwords and certificates at home, and fonts may be there too. */
static int allow_home(const struct rules *r, struct cr_err *err)
{
    static const char *const names[] = {
        ".pgpass",          ".pg_service.conf",   ".postgresql",
        ".fonts",           ".local/share/fonts", ".config/fontconfig",
        ".cache/fontconfig"};
    char path[PATH_MAX];
    const char *home = getenv("HOME");
    int rc = 0;
    for (size_t i = 0; home != NULL && rc == 0 && i < sizeof names / sizeof names[0]; i++) {
        snprintf(path, sizeof path, "%s/%s", home, names[i]);
        rc = allow(r, path, fs_read, err);
    }
    return rc;
}

static int allow_libraries(const struct rules *r, struct cr_err *err)
{
    int rc = allow(r, "/dev/null", fs_read | fs_write, err);
    for (size_t i = 0; rc == 0 && library_files[i] != NULL; i++)
        rc = allow(r, library_files[i], fs_read, err);
    return rc == 0 ? allow_home(r, err) : rc;
}

static int allow_paths(const struct rules *r, const struct guard_path *paths, struct cr_err *err)
{
    int rc = 0;
    for (const struct guard_path *p = paths; rc == 0 && p != NULL && p->path != NULL; p++) {
        const bool writes = p->use == GUARD_WRITE || p->use == GUARD_BESIDE;
        const uint64_t access = writes ? fs_read | fs_write : fs_read;
        const bool beside = p->use == GUARD_BESIDE || p->use == GUARD_READ_BESIDE;
        rc = (beside ? allow_beside : allow)(r, p->path, access, err);
    }
    return rc;
}

/* ---- The whole ---- */

int files_confine(enum guard_role role, const struct guard_path *paths, struct cr_err *err)
{
    const int version = guard_landlock_version();
    const bool alone = role != GUARD_MANAGER && role != GUARD_TABLE;
    if (version == 0)
        return 0;
    struct rules r = {.known = fs_known(version)};
    const struct ruleset all = {
        .fs = r.known, .net = version >= VERSION_NET && alone ? NET_BIND | NET_CONNECT : 0};
    const size_t size = version >= VERSION_NET ? sizeof all : sizeof all.fs;
    r.fd = (int)syscall(SYS_landlock_create_ruleset, &all, size, 0);
    if (r.fd < 0)
        return err_set(err, CR_E_IO, "guard: landlock: %s", strerror(errno));
    int rc = allow_paths(&r, paths, err);
    if (rc == 0 && role != GUARD_SIGNER)
        rc = allow_libraries(&r, err);
    if (rc == 0 && syscall(SYS_landlock_restrict_self, r.fd, 0) != 0)
        rc = err_set(err, CR_E_IO, "guard: landlock: %s", strerror(errno));
    close(r.fd);
    return rc;
}
