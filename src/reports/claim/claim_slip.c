/* The payout slip of a claim (REC-4, UTH-17): what the cage pays, how, to whom, and what is still
 * missing before it may. */
#include "reports/claim/claim_internal.h"
#include "reports/claim/claim_papers.h"

#include "base/err.h"
#include "base/money.h"
#include "base/text.h"
#include "floor/house_items.h"
#include "reports/floor/house_paper.h"

#include <stdio.h>
#include <string.h>

/* What there is to pay, and how: from the payment, or, before there is one, from the floor. */
struct due {
    struct cr_money amount, envy;
    unsigned method;                /* enum claim_method */
    const struct floor_claim *open; /* NULL once nothing is left to do */
};

/* The method that was chosen, or cheques, if the claim allows them for that amount, or else a
 * check. */
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
    out->amount = floor_claim_due(f, out->open);
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

/* PIT-11: writes what is still to be done with the deck; "" for nothing. */
static const char *deck_of(const struct due *due, char *room, size_t size)
{
    struct text t = text_in(room, size);
    if (due->open)
        claim_say_after(&due->open->claim, &t);
    return room;
}

static void add_paid_state(struct paper *p, const struct claim_source *source,
                           const struct due *due)
{
    char deck[256];
    deck_of(due, deck, sizeof deck);
    if (source->story->is_cleared)
        paper_note(p, "Paid, and cleared at the manager.");
    else if (claim_waits_for_clearing(source))
        paper_note(p, "Paid; still to be cleared at the manager.");
    else if (deck[0] == '\0')
        paper_note(p, "Paid; nothing is left to do.");
    else
        paper_note(p, "Paid; it needs no clearing at the manager.");
    if (deck[0] != '\0')
        paper_note(p, deck);
}

/* TAB-7, UTH-17: a slip is no permission to pay. Whether the claim is payable is the floor's own
 * check, so the slip also names a ruling, a dispute or an order of wins that the payment waits
 * for. */
static void add_state(struct paper *p, const struct claim_source *source, const struct due *due)
{
    const struct claim_story *s = source->story;
    struct cr_err missing = {0};
    paper_section(p, "state", s->is_paid ? "Paid" : "Before it is paid");
    if (s->is_paid) {
        add_paid_state(p, source, due);
    } else if (floor_check_payable(&source->copy->floor, due->open, &missing) != CR_OK) {
        paper_fact(p, "payable", "Payable", "NO");
        paper_note(p, missing.text);
    } else {
        paper_fact(p, "payable", "Payable", "yes");
    }
    if (!s->is_paid && !due->open->frozen)
        paper_note(p, "Until J-POT is pressed the amount follows the meter.");
}

/* Whether a report of the day's cash is due, as far as the floor still knows. */
enum report_due { NOT_REQUIRED, REQUIRED_NOW, DEPENDS_ON_DAY };

/* PIT-14: the patron's cash of the claim's gaming day, this payment included. The floor only keeps
 * a patron's last day with cash. If the payment was on an earlier day, the other cash of that day
 * is no longer known, and *is_whole is false. */
static struct cr_money cash_of_day(const struct claim_source *source, const struct due *due,
                                   const char *patron, int64_t at_ms, bool *is_whole)
{
    const struct floor *f = &source->copy->floor;
    const struct floor_patron *known = patron[0] != '\0' ? floor_patron_find(f, patron) : NULL;
    /* An amount that is paid by check is not cash. */
    const struct cr_money own = due->method == CLAIM_CHECK ? cr_money_from_micro(0) : due->amount;
    char day[CR_NAME_MAX];
    *is_whole = true;
    if (known == NULL)
        return own;
    house_gaming_day(f, at_ms, day);
    *is_whole = strcmp(known->day, day) == 0 || !source->story->is_paid;
    if (strcmp(known->day, day) != 0)
        return own;
    const struct cr_money total = money_add(known->in, known->out);
    return source->story->is_paid ? total : money_add(total, own);
}

/* REG-16: whether the payment makes a cash report due. It goes by the sum of the day where the
 * patron is known, as the floor's alarm does, so that slip and alarm agree. */
static enum report_due cash_report_due(const struct claim_source *source, const struct due *due,
                                       struct cr_money from, int64_t at_ms)
{
    char patron[FLOOR_PERSON_MAX];
    bool is_whole;
    claim_said(source->story, FLOOR_CLAIM_COMPLIED, "patron", patron, sizeof patron);
    const struct cr_money total = cash_of_day(source, due, patron, at_ms, &is_whole);
    if (total.micro > from.micro)
        return REQUIRED_NOW;
    return is_whole ? NOT_REQUIRED : DEPENDS_ON_DAY;
}

/* Adds a threshold: the one in force at the payment, as for the floor's alarm, or before the
 * payment the one in force now. */
static void add_threshold(struct paper *p, const struct claim_source *source, const struct due *due,
                          enum floor_threshold_kind kind, const char *key, const char *label)
{
    static const char *const says[] = {[NOT_REQUIRED] = "not required",
                                       [REQUIRED_NOW] = "required",
                                       [DEPENDS_ON_DAY] = "by the patron's cash of that day"};
    const struct floor *f = &source->copy->floor;
    const int64_t at_ms = source->story->is_paid ? source->story->paid.time_ms : f->time_ms;
    const struct cr_money from = floor_threshold_at(f, kind, at_ms);
    const bool is_cash = kind == FLOOR_CASH_REPORT;
    char words[160], amount[CR_MONEY_TEXT_MAX + 48];
    if (from.micro == 0)
        return;
    /* A tax form is due from its threshold on, by the amount won. */
    enum report_due is_due = due->amount.micro >= from.micro ? REQUIRED_NOW : NOT_REQUIRED;
    if (is_cash)
        is_due = cash_report_due(source, due, from, at_ms);
    house_write_money(f, from, amount, sizeof amount);
    snprintf(words, sizeof words, "%s (%s %s)", says[is_due], is_cash ? "above" : "from", amount);
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
        add_state(p, &source, &due);
        if (source.story->is_paid)
            claim_add_arising(p, &source);
        add_patron(p, &source, &due);
        *out = p;
    }
    claim_source_free(&source);
    return rc;
}
