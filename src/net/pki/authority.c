/* A certificate authority; see authority.h. */
#include "net/pki/authority.h"

#include "base/err.h"
#include "net/pem_file.h"
#include "net/pki/certificate.h"
#include "net/pki/issue.h"
#include "os/clock.h"
#include "os/durable_file.h"
#include "os/secret_file.h"

#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <sodium.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define DAY                86400
#define AUTHORITY_DAYS     3650
#define CLOCKS_DIFFER      300 /* seconds that another machine's clock may be behind */
#define NAME_MOST          ((size_t)CERTIFICATE_NAME_MAX - 1)
#define SERVER_NAME        "croupier manager"
#define SERVER_FOLDER      "server"
#define PATH_FITS(n, room) ((n) > 0 && (size_t)(n) < sizeof(room))

/* ---- Folders ---- */

/* Makes a folder beside the one to come, under a temporary name. */
static int begin_folder(const char *dir, char temporary[PATH_MAX], struct cr_err *err)
{
    int n = snprintf(temporary, PATH_MAX, "%s.new-XXXXXX", dir);
    if (n < 0 || n >= PATH_MAX)
        return err_set(err, CR_E_INPUT, "%.100s…: the path is too long", dir);
    if (!mkdtemp(temporary))
        return err_set(err, CR_E_IO, "%s: cannot be made: %s", dir, strerror(errno));
    return CR_OK;
}

static void drop_folder(const char *temporary)
{
    char path[PATH_MAX];
    DIR *folder = opendir(temporary);
    for (struct dirent *e; folder && (e = readdir(folder));)
        if (e->d_name[0] != '.' &&
            PATH_FITS(snprintf(path, sizeof(path), "%s/%s", temporary, e->d_name), path) &&
            unlink(path) != 0)
            drop_folder(path);
    if (folder)
        closedir(folder);
    rmdir(temporary);
}

/* Gives the folder its name, so that it appears with all that is in it. */
static int end_folder(const char *temporary, const char *dir, int rc, struct cr_err *err)
{
    durable_sync(temporary);
    if (rc == CR_OK && rename(temporary, dir) != 0)
        rc = err_set(err, CR_E_INPUT, "%s: %s", dir,
                     errno == ENOTEMPTY || errno == EEXIST || errno == ENOTDIR
                         ? "is there already, and nothing is overwritten; name another folder"
                         : strerror(errno));
    if (rc == CR_OK)
        durable_sync_folder_of(dir); /* the name itself is kept over a power cut, too */
    else
        drop_folder(temporary);
    return rc;
}

static int keep_pair(const char *dir, const char *name, const struct issue_pair *pair,
                     struct cr_err *err)
{
    char file[64];
    snprintf(file, sizeof(file), "%s.key", name);
    int rc = secret_file_make(dir, file, pair->key, pair->key_len, err);
    snprintf(file, sizeof(file), "%s.pem", name);
    if (rc == CR_OK)
        rc = secret_file_make(dir, file, pair->certificate, pair->certificate_len, err);
    return rc;
}

/* ---- The authority ---- */

static int load_authority(const char *dir, struct issue_pair *out, struct cr_err *err)
{
    char path[PATH_MAX];
    if (!PATH_FITS(snprintf(path, sizeof(path), "%s/ca.key", dir), path))
        return err_set(err, CR_E_INPUT, "%.100s…: the path is too long", dir);
    int rc = secret_file_read(path, out->key, sizeof(out->key), &out->key_len, err);
    if (rc != CR_OK)
        return rc;
    /* The certificate is public. */
    gnutls_datum_t pem = {0};
    snprintf(path, sizeof(path), "%.*s/ca.pem", PATH_MAX - 16, dir);
    if (pem_file_load(path, &pem) != 0 || pem.size >= sizeof(out->certificate)) {
        gnutls_free(pem.data);
        return err_set(err, CR_E_IO, "%s: cannot be read", path);
    }
    memcpy(out->certificate, pem.data, pem.size);
    out->certificate_len = pem.size;
    gnutls_free(pem.data);
    return CR_OK;
}

static struct issue_request request_of(enum issue_purpose purpose, const char *name, unsigned days)
{
    const time_t now = (time_t)(clock_wall_ms() / 1000);
    return (struct issue_request){.purpose = purpose,
                                  .name = name,
                                  .since = now - CLOCKS_DIFFER,
                                  .until = now + (time_t)days * DAY};
}

static bool is_host(const char *text)
{
    static const char allowed[] = "abcdefghijklmnopqrstuvwxyz0123456789.-";
    unsigned char address[16];
    const size_t len = strlen(text);
    return inet_pton(AF_INET6, text, address) == 1 ||
           (len > 0 && len <= 253 && text[strspn(text, allowed)] == '\0');
}

static int check_hosts(const char *const *hosts, size_t count, struct cr_err *err)
{
    if (count == 0 || count > AUTHORITY_HOSTS_MAX)
        return err_set(err, CR_E_INPUT,
                       "give 1 to %d names or addresses by which the server is reached",
                       AUTHORITY_HOSTS_MAX);
    for (size_t i = 0; i < count; i++)
        if (!is_host(hosts[i]))
            return err_set(err, CR_E_INPUT,
                           "'%.100s' is no host: give a name of a-z, 0-9, '-' and '.', or an "
                           "address, without a port",
                           hosts[i]);
    return CR_OK;
}

/* Makes the server's folder, unless it is there already. */
static int begin_server(const char *dir, char folder[PATH_MAX], struct cr_err *err)
{
    int n = snprintf(folder, PATH_MAX, "%s/" SERVER_FOLDER, dir);
    if (n < 0 || n >= PATH_MAX)
        return err_set(err, CR_E_INPUT, "%.100s…: the path is too long", dir);
    if (mkdir(folder, 0700) != 0 && errno != EEXIST)
        return err_set(err, CR_E_IO, "%s: cannot be made: %s", folder, strerror(errno));
    return CR_OK;
}

static int make_server(const char *folder, const char *name, const struct issue_request *request,
                       const struct issue_pair *authority, struct cr_err *err)
{
    struct issue_pair pair;
    int rc = issue_pair(request, authority, &pair, err);
    if (rc == CR_OK)
        rc = keep_pair(folder, name, &pair, err);
    sodium_memzero(&pair, sizeof(pair));
    durable_sync(folder);
    return rc;
}

int authority_init(const char *dir, const char *name, const char *const *hosts, size_t count,
                   authority_more_fn *more, struct cr_err *err)
{
    char temporary[PATH_MAX], folder[PATH_MAX], full[NAME_MOST + 1];
    struct issue_pair authority;
    int rc = check_hosts(hosts, count, err);
    if (rc == CR_OK && (size_t)snprintf(full, sizeof(full), "%s authority", name) > NAME_MOST)
        rc = err_set(err, CR_E_INPUT, "'%.100s': the name has more than %zu bytes; shorten it",
                     name, NAME_MOST - strlen(" authority"));
    if (rc == CR_OK)
        rc = begin_folder(dir, temporary, err);
    if (rc != CR_OK)
        return rc;
    struct issue_request own = request_of(ISSUE_AUTHORITY, full, AUTHORITY_DAYS);
    struct issue_request server = request_of(ISSUE_SERVER, SERVER_NAME, AUTHORITY_DAYS_USUAL);
    server.hosts = hosts;
    server.host_count = count;
    rc = issue_pair(&own, NULL, &authority, err);
    if (rc == CR_OK)
        rc = keep_pair(temporary, "ca", &authority, err);
    if (rc == CR_OK)
        rc = begin_server(temporary, folder, err);
    if (rc == CR_OK)
        rc = make_server(folder, "server", &server, &authority, err);
    if (rc == CR_OK && more)
        rc = more(temporary, err);
    sodium_memzero(&authority, sizeof(authority));
    return end_folder(temporary, dir, rc, err);
}

/* ---- Certificates that it signs ---- */

/* Gives the old file a second name and puts the new one into its place: at no moment is there
 * none. */
static int replace(const char *folder, const char *ending, const char *number, struct cr_err *err)
{
    char now[PATH_MAX], old[PATH_MAX], new[PATH_MAX];
    if (!PATH_FITS(snprintf(now, sizeof(now), "%s/server.%s", folder, ending), now) ||
        !PATH_FITS(snprintf(old, sizeof(old), "%s/server-%s.%s", folder, number, ending), old) ||
        !PATH_FITS(snprintf(new, sizeof(new), "%s/next-%s.%s", folder, number, ending), new))
        return err_set(err, CR_E_INPUT, "%.100s…: the path is too long", folder);
    if ((link(now, old) != 0 && errno != ENOENT) || rename(new, now) != 0)
        return err_set(err, CR_E_IO, "%s: cannot be replaced: %s", now, strerror(errno));
    return CR_OK;
}

int authority_renew_server(const char *dir, const char *const *hosts, size_t count, unsigned days,
                           struct cr_err *err)
{
    char number[32], name[48], folder[PATH_MAX];
    struct issue_pair authority;
    int rc = check_hosts(hosts, count, err);
    if (rc == CR_OK)
        rc = load_authority(dir, &authority, err);
    if (rc == CR_OK)
        rc = begin_server(dir, folder, err);
    if (rc != CR_OK) {
        sodium_memzero(&authority, sizeof(authority));
        return rc;
    }
    struct issue_request server = request_of(ISSUE_SERVER, SERVER_NAME, days);
    server.hosts = hosts;
    server.host_count = count;
    snprintf(number, sizeof(number), "%lld-%04x", (long long)(clock_wall_ms() / 1000),
             (unsigned)randombytes_uniform(0x10000));
    snprintf(name, sizeof(name), "next-%s", number);
    rc = make_server(folder, name, &server, &authority, err);
    sodium_memzero(&authority, sizeof(authority));
    if (rc == CR_OK)
        rc = replace(folder, "key", number, err);
    if (rc == CR_OK)
        rc = replace(folder, "pem", number, err);
    durable_sync(folder);
    return rc;
}

int authority_issue_client(const char *dir, const char *unit, const char *name, unsigned days,
                           const char *out, struct cr_err *err)
{
    char temporary[PATH_MAX];
    struct issue_pair authority, pair;
    int rc = load_authority(dir, &authority, err);
    if (rc != CR_OK)
        return rc;
    struct issue_request request = request_of(ISSUE_CLIENT, name, days);
    request.unit = unit;
    rc = issue_pair(&request, &authority, &pair, err);
    sodium_memzero(authority.key, sizeof(authority.key));
    if (rc == CR_OK)
        rc = begin_folder(out, temporary, err);
    if (rc == CR_OK) {
        rc = keep_pair(temporary, unit, &pair, err);
        if (rc == CR_OK)
            rc = secret_file_make(temporary, "ca.pem", authority.certificate,
                                  authority.certificate_len, err);
        rc = end_folder(temporary, out, rc, err);
    }
    sodium_memzero(&pair, sizeof(pair));
    return rc;
}
