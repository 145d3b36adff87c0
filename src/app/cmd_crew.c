/* croupier crew: a simulated pit. It takes every claim through its steps at a person's pace, for
 * demonstrations and drills: verify, approve, comply, rule the order, clear. Tables do the paying.
 */
#include "app/arguments.h"
#include "app/cli.h"
#include "os/clock.h"
#include "service/client/ask_manager.h"
#include "sim/crew.h"

#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>

#define NAME "crew"

static volatile sig_atomic_t ended;

static void end(int signal)
{
    (void)signal;
    ended = 1;
}

static void work(struct crew *c, const char *manager)
{
    bool met = false, waited = false;
    while (!ended) {
        if (!met && (met = crew_meet(c)))
            printf("at work at %s\n", manager);
        else if (!met && !waited)
            fprintf(stderr,
                    "croupier crew: waits for a manager with three people or more, two of whom may "
                    "approve, at %s\n",
                    manager);
        waited = true;
        fflush(stdout);
        if (met && crew_ask(c, "/api/v1/claims")) {
            crew_plan(c);
            for (unsigned i = 0; i < c->step_count && !ended; i++)
                if (crew_do(c, &c->steps[i]))
                    printf("%s\n", c->steps[i].says);
            fflush(stdout);
        }
        clock_sleep_ms((int64_t)c->pace_ms);
    }
}

/* ---- The command ---- */

static int run(const char *manager, const char *passwords, unsigned pace_ms)
{
    struct cr_err err = {0};
    struct crew *c = calloc(1, sizeof(*c));
    int status = CLI_OK;
    if (c == NULL || (c->tape = calloc(1, sizeof(*c->tape))) == NULL) {
        free(c);
        return cli_rejected(NAME, "out of memory");
    }
    c->pace_ms = pace_ms;
    c->is_closed = passwords != NULL;
    if (sodium_init() < 0)
        status = cli_rejected(NAME, "the cryptographic library does not start");
    else if (passwords != NULL && secrets_load(passwords, &c->secrets, &err) != 0)
        status = cli_rejected(NAME, "%s", err.text);
    else if (ask_manager_client(manager, &c->client, &err) != 0)
        status = cli_rejected(NAME, "%s", err.text);
    else
        work(c, manager);
    crew_leave(c);
    http_client_free(c->client);
    free(c->tape);
    free(c);
    return status;
}

int cmd_crew(int argc, char **argv)
{
    const char *manager = ask_manager_default(), *passwords = NULL;
    uint64_t pace_ms = 1000;
    struct arguments a = arguments_of(NAME, argc, argv);
    while (arguments_next(&a)) {
        arguments_value(&a, "--manager", &manager);
        arguments_value(&a, "--passwords", &passwords);
        arguments_identity(&a);
        arguments_number(&a, "--pace", 1, 60000, &pace_ms);
        arguments_rest(&a, NULL, 0);
    }
    if (a.status != CLI_OK)
        return a.status;
    const struct sigaction action = {.sa_handler = end};
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    return run(manager, passwords, (unsigned)pace_ms);
}
