/* The options of `croupier table`. */
#include "app/table_arguments.h"

#include "app/arguments.h"
#include "app/cli.h"
#include "floor/event.h"
#include "service/client/ask_manager.h"
#include "service/client/password_file.h"
#include "service/client/store_address.h"
#include "sim/dealer.h"
#include "sim/practice.h"

#include <stdio.h>
#include <string.h>

#define NAME "table"

/* Options as they are written, before they are understood. */
struct raw {
    const char *listen, *seed_amount, *bet, *sensors;
    bool standalone, master;
};

static void read_word(struct arguments *a, struct table_options *o, struct raw *raw)
{
    const char **const places[] = {&o->name};
    arguments_flag(a, "--standalone", &raw->standalone);
    arguments_flag(a, "--master", &raw->master);
    arguments_flag(a, "--live", &o->is_live);
    arguments_flag(a, "--dealer", &o->by_person);
    arguments_flag(a, "--no-guard", &o->no_guard);
    arguments_value(a, "--manager", &o->manager);
    arguments_identity(a);
    arguments_value(a, "--listen", &raw->listen);
    arguments_value(a, "--store", &o->store);
    arguments_value(a, "--state", &o->state);
    arguments_value(a, "--rules", &o->rules);
    arguments_value(a, "--progressive", &o->progressive);
    arguments_value(a, "--service", &o->service);
    arguments_value(a, "--seed-amount", &raw->seed_amount);
    arguments_value(a, "--bet", &raw->bet);
    arguments_value(a, "--key-user", &o->key_user);
    arguments_value(a, "--passwords", &o->passwords);
    arguments_value(a, "--pin-file", &o->pin_file);
    arguments_value(a, "--others", &o->others);
    arguments_value(a, "--sensors", &raw->sensors);
    arguments_number(a, "--players", 0, 7, &o->players);
    arguments_number(a, "--pace", 0, 60000, &o->pace_ms);
    arguments_number(a, "--rounds", 1, UINT32_MAX, &o->rounds);
    arguments_number(a, "--award-every", 1, UINT32_MAX, &o->award_every);
    if (arguments_number(a, "--seed", 0, INT64_MAX, &o->seed))
        o->has_seed = true;
    arguments_rest(a, places, 1);
}

static int read_listen(const char *text, struct table_options *o)
{
    if (!address_listen(text, o->host, sizeof(o->host), &o->port))
        return cli_usage(NAME, "--listen takes HOST:PORT, as 127.0.0.1:8080, not '%s'", text);
    return CLI_OK;
}

static int read_money(const char *option, const char *text, struct cr_money *out)
{
    struct cr_err err = {0};
    if (text == NULL)
        return CLI_OK;
    if (cr_money_parse(text, strlen(text), CR_MONEY_CENTS, out, &err) != 0 || out->micro == 0)
        return cli_usage(NAME, "%s takes an amount, as 10000 or 10000.00, not '%s'", option, text);
    return CLI_OK;
}

static int check_modes(const struct table_options *o, const struct raw *raw)
{
    const bool own = o->mode != TABLE_LINKED;
    if (raw->standalone && raw->master)
        return cli_usage(NAME, "a table is --standalone or --master, not both");
    if (own && o->manager != NULL)
        return cli_usage(NAME, "--manager is for a table that is linked to one");
    if (!own &&
        (o->store != NULL || o->service != NULL || o->rules != NULL || o->progressive != NULL))
        return cli_usage(NAME, "--store, --service, --rules and --progressive are for "
                               "--standalone and --master; a manager's configuration is not the "
                               "table's to give");
    if (o->others != NULL && !raw->master)
        return cli_usage(NAME, "--others is for a --master");
    if ((raw->seed_amount != NULL || raw->bet != NULL) && o->service == NULL)
        return cli_usage(NAME, "--seed-amount and --bet are changed by service personnel: name two "
                               "with --service NAME,NAME");
    return CLI_OK;
}

/* What stands in the log for good is checked before a store is touched. */
static int check_others(const struct table_options *o)
{
    char name[FLOOR_ID_MAX];
    unsigned count = 0;
    for (const char *at = o->others; at != NULL; count++) {
        const size_t len = strcspn(at, ",");
        snprintf(name, sizeof(name), "%.*s", (int)len, at);
        if (len >= sizeof(name) || !address_is_id(name) || strcmp(name, o->name) == 0)
            return cli_usage(NAME, "--others takes names of a-z, 0-9 and '-' with commas between, "
                                   "as t2,t3, and not the table's own");
        at = at[len] == ',' ? at + len + 1 : NULL;
    }
    if (count > 29)
        return cli_usage(NAME, "--others takes at most 29 tables, not %u", count);
    return CLI_OK;
}

static int check_key_user(const struct table_options *o)
{
    if (o->key_user == NULL)
        return CLI_OK;
    const size_t len = strlen(o->key_user);
    bool is_plain =
        len > 0 && len < FLOOR_PERSON_MAX && o->key_user[0] != ' ' && o->key_user[len - 1] != ' ';
    for (size_t i = 0; i < len; i++)
        is_plain = is_plain && (unsigned char)o->key_user[i] >= ' ' && o->key_user[i] != 0x7f;
    if (!is_plain)
        return cli_usage(NAME, "--key-user takes a person's name, without control characters or "
                               "outer blanks and not too long");
    return CLI_OK;
}

/* Before the program confines itself: afterwards it reads no such file. */
static int read_pin(struct table_options *o)
{
    static struct secrets secrets;
    struct cr_err err = {0};
    const char *path = o->passwords != NULL ? o->passwords : o->pin_file;
    if (path == NULL)
        return CLI_OK;
    if (o->key_user == NULL || (o->passwords != NULL && o->pin_file != NULL))
        return cli_usage(NAME, "--passwords and --pin-file say the PIN of --key-user NAME: one of "
                               "them, with it");
    int rc = o->passwords != NULL ? secrets_load(path, &secrets, &err)
                                  : secrets_load_pin(path, o->key_user, &secrets, &err);
    const struct secret *s = rc == 0 ? secrets_find(&secrets, o->key_user) : NULL;
    if (s != NULL)
        memcpy(o->pin, s->pin, sizeof(o->pin));
    secrets_wipe(&secrets);
    if (rc != 0)
        return cli_rejected(NAME, "%s", err.text);
    return o->pin[0] != '\0' ? CLI_OK
                             : cli_rejected(NAME, "%s has no PIN of %s", path, o->key_user);
}

static int check_play(const struct table_options *o, const struct raw *raw)
{
    if (o->by_person && o->players == 0)
        return cli_usage(NAME, "--dealer is for a person who deals to simulated --players; at a "
                               "--live table there is one anyway");
    if (o->by_person && raw->listen == NULL && !raw->master)
        return cli_usage(NAME, "--dealer needs the console's screen: give --listen HOST:PORT");
    if (o->is_live && (o->players > 0 || o->award_every > 0))
        return cli_usage(NAME, "at a --live table people play; --players and --award-every are for "
                               "dealt ones");
    if (o->award_every > 0 && o->players == 0)
        return cli_usage(NAME, "--award-every stacks the deck for a demonstration: it needs "
                               "simulated --players");
    if (!o->is_live && o->players == 0)
        return cli_usage(NAME, "who plays? --players N simulates patrons; --live is for people and "
                               "a dealer");
    if (o->sensors != NULL && o->players > 0)
        return cli_usage(NAME, "simulated players put chips on emulated sensors only");
    return CLI_OK;
}

static void fill_defaults(struct table_options *o, const struct raw *raw)
{
    o->mode = raw->standalone ? TABLE_STANDALONE : raw->master ? TABLE_MASTER : TABLE_LINKED;
    if (raw->sensors != NULL && strcmp(raw->sensors, "emulate") != 0)
        o->sensors = raw->sensors;
    snprintf(o->default_store, sizeof(o->default_store), "sqlite:%.23s.db", o->name);
    snprintf(o->default_state, sizeof(o->default_state), "%.23s.table", o->name);
}

int table_options_read(int argc, char **argv, struct table_options *out)
{
    struct raw raw = {0};
    memset(out, 0, sizeof(*out));
    struct arguments a = arguments_of(NAME, argc, argv);
    while (arguments_next(&a))
        read_word(&a, out, &raw);
    if (a.status != CLI_OK)
        return a.status;
    if (out->name == NULL || !address_is_id(out->name))
        return cli_usage(NAME, "a table has a NAME of a-z, 0-9 and '-', as pit1-t1");
    fill_defaults(out, &raw);
    int rc = check_modes(out, &raw);
    if (rc == CLI_OK)
        rc = check_others(out);
    if (rc == CLI_OK)
        rc = check_key_user(out);
    if (rc == CLI_OK)
        rc = check_play(out, &raw);
    if (rc == CLI_OK)
        rc = read_pin(out);
    if (rc == CLI_OK)
        rc = read_money("--seed-amount", raw.seed_amount, &out->seed_amount);
    if (rc == CLI_OK)
        rc = read_money("--bet", raw.bet, &out->bet);
    if (rc == CLI_OK && raw.listen != NULL)
        rc = read_listen(raw.listen, out);
    else if (rc == CLI_OK && out->mode == TABLE_MASTER)
        rc = read_listen("127.0.0.1:8080", out);
    out->deal = dealer_start;
    out->practice = &practice_service;
    out->store = out->store != NULL ? out->store : out->default_store;
    out->state = out->state != NULL ? out->state : out->default_state;
    if (out->mode == TABLE_LINKED && out->manager == NULL)
        out->manager = ask_manager_default();
    return rc;
}
