/* croupier protect: calculates what it is worth to a player to see cards that should be hidden. */
#include "app/desk.h"
#include "app/job_file.h"
#include "app/protect_modules.h"
#include "app/shared_options.h"
#include "base/hex.h"
#include "os/clock.h"
#include "reports/mathematics/protect_answer.h"

#include <croupier/protect.h>

#include <inttypes.h>
#include <unistd.h>

struct protect_call {
    const char *name, *sees, *state, *with;
    uint64_t rounds, seed, threads, hands;
    struct cr_money stake;
    struct desk_form form;
};

struct protection {
    const struct protect_call *call;
    struct cr_rules rules;
    struct protect_question question;
    struct cr_protection answer;
    struct open_module module;
    int64_t shown_ns;
};

/* ---- The run ---- */

static void show_progress(void *context, uint64_t done, uint64_t all)
{
    struct protection *p = context;
    const int64_t now = clock_mono_ns();
    if (now - p->shown_ns < 500000000 && done < all)
        return;
    p->shown_ns = now;
    fprintf(stderr, done < all ? "\r%3.0f %% " : "\r\033[K", 100 * (double)done / (double)all);
}

/* Writes everything that the answer depends on, as the key of a file with progress. What is seen is
 * written as it was understood, because the text of --sees may have any length, and two texts may
 * mean the same. */
static void question_write(const struct protection *p, char *out, size_t room)
{
    const struct cr_sees *s = &p->question.sees;
    char hash[2 * CR_HASH_BYTES + 1];
    hex_encode(p->rules.hash, CR_HASH_BYTES, hash);
    snprintf(
        out, room,
        "croupier protect 5 %s dealer %u flop %u turn %u river %u board %u dead %u marked %u/%u "
        "rounds %" PRIu64 " seed %" PRIu64,
        hash, s->dealer, s->flop, s->turn, s->river, s->board, s->dead, s->marked, s->marked_cards,
        p->call->rounds, p->call->seed);
}

static int calculate(struct protection *p, const struct cr_protect_memory *memory,
                     struct cr_err *err)
{
    const struct cr_protect_options options = {
        .threads = (unsigned)p->call->threads,
        .rounds = p->call->rounds,
        .seed = p->call->seed,
        .memory = memory,
        .progress = isatty(STDERR_FILENO) && module_speaks(&p->module) ? show_progress : NULL,
        .progress_context = p,
        .module = p->module.module,
        .module_context = p->module.context,
    };
    p->shown_ns = clock_mono_ns();
    return cr_protect(&p->rules, &p->question.sees, &options, &p->answer, err);
}

static int calculate_kept(struct protection *p, struct cr_err *err)
{
    char question[512];
    struct job_file *file = NULL;
    question_write(p, question, sizeof question);
    int rc = job_file_open(p->call->state, question, &file, err);
    if (rc != CR_OK)
        return rc;
    const struct cr_protect_memory memory = job_file_memory(file);
    rc = calculate(p, &memory, err);
    const int closed = job_file_close(file, rc == CR_OK ? err : NULL);
    return rc == CR_OK ? closed : rc;
}

/* Finds the answer. Of several processes, only the first one keeps the file of the progress. */
static int answer_find(struct protection *p, struct cr_err *err)
{
    int rc = cr_rules_load(p->call->name, &p->rules, err);
    if (rc == CR_OK && cr_sees_parse(&p->rules, p->call->sees, &p->question.sees, err) != CR_OK)
        rc = err_prefix(err, "--sees");
    if (rc == CR_OK && p->call->with)
        rc = module_open(p->call->with, &p->module, err);
    if (rc == CR_OK)
        rc = p->call->state && module_speaks(&p->module) ? calculate_kept(p, err)
                                                         : calculate(p, NULL, err);
    return rc;
}

static int protect(struct protection *p)
{
    struct cr_err err = {0};
    int rc = answer_find(p, &err);
    int status = CLI_OK;
    if (rc != CR_OK) {
        status = cli_rejected("%s", err.text);
    } else if (!p->answer.is_elsewhere) {
        struct desk_document document = protect_document(&p->question, &p->answer);
        status = desk_answer(&p->call->form, &document);
    }
    cr_protection_free(&p->answer);
    module_close(&p->module, rc != CR_OK);
    return status;
}

/* ---- The command ---- */

static const struct option options[] = {
    {"RULES", OPTION_TEXT_OF(&kind_rules, struct protect_call, name),
     .missing = "which rules? see 'croupier rules list'"},
    {"--sees", "WHAT",
     "what is seen, in a list with commas: dealer:N, flop:N, turn, river, board:N, board:all, "
     "seats:N, dead:N, marked:GROUP/first",
     OPTION_TEXT(struct protect_call, sees)},
    {"--rounds", "N", "cases to draw where the exact answer takes more than about a minute",
     OPTION_COUNT(struct protect_call, rounds, CR_PROTECT_ROUNDS_MIN, CR_PROTECT_ROUNDS_MAX),
     .otherwise = "exact where it can be"},
    {"--seed", "N", "the same cases again", OPTION_COUNT(struct protect_call, seed, 0, UINT64_MAX),
     .preset = "1"},
    {"--threads", "N", "threads; the answer does not depend on it",
     OPTION_COUNT(struct protect_call, threads, 1, CR_PROTECT_THREADS_MAX),
     .otherwise = "all processors"},
    {"--state", "FILE", "keep the progress in this file, and go on from it",
     OPTION_FILE(struct protect_call, state)},
    {"--with", "MODULE",
     "let a module do the work: mpi (several processes, under mpirun), cuda (a graphics processor) "
     "or the path of one; the answer does not depend on it",
     OPTION_TEXT(struct protect_call, with)},
    {"--stake", "AMOUNT", "say what it is worth an hour with this Ante",
     OPTION_MONEY(struct protect_call, stake, 1)},
    {"--hands", "N", "hands an hour", OPTION_COUNT(struct protect_call, hands, 1, 1000),
     .needs = "--stake", .preset = "40"},
    OPTION_SHARED(desk_forms, struct desk_form, struct protect_call, form),
    OPTION_END,
};

static int run(const struct cli_call *call)
{
    struct protection p = {.call = call->options};
    if (!p.call->sees)
        return cli_usage("what is seen? say --sees dealer:1, for example");
    const struct desk_form *form = &p.call->form;
    p.question = (struct protect_question){.rules = &p.rules,
                                           .text = p.call->sees,
                                           .stake = p.call->stake,
                                           .hands = p.call->hands,
                                           .wants_draws = p.call->rounds > 0,
                                           .is_short = !form->csv && !form->pdf};
    return protect(&p);
}

const struct cli_runner runner_protect = {options, sizeof(struct protect_call), run};
