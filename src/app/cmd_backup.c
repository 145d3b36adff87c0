/* croupier backup, croupier restore: a store into a file, beside a running manager, and back. */
#include "app/arguments.h"
#include "app/cli.h"
#include "app/copying.h"
#include "base/err.h"
#include "service/client/store_address.h"

#include <stdio.h>
#include <string.h>

struct request {
    const char *from, *to;
    bool json, utc;
};

static int read_arguments(const char *command, int argc, char **argv, struct request *r)
{
    struct arguments a = arguments_of(command, argc, argv);
    while (arguments_next(&a)) {
        if (!arguments_flag(&a, "--json", &r->json) && !arguments_flag(&a, "--utc", &r->utc))
            arguments_rest(&a, (const char **const[]){&r->from, &r->to}, 2);
    }
    return a.status;
}

static void report(const struct request *r, const char *words, const struct store_facts *facts)
{
    char from[ADDRESS_TEXT_MAX], to[ADDRESS_TEXT_MAX];
    address_show(r->from, from);
    address_show(r->to, to);
    if (r->json) {
        fputs("{\"from\":", stdout);
        copying_print_string(from);
        fputs(",\"to\":", stdout);
        copying_print_string(to);
        putchar(',');
        copying_print_json(facts);
        puts("}");
        return;
    }
    printf("%s %s\n  into      %s\n", words, from, to);
    copying_print_facts(facts, r->utc);
}

/* ---- backup ---- */

/* What was written is read again, from the file. */
static int check_copy(const char *path, struct store *from, struct store_facts *facts,
                      struct cr_err *err)
{
    struct store *copy;
    char address[ADDRESS_TEXT_MAX + 4096];
    snprintf(address, sizeof address, "sqlite:%s", path);
    int rc = store_open(address, STORE_READ, &copy, err);
    if (rc != CR_OK)
        return rc;
    rc = store_facts_read(copy, address, facts, err);
    if (rc == CR_OK && strcmp(facts->identity, store_identity(from)) != 0)
        rc = err_set(err, CR_E_IO, "%s: the copy is not of this store", path);
    store_close(copy);
    return rc;
}

static int back_up(const struct request *r, const char *path, struct store_facts *facts,
                   struct cr_err *err)
{
    struct store *from;
    int rc = store_open(r->from, STORE_READ, &from, err);
    if (rc != CR_OK)
        return rc;
    rc = copying_into_file(from, path, err);
    if (rc == CR_OK)
        rc = check_copy(path, from, facts, err);
    store_close(from);
    return rc;
}

int cmd_backup(int argc, char **argv)
{
    struct request r = {0};
    struct store_facts facts;
    struct cr_err err = {0};
    int status = read_arguments("backup", argc, argv, &r);
    if (status != CLI_OK)
        return status;
    if (!r.from || !r.to)
        return cli_usage("backup", "say which STORE, and into which FILE");
    const char *path = address_path(r.to);
    if (!path || path[0] == '\0' || address_is_url(r.to))
        return cli_usage("backup", "a backup is a file; 'croupier db copy' copies into a database");
    if (back_up(&r, path, &facts, &err) != CR_OK)
        return cli_rejected("backup", "%s", err.text);
    report(&r, "backup of", &facts);
    if (!r.json)
        puts("\nThe chain was checked while copying. Write down head and hash and keep them apart "
             "from\nthis file: 'croupier verify --expect HEAD:HASH' then tells a log that was cut "
             "short or\nrewritten from this one.");
    return cli_finish("backup", CLI_OK);
}

/* ---- restore ---- */

int cmd_restore(int argc, char **argv)
{
    struct request r = {0};
    struct store_facts facts;
    struct cr_err err = {0};
    int status = read_arguments("restore", argc, argv, &r);
    if (status != CLI_OK)
        return status;
    if (!r.from || !r.to)
        return cli_usage("restore", "say which FILE, and into which STORE");
    if (!address_path(r.from) || address_is_url(r.from))
        return cli_usage("restore",
                         "a backup is a file; 'croupier db copy' copies from a database");
    if (copying_between(r.from, r.to, &facts, &err) != CR_OK)
        return cli_rejected("restore", "%s", err.text);
    report(&r, "restored", &facts);
    if (!r.json)
        puts("\nThe chain was checked while copying. Compare head and hash with those written down "
             "at the\nbackup. Tables that remember events after this head will keep the floor "
             "closed until two\npeople have acknowledged the alarm: what happened in between is "
             "not in this store.");
    return cli_finish("restore", CLI_OK);
}
