/* croupier strategy: how to play, and what mistakes cost. */
#include "app/cli.h"
#include "app/desk.h"
#include "app/spinner.h"
#include "app/value_kinds.h"
#include "reports/mathematics/strategy_document.h"

#include <stdlib.h>

struct strategy_options_given {
    const char *name;
    struct desk_form form;
};

#define OWNER struct strategy_options_given

static const struct option options[] = {
    {"NAME", OPTION_TEXT_OF(&kind_rules, OWNER, name), .missing = "no name; say house rules"},
    OPTION_SHARED(desk_forms, struct desk_form, OWNER, form),
    OPTION_END,
};

#undef OWNER

struct strategy_work {
    struct cr_rules rules;
    struct cr_analysis analysis;
    struct cr_play_costs costs;
};

static int run(const struct cli_call *call)
{
    const struct strategy_options_given *o = call->options;
    struct strategy_work *w = calloc(1, sizeof *w);
    struct cr_err err = {0};
    struct spinner spinner;
    if (!w)
        return cli_rejected("not enough memory");
    spinner_start(&spinner);
    int rc = cr_rules_load(o->name, &w->rules, &err);
    if (rc == CR_OK)
        rc = cr_analyze(&w->rules, NULL, &w->analysis, &err);
    if (rc == CR_OK)
        rc = cr_play_costs(&w->rules, &w->costs, &err);
    spinner_stop(&spinner);
    int status = cli_result(rc, &err);
    if (rc == CR_OK) {
        const struct strategy_report report = {&w->rules, &w->analysis, &w->costs};
        struct desk_document document = strategy_document(&report);
        status = desk_answer(&o->form, &document);
    }
    free(w);
    return status;
}

const struct cli_runner runner_strategy = {options, sizeof(struct strategy_options_given), run};
