/* The payout slip of a claim (REC-4, UTH-17): what the cage pays, how, to whom, and what is still
 * missing before it may. */
#include "reports/claim/claim_papers.h"
#include "reports/claim/claim_parts.h"

#include "base/err.h"
#include "reports/floor/house_paper.h"

#include <stdio.h>

/* What there is to pay, and how; from the payment, or from the floor while there is none. */
struct due {
    struct cr_money amount, envy;
    unsigned method;                /* enum claim_method */
    const struct floor_claim *open; /* NULL once nothing is left to do */
};

/* The claim's own rule decides: cheques where it takes them. */
static unsigned method_of(const struct claim *claim, struct cr_money amount)
{
    struct claim copy = *claim;
    struct cr_err err;
    if (copy.method != CLAIM_METHOD_NONE)
        return copy.method;
    return claim_choose_method(&copy, CLAIM_CHEQUES, amount, &err) == CR_OK ? CLAIM_CHEQUES
                                                                            : CLAIM_CHECK;
}

static int find_due(const struct claim_source *source, struct due *out, struct cr_err *err)
{
    const struct claim_story *s = source->story;
    const struct floor *f = &source->copy->floor;
    *out = (struct due){.open = floor_find_claim(f, s->number)};
    if (s->is_award || s->is_cancelled)
        return err_refuse(err, CR_E_NOT_FOUND, REASON_STEP_NOT_NEEDED, "claim",
                          "%llu %s; there is nothing to pay at the cage",
                          (unsigned long long)s->number,
                          s->is_award ? "was paid at the table" : "was cancelled");
    if (s->is_paid) {
        out->amount = s->paid.amount;
        out->envy = s->paid.envy;
        out->method = s->paid.method;
        return CR_OK;
    }
    if (!out->open)
        return err_refuse(err, CR_E_NOT_FOUND, REASON_NO_SUCH_CLAIM, "claim",
                          "the floor has no open claim %llu", (unsigned long long)s->number);
    out->amount = floor_claim_amount(f, out->open).amount;
    out->method = method_of(&out->open->claim, out->amount);
    return CR_OK;
}

static void add_amount(struct paper *p, const struct claim_story *s, const struct due *due)
{
    paper_fact_money(p, "amount", s->is_paid ? "Amount paid" : "Amount to pay", due->amount);
    paper_emphasis(p);
    paper_fact(p, "method", s->is_paid ? "Paid by" : "Pay by", claim_method_words(due->method));
    paper_fact_time(p, "claimed_at", "Claimed", s->made.time_ms);
    if (s->is_paid)
        paper_fact_time(p, "paid_at", "Paid", s->paid.time_ms);
    if (due->envy.micro > 0)
        paper_fact_money(p, "envy", "Envy to other seats, besides", due->envy);
}

/* TAB-7, UTH-17: a slip in hand is no permission to pay. */
static void add_state(struct paper *p, const struct claim_story *s, const struct due *due)
{
    struct cr_err missing = {0};
    paper_section(p, "state", s->is_paid ? "Paid" : "Before it is paid");
    if (s->is_paid) {
        paper_note(p, s->is_cleared ? "Paid, and cleared at the manager."
                      : due->open   ? "Paid; still to be cleared at the manager."
                                    : "Paid; nothing is left to do.");
    } else if (claim_check_payable(&due->open->claim, due->amount, &missing) != CR_OK) {
        paper_fact(p, "payable", "Payable", "NO");
        paper_note(p, missing.text);
    } else {
        paper_fact(p, "payable", "Payable", "yes");
    }
    if (!s->is_paid && !due->open->frozen)
        paper_note(p, "Until J-POT is pressed the amount follows the meter.");
}

/* REG-16: by the threshold of the day of the claim. */
static void add_threshold(struct paper *p, const struct claim_source *source, const struct due *due,
                          enum floor_threshold_kind kind, const char *key, const char *label)
{
    const struct cr_money from =
        floor_threshold_at(&source->copy->floor, kind, source->story->made.time_ms);
    /* Cash is reported above its threshold, a tax form is filled from its own on. */
    const bool is_above = kind == FLOOR_CASH_REPORT;
    const bool is_due = is_above ? due->amount.micro > from.micro : due->amount.micro >= from.micro;
    char words[160], amount[CR_MONEY_TEXT_MAX + 48];
    if (from.micro == 0)
        return;
    house_write_money(&source->copy->floor, from, amount, sizeof amount);
    snprintf(words, sizeof words, "%s (%s %s)", is_due ? "required" : "not required",
             is_above ? "above" : "from", amount);
    paper_fact(p, key, label, words);
}

static void add_patron(struct paper *p, const struct claim_source *source, const struct due *due)
{
    char name[FLOOR_PERSON_MAX];
    claim_said(source->story, FLOOR_CLAIM_COMPLIED, "patron", name, sizeof name);
    paper_section(p, "patron", "Patron");
    paper_fact(p, "name", "Name", name[0] != '\0' ? name : NULL);
    paper_fact(p, "identification", "ID, kind and number", NULL);
    paper_fact(p, "address", "Address", NULL);
    add_threshold(p, source, due, FLOOR_CASH_REPORT, "cash_report", "Cash report");
    add_threshold(p, source, due, FLOOR_TAX_FORM, "tax_form", "Tax form");
    paper_fact(p, "check_number", "Check number", NULL);
    paper_section(p, "signatures", NULL);
    paper_signature(p, "Patron");
    paper_signature(p, "Paid by (cage)");
    paper_signature(p, "Witness (games supervisor)");
}

int paper_slip(struct store *store, uint64_t claim, struct paper **out, struct cr_err *err)
{
    struct claim_source source;
    struct due due;
    int rc = claim_source_read(store, claim, &source, err);
    if (rc != CR_OK)
        return rc;
    rc = find_due(&source, &due, err);
    if (rc == CR_OK) {
        struct paper *p = paper_new(PAPER_SLIP, "slip", "Payout Slip");
        claim_add_house(p, &source);
        claim_add_place(p, &source);
        add_amount(p, source.story, &due);
        add_state(p, source.story, &due);
        if (source.story->is_paid)
            claim_add_arising(p, &source);
        add_patron(p, &source, &due);
        *out = p;
    }
    claim_source_free(&source);
    return rc;
}
