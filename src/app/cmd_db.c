/* croupier db copy|info|rebuild: whole stores, whatever their engine. */
#include "app/arguments.h"
#include "app/cli.h"
#include "app/copying.h"
#include "log/replay/stored_floor.h"
#include "service/client/store_address.h"

#include <stdio.h>
#include <string.h>

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

int cmd_db(int argc, char **argv)
{
    bool json = false, utc = false;
    const char *verb = NULL, *first = NULL, *second = NULL;
    struct arguments a = arguments_of(NAME, argc, argv);
    while (arguments_next(&a)) {
        if (!arguments_flag(&a, "--json", &json) && !arguments_flag(&a, "--utc", &utc))
            arguments_rest(&a, (const char **const[]){&verb, &first, &second}, 3);
    }
    if (a.status != CLI_OK)
        return a.status;
    if (!verb)
        return cli_usage(NAME, "say copy, info or rebuild");
    if (strcmp(verb, "copy") == 0) {
        if (!second)
            return cli_usage(NAME, "copy takes two stores: FROM and TO");
        return copy(first, second, json, utc);
    }
    const bool is_info = strcmp(verb, "info") == 0;
    if (!is_info && strcmp(verb, "rebuild") != 0)
        return cli_usage(NAME, "unknown word '%s'; say copy, info or rebuild", verb);
    if (!first || second)
        return cli_usage(NAME, "%s takes one STORE", verb);
    return is_info ? info(first, json, utc) : rebuild(first, json, utc);
}
