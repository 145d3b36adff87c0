/* Makes the certificate of a dealer's session with the trainer, as a PDF. */
#include "reports/training/training_certificate.h"

#include "base/version.h"
#include "paper/paper.h"

#include <inttypes.h>
#include <stdio.h>

static void add_session(struct paper *p, const struct certificate *c)
{
    char text[96];
    const double all = (double)(c->right + c->wrong);
    paper_section(p, "session", "The session");
    paper_fact_count(p, "rounds", "Rounds settled", c->rounds);
    snprintf(text, sizeof text, "%" PRIu64 " of %" PRIu64 " (%.1f %%)", c->right,
             c->right + c->wrong, 100 * (double)c->right / all);
    paper_fact(p, "right", "Wagers settled right", text);
    paper_fact_count(p, "best", "Longest row without a mistake", c->best);
    if (c->seats > 0) {
        snprintf(text, sizeof text, "%.1f s", (double)c->seconds / (double)c->seats);
        paper_fact(p, "seat_time", "Time a seat", text);
    }
}

int certificate_pdf(const struct certificate *c, char **data, size_t *len, struct cr_err *err)
{
    struct paper *p = paper_new(PAPER_FORM, "certificate", "Dealer's training");
    if (c->is_letter)
        paper_set_letter(p);
    paper_fact(p, "name", "Name", c->name);
    paper_emphasis(p);
    paper_fact(p, "game", "Game", c->rules->title);
    paper_fact(p, "house", c->house ? "House" : "House rules",
               c->house ? c->house : c->rules->house);
    paper_fact(p, "date", "Date", c->date);
    paper_fact(p, "program", "Judged by", croupier_program);
    add_session(p, c);
    paper_note(p,
               "Every answer was judged by the settlement that runs at the tables. The score was "
               "kept by the trainee's browser.");
    paper_signature(p, "Trainer");
    const int rc = paper_render(p, PAPER_AS_PDF, data, len, err);
    paper_free(p);
    return rc;
}
