/* The receipt of a jackpot (REC-4, TAB-11): who was paid what, who confirmed it, and in short how
 * the amount arose. */
#include "reports/claim/claim_internal.h"
#include "reports/claim/claim_papers.h"

#include <stdio.h>

static void add_payment(struct paper *p, const struct claim_source *source)
{
    const struct floor_event *paid = &source->story->paid;
    paper_fact_money(p, "amount", "Amount paid", paid->amount);
    paper_emphasis(p);
    paper_fact(p, "method", "Paid by", claim_method_words(paid->method));
    paper_fact_time(p, "claimed_at", "Claimed", source->story->made.time_ms);
    paper_fact_time(p, "paid_at", "Paid", paid->time_ms);
    paper_fact(p, "from", "From", paid->from);
    if (paid->house_funded.micro > 0)
        paper_fact_money(p, "house_funded", "Of it funded by the house", paid->house_funded);
    if (paid->envy.micro > 0)
        paper_fact_money(p, "envy", "Envy to other seats, besides", paid->envy);
}

/* UTH-15: who got envy, from right to left. A log of version 1 does not name the seats. */
static void add_envy(struct paper *p, const struct floor_event *paid)
{
    const int seats = __builtin_popcount(paid->envy_seats);
    if (seats == 0)
        return;
    paper_section(p, "envy_seats", "Envy, in the order of payment");
    PAPER_TABLE(p, "envy_seats", {"seat", "Seat", PAPER_COUNT}, {"amount", "Envy", PAPER_MONEY});
    for (unsigned seat = CR_SEATS; seat >= 1; seat--) {
        if ((paid->envy_seats & 1u << (seat - 1)) == 0)
            continue;
        paper_cell_count(p, seat);
        paper_cell_money(p, cr_money_from_micro(paid->envy.micro / seats));
    }
}

/* PIT-11: the name of a check. After the payment it is about the deck, and no second check of the
 * hand. */
static void name_check(const struct claim_story *s, const struct floor_event *e, char *out,
                       size_t size)
{
    const unsigned deck = 1u << CLAIM_DECK, replaced = 1u << CLAIM_REPLACED;
    if (!s->is_paid || e->seq < s->paid.seq)
        snprintf(out, size, "Verified");
    else
        snprintf(out, size, "Deck %s%s%s", e->items & deck ? "counted down" : "",
                 e->items == (deck | replaced) ? ", " : "", e->items & replaced ? "replaced" : "");
}

/* One row: what was done, by whom, and when. */
static void add_step(struct paper *p, const struct claim_story *s, const struct floor_event *e)
{
    static const char *const steps[FLOOR_KIND_COUNT] = {
        [FLOOR_CLAIM_VERIFIED] = "Verified",   [FLOOR_CLAIM_APPROVED] = "Approved",
        [FLOOR_CLAIM_COMPLIED] = "Compliance", [FLOOR_CLAIM_METHOD_CHOSEN] = "Method chosen",
        [FLOOR_ORDER_RULED] = "Order ruled",   [FLOOR_CLAIM_RULED] = "Ruled",
        [FLOOR_CLAIM_CLEARED] = "Cleared",     [FLOOR_DISPUTE_OPENED] = "Dispute noted"};
    char step[160], by[2 * FLOOR_PERSON_MAX + 8];
    if (!steps[e->kind])
        return;
    if (e->kind == FLOOR_CLAIM_COMPLIED)
        snprintf(step, sizeof step, "%s: %s", steps[e->kind], claim_compliance_words(e->item));
    else if (e->kind == FLOOR_CLAIM_RULED)
        snprintf(step, sizeof step, "%s: %s", steps[e->kind], e->item);
    else if (e->kind == FLOOR_CLAIM_VERIFIED)
        name_check(s, e, step, sizeof step);
    else
        snprintf(step, sizeof step, "%s", steps[e->kind]);
    /* PIT-1, TAB-10: a ruling can have two people, and both answer for it. */
    snprintf(by, sizeof by, "%s%s%s", e->user, e->approver[0] != '\0' ? " and " : "", e->approver);
    paper_cell(p, step);
    paper_cell(p, by);
    paper_cell_time(p, e->time_ms);
}

static void add_people(struct paper *p, const struct claim_source *source)
{
    const struct claim_story *s = source->story;
    struct floor_event e;
    paper_section(p, "confirmed", "Confirmed by");
    PAPER_TABLE(p, "confirmed", {"step", "Step", PAPER_TEXT}, {"by", "By", PAPER_TEXT},
                {"at", "At", PAPER_TIME});
    for (size_t i = 0; i < s->entry_count; i++) {
        claim_story_event(s, i, &e);
        add_step(p, s, &e);
    }
    if (s->is_cleared)
        return;
    paper_note(p, claim_waits_for_clearing(source)
                      ? "Not yet cleared at the manager."
                      : "A fixed jackpot needs no clearing at the manager.");
}

int paper_receipt(struct store *store, uint64_t claim, struct paper **out, struct cr_err *err)
{
    struct claim_source source;
    int rc = claim_source_read(store, claim, &source, err);
    if (rc != CR_OK)
        return rc;
    rc = claim_check_paid(source.story, err);
    if (rc == CR_OK) {
        struct paper *p = paper_new(PAPER_SLIP, "receipt", "Jackpot Receipt");
        claim_add_house(p, &source);
        claim_add_place(p, &source);
        add_payment(p, &source);
        add_envy(p, &source.story->paid);
        add_people(p, &source);
        claim_add_arising(p, &source);
        paper_section(p, "signatures", NULL);
        paper_signature(p, "Patron");
        paper_signature(p, "Cage");
        paper_signature(p, "Games supervisor");
        *out = p;
    }
    claim_source_free(&source);
    return rc;
}
