/* Views of claims: what has been confirmed, by whom, and what is missing (TAB-7, REG-11,
 * UTH-17). */
#include "service/api/views.h"

#include "game/meters/meters.h"

const char *view_claim_state(enum claim_state state)
{
    static const char *const names[] = {[CLAIM_PENDING] = "pending",
                                        [CLAIM_PAID] = "paid",
                                        [CLAIM_CLEARED] = "cleared",
                                        [CLAIM_CANCELLED] = "cancelled"};
    return names[state];
}

static void add_needs(struct text *t, const struct claim_needs *needs, struct cr_money amount)
{
    const unsigned approvals = claim_approvals_needed(needs, amount);
    json_open(t, "needs", '{');
    json_words(t, "items", view_words_of(FLOOR_CLAIM_VERIFIED, "items"), needs->items);
    json_count(t, "approvals", approvals);
    json_open(t, "compliance", '[');
    for (unsigned i = 0; i < needs->compliance_count; i++)
        json_text(t, NULL, needs->compliance[i]);
    json_close(t, ']');
    json_words(t, "after", view_words_of(FLOOR_CLAIM_VERIFIED, "items"), needs->after);
    json_flag(t, "notice", needs->notice && approvals > 0);
    json_flag(t, "clearing", needs->clearing);
    json_money_or_null(t, "cheques_up_to", needs->cheques_up_to);
    json_close(t, '}');
}

static void add_confirmed(struct text *t, const struct claim *claim)
{
    json_words(t, "items", view_words_of(FLOOR_CLAIM_VERIFIED, "items"), claim->items);
    json_words(t, "after", view_words_of(FLOOR_CLAIM_VERIFIED, "items"), claim->after);
    EACH_MEMBER(json_text_or_null, t, claim, verified_by, cards);
    json_open(t, "approved_by", '[');
    for (unsigned i = 0; i < claim->approved; i++)
        json_text(t, NULL, claim->approved_by[i]);
    json_close(t, ']');
    json_open(t, "complied", '[');
    for (unsigned i = 0; i < claim->needs.compliance_count; i++) {
        if ((claim->complied >> i & 1) == 0)
            continue;
        json_open(t, NULL, '{');
        json_text(t, "item", claim->needs.compliance[i]);
        json_text(t, "by", claim->complied_by[i]);
        json_close(t, '}');
    }
    json_close(t, ']');
    json_text(t, "method", claim_method_name((enum claim_method)claim->method));
}

/* What the claim still waits for. Steps that the desk takes for this claim come first; after them
 * what it waits for besides: the order of wins, a claim that a ruling put before it, a halted
 * floor. */
static int check_pending(const struct floor *f, const struct floor_claim *c, struct cr_money amount,
                         struct cr_err *err)
{
    int rc = floor_check_free(f, c, err);
    if (rc == 0)
        rc = claim_check_payable(&c->claim, amount, err);
    return rc != 0 ? rc : floor_check_payable(f, c, err);
}

static void add_missing(struct text *t, const struct floor *f, const struct floor_claim *c,
                        struct cr_money amount)
{
    char list[CR_ERR_TEXT_MAX];
    struct cr_err err = {0};
    const struct claim *claim = &c->claim;
    struct text missing = text_in(list, sizeof(list));
    if (claim->state == CLAIM_PENDING && check_pending(f, c, amount, &err) != 0) {
        if (err_is(&err, REASON_CLAIM_NOT_READY))
            claim_say_missing(claim, amount, &missing);
        else
            text_add(&missing, err_without_field(&err));
    } else if (claim->state == CLAIM_PAID && (claim->needs.after & ~claim->after) != 0) {
        text_add(&missing, "see to the deck");
    } else if (claim->state == CLAIM_PAID && claim->needs.clearing) {
        text_add(&missing, "clear it at the manager");
    }
    json_text_or_null(t, "missing", list);
    json_text_or_null(t, "missing_reason", err.reason);
}

static void view_claim_object(struct text *t, const struct view *v, const struct floor_claim *c)
{
    static const char *const rules[] = {
        [CR_FAILURE_HOLD] = "hold", [CR_FAILURE_VOID] = "void", [CR_FAILURE_RESUME] = "resume"};
    const struct floor *f = v->floor;
    const struct cr_progressive *p = floor_progressive(f, c->link);
    const struct cr_money amount = floor_claim_amount(f, c).amount;
    json_open(t, NULL, '{');
    json_count(t, "claim", c->seq);
    json_text(t, "state", view_claim_state((enum claim_state)c->claim.state));
    json_text(t, "link", f->links[c->link].id);
    json_text(t, "table", f->tables[c->table].id);
    JSON_MEMBERS(t, c, round, seat);
    view_word(t, "award", view_words_of(FLOOR_CLAIM_MADE, "award"), c->award);
    view_word(t, "key", view_words_of(FLOOR_CLAIM_MADE, "key"), c->key);
    json_seats(t, "live", c->live);
    json_text(t, "from", meters_source(p, c->from));
    json_money(t, "amount", amount);
    json_money(t, "due", floor_claim_due(f, c));
    EACH_MEMBER(json_flag, t, c, frozen, ruled, held);
    json_flag(t, "disputed", floor_is_disputed(f, c->seq));
    json_text(t, "on_failure", rules[floor_on_failure(f, c->table)]);
    json_text_or_null(t, "patron", c->patron);
    json_text_or_null(t, "surveillance", c->reference);
    add_needs(t, &c->claim.needs, amount);
    add_confirmed(t, &c->claim);
    add_missing(t, f, c, amount);
    json_close(t, '}');
}

void view_claims(struct text *t, const struct view *v)
{
    json_open(t, "claims", '[');
    for (uint32_t i = 0; i < v->floor->claim_count; i++)
        if (!claim_is_done(&v->floor->claims[i].claim))
            view_claim_object(t, v, &v->floor->claims[i]);
    json_close(t, ']');
}

int view_claim(struct text *t, const struct view *v, const char *id, struct cr_err *err)
{
    const uint64_t seq = view_parse_seq(id);
    const struct floor_claim *c = seq == 0 ? NULL : floor_find_claim(v->floor, seq);
    if (c == NULL || claim_is_done(&c->claim))
        return err_refuse(err, CR_E_NOT_FOUND, REASON_NO_SUCH_CLAIM, "claim",
                          "there is no open claim %s; a paid one has a receipt", id);
    view_claim_object(t, v, c);
    return 0;
}
