/* The documents of a floor: a table of their kinds, the checks of a query, and how each is made. */
#include "reports/floor/report.h"

#include "base/check.h"
#include "base/err.h"
#include "reports/claim/claim_papers.h"
#include "reports/floor/house_paper.h"
#include "reports/floor/report_kinds.h"

#include <string.h>

typedef int claim_paper_fn(struct store *store, uint64_t claim, struct paper **out,
                           struct cr_err *err);

static const struct {
    const char *name, *title, *about;
    enum paper_look look;
    report_make_fn *make;  /* for a span of the log … */
    claim_paper_fn *claim; /* … or for one payment */
} kinds[REPORT_KINDS] = {
    [REPORT_COIN_IN] = {"coin-in", "Coin-In Report",
                        "coins by link and table, where they went, and the hard meters",
                        PAPER_REPORT, report_coin_in, NULL},
    [REPORT_ACTIVITY] = {"activity", "Activity Log", "every event in words", PAPER_REPORT,
                         report_activity, NULL},
    [REPORT_JACKPOTS] = {"jackpots", "Progressive Jackpot Report",
                         "what was paid, from which meter, released by whom; what is pending",
                         PAPER_REPORT, report_jackpots, NULL},
    [REPORT_SHIFT] = {"shift", "End of Shift Form",
                      "hard meters against current meters, with the variance", PAPER_FORM,
                      report_shift, NULL},
    [REPORT_RECEIPT] = {"receipt", "Jackpot Receipt", "the receipt of a paid claim", PAPER_SLIP,
                        NULL, paper_receipt},
    [REPORT_SLIP] = {"slip", "Payout Slip", "the payout slip of a claim", PAPER_SLIP, NULL,
                     paper_slip},
    [REPORT_DERIVATION] = {"derivation", "Amount Derivation", "how the amount of one payment arose",
                           PAPER_REPORT, NULL, paper_derivation},
    [REPORT_SUBMISSION] = {"submission", "Go-Live Submission",
                           "rules, pay tables, seeds, rates and exact odds, as they run",
                           PAPER_REPORT, report_submission, NULL},
};

const char *report_name(unsigned kind)
{
    return kind < REPORT_KINDS ? kinds[kind].name : NULL;
}

enum report_kind report_find(const char *name)
{
    unsigned kind = 0;
    while (kind < REPORT_KINDS && strcmp(kinds[kind].name, name) != 0)
        kind++;
    return (enum report_kind)kind;
}

const char *report_about(enum report_kind kind)
{
    CHECK(kind < REPORT_KINDS);
    return kinds[kind].about;
}

bool report_is_of_claim(enum report_kind kind)
{
    CHECK(kind < REPORT_KINDS);
    return kinds[kind].claim != NULL;
}

bool report_is_slip(enum report_kind kind)
{
    CHECK(kind < REPORT_KINDS);
    return kinds[kind].look == PAPER_SLIP;
}

/* ---- Checks of a query ---- */

int report_check_query(const struct report_query *q, struct cr_err *err)
{
    const char *name = kinds[q->kind].name;
    const bool has_range = q->since_ms != 0 || q->until_ms != 0;
    if (q->kind != REPORT_ACTIVITY && q->kinds != 0)
        return err_refuse(err, CR_E_INPUT, REASON_UNWANTED_MEMBER, "kind",
                          "only the activity report is by kind of event");
    if (q->kind != REPORT_ACTIVITY && q->user[0])
        return err_refuse(err, CR_E_INPUT, REASON_UNWANTED_MEMBER, "user",
                          "only the activity report is by person");
    if (q->is_reprint && !kinds[q->kind].claim && q->kind != REPORT_SHIFT)
        return err_refuse(err, CR_E_INPUT, REASON_UNWANTED_MEMBER, "reprint",
                          "receipts, slips and forms are printed again, a %s report is made anew",
                          name);
    if (kinds[q->kind].claim) {
        if (q->claim == 0)
            return err_refuse(err, CR_E_INPUT, REASON_MISSING, "claim",
                              "a %s is of one claim; give its number", name);
        if (has_range || q->shift != 0 || q->link[0] || q->table[0])
            return err_refuse(err, CR_E_INPUT, REASON_UNWANTED_MEMBER, "claim",
                              "a %s is of one claim and takes nothing else", name);
        return CR_OK;
    }
    if (q->claim != 0)
        return err_refuse(err, CR_E_INPUT, REASON_UNWANTED_MEMBER, "claim",
                          "a %s report is not of one claim", name);
    if (q->kind == REPORT_SHIFT && has_range)
        return err_refuse(err, CR_E_INPUT, REASON_MISSING, "since",
                          "the form is of a shift; give its number");
    if (q->kind == REPORT_SUBMISSION && (has_range || q->shift != 0 || q->table[0]))
        return err_refuse(err, CR_E_INPUT, REASON_UNWANTED_MEMBER, "link",
                          "a submission is of what is in force now; a link is all it takes");
    return CR_OK;
}

/* ---- Making ---- */

/* The house on the letterhead: as it calls itself, or as the progressive of the link names it; for
 * all links only if they name the same. */
static void add_house(struct paper *p, const struct floor *f, const struct report_query *q)
{
    const char *house = NULL;
    bool several = false;
    for (uint32_t l = 0; l < f->link_count; l++) {
        const char *named = floor_progressive(f, l)->house;
        if (q->link[0] && strcmp(f->links[l].id, q->link) != 0)
            continue;
        several = several || (house != NULL && strcmp(house, named) != 0);
        house = several ? NULL : named;
    }
    house_add_name(p, f, house);
}

int report_prepare(struct report_job *job, struct paper **out, struct cr_err *err)
{
    const struct report_query *query = job->query;
    int rc = stored_floor_read_held(job->store, &job->now, err);
    if (rc != CR_OK)
        return rc;
    rc = job->now->head.seq > 0
             ? report_check_names(&job->now->floor, query, err)
             : err_set(err, CR_E_NOT_FOUND, "the store is empty: there is nothing to report yet");
    struct report_query current = *query;
    if (rc == CR_OK && query->kind == REPORT_SHIFT && query->shift == 0) {
        current.shift = job->now->floor.general.shift;
        if (current.shift == 0)
            rc = err_refuse(err, CR_E_NOT_FOUND, REASON_NO_SUCH_SHIFT, "shift",
                            "none is open; open one, or give the number of a past one");
    }
    if (rc == CR_OK)
        rc = report_span_find(job->store, &current, job->now->head.seq, &job->span, err);
    if (rc != CR_OK) {
        stored_floor_free(job->now);
        job->now = NULL;
        return rc;
    }
    *out = paper_new(kinds[query->kind].look, kinds[query->kind].name, kinds[query->kind].title);
    house_set_locale(*out, &job->now->floor);
    add_house(*out, &job->now->floor, query);
    return CR_OK;
}

static int make_held(struct report_job *job, struct paper **out, struct cr_err *err)
{
    struct paper *p = NULL;
    int rc = report_prepare(job, &p, err);
    if (rc != CR_OK)
        return rc;
    rc = kinds[job->query->kind].make(job, p, err);
    stored_floor_free(job->now);
    return err_or_made(rc, out, p, paper_free);
}

static int build(struct store *store, const struct report_query *query, struct paper **out,
                 struct cr_err *err)
{
    CHECK(query->kind < REPORT_KINDS);
    struct report_job job = {.store = store, .query = query};
    int rc = report_check_query(query, err);
    if (rc != CR_OK)
        return rc;
    if (kinds[query->kind].claim)
        return kinds[query->kind].claim(store, query->claim, out, err);
    rc = store_hold(store, err);
    if (rc != CR_OK)
        return rc;
    rc = make_held(&job, out, err);
    store_release(store);
    return rc;
}

int report_build(struct store *store, const struct report_query *query, struct paper **out,
                 struct cr_err *err)
{
    const int rc = build(store, query, out, err);
    if (rc == CR_OK && query->is_reprint)
        paper_mark_reprint(*out);
    return rc;
}
