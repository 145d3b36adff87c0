/* croupier par: makes the PAR sheet of a game. */
#include "app/desk.h"
#include "app/shared_options.h"
#include "reports/mathematics/desk_answers.h"

#include <stdlib.h>

struct par_options {
    const char *name;
    struct desk_form form;
};

#define OWNER struct par_options

static const struct option options[] = {
    {"NAME", OPTION_TEXT_OF(&kind_rules, OWNER, name), .missing = "no name; say house rules"},
    OPTION_SHARED(desk_forms, struct desk_form, OWNER, form),
    OPTION_END,
};

#undef OWNER

/* Large, so it is allocated. */
struct par_work {
    struct cr_rules rules;
    struct cr_progressive progressive;
    struct analyses analyses;
};

static int make_sheet(const struct par_options *o, struct par_work *w)
{
    struct cr_err err = {0};
    struct desk_document document;
    struct spinner spinner;
    spinner_start(&spinner);
    int rc = cr_rules_load(o->name, &w->rules, &err);
    const bool has_progressive = rc == CR_OK && w->rules.progressive[0];
    if (has_progressive)
        rc = cr_progressive_load(w->rules.progressive, &w->progressive, &err);
    if (rc == CR_OK)
        rc = par_answer(&w->analyses, &w->rules, has_progressive ? &w->progressive : NULL,
                        &document, &err);
    spinner_stop(&spinner);
    return rc == CR_OK ? desk_answer(&o->form, &document) : cli_result(rc, &err);
}

static int run(const struct cli_call *call)
{
    struct par_work *w = calloc(1, sizeof *w);
    if (!w)
        return cli_rejected("not enough memory");
    const int status = make_sheet(call->options, w);
    free(w);
    return status;
}

const struct cli_runner runner_par = {options, sizeof(struct par_options), run};
