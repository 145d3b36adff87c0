/* Files of the signing key. */
#define _GNU_SOURCE
#include "log/proof/signing_key.h"

#include "base/err.h"
#include "base/plain_file.h"
#include "os/durable_file.h"

#include <errno.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define HEX           (2 * SIGNING_SEED)
#define PATH_MAX_TEXT 4096

static int path_of(const char *dir, const char *name, char out[PATH_MAX_TEXT], struct cr_err *err)
{
    const int len = snprintf(out, PATH_MAX_TEXT, "%s/%s", dir, name);
    return len > 0 && len < PATH_MAX_TEXT ? 0 : err_set(err, CR_E_INPUT, "the path is too long");
}

static int fault_of(const char *path, const char *what, struct cr_err *err)
{
    return err_set(err, errno == ENOENT ? CR_E_NOT_FOUND : CR_E_IO, "%.300s: %s: %s", path, what,
                   plain_file_fault(errno));
}

/* ---- Making ---- */

_Static_assert(SIGNING_SEED == TREE_HASH, "both keys have the same number of digits");

static int write_hex(const char *path, mode_t mode, const uint8_t key[SIGNING_SEED],
                     struct cr_err *err)
{
    char line[HEX + 2];
    sodium_bin2hex(line, HEX + 1, key, SIGNING_SEED);
    line[HEX] = '\n';
    const int rc = durable_file_make(path, mode, line, HEX + 1, err);
    sodium_memzero(line, sizeof(line));
    return rc;
}

static int write_pair(const char *dir, const uint8_t seed[SIGNING_SEED],
                      const uint8_t public[TREE_HASH], struct cr_err *err)
{
    char secret_path[PATH_MAX_TEXT], public_path[PATH_MAX_TEXT];
    int rc = path_of(dir, "signing.key", secret_path, err);
    if (rc == 0)
        rc = path_of(dir, "signing.pub", public_path, err);
    if (rc != 0)
        return rc;
    rc = write_hex(secret_path, 0600, seed, err);
    if (rc != 0)
        return rc;
    rc = write_hex(public_path, 0644, public, err);
    if (rc != 0)
        unlink(secret_path);
    return rc;
}

int signing_key_make(const char *dir, struct cr_err *err)
{
    uint8_t seed[SIGNING_SEED], public[TREE_HASH], secret[crypto_sign_SECRETKEYBYTES];
    randombytes_buf(seed, sizeof(seed));
    crypto_sign_seed_keypair(public, secret, seed);
    int rc = write_pair(dir, seed, public, err);
    sodium_memzero(seed, sizeof(seed));
    sodium_memzero(secret, sizeof(secret));
    if (rc != 0)
        return rc;
    errno = durable_sync(dir);
    return errno == 0 ? 0 : fault_of(dir, "cannot be written", err);
}

/* ---- Reading ---- */

static bool from_hex(const char *hex, size_t len, uint8_t out[SIGNING_SEED])
{
    size_t got = 0;
    const char *end = NULL;
    if (len == HEX + 1 && hex[HEX] == '\n')
        len--;
    return len == HEX && sodium_hex2bin(out, SIGNING_SEED, hex, HEX, NULL, &got, &end) == 0 &&
           got == SIGNING_SEED && end == hex + HEX;
}

static int read_hex(int fd, const char *path, uint8_t out[SIGNING_SEED], struct cr_err *err)
{
    char hex[HEX + 2];
    const ssize_t len = read(fd, hex, sizeof(hex));
    const bool good = len > 0 && from_hex(hex, (size_t)len, out);
    sodium_memzero(hex, sizeof(hex));
    return good ? 0
                : err_set(err, CR_E_INPUT, "%.300s: not a key; expected %d hexadecimal digits",
                          path, HEX);
}

int signing_key_read(const char *dir, uint8_t seed[SIGNING_SEED], struct cr_err *err)
{
    char path[PATH_MAX_TEXT];
    struct stat facts;
    int rc = path_of(dir, "signing.key", path, err);
    if (rc != 0)
        return rc;
    const int fd = plain_file_descriptor(path);
    if (fd < 0)
        return fault_of(path, "cannot be opened; croupier pki init makes a trust folder", err);
    if (fstat(fd, &facts) != 0)
        rc = fault_of(path, "cannot be looked at", err);
    else if ((facts.st_mode & 077) != 0)
        rc = err_set(err, CR_E_STATE,
                     "%.300s: others may read it; chmod 600 it, and make a new "
                     "key if somebody did",
                     path);
    else
        rc = read_hex(fd, path, seed, err);
    close(fd);
    return rc;
}

int signing_key_public(const char *text, uint8_t key[TREE_HASH], struct cr_err *err)
{
    if (from_hex(text, strlen(text), key))
        return 0;
    const int fd = plain_file_descriptor(text);
    if (fd < 0)
        return fault_of(text, "neither a key nor a file", err);
    const int rc = read_hex(fd, text, key, err);
    close(fd);
    return rc;
}
