/* Steps of a claim of a jackpot: made, cancelled, verified, approved, cleared (TAB-6, TAB-7,
 * TAB-11, REG-12, UTH-17). */
#include "floor/floor_internal.h"

#include "base/check.h"
#include "base/err.h"
#include "floor/house_items.h"
#include "floor/semantics.h"

#include <string.h>

int floor_need_claim(const struct floor *f, const struct floor_event *e, struct floor_claim **out,
                     struct cr_err *err)
{
    *out = floor_find_claim(f, e->claim);
    if (*out != NULL && !claim_is_done(&(*out)->claim))
        return 0;
    return err_refuse(err, CR_E_NOT_FOUND, REASON_NO_SUCH_CLAIM, "claim",
                      "there is no open claim %llu", (unsigned long long)e->claim);
}

/* PIT-14: adds the house's own compliance checks where a table has no rules file, or one that names
 * none. */
static void add_house_checks(const struct floor *f, const struct cr_award *award,
                             struct claim_needs *needs)
{
    const char *list = house_item(f, HOUSE_COMPLIANCE);
    if (award->key == CR_KEY_NONE || needs->compliance_count > 0)
        return;
    while (needs->compliance_count < CR_COMPLIANCE_MAX &&
           house_list_item(list, needs->compliance_count,
                           needs->compliance[needs->compliance_count], CR_NAME_MAX))
        needs->compliance_count++;
}

static void needs_of(const struct floor *f, uint32_t table, const struct cr_award *award,
                     const struct floor_event *e, struct claim_needs *needs)
{
    const struct floor_link *l = &f->links[f->tables[table].link];
    claim_needs_of(award, floor_rules(f, table), l->high_approvals, l->low_approvals, needs);
    if (floor_semantics(f) >= 2) {
        claim_needs_of_house(award, (enum cr_category)(e->award - 1), floor_rules(f, table), needs);
        add_house_checks(f, award, needs);
    }
    if (floor_semantics(f) >= 3)
        claim_need_notice_by_amount(award, floor_rules(f, table), needs);
    /* REG-16: a dated threshold takes the place of the rules' own. */
    struct cr_money by_check = floor_threshold_at(f, FLOOR_BY_CHECK, e->time_ms);
    if (by_check.micro > 0)
        needs->cheques_up_to = by_check;
}

static int check_room(const struct floor *f, uint32_t link, const struct cr_award *award,
                      struct cr_err *err)
{
    bool several = false;
    if (floor_is_full(f, FLOOR_ROW_CLAIM))
        return floor_refuse_full(f->limits.claims, "claims", "clear some at the manager, or ", err);
    /* An order of wins cannot name more claims than that (TAB-10). */
    if (award->key == CR_KEY_HIGH && !f->links[link].claim_lock &&
        floor_open_high_claims(f, link, &several) == FLOOR_ORDER_MAX)
        return err_refuse(err, CR_E_RANGE, REASON_NO_ROOM, NULL,
                          "%d high jackpots wait on link %s; settle some first", FLOOR_ORDER_MAX,
                          f->links[link].id);
    return 0;
}

void floor_freeze_claim(struct floor *f, struct floor_claim *c)
{
    c->amounts = floor_take_award(f, c->table, c->link, &f->plays[c->table],
                                  &f->links[c->link].books, floor_award_of(f, c));
    c->frozen = 1;
    floor_touch_link(f, c->link);
}

static int make_claim(struct floor *f, struct floor_event *e, uint32_t table,
                      const struct cr_award *award, struct floor_claim **out, struct cr_err *err)
{
    const uint32_t link = f->tables[table].link;
    const int rc = check_room(f, link, award, err);
    if (rc != 0)
        return rc;
    struct floor_claim *c = &f->claims[f->claim_count++];
    memset(c, 0, sizeof(*c));
    c->seq = e->seq;
    c->round = e->round = f->plays[table].round;
    c->link = link;
    c->table = table;
    c->seat = e->seat;
    c->award = e->award;
    c->live = e->live;
    c->from = award->from;
    c->key = (uint8_t)award->key;
    struct claim_needs needs;
    memset(&needs, 0, sizeof(needs));
    needs_of(f, table, award, e, &needs);
    claim_init(&c->claim, &needs);
    memcpy(e->link, f->links[link].id, FLOOR_ID_MAX);
    f->plays[table].awarded |= floor_seat_bit(e->seat);
    f->plays[table].pending |= floor_seat_bit(e->seat);
    floor_touch(f, FLOOR_ROW_CLAIM, c->seq);
    *out = c;
    return 0;
}

/* Reads the cards that a table or a person gave, and writes their one spelling into the event. */
static int read_cards(uint8_t award, struct floor_event *e, char out[CLAIM_CARDS_MAX],
                      struct cr_err *err)
{
    const int rc =
        claim_read_cards((enum cr_category)(award - 1), e->text, e->text_len, "text", out, err);
    if (rc != 0)
        return rc;
    e->text_len = (uint16_t)strlen(out);
    memcpy(e->text, out, e->text_len);
    return 0;
}

/* TAB-6: the button makes a pending jackpot. With a claim lock step_claim_made freezes the amount
 * at once (REG-12). */
int floor_open_claim(struct floor *f, struct floor_event *e, uint32_t table, bool with_key,
                     const struct cr_award **award, struct floor_queue *worth,
                     struct floor_claim **out, struct cr_err *err)
{
    char cards[CLAIM_CARDS_MAX] = "";
    int rc = floor_check_award(f, e, table, with_key, award, err);
    if (rc == 0)
        rc = floor_check_frozen(f, table, e, *award, err);
    if (rc == 0 && e->text_len > 0)
        rc = read_cards(e->award, e, cards, err);
    if (rc != 0)
        return rc;
    floor_note_worth(f, table, worth);
    rc = make_claim(f, e, table, *award, out, err);
    if (rc == 0)
        memcpy((*out)->claim.cards, cards, sizeof(cards));
    return rc;
}

int step_claim_made(struct floor *f, struct floor_event *e, uint32_t table, struct cr_err *err)
{
    const struct cr_award *award = NULL;
    struct floor_claim *c = NULL;
    struct floor_queue worth;
    const int rc = floor_open_claim(f, e, table, true, &award, &worth, &c, err);
    if (rc != 0)
        return rc;
    struct floor_link *l = &f->links[c->link];
    const struct cr_progressive *p = floor_progressive(f, c->link);
    const struct ledger before = l->books;
    e->key = c->key;
    if (l->claim_lock) {
        floor_freeze_claim(f, c);
        floor_order_frozen(f, c);
    }
    c->at_first = floor_claim_amount(f, c).amount;
    floor_note_award(e, p, award->from, &c->amounts);
    floor_note_meters(e, p, &before, &l->books);
    worth.micro[c->seat - 1] = c->at_first.micro;
    floor_unapprove_changed(f, table, &worth);
    return 0;
}

static void unfreeze(struct floor *f, struct floor_claim *c)
{
    struct floor_play *play = &f->plays[c->table];
    if (floor_semantics(f) >= 3)
        ledger_unmove(&f->links[c->link].books, c->from, &c->amounts);
    ledger_unfreeze(&f->links[c->link].books, c->from, &c->amounts);
    floor_note_given_back(f, play, floor_award_of(f, c), &c->amounts);
    memset(&c->amounts, 0, sizeof(c->amounts));
    c->frozen = c->ruled = 0;
    c->shared = 0;
    floor_touch_link(f, c->link);
    floor_touch(f, FLOOR_ROW_CLAIM, c->seq);
}

void floor_take_back(struct floor *f, struct floor_claim *c)
{
    struct floor_play *play = &f->plays[c->table];
    const uint64_t shared = c->shared;
    struct floor_claim *behind[CR_SEATS];
    const unsigned count = floor_list_behind(f, c, behind);
    CHECK(claim_cancel(&c->claim, NULL) == 0);
    /* The amounts that were locked after this one are undone first, the last one first. Then those
     * claims lock their amounts again, in turn, from what the meter has now. */
    for (unsigned i = count; i > 0; i--)
        unfreeze(f, behind[i - 1]);
    if (c->frozen)
        unfreeze(f, c);
    for (unsigned i = 0; i < count; i++)
        floor_freeze_claim(f, behind[i]);
    /* REG-11: there is one winner less, so the claims that shared with it are ruled upon again. */
    for (uint32_t i = 0; shared != 0 && i < f->claim_count; i++)
        if (f->claims[i].shared == shared) {
            unfreeze(f, &f->claims[i]);
            floor_take_approvals_back(f, &f->claims[i]);
        }
    if (play->round == c->round) {
        play->awarded = (uint8_t)(play->awarded & ~floor_seat_bit(c->seat));
        play->pending = (uint8_t)(play->pending & ~floor_seat_bit(c->seat));
    }
    floor_touch_play(f, c->table);
    floor_touch(f, FLOOR_ROW_CLAIM, c->seq);
}

/* PIT-1, PIT-7: a button does not undo what a person has confirmed or a failure has put in doubt;
 * that takes a ruling, with a reason and the people it needs. */
static int check_cancel(const struct floor *f, const struct floor_claim *c,
                        const struct floor_event *e, struct cr_err *err)
{
    if (floor_semantics(f) < 2)
        return 0;
    if (c->held)
        return err_refuse(err, CR_E_STATE, REASON_RULING_NEEDED, NULL,
                          "the system failed with this win on the table: a ruling is awaited");
    if (e->table_seq != 0 && c->claim.verified_by[0] != '\0')
        return err_refuse(err, CR_E_STATE, REASON_RULING_NEEDED, NULL,
                          "%s has verified this claim: it is cancelled at the desk",
                          c->claim.verified_by);
    if (e->table_seq == 0 && c->key == CR_KEY_HIGH && c->claim.approved > 0)
        return err_refuse(
            err, CR_E_STATE, REASON_RULING_NEEDED, NULL,
            "a high jackpot that is approved is not cancelled by one person: two rule "
            "it void");
    return 0;
}

/* Cancelled at the table by the same button (TAB-6), or by a named person at a screen of the
 * manager. */
int step_claim_cancelled(struct floor *f, struct floor_event *e, struct cr_err *err)
{
    uint32_t table = FLOOR_NONE;
    struct floor_claim *c = NULL;
    int rc = floor_need_claim(f, e, &c, err);
    if (rc == 0 && e->table_seq != 0)
        rc = floor_need_next(f, e, &table, err);
    else if (rc == 0 && (e->table[0] != '\0' || e->epoch != 0))
        rc = err_refuse(err, CR_E_INPUT, REASON_UNWANTED_MEMBER, "table",
                        "only a table that numbers its events names itself");
    if (rc == 0 && table == FLOOR_NONE && e->user[0] == '\0')
        rc = err_refuse(err, CR_E_INPUT, REASON_MISSING, "user",
                        "missing; at a desk somebody cancels it");
    if (rc != 0)
        return rc;
    if (table != FLOOR_NONE && c->table != table)
        return err_refuse(err, CR_E_INPUT, REASON_CLAIM_OF_OTHER_TABLE, "claim",
                          "%llu was not made at table %s", (unsigned long long)e->claim, e->table);
    struct claim trial = c->claim;
    rc = claim_cancel(&trial, err);
    if (rc == 0)
        rc = check_cancel(f, c, e, err);
    if (rc != 0)
        return rc;
    struct floor_queue worth;
    floor_note_worth(f, c->table, &worth);
    const struct cr_progressive *p = floor_progressive(f, c->link);
    const struct ledger before = f->links[c->link].books;
    e->amount = c->frozen ? c->amounts.amount : cr_money_from_micro(0);
    e->seat = c->seat;
    e->award = c->award;
    memcpy(e->link, f->links[c->link].id, FLOOR_ID_MAX);
    floor_take_back(f, c);
    floor_unapprove_changed(f, c->table, &worth);
    floor_note_meters(e, p, &before, &f->links[c->link].books);
    if (table != FLOOR_NONE)
        floor_table_done(f, e, table);
    return 0;
}

/* ---- What people confirm ---- */

int step_claim_verified(struct floor *f, struct floor_event *e, struct cr_err *err)
{
    char cards[CLAIM_CARDS_MAX] = "";
    struct floor_claim *c = NULL;
    int rc = floor_need_claim(f, e, &c, err);
    if (rc == 0 && e->text_len > 0 && (e->items & 1u << CLAIM_HAND) == 0)
        rc = err_refuse(err, CR_E_INPUT, REASON_UNWANTED_MEMBER, "text",
                        "cards are keyed in with the check of the hand");
    if (rc == 0 && e->text_len > 0)
        rc = read_cards(c->award, e, cards, err);
    if (rc == 0)
        rc = claim_verify(&c->claim, e->user, e->items, err);
    if (rc == 0 && cards[0] != '\0')
        memcpy(c->claim.cards, cards, sizeof(cards));
    if (rc == 0 && e->reference[0] != '\0')
        memcpy(c->reference, e->reference, sizeof(c->reference));
    if (rc == 0)
        floor_touch(f, FLOOR_ROW_CLAIM, c->seq);
    return rc;
}

int floor_check_approval(const struct floor_event *e, struct cr_err *err)
{
    if (e->kind != FLOOR_CLAIM_APPROVED || (e->table[0] != '\0' && e->amount.micro != 0))
        return 0;
    return err_refuse(err, CR_E_INPUT, REASON_MISSING, e->table[0] == '\0' ? "table" : "amount",
                      "missing; an approval says what it approves");
}

/* Whether the person can have seen that amount. A frozen amount must be exact. A meter that plays
 * on may have taken coins since the person looked, but nobody saw less than the claim's first
 * amount (V5), unless it came to less since. */
static bool was_seen(const struct floor *f, const struct floor_claim *c, struct cr_money seen,
                     struct cr_money now)
{
    const int64_t least = c->at_first.micro < now.micro ? c->at_first.micro : now.micro;
    if (c->frozen)
        return seen.micro == now.micro;
    return seen.micro <= now.micro && (floor_semantics(f) < 2 || seen.micro >= least);
}

/* Refuses an approval of another table or amount than the claim has: the person saw something
 * else. */
static int check_seen(const struct floor *f, const struct floor_claim *c,
                      const struct floor_event *e, struct cr_err *err)
{
    if (e->table[0] != '\0' && strcmp(f->tables[c->table].id, e->table) != 0)
        return err_refuse(err, CR_E_STATE, REASON_CLAIM_CHANGED, "table",
                          "claim %llu is of table %s, not %s", (unsigned long long)c->seq,
                          f->tables[c->table].id, e->table);
    const struct cr_money amount = floor_claim_amount(f, c).amount;
    if (e->amount.micro == 0 || was_seen(f, c, e->amount, amount))
        return 0;
    char now[CR_MONEY_TEXT_MAX];
    cr_money_format(amount, now);
    return err_refuse(err, CR_E_STATE, REASON_CLAIM_CHANGED, "amount",
                      "claim %llu comes to %s; look at it again", (unsigned long long)c->seq, now);
}

/* Where the link asks for it, the second approval comes from another department. */
static int check_department(const struct floor *f, const struct floor_claim *c,
                            const struct floor_event *e, struct cr_err *err)
{
    const char *own = floor_person_find(f, e->user)->department;
    if (!f->links[c->link].two_departments || c->claim.needs.approvals < 2)
        return 0;
    if (own[0] == '\0')
        return err_refuse(err, CR_E_STATE, REASON_OTHER_DEPARTMENT_NEEDED, "user",
                          "link %s takes approvals of two departments; %s is of none",
                          f->links[c->link].id, e->user);
    if (c->claim.approved > 0 && strcmp(c->department, own) == 0)
        return err_refuse(err, CR_E_STATE, REASON_OTHER_DEPARTMENT_NEEDED, "user",
                          "%s has approved already; this takes somebody of another department",
                          own);
    return 0;
}

void floor_take_approvals_back(struct floor *f, struct floor_claim *c)
{
    if (c->claim.approved == 0)
        return;
    claim_unapprove(&c->claim);
    memset(c->department, 0, sizeof(c->department));
    floor_touch(f, FLOOR_ROW_CLAIM, c->seq);
}

int step_claim_approved(struct floor *f, struct floor_event *e, struct cr_err *err)
{
    struct floor_claim *c = NULL;
    int rc = floor_need_claim(f, e, &c, err);
    if (rc == 0)
        rc = check_seen(f, c, e, err);
    if (rc == 0)
        rc = check_department(f, c, e, err);
    if (rc == 0)
        rc = claim_approve(&c->claim, e->user, err);
    if (rc != 0)
        return rc;
    if (c->claim.approved == 1)
        memcpy(c->department, floor_person_find(f, e->user)->department, CR_NAME_MAX);
    floor_touch(f, FLOOR_ROW_CLAIM, c->seq);
    return 0;
}

int step_claim_complied(struct floor *f, struct floor_event *e, struct cr_err *err)
{
    struct floor_claim *c = NULL;
    int rc = floor_need_claim(f, e, &c, err);
    if (rc == 0)
        rc = claim_comply(&c->claim, e->user, e->item, err);
    if (rc != 0)
        return rc;
    if (e->patron[0] != '\0')
        memcpy(c->patron, e->patron, sizeof(c->patron));
    floor_touch(f, FLOOR_ROW_CLAIM, c->seq);
    return 0;
}

int step_claim_method_chosen(struct floor *f, struct floor_event *e, struct cr_err *err)
{
    struct floor_claim *c = NULL;
    int rc = floor_need_claim(f, e, &c, err);
    if (rc == 0)
        rc = claim_choose_method(&c->claim, (enum claim_method)e->method,
                                 floor_claim_amount(f, c).amount, err);
    if (rc == 0)
        floor_touch(f, FLOOR_ROW_CLAIM, c->seq);
    return rc;
}

/* TAB-11: Process Jackpot at the manager; the receipt follows. */
int step_claim_cleared(struct floor *f, struct floor_event *e, struct cr_err *err)
{
    struct floor_claim *c = NULL;
    int rc = floor_need_claim(f, e, &c, err);
    if (rc == 0)
        rc = claim_clear(&c->claim, err);
    if (rc != 0)
        return rc;
    memcpy(e->table, f->tables[c->table].id, FLOOR_ID_MAX);
    memcpy(e->link, f->links[c->link].id, FLOOR_ID_MAX);
    e->seat = c->seat;
    e->award = c->award;
    /* In version 2 the event has no amount where an award without a key is cleared. */
    if (floor_semantics(f) >= 3 || c->key != CR_KEY_NONE)
        e->amount = c->amounts.amount;
    floor_touch(f, FLOOR_ROW_CLAIM, c->seq);
    return 0;
}
