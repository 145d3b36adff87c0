/* croupier strategy: tells how to play a game, and what mistakes cost. */
#include "app/desk.h"
#include "app/shared_options.h"
#include "reports/mathematics/desk_answers.h"

struct strategy_options_given {
    const char *name;
    uint64_t lines;
    struct desk_form form;
};

#define OWNER struct strategy_options_given

static const struct option options[] = {
    {"NAME", OPTION_TEXT_OF(&kind_rules, OWNER, name), .missing = "no name; say house rules"},
    {"--lines", "N", "also look for plays of at most so many lines",
     OPTION_COUNT(OWNER, lines, 1, CR_FOUND_LINES_MAX), .once = true, .otherwise = "none"},
    OPTION_SHARED(desk_forms, struct desk_form, OWNER, form),
    OPTION_END,
};

#undef OWNER

static int run(const struct cli_call *call)
{
    const struct strategy_options_given *o = call->options;
    struct cr_rules rules;
    struct desk_document document;
    struct cr_err err = {0};
    struct spinner spinner;
    spinner_start(&spinner);
    int rc = cr_rules_load(o->name, &rules, &err);
    if (rc == CR_OK)
        rc = strategy_answer(&rules, (unsigned)o->lines, NULL, &document, &err);
    spinner_stop(&spinner);
    return rc == CR_OK ? desk_answer(&o->form, &document) : cli_result(rc, &err);
}

const struct cli_runner runner_strategy = {options, sizeof(struct strategy_options_given), run};
