/* croupier protect: what it is worth to see cards that are not for the player to see. */
#include "app/cli.h"
#include "app/job_file.h"
#include "app/protect_modules.h"
#include "app/shared_options.h"
#include "app/value_kinds.h"
#include "base/hex.h"
#include "base/text.h"
#include "game/games/game.h"
#include "os/clock.h"
#include "reports/mathematics/protect_answer.h"

#include <croupier/protect.h>

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define ROUNDS_MAX   1000000000ull
#define THREADS_MAX  1024
#define TEXT_COLUMNS 94
#define CHANGES_TEXT 20 /* classes of hands that the text lists */

struct protect_call {
    const char *name, *sees, *state, *with;
    uint64_t rounds, seed, threads, hands;
    struct cr_money stake;
    bool json;
};

struct protection {
    const struct protect_call *call;
    struct cr_rules rules;
    struct cr_sees sees;
    struct cr_protection answer;
    struct open_module module;
    int64_t shown_ns;
};

/* ---- The answer as text ---- */

static void text_change(struct text *t, const struct cr_change *c)
{
    text_add_format(t, "  %-28s", c->hand);
    for (unsigned i = 0; i < c->action_count; i++)
        text_add_format(t, "  %s %.1f %% (%.1f %%)", c->actions[i].action, 100 * c->actions[i].seen,
                        100 * c->actions[i].base);
    text_add(t, "\n");
}

/* Broken at blanks, and indented. */
static void text_sentence(struct text *t, const char *sentence)
{
    size_t left = strlen(sentence);
    while (left > 0) {
        size_t len = left < TEXT_COLUMNS ? left : TEXT_COLUMNS;
        while (len < left && len > 0 && sentence[len] != ' ')
            len--;
        len = len > 0 ? len : left;
        text_add(t, "  ");
        text_add_len(t, sentence, len);
        text_add(t, "\n");
        len += len < left ? 1 : 0;
        sentence += len;
        left -= len;
    }
}

/* What a house can do against it. */
static void text_procedures(const struct cr_sees *sees, struct text *t)
{
    const char *sentences[PROTECT_PROCEDURES];
    const unsigned count = protect_procedures(sees, sentences);
    text_add(t, "\nWhat protects the house\n");
    for (unsigned i = 0; i < count; i++)
        text_sentence(t, sentences[i]);
}

static void text_worth(const struct protection *p, struct text *t)
{
    const struct cr_protection *a = &p->answer;
    const double stake = (double)p->call->stake.micro / 1e6;
    const double hands = (double)p->call->hands;
    if (p->call->stake.micro == 0)
        return;
    text_add_format(t, "  at %.2f an Ante and %.0f hands an hour   %+.2f an hour (%+.2f without)\n",
                    stake, hands, a->ev * stake * hands, (a->ev - a->gain) * stake * hands);
}

static void answer_text(const struct protection *p, struct text *t)
{
    const struct cr_protection *a = &p->answer;
    text_add_format(t, "%s, %s (%s), seeing %s\n\n", p->rules.title, p->rules.house, p->rules.name,
                    p->call->sees);
    text_add_format(t, "  the player's expectation   %+.6f %% of the Ante", 100 * a->ev);
    if (!a->is_exact)
        text_add_format(t, "  ± %.6f %% (standard error, %" PRIu64 " cases)", 100 * a->std_error,
                        a->rounds);
    text_add_format(t, "\n  without seeing it          %+.6f %%\n", 100 * (a->ev - a->gain));
    text_add_format(t, "  what it is worth           %+.6f %%\n", 100 * a->gain);
    text_worth(p, t);
    text_add(t, "\nParts of all deals\n");
    for (unsigned i = 0; i < a->frequency_count; i++)
        text_add_format(t, "  %-18s %10.6f %%\n", a->frequencies[i].name,
                        100 * a->frequencies[i].value);
    text_add_format(t,
                    "\nFirst decisions that change (%u classes of hands; without it in brackets)\n",
                    a->change_count);
    for (unsigned i = 0; i < a->change_count && i < CHANGES_TEXT; i++)
        text_change(t, &a->changes[i]);
    if (a->change_count > CHANGES_TEXT)
        text_add_format(t, "  … and %u more: --json has all of them\n",
                        a->change_count - CHANGES_TEXT);
    text_procedures(&p->sees, t);
}

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

/* Everything that the answer depends on. */
static void question_write(const struct protection *p, char *out, size_t room)
{
    char hash[2 * CR_HASH_BYTES + 1];
    hex_encode(p->rules.hash, CR_HASH_BYTES, hash);
    snprintf(out, room, "croupier protect 2 %s %.200s rounds %" PRIu64 " seed %" PRIu64, hash,
             p->call->sees, p->call->rounds, p->call->seed);
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
    return cr_protect(&p->rules, &p->sees, &options, &p->answer, err);
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

/* Of several processes the first one has the file of the progress. */
static int answer_find(struct protection *p, struct cr_err *err)
{
    int rc = cr_rules_load(p->call->name, &p->rules, err);
    if (rc == CR_OK)
        rc = cr_sees_parse(&p->rules, p->call->sees, &p->sees, err);
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
    struct text t = {0};
    int rc = answer_find(p, &err);
    int status = CLI_OK;
    if (rc != CR_OK) {
        status = cli_rejected("%s", err.text);
    } else if (!p->answer.is_elsewhere) {
        if (p->call->json)
            protect_json(&p->rules, p->call->sees, &p->sees, &p->answer, &t);
        else
            answer_text(p, &t);
        cli_print(&t);
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
     OPTION_COUNT(struct protect_call, rounds, 1, ROUNDS_MAX),
     .otherwise = "exact where it can be"},
    {"--seed", "N", "the same cases again", OPTION_COUNT(struct protect_call, seed, 0, UINT64_MAX),
     .preset = "1"},
    {"--threads", "N", "threads; the answer does not depend on it",
     OPTION_COUNT(struct protect_call, threads, 1, THREADS_MAX), .otherwise = "all processors"},
    {"--state", "FILE", "keep the progress in this file, and go on from it",
     OPTION_FILE(struct protect_call, state)},
    {"--with", "MODULE",
     "let a module do the work: mpi (several processes, under mpirun), cuda (a graphics processor) "
     "or the path of one; the answer does not depend on it",
     OPTION_TEXT(struct protect_call, with)},
    {"--stake", "AMOUNT", "say what it is worth an hour with such an Ante",
     OPTION_MONEY(struct protect_call, stake, 1)},
    {"--hands", "N", "hands an hour", OPTION_COUNT(struct protect_call, hands, 1, 1000),
     .preset = "40"},
    OPTION_SHARED(shared_json, bool, struct protect_call, json),
    OPTION_END,
};

static int run(const struct cli_call *call)
{
    struct protection p = {.call = call->options};
    if (!p.call->sees)
        return cli_usage("what is seen? say --sees dealer:1, for example");
    return protect(&p);
}

const struct cli_runner runner_protect = {options, sizeof(struct protect_call), run};
