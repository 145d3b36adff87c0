/* The options of `croupier table`; see table_arguments.h. */
#include "app/table_arguments.h"

#include "service/client/password_file.h"
#include "service/client/store_address.h"
#include "sim/dealer.h"
#include "sim/practice.h"

#include <string.h>

#define OWNER   struct table_call
#define ONE_PIN 4u /* of one_of: where the PIN comes from */

const struct option table_call_table[] = {
    {"NAME", OPTION_TEXT_OF(&kind_id, OWNER, o.name),
     .missing = "a table has a NAME of a-z, 0-9 and '-', as pit1-t1"},
    OPTION_SHARED(shared_asking, struct asking, OWNER, o.asking),
    {"--standalone", NULL, "a store of its own, nobody else", OPTION_FLAG(OWNER, standalone),
     .one_of = ONE_SOURCE},
    {"--master", NULL, "a store of its own, and up to 29 other tables", OPTION_FLAG(OWNER, master),
     .one_of = ONE_SOURCE},
    {"--others", "LIST", "master: the names of the other tables", OPTION_TEXT(OWNER, o.others),
     .needs = "--master"},
    {"--listen", "HOST:PORT",
     "where the table serves its console, and as master or standalone the API",
     OPTION_TEXT_OF(&kind_address, OWNER, listen), .otherwise = "of a master: 127.0.0.1:8080"},
    {"--dealer", NULL, "a person deals to the simulated players, at the console's screen",
     OPTION_FLAG(OWNER, o.by_person)},
    {"--store", "ADDRESS", "of a master or standalone table",
     OPTION_TEXT_OF(&kind_store, OWNER, o.store), .otherwise = "sqlite:NAME.db"},
    {"--state", "FILE", "what the table remembers across a crash", OPTION_FILE(OWNER, o.state),
     .otherwise = "NAME.table"},
    {"--rules", "NAME", "of a new master or standalone table",
     OPTION_TEXT_OF(&kind_rules, OWNER, o.rules), .otherwise = "uth-cn"},
    {"--progressive", "NAME", "… or none", OPTION_TEXT_OF(&kind_progressive, OWNER, o.progressive),
     .words = "none"},
    {"--service", "A,B", "two people who change a table's configuration",
     OPTION_TEXT(OWNER, o.service)},
    {"--seed-amount", "MONEY", "… the starting jackpot", OPTION_MONEY(OWNER, o.seed_amount, 1),
     .needs = "--service"},
    {"--bet", "MONEY", "… the progressive wager", OPTION_MONEY(OWNER, o.bet, 1),
     .needs = "--service"},
    {"--key-user", "NAME", "the person who turns keys here", OPTION_TEXT(OWNER, o.key_user)},
    {"--pin-file", "FILE", "that person's PIN for a closed manager, mode 0600; or",
     OPTION_FILE(OWNER, o.pin_file), .needs = "--key-user", .one_of = ONE_PIN},
    {"--passwords", "FILE", "the file of `croupier people enlist`", OPTION_FILE(OWNER, o.passwords),
     .needs = "--key-user", .one_of = ONE_PIN},
    {"--sensors", "DEVICE", "the line to the coin sensors, or emulate", OPTION_FILE(OWNER, sensors),
     .words = "emulate", .preset = "emulate"},
    {"--players", "N", "simulated patrons at a dealt table", OPTION_COUNT(OWNER, o.players, 0, 7)},
    {"--pace", "MS", "between decisions and rounds", OPTION_COUNT(OWNER, o.pace_ms, 0, 60000),
     .preset = "0"},
    {"--seed", "N", "the same bets and cards again", OPTION_COUNT(OWNER, o.seed, 0, INT64_MAX)},
    {"--rounds", "N", "leave after that many", OPTION_COUNT(OWNER, o.rounds, 1, UINT32_MAX)},
    {"--award-every", "N", "demonstration: stack the deck for a high award every N rounds",
     OPTION_COUNT(OWNER, o.award_every, 1, UINT32_MAX)},
    {"--live", NULL, "people play; the dealer's commands are read a line each",
     OPTION_FLAG(OWNER, o.is_live)},
    OPTION_SHARED(shared_no_guard, bool, OWNER, o.no_guard),
    OPTION_END,
};

#undef OWNER

static int check_modes(const struct table_options *o)
{
    if (o->mode == TABLE_LINKED &&
        (o->store != NULL || o->service != NULL || o->rules != NULL || o->progressive != NULL))
        return cli_usage("--store, --service, --rules and --progressive are for "
                         "--standalone and --master; a manager's configuration is not the "
                         "table's to give");
    return CLI_OK;
}

/* Checks the names of --others before a store is touched, because they stay in the log for good. */
static int check_others(const struct table_options *o)
{
    char name[FLOOR_ID_MAX];
    unsigned count = 0;
    for (const char *at = o->others; at != NULL; count++) {
        const size_t len = strcspn(at, ",");
        snprintf(name, sizeof(name), "%.*s", (int)len, at);
        if (len >= sizeof(name) || !address_is_id(name) || strcmp(name, o->name) == 0)
            return cli_usage("--others takes names of a-z, 0-9 and '-' with commas between, "
                             "as t2,t3, and not the table's own");
        at = at[len] == ',' ? at + len + 1 : NULL;
    }
    if (count > 29)
        return cli_usage("--others takes at most 29 tables, not %u", count);
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
        return cli_usage("--key-user takes a person's name, without control characters or "
                         "outer blanks and not too long");
    return CLI_OK;
}

/* Reads the PIN, before the program confines itself and cannot read the file any more. */
static int read_pin(struct table_options *o)
{
    static struct secrets secrets;
    struct cr_err err = {0};
    const char *path = o->passwords != NULL ? o->passwords : o->pin_file;
    if (path == NULL)
        return CLI_OK;
    int rc = o->passwords != NULL ? secrets_load(path, &secrets, &err)
                                  : secrets_load_pin(path, o->key_user, &secrets, &err);
    const struct secret *s = rc == 0 ? secrets_find(&secrets, o->key_user) : NULL;
    if (s != NULL)
        memcpy(o->pin, s->pin, sizeof(o->pin));
    secrets_wipe(&secrets);
    if (rc != 0)
        return cli_rejected("%s", err.text);
    return o->pin[0] != '\0' ? CLI_OK : cli_rejected("%s has no PIN of %s", path, o->key_user);
}

static int check_play(const struct table_options *o, const struct table_call *call)
{
    if (o->by_person && o->players == 0)
        return cli_usage("--dealer is for a person who deals to simulated --players; at a "
                         "--live table there is one anyway");
    if (o->by_person && call->listen == NULL && !call->master)
        return cli_usage("--dealer needs the console's screen: give --listen HOST:PORT");
    if (o->is_live && (o->players > 0 || o->award_every > 0))
        return cli_usage("at a --live table people play; --players and --award-every are for "
                         "dealt ones");
    if (o->award_every > 0 && o->players == 0)
        return cli_usage("--award-every stacks the deck for a demonstration: it needs "
                         "simulated --players");
    if (!o->is_live && o->players == 0)
        return cli_usage("who plays? --players N simulates patrons; --live is for people and "
                         "a dealer");
    if (o->sensors != NULL && o->players > 0)
        return cli_usage("simulated players put chips on emulated sensors only");
    return CLI_OK;
}

static int check(const struct table_call *call)
{
    int rc = check_modes(&call->o);
    if (rc == CLI_OK)
        rc = check_others(&call->o);
    if (rc == CLI_OK)
        rc = check_key_user(&call->o);
    return rc == CLI_OK ? check_play(&call->o, call) : rc;
}

static void set_defaults(struct table_call *call)
{
    struct table_options *o = &call->o;
    const char *listen = call->listen == NULL && call->master ? "127.0.0.1:8080" : call->listen;
    o->mode = call->standalone ? TABLE_STANDALONE : call->master ? TABLE_MASTER : TABLE_LINKED;
    asking_settle(&o->asking);
    if (listen != NULL)
        address_listen(listen, o->host, sizeof(o->host), &o->port);
    if (strcmp(call->sensors, "emulate") != 0)
        o->sensors = call->sensors;
    o->deal = dealer_start;
    o->practice = &practice_apart_service;
}

/* Fills in the default names of files, which are made from the table's name. */
static void set_files(struct table_options *o)
{
    snprintf(o->default_store, sizeof(o->default_store), "sqlite:%.23s.db", o->name);
    snprintf(o->default_state, sizeof(o->default_state), "%.23s.table", o->name);
    o->store = o->store != NULL ? o->store : o->default_store;
    o->state = o->state != NULL ? o->state : o->default_state;
}

int table_call_settle(struct table_call *call, const struct options_call *given,
                      struct table_options *out)
{
    set_defaults(call);
    call->o.has_seed = options_given(given, "--seed");
    int rc = check(call);
    if (rc == CLI_OK)
        rc = read_pin(&call->o);
    *out = call->o;
    set_files(out);
    return rc;
}
