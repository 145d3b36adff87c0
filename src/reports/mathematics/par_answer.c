/* The PAR sheet of a game, calculated. */
#include "base/err.h"
#include "math/study/study.h"
#include "reports/mathematics/desk_answers.h"
#include "reports/mathematics/par_document.h"

#include <stdlib.h>

/* Large, and points into itself: allocated, and not moved. */
struct par_work {
    struct subject subject;
    struct study study;
    struct cr_par par;
};

static int analyse(struct analyses *analyses, const struct cr_progressive *progressive,
                   struct par_work *w, struct cr_err *err)
{
    const struct study_options options = {
        .progressive = progressive, .ante = study_table_ante(&w->subject.rules), .alone = true};
    return study_run(&w->study, analyses, &w->subject, &options, err);
}

static int calculate(struct analyses *analyses, const struct cr_progressive *progressive,
                     struct par_work *w, struct cr_err *err)
{
    int rc = analyse(analyses, progressive, w, err);
    return rc == CR_OK ? cr_par_make(&w->subject.rules, w->study.base.analysis, &w->par, err) : rc;
}

int par_answer(struct analyses *analyses, const struct cr_rules *rules,
               const struct cr_progressive *progressive, struct desk_document *out,
               struct cr_err *err)
{
    struct par_work *w = calloc(1, sizeof *w);
    if (!w)
        return err_set(err, CR_E_RANGE, "not enough memory for the sheet");
    w->subject.rules = *rules;
    int rc = calculate(analyses, progressive, w, err);
    if (rc == CR_OK) {
        const struct par_report report = {.base = &w->study.base, .par = &w->par};
        *out = par_document(&report);
        cr_par_free(&w->par);
    }
    free(w);
    return rc;
}
