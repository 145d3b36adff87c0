/* croupier pki: makes and shows the floor's own certificates, for TLS and for its tables. */
#include "app/shared_options.h"
#include "base/dates.h"
#include "base/hex.h"
#include "log/proof/signing_key.h"
#include "net/pki/authority.h"
#include "net/pki/certificate.h"
#include "os/clock.h"
#include "service/manager/tls_listener.h"

#include <dirent.h>
#include <limits.h>
#include <sodium.h>
#include <sys/stat.h>

#define DAY_MS    INT64_C(86400000)
#define SOON_DAYS 30
#define DAYS_MAX  3650

struct options {
    unsigned what;
    const char *path, *floor, *table, *out;
    const char *hosts[AUTHORITY_HOSTS_MAX];
    unsigned host_count;
    uint64_t days;
};

#define OWNER     struct options
#define WHAT_WITH "what with which folder? init, issue, server, show or check"

static const struct option options[] = {
    {"ACTION", OPTION_CHOICE(OWNER, what, "init issue server show check"), .missing = WHAT_WITH},
    {"DIR", OPTION_FILE(OWNER, path), .missing = WHAT_WITH},
    {"--name", "FLOOR", "init: what the authority is called", OPTION_TEXT(OWNER, floor),
     .preset = "croupier"},
    {"--host", "HOST",
     "init, server: a name or address by which the manager is reached; several times for several",
     OPTION_LIST_OF(&option_text, OWNER, hosts, host_count),
     .otherwise = "localhost and 127.0.0.1"},
    {"--table", "ID", "issue: the table", OPTION_TEXT_OF(&kind_id, OWNER, table)},
    {"--days", "N", "issue, server: how long the certificate is good",
     OPTION_COUNT(OWNER, days, 1, DAYS_MAX), .preset = OPTION_AS_TEXT(AUTHORITY_DAYS_USUAL)},
    {"--out", "DIR", "issue: the new folder for key and certificate", OPTION_FOLDER(OWNER, out),
     .otherwise = "DIR/tables/ID"},
    OPTION_END,
};

#undef OWNER

/* ---- Making ---- */

static int make_all(const struct options *o, struct cr_err *err)
{
    static const char *const local[] = {"localhost", "127.0.0.1"};
    const bool is_given = o->host_count > 0;
    int rc = authority_init(o->path, o->floor, is_given ? o->hosts : local,
                            is_given ? o->host_count : 2, signing_key_make, err);
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
    if (o->table == NULL)
        return cli_usage("issue wants --table with a table's name of a-z, 0-9 and '-'");
    if (o->out == NULL) {
        snprintf(parent, sizeof(parent), "%.3900s/tables", o->path);
        mkdir(parent, 0700);
    }
    snprintf(usual, sizeof(usual), "%.3900s/tables/%s", o->path, o->table);
    const char *out = o->out != NULL ? o->out : usual;
    int rc = authority_issue_client(o->path, TLS_TABLE_UNIT, o->table, (unsigned)o->days, out, err);
    if (rc != CR_OK)
        return rc;
    snprintf(pem, sizeof(pem), "%.4000s/" TLS_TABLE_UNIT ".pem", out);
    rc = certificate_load(pem, &made, err);
    if (rc != CR_OK)
        return rc;
    hex_encode(made.mark, sizeof(made.mark), mark);
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

/* ---- Showing and checking ---- */

/* Counts certificates that have ended or will end soon. */
struct look {
    bool check;
    unsigned seen, soon, over;
};

/* Anybody can make a certificate with any subject. */
static void put_subject(const struct certificate *c)
{
    cli_write(stdout, c->name);
    fputs(c->unit[0] != '\0' ? ", " : "", stdout);
    cli_write(stdout, c->unit);
}

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
    hex_encode(c.mark, sizeof(c.mark), mark);
    when_format(c.until_ms, when);
    if (!look->check) {
        printf("%s\n  subject     ", path);
        put_subject(&c);
        printf("\n  until       %s UTC\n  fingerprint %s\n", when, mark);
    } else if (left < SOON_DAYS * DAY_MS) {
        printf("%s: the certificate of ", path);
        cli_write(stdout, c.name);
        printf(" %s %s UTC\n", left <= 0 ? "ended" : "ends", when);
    }
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

static int run(const struct cli_call *call)
{
    static int (*const actions[])(const struct options *, struct cr_err *) = {make_all, issue,
                                                                              renew, show, check};
    const struct options *o = call->options;
    struct cr_err err = {0};
    if (sodium_init() < 0)
        return cli_rejected("the cryptographic library does not start");
    int rc = actions[o->what](o, &err);
    if (rc < 0)
        return cli_rejected("%s", err.text);
    return rc;
}

const struct cli_runner runner_pki = {options, sizeof(struct options), run};
