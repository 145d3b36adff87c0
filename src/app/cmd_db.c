/* croupier db copy|info|rebuild|archive: whole stores, whatever their engine. */
#include "app/cli.h"
#include "app/copying.h"
#include "app/shared_options.h"
#include "app/value_kinds.h"
#include "base/err.h"
#include "base/json_write.h"
#include "log/proof/archive_write.h"
#include "log/proof/signing_key.h"
#include "log/proof/witness_file.h"
#include "log/replay/stored_floor.h"
#include "os/clock.h"
#include "service/client/store_address.h"

#include <limits.h>
#include <stdio.h>

static void print_facts(const char *words, const char *address, const struct store_facts *facts,
                        bool utc)
{
    char shown[ADDRESS_TEXT_MAX];
    address_show(address, shown);
    printf("%s%s\n", words, shown);
    copying_print_facts(facts, utc);
}

static void open_json(struct text *t, const char *address, const struct store_facts *facts)
{
    char shown[ADDRESS_TEXT_MAX];
    address_show(address, shown);
    json_open(t, NULL, '{');
    json_text(t, "store", shown);
    copying_add_json(t, facts);
}

static void print_json(struct text *t)
{
    text_add(t, "}\n");
    cli_print(t);
}

/* ---- info ---- */

static int info(const char *address, bool json, bool utc)
{
    struct store *store;
    struct store_facts facts;
    struct cr_err err = {0};
    struct text t = {0};
    enum stored_rows rows = STORED_ROWS_MISSING;
    if (store_open(address, STORE_READ, &store, &err) != CR_OK)
        return cli_rejected("%s", err.text);
    int rc = store_facts_read(store, address, &facts, &err);
    if (rc == CR_OK)
        rc = stored_look(store, &rows, &err);
    store_close(store);
    if (rc != CR_OK)
        return cli_rejected("%s", err.text);
    if (json) {
        open_json(&t, address, &facts);
        json_text(&t, "rows", stored_rows_word(rows));
        print_json(&t);
    } else {
        print_facts("", address, &facts, utc);
        printf("  rows      %s\n", stored_rows_text(rows));
    }
    return CLI_OK;
}

/* ---- copy ---- */

static int copy(const char *from, const char *to, bool json, bool utc)
{
    struct store_facts facts;
    struct cr_err err = {0};
    struct text t = {0};
    if (copying_between(from, to, &facts, &err) != CR_OK)
        return cli_rejected("%s", err.text);
    if (json) {
        open_json(&t, to, &facts);
        print_json(&t);
    } else {
        print_facts("copied into ", to, &facts, utc);
    }
    return CLI_OK;
}

/* ---- rebuild ---- */

static int rebuild(const char *address, bool json, bool utc)
{
    struct store *store;
    struct store_facts facts;
    struct cr_err err = {0};
    struct text t = {0};
    uint64_t rows = 0;
    if (store_open(address, STORE_WRITE, &store, &err) != CR_OK)
        return cli_rejected("%s", err.text);
    int rc = stored_floor_rebuild(store, &rows, &err);
    if (rc == CR_OK)
        rc = store_facts_read(store, address, &facts, &err);
    store_close(store);
    if (rc != CR_OK)
        return cli_rejected("%s", err.text);
    if (json) {
        open_json(&t, address, &facts);
        json_count(&t, "rows", rows);
        print_json(&t);
    } else {
        print_facts("rebuilt the rows of ", address, &facts, utc);
        printf("  rows      %llu, each event of the log repeated and equal\n",
               (unsigned long long)rows);
    }
    return CLI_OK;
}

/* ---- archive ---- */

static int find_key(const char *trust, struct archive_order *order, char checkpoints[PATH_MAX],
                    struct cr_err *err)
{
    char key[PATH_MAX];
    if (snprintf(checkpoints, PATH_MAX, "%s/" WITNESS_OWN, trust) >= PATH_MAX ||
        snprintf(key, sizeof key, "%s/signing.pub", trust) >= PATH_MAX)
        return err_set(err, CR_E_INPUT, "the path is too long");
    order->checkpoints = checkpoints;
    return signing_key_public(key, order->key, err);
}

/* REG-15 */
static int archive(const char *address, const char *folder, const char *trust, bool json)
{
    char checkpoints[PATH_MAX];
    struct store *store = NULL;
    struct archive_order order = {.folder = folder, .now_ms = clock_wall_ms()};
    struct archive_made made = {0};
    struct cr_err err = {0};
    int rc = find_key(trust, &order, checkpoints, &err);
    if (rc == CR_OK)
        rc = store_open(address, STORE_READ, &store, &err);
    if (rc == CR_OK)
        rc = archive_write(store, &order, &made, &err);
    store_close(store);
    if (rc != CR_OK)
        return cli_rejected("%s", err.text);
    if (json)
        printf("{\"months\":%u,\"last\":%llu,\"sealed_by\":%llu}\n", made.months,
               (unsigned long long)made.last, (unsigned long long)made.sealed_by);
    else
        printf("%u months, events 1 to %llu, are in %s, sealed by the checkpoint of event %llu; "
               "read back and as signed\n",
               made.months, (unsigned long long)made.last, folder,
               (unsigned long long)made.sealed_by);
    return CLI_OK;
}

/* ---- The command ---- */

struct db_options {
    unsigned action;
    const char *store, *to, *trust;
    bool json, utc;
};

enum { DB_COPY, DB_INFO, DB_REBUILD, DB_ARCHIVE };

static const struct option options[] = {
    {"ACTION", OPTION_CHOICE(struct db_options, action, "copy info rebuild archive"),
     .missing = "say copy, info, rebuild or archive"},
    {"STORE", OPTION_TEXT_OF(&kind_store, struct db_options, store)},
    {"TO", OPTION_TEXT_OF(&kind_store, struct db_options, to)},
    {"--trust", "DIR", "archive: the folder with the checkpoints and their key",
     OPTION_FOLDER(struct db_options, trust)},
    OPTION_SHARED(shared_utc, bool, struct db_options, utc),
    OPTION_SHARED(shared_json, bool, struct db_options, json),
    OPTION_END,
};

static int run(const struct cli_call *call)
{
    const struct db_options *o = call->options;
    if (o->action == DB_COPY)
        return o->to ? copy(o->store, o->to, o->json, o->utc)
                     : cli_usage("copy takes two stores: FROM and TO");
    if (o->action == DB_ARCHIVE)
        return o->to && o->trust ? archive(o->store, o->to, o->trust, o->json)
                                 : cli_usage("archive takes STORE, a new FOLDER and --trust DIR");
    if (o->trust)
        return cli_usage("--trust goes with archive");
    if (!o->store || o->to)
        return cli_usage("%s takes one STORE", o->action == DB_INFO ? "info" : "rebuild");
    return (o->action == DB_INFO ? info : rebuild)(o->store, o->json, o->utc);
}

const struct cli_runner runner_db = {options, sizeof(struct db_options), run};
