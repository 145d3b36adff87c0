/* croupier design for a progressive. */
#include "app/design_of_progressive.h"

#include "app/cli.h"
#include "base/err.h"
#include "reports/mathematics/design_progressive_document.h"

#include <stdlib.h>
#include <string.h>

/* "FROM..TO" or "FROM..TO:STEP". */
static bool read_range(const char *text, struct cr_design_range *out)
{
    char *end;
    const long from = strtol(text, &end, 10);
    if (end == text || strncmp(end, "..", 2) != 0)
        return false;
    const char *second = end + 2;
    const long to = strtol(second, &end, 10);
    long step = 1;
    if (end != second && *end == ':')
        step = strtol(end + 1, &end, 10);
    out->from = (int32_t)from;
    out->to = (int32_t)to;
    out->step = (int32_t)step;
    return end != second && *end == '\0' && from >= 0 && to >= from && to <= 1000000000 &&
           step >= 1 && step <= 1000000000;
}

static bool read_what(const char *name, size_t len, struct cr_design_range *out)
{
    static const char *const names[] = {"seed", "share", "reserve"};
    for (unsigned i = 0; i < 3; i++)
        if (strlen(names[i]) == len && memcmp(names[i], name, len) == 0) {
            out->what = (enum cr_design_what)i;
            return true;
        }
    out->what = CR_DESIGN_AWARD;
    for (unsigned c = 0; c < CR_CATEGORIES; c++) {
        const char *hand = cr_category_name((enum cr_category)c);
        if (strlen(hand) == len && memcmp(hand, name, len) == 0) {
            out->category = (enum cr_category)c;
            return true;
        }
    }
    return false;
}

static int read_rows(const char *const *vary, unsigned count, struct cr_progressive_question *q,
                     struct design_progressive_report *report, struct cr_err *err)
{
    for (unsigned i = 0; i < count; i++) {
        const char *equals = strchr(vary[i], '=');
        struct cr_design_range *row = &q->rows[q->row_count];
        const size_t len = equals ? (size_t)(equals - vary[i]) : 0;
        if (!equals || len >= CR_NAME_MAX || !read_range(equals + 1, row) ||
            !read_what(vary[i], len, row))
            return err_set(
                err, CR_E_INPUT,
                "--vary '%.100s': a progressive takes seed, share, reserve or a hand, as "
                "seed=5000..20000:1000",
                vary[i]);
        memcpy(report->names[q->row_count], vary[i], len);
        report->names[q->row_count++][len] = '\0';
    }
    return CR_OK;
}

int design_progressive_run(const struct source *source, const char *const *vary,
                           unsigned vary_count, struct cr_progressive_question *question,
                           const struct desk_form *form)
{
    struct cr_progressive progressive;
    struct cr_progressive_answer *answer = malloc(sizeof *answer);
    struct design_progressive_report report = {
        .progressive = &progressive, .question = question, .answer = answer};
    struct cr_err err = {0};
    if (!answer)
        return cli_rejected("not enough memory");
    int rc = cr_progressive_parse(source->origin, source->text, source->len, &progressive, &err);
    if (rc == CR_OK)
        rc = read_rows(vary, vary_count, question, &report, &err);
    if (rc == CR_OK)
        rc = cr_design_progressive(&progressive, question, answer, &err);
    int status = cli_result(rc, &err);
    if (rc == CR_OK) {
        struct desk_document document = design_progressive_document(&report);
        status = desk_answer(form, &document);
    }
    free(answer);
    return status;
}
