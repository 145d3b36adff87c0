/* croupier db copy|info|rebuild: whole stores, whatever their engine. */
#include "app/cli.h"
#include "app/copying.h"
#include "app/shared_options.h"
#include "app/value_kinds.h"
#include "log/replay/stored_floor.h"
#include "service/client/store_address.h"

#include <stdio.h>

#define NAME "db"

static void print_facts(const char *words, const char *address, const struct store_facts *facts,
                        bool json, bool utc)
{
    char shown[ADDRESS_TEXT_MAX];
    address_show(address, shown);
    if (json) {
        fputs("{\"store\":", stdout);
        copying_print_string(shown);
        putchar(',');
        copying_print_json(facts);
    } else {
        printf("%s%s\n", words, shown);
        copying_print_facts(facts, utc);
    }
}

/* ---- info ---- */

static int info(const char *address, bool json, bool utc)
{
    struct store *store;
    struct store_facts facts;
    struct cr_err err = {0};
    enum stored_rows rows = STORED_ROWS_MISSING;
    if (store_open(address, STORE_READ, &store, &err) != CR_OK)
        return cli_rejected(NAME, "%s", err.text);
    int rc = store_facts_read(store, address, &facts, &err);
    if (rc == CR_OK)
        rc = stored_look(store, &rows, &err);
    store_close(store);
    if (rc != CR_OK)
        return cli_rejected(NAME, "%s", err.text);
    print_facts("", address, &facts, json, utc);
    if (json)
        printf(",\"rows\":\"%s\"}\n", stored_rows_word(rows));
    else
        printf("  rows      %s\n", stored_rows_text(rows));
    return cli_finish(NAME, CLI_OK);
}

/* ---- copy ---- */

static int copy(const char *from, const char *to, bool json, bool utc)
{
    struct store_facts facts;
    struct cr_err err = {0};
    if (copying_between(from, to, &facts, &err) != CR_OK)
        return cli_rejected(NAME, "%s", err.text);
    print_facts("copied into ", to, &facts, json, utc);
    if (json)
        puts("}");
    return cli_finish(NAME, CLI_OK);
}

/* ---- rebuild ---- */

static int rebuild(const char *address, bool json, bool utc)
{
    struct store *store;
    struct store_facts facts;
    struct cr_err err = {0};
    uint64_t rows = 0;
    if (store_open(address, STORE_WRITE, &store, &err) != CR_OK)
        return cli_rejected(NAME, "%s", err.text);
    int rc = stored_floor_rebuild(store, &rows, &err);
    if (rc == CR_OK)
        rc = store_facts_read(store, address, &facts, &err);
    store_close(store);
    if (rc != CR_OK)
        return cli_rejected(NAME, "%s", err.text);
    print_facts("rebuilt the rows of ", address, &facts, json, utc);
    if (json)
        printf(",\"rows\":%llu}\n", (unsigned long long)rows);
    else
        printf("  rows      %llu, each event of the log repeated and equal\n",
               (unsigned long long)rows);
    return cli_finish(NAME, CLI_OK);
}

/* ---- The command ---- */

struct db_options {
    unsigned action;
    const char *store, *to;
    bool json, utc;
};

enum { DB_COPY, DB_INFO, DB_REBUILD };

static const struct option options[] = {
    {"ACTION", OPTION_CHOICE(struct db_options, action, "copy info rebuild"),
     .missing = "say copy, info or rebuild"},
    {"STORE", OPTION_TEXT_OF(&kind_store, struct db_options, store)},
    {"TO", OPTION_TEXT_OF(&kind_store, struct db_options, to)},
    OPTION_SHARED(shared_utc, bool, struct db_options, utc),
    OPTION_SHARED(shared_json, bool, struct db_options, json),
    OPTION_END,
};

static int run(const struct cli_call *call)
{
    const struct db_options *o = call->options;
    if (o->action == DB_COPY)
        return o->to ? copy(o->store, o->to, o->json, o->utc)
                     : cli_usage(NAME, "copy takes two stores: FROM and TO");
    if (!o->store || o->to)
        return cli_usage(NAME, "%s takes one STORE", o->action == DB_INFO ? "info" : "rebuild");
    return (o->action == DB_INFO ? info : rebuild)(o->store, o->json, o->utc);
}

const struct cli_command command_db = {
    .name = NAME,
    .usage = "copy FROM TO | info STORE | rebuild STORE",
    .summary = "move stores between SQLite and PostgreSQL, look at them, rebuild their rows",
    .details = "A store is a path, sqlite:PATH or postgresql://HOST/NAME. `copy` takes one moment "
               "of FROM into an empty TO, log and rows, and checks the hash chain on the way. "
               "`rebuild` repeats every event of the log and writes the rows derived from it "
               "anew; no manager may be running on that store.",
    .options = options,
    .size = sizeof(struct db_options),
    .run = run,
};
