/* croupier backup, croupier restore: copies a store into a file, beside a running manager, and
 * back. */
#include "app/copying.h"
#include "app/shared_options.h"
#include "base/json_write.h"
#include "service/client/ask_manager.h"
#include "service/client/store_address.h"

#include <string.h>

struct request {
    const char *from, *to;
    bool json, utc;
};

/* The options of both commands. */
static const struct option how_to_answer[] = {
    OPTION_SHARED(shared_utc, bool, struct request, utc),
    OPTION_SHARED(shared_json, bool, struct request, json),
    OPTION_END,
};

static void report(const struct request *r, const char *words, const char *store,
                   const struct store_facts *facts)
{
    char from[ADDRESS_TEXT_MAX], to[ADDRESS_TEXT_MAX];
    address_show(r->from, from);
    address_show(r->to, to);
    if (r->json) {
        struct text t = {0};
        json_open(&t, NULL, '{');
        json_text(&t, "from", from);
        json_text(&t, "to", to);
        copying_add_json(&t, facts);
        text_add(&t, "}\n");
        cli_print(&t);
        return;
    }
    printf("%s %s\n  into      %s\n", words, from, to);
    const struct zone zone = r->utc ? zone_utc : house_zone_of(store, NULL);
    copying_print_facts(facts, &zone);
}

/* ---- backup ---- */

/* Reads the copy again from its file, and checks that it is one of this store. */
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

/* The two arguments of a command, with their names and kinds, and the shared options. */
#define BETWEEN(one, kind_of_one, other, kind_of_other)                                            \
    {one, OPTION_TEXT_OF(kind_of_one, struct request, from),                                       \
     .missing = "say which " one ", and into which " other},                                       \
        {other, OPTION_TEXT_OF(kind_of_other, struct request, to),                                 \
         .missing = "say which " one ", and into which " other},                                   \
        {.include = how_to_answer}, OPTION_END

static const struct option backup_options[] = {BETWEEN("STORE", &kind_store, "FILE", &option_file)};

static int run_backup(const struct cli_call *call)
{
    const struct request *r = call->options;
    struct store_facts facts;
    struct cr_err err = {0};
    const char *path = address_path(r->to);
    if (!path || path[0] == '\0' || address_is_url(r->to))
        return cli_usage("a backup is a file; 'croupier db copy' copies into a database");
    if (back_up(r, path, &facts, &err) != CR_OK)
        return cli_rejected("%s", err.text);
    report(r, "backup of", r->from, &facts);
    if (!r->json)
        puts("\nThe chain was checked while copying. Write down head and hash and keep them apart "
             "from\nthis file: 'croupier verify --expect HEAD:HASH' then tells a log that was cut "
             "short or\nrewritten from this one.");
    return CLI_OK;
}

const struct cli_runner runner_backup = {backup_options, sizeof(struct request), run_backup};

/* ---- restore ---- */

static const struct option restore_options[] = {
    BETWEEN("FILE", &option_file, "STORE", &kind_store)};

static int run_restore(const struct cli_call *call)
{
    const struct request *r = call->options;
    struct store_facts facts;
    struct cr_err err = {0};
    if (!address_path(r->from) || address_is_url(r->from))
        return cli_usage("a backup is a file; 'croupier db copy' copies from a database");
    if (copying_between(r->from, r->to, &facts, &err) != CR_OK)
        return cli_rejected("%s", err.text);
    report(r, "restored", r->to, &facts);
    if (!r->json)
        puts("\nThe chain was checked while copying. Compare head and hash with those written down "
             "at the\nbackup. Tables that remember events after this head will keep the floor "
             "closed until two\npeople have acknowledged the alarm: what happened in between is "
             "not in this store.");
    return CLI_OK;
}

const struct cli_runner runner_restore = {restore_options, sizeof(struct request), run_restore};
