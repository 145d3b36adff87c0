/* croupier pki: the floor's own certificates, for TLS and for its tables. */
#include "app/arguments.h"
#include "app/cli.h"
#include "base/dates.h"
#include "log/proof/signing_key.h"
#include "net/pki/authority.h"
#include "net/pki/certificate.h"
#include "os/clock.h"
#include "service/client/store_address.h"

#include <dirent.h>
#include <limits.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#define NAME      "pki"
#define DAY_MS    INT64_C(86400000)
#define SOON_DAYS 30
#define DAYS_MAX  3650

struct options {
    const char *what, *path, *floor, *table, *out;
    const char *hosts[AUTHORITY_HOSTS_MAX];
    size_t host_count;
    uint64_t days;
};

static int read_options(int argc, char **argv, struct options *o)
{
    struct arguments a = arguments_of(NAME, argc, argv);
    while (arguments_next(&a)) {
        const char *host = NULL;
        if (arguments_value(&a, "--host", &host) && host != NULL) {
            if (o->host_count == AUTHORITY_HOSTS_MAX)
                return cli_usage(NAME, "at most %d hosts", AUTHORITY_HOSTS_MAX);
            o->hosts[o->host_count++] = host;
        }
        arguments_value(&a, "--name", &o->floor);
        arguments_value(&a, "--table", &o->table);
        arguments_value(&a, "--out", &o->out);
        arguments_number(&a, "--days", 1, DAYS_MAX, &o->days);
        arguments_rest(&a, (const char **const[]){&o->what, &o->path}, 2);
    }
    if (a.status != CLI_OK)
        return a.status;
    if (o->what == NULL || o->path == NULL)
        return cli_usage(NAME, "what with which folder? init, issue, server, show or check");
    return CLI_OK;
}

/* ---- Making ---- */

static int make_all(const struct options *o, struct cr_err *err)
{
    static const char *const local[] = {"localhost", "127.0.0.1"};
    const bool is_given = o->host_count > 0;
    int rc = authority_init(o->path, o->floor != NULL ? o->floor : "croupier",
                            is_given ? o->hosts : local, is_given ? o->host_count : 2,
                            signing_key_make, err);
    if (rc != CR_OK)
        return rc;
    printf("%s: authority, server certificate and signing key are made\n", o->path);
    printf("keep %s/ca.key away from the manager once tables have their certificates; "
           "signing.pub and ca.pem are for everyone\n",
           o->path);
    return CR_OK;
}

static int issue(const struct options *o, struct cr_err *err)
{
    char usual[PATH_MAX], parent[PATH_MAX], pem[PATH_MAX];
    struct certificate made;
    char mark[CERTIFICATE_MARK_BYTES * 2 + 1];
    if (o->table == NULL || !address_is_id(o->table))
        return cli_usage(NAME, "issue wants --table with a table's name of a-z, 0-9 and '-'");
    if (o->out == NULL) {
        snprintf(parent, sizeof(parent), "%.3900s/tables", o->path);
        mkdir(parent, 0700);
    }
    snprintf(usual, sizeof(usual), "%.3900s/tables/%s", o->path, o->table);
    const char *out = o->out != NULL ? o->out : usual;
    int rc = authority_issue_table(o->path, o->table, (unsigned)o->days, out, err);
    if (rc != CR_OK)
        return rc;
    snprintf(pem, sizeof(pem), "%.4000s/table.pem", out);
    rc = certificate_load(pem, &made, err);
    if (rc != CR_OK)
        return rc;
    sodium_bin2hex(mark, sizeof(mark), made.mark, sizeof(made.mark));
    printf("%s: table.key, table.pem and ca.pem of table %s\n", out, o->table);
    printf("fingerprint %s\n", mark);
    printf("two people enrol it (croupier machines enrol) before it may join\n");
    return CR_OK;
}

static int renew(const struct options *o, struct cr_err *err)
{
    int rc = authority_renew_server(o->path, o->hosts, o->host_count, (unsigned)o->days, err);
    if (rc == CR_OK)
        printf("%s/" AUTHORITY_SERVER_PEM
               ": a new certificate; a manager that runs takes it within "
               "seconds, and says so\n",
               o->path);
    return rc;
}

/* ---- Looking ---- */

/* What ends, counted. */
struct look {
    bool check;
    unsigned seen, soon, over;
};

static int look_at(const char *path, struct look *look, struct cr_err *err)
{
    struct certificate c;
    char when[WHEN_TEXT_MAX], mark[CERTIFICATE_MARK_BYTES * 2 + 1];
    int rc = certificate_load(path, &c, err);
    if (rc != CR_OK)
        return rc;
    const int64_t left = c.until_ms - clock_wall_ms();
    look->seen++;
    look->over += left <= 0;
    look->soon += left > 0 && left < SOON_DAYS * DAY_MS;
    sodium_bin2hex(mark, sizeof(mark), c.mark, sizeof(c.mark));
    if (!look->check)
        printf("%s\n  subject     %s%s%s\n  until       %s UTC\n  fingerprint %s\n", path, c.name,
               c.unit[0] != '\0' ? ", " : "", c.unit, when_format(c.until_ms, true, when), mark);
    else if (left < SOON_DAYS * DAY_MS)
        printf("%s: the certificate of %s %s %s UTC\n", path, c.name, left <= 0 ? "ended" : "ends",
               when_format(c.until_ms, true, when));
    return CR_OK;
}

static int look_at_tables(const char *dir, struct look *look, struct cr_err *err)
{
    char path[PATH_MAX];
    struct stat about;
    int rc = CR_OK;
    snprintf(path, sizeof(path), "%.3900s/tables", dir);
    DIR *folder = opendir(path);
    for (struct dirent *e; folder && rc == CR_OK && (e = readdir(folder));) {
        snprintf(path, sizeof(path), "%.3600s/tables/%s/table.pem", dir, e->d_name);
        if (e->d_name[0] != '.' && stat(path, &about) == 0)
            rc = look_at(path, look, err);
    }
    if (folder)
        closedir(folder);
    return rc;
}

static int look_at_all(const char *path, struct look *look, struct cr_err *err)
{
    static const char *const own[] = {"ca.pem", AUTHORITY_SERVER_PEM};
    char file[PATH_MAX];
    struct stat about;
    if (stat(path, &about) == 0 && !S_ISDIR(about.st_mode))
        return look_at(path, look, err);
    int rc = CR_OK;
    for (unsigned i = 0; rc == CR_OK && i < 2; i++) {
        snprintf(file, sizeof(file), "%.3900s/%s", path, own[i]);
        rc = look_at(file, look, err);
    }
    return rc == CR_OK ? look_at_tables(path, look, err) : rc;
}

static int check(const struct options *o, struct cr_err *err)
{
    struct look look = {.check = true};
    int rc = look_at_all(o->path, &look, err);
    if (rc != CR_OK)
        return rc;
    if (look.soon + look.over > 0)
        return CLI_REJECTED;
    printf("%s: %u certificates, none ends within %d days\n", o->path, look.seen, SOON_DAYS);
    return CR_OK;
}

static int show(const struct options *o, struct cr_err *err)
{
    struct look look = {0};
    return look_at_all(o->path, &look, err);
}

int cmd_pki(int argc, char **argv)
{
    static const struct {
        const char *name;
        int (*run)(const struct options *, struct cr_err *);
    } verbs[] = {
        {"init", make_all}, {"issue", issue}, {"server", renew}, {"show", show}, {"check", check}};
    struct options o = {.days = AUTHORITY_DAYS_USUAL};
    struct cr_err err = {0};
    int rc = read_options(argc, argv, &o);
    if (rc != CLI_OK)
        return rc;
    if (sodium_init() < 0)
        return cli_rejected(NAME, "the cryptographic library does not start");
    for (unsigned i = 0; i < sizeof(verbs) / sizeof(verbs[0]); i++) {
        if (strcmp(o.what, verbs[i].name) != 0)
            continue;
        rc = verbs[i].run(&o, &err);
        if (rc < 0)
            return cli_rejected(NAME, "%s", err.text);
        return rc == 0 ? cli_finish(NAME, CLI_OK) : rc;
    }
    return cli_usage(NAME, "unknown '%s': init, issue, server, show or check", o.what);
}
