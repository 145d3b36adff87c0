/* croupier db copy|info|rebuild|archive|trim: works on whole stores, of every engine. */
#include "app/copying.h"
#include "app/shared_options.h"
#include "base/json_write.h"
#include "log/proof/log_archive.h"
#include "log/proof/signing_key.h"
#include "log/proof/witness_file.h"
#include "log/replay/stored_floor.h"
#include "os/clock.h"
#include "service/client/ask_manager.h"
#include "service/client/store_address.h"

#include <limits.h>

static void print_facts(const char *words, const char *address, const struct store_facts *facts,
                        bool utc)
{
    char shown[ADDRESS_TEXT_MAX];
    address_show(address, shown);
    printf("%s%s\n", words, shown);
    const struct zone zone = utc ? zone_utc : house_zone_of(address, NULL);
    copying_print_facts(facts, &zone);
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
        json_text(&t, "rows", stored_rows_names[rows].word);
        print_json(&t);
    } else {
        print_facts("", address, &facts, utc);
        printf("  rows      %s\n", stored_rows_names[rows].text);
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

struct archiving {
    char checkpoints[PATH_MAX];
    struct archive_order order;
    struct store *store;
    struct cr_err err;
};

static int begin_archiving(struct archiving *a, const char *address, enum store_mode mode,
                           const char *folder, const char *trust)
{
    char key[PATH_MAX];
    *a = (struct archiving){.order = {.folder = folder, .now_ms = clock_wall_ms()}};
    if (snprintf(a->checkpoints, PATH_MAX, "%s/" WITNESS_OWN, trust) >= PATH_MAX ||
        snprintf(key, sizeof key, "%s/signing.pub", trust) >= PATH_MAX)
        return err_set(&a->err, CR_E_INPUT, "the path is too long");
    a->order.checkpoints = a->checkpoints;
    int rc = signing_key_public(key, a->order.key, &a->err);
    return rc == CR_OK ? store_open(address, mode, &a->store, &a->err) : rc;
}

/* REG-15: archives the past months of the log. */
static int archive(const char *address, const char *folder, const char *trust, bool json)
{
    struct archiving a;
    struct archive_made made = {0};
    int rc = begin_archiving(&a, address, STORE_READ, folder, trust);
    if (rc == CR_OK)
        rc = archive_write(a.store, &a.order, &made, &a.err);
    store_close(a.store);
    if (rc != CR_OK)
        return cli_rejected("%s", a.err.text);
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

/* ---- trim ---- */

static void say_trimmed(const char *folder, const struct archive_trimmed *t)
{
    const unsigned long long last = (unsigned long long)t->first - 1;
    if (t->removed == 0)
        printf("nothing new to remove; events 1 to %llu are in %s, and the store says so\n", last,
               folder);
    else
        printf("%llu events were removed; the store begins with event %llu, and events 1 to %llu "
               "are in %s: keep it there\n",
               (unsigned long long)t->removed, (unsigned long long)t->first, last, folder);
}

/* REG-15: removes archived months from the store. When the file cannot be made smaller, the free
 * space in it is used for later events. */
static int trim(const char *address, const char *folder, const char *trust, bool json)
{
    struct archiving a;
    struct archive_trimmed trimmed = {0};
    int rc = begin_archiving(&a, address, STORE_WRITE, folder, trust);
    if (rc == CR_OK)
        rc = archive_trim(a.store, &a.order, &trimmed, &a.err);
    if (rc == CR_OK && trimmed.removed > 0 && store_compact(a.store, &a.err) != CR_OK)
        fprintf(stderr,
                "croupier: the events are removed, but the store is as large as before: %s\n",
                a.err.text);
    store_close(a.store);
    if (rc != CR_OK)
        return cli_rejected("%s", a.err.text);
    if (json)
        printf("{\"first\":%llu,\"removed\":%llu}\n", (unsigned long long)trimmed.first,
               (unsigned long long)trimmed.removed);
    else
        say_trimmed(folder, &trimmed);
    return CLI_OK;
}

/* ---- The command ---- */

struct db_options {
    unsigned action;
    const char *store, *to, *trust, *archive;
    bool json, utc;
};

enum { DB_COPY, DB_INFO, DB_REBUILD, DB_ARCHIVE, DB_TRIM };

static const struct option options[] = {
    {"ACTION", OPTION_CHOICE(struct db_options, action, "copy info rebuild archive trim"),
     .missing = "say copy, info, rebuild, archive or trim"},
    {"STORE", OPTION_TEXT_OF(&kind_store, struct db_options, store)},
    {"TO", OPTION_TEXT_OF(&kind_store, struct db_options, to)},
    {"--trust", "DIR", "archive, trim: the folder with the checkpoints and their key",
     OPTION_FOLDER(struct db_options, trust)},
    OPTION_SHARED(shared_archive, const char *, struct db_options, archive),
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
    if (o->action == DB_ARCHIVE || o->action == DB_TRIM) {
        const bool is_trim = o->action == DB_TRIM;
        if (!o->to || !o->trust)
            return cli_usage("%s takes STORE, %s FOLDER and --trust DIR",
                             is_trim ? "trim" : "archive", is_trim ? "an archive's" : "a new");
        return (is_trim ? trim : archive)(o->store, o->to, o->trust, o->json);
    }
    if (o->trust)
        return cli_usage("--trust goes with archive and trim");
    if (!o->store || o->to)
        return cli_usage("%s takes one STORE", o->action == DB_INFO ? "info" : "rebuild");
    return (o->action == DB_INFO ? info : rebuild)(o->store, o->json, o->utc);
}

const struct cli_runner runner_db = {options, sizeof(struct db_options), run};
