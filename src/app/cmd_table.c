/* croupier table: runs a table controller (SYS-1 to SYS-3). */
#include "app/confine.h"
#include "app/table_arguments.h"
#include "service/client/ask_manager.h"
#include "sim/practice.h"

#include <libgen.h>
#include <limits.h>
#include <signal.h>
#include <sodium.h>

static volatile sig_atomic_t ended;

static void end(int number)
{
    (void)number;
    ended++;
}

static void catch_signals(void)
{
    struct sigaction action = {.sa_handler = end};
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

static const char *folder_of(const char *path, char room[PATH_MAX])
{
    if (path == NULL)
        return NULL;
    snprintf(room, PATH_MAX, "%s", path);
    return dirname(room);
}

/* Confines the program, before the first thread and before anything is read from the network. */
static int confine_table(const struct table_options *o, struct cr_err *err)
{
    /* A renewed certificate is a new file, so its folder must stay readable. */
    char certificate[PATH_MAX], key[PATH_MAX];
    const struct http_identity *who = &o->asking.who;
    const struct confine files = {.store = o->mode == TABLE_LINKED ? NULL : o->store,
                                  .state = o->state,
                                  .writes = {o->sensors},
                                  .reads = {o->rules, o->progressive, who->ca, who->token,
                                            folder_of(who->certificate, certificate),
                                            folder_of(who->key, key)}};
    if (!o->no_guard)
        return confine(GUARD_TABLE, &files, err);
    confine_not();
    return 0;
}

static int run(const struct cli_call *call)
{
    static struct table_options o;
    struct cr_err err = {0};
    int rc = table_call_settle(call->options, &call->given, &o);
    if (rc != CLI_OK)
        return rc;
    if (sodium_init() < 0)
        return cli_rejected("the cryptographic library does not start");
    catch_signals();
    rc = o.mode == TABLE_LINKED ? 0 : practice_apart_prepare(NULL, &err);
    if (rc == 0)
        rc = confine_table(&o, &err);
    if (rc == 0)
        rc = run_table(&o, &ended, &err);
    practice_apart_end();
    return cli_result(rc, &err);
}

const struct cli_runner runner_table = {table_call_table, sizeof(struct table_call), run};
