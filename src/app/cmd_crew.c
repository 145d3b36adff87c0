/* croupier crew: a simulated pit for demonstrations and drills. It takes every claim through its
 * steps (verify, approve, comply, rule the order, clear) at the pace of people. The tables pay. */
#include "app/shared_options.h"
#include "os/clock.h"
#include "service/client/ask_manager.h"
#include "sim/crew.h"

#include <signal.h>
#include <sodium.h>
#include <stdlib.h>

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

struct crew_options {
    struct asking asking;
    const char *passwords, *leaves;
    uint64_t pace_ms;
};

static int work_there(const struct crew_options *o)
{
    const char *passwords = o->passwords;
    struct cr_err err = {0};
    struct crew *c = calloc(1, sizeof(*c));
    int status = CLI_OK;
    if (c == NULL)
        return cli_rejected("out of memory");
    c->pace_ms = (unsigned)o->pace_ms;
    c->leaves = o->leaves;
    c->is_closed = passwords != NULL;
    if (sodium_init() < 0)
        status = cli_rejected("the cryptographic library does not start");
    else if (passwords != NULL && secrets_load(passwords, &c->secrets, &err) != 0)
        status = cli_rejected("%s", err.text);
    else if (ask_manager_client(&o->asking, &c->client, &err) != 0)
        status = cli_rejected("%s", err.text);
    else
        work(c, o->asking.manager);
    crew_leave(c);
    http_client_free(c->client);
    free(c->answer);
    free(c);
    return status;
}

static const struct option options[] = {
    OPTION_SHARED(shared_asking, struct asking, struct crew_options, asking),
    {"--passwords", "FILE", "of a closed floor: the file of `croupier people enlist`",
     OPTION_FILE(struct crew_options, passwords)},
    {"--leave", "TABLE", "whose claims are left to people",
     OPTION_TEXT_OF(&kind_id, struct crew_options, leaves)},
    {"--pace", "MS", "how long the crew waits before the next step of a claim",
     OPTION_COUNT(struct crew_options, pace_ms, 1, 60000), .preset = "1000"},
    OPTION_END,
};

static int run(const struct cli_call *call)
{
    struct crew_options *o = call->options;
    const struct sigaction action = {.sa_handler = end};
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    asking_settle(&o->asking);
    return work_there(o);
}

const struct cli_runner runner_crew = {options, sizeof(struct crew_options), run};
