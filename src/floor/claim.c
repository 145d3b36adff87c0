/* One claim of a jackpot, from PENDING to PAID and CLEARED, or CANCELLED (TAB-6 to TAB-11, V5). */
#include "floor/claim.h"

#include "base/check.h"
#include "base/err.h"
#include "base/text.h"

#include <string.h>

#define HIGH_ITEMS ((1u << CLAIM_REPLACED) - 1)
#define LOW_ITEMS  (1u << CLAIM_HAND | 1u << CLAIM_LEDS)

/* Claims are stored and compared as bytes, so there must be no hidden padding. */
_Static_assert(sizeof(struct claim_needs) ==
                   8 + CR_COMPLIANCE_MAX * CR_NAME_MAX + 2 * sizeof(struct cr_money),
               "no hidden padding in struct claim_needs");
_Static_assert(sizeof(struct claim) ==
                   24 + (1 + CLAIM_APPROVALS_MAX + CR_COMPLIANCE_MAX) * CLAIM_PERSON_MAX +
                       sizeof(struct claim_needs),
               "no hidden padding in struct claim");

void claim_needs_of(const struct cr_award *award, const struct cr_rules *rules,
                    uint8_t high_approvals, uint8_t low_approvals, struct claim_needs *out)
{
    CHECK(award->kind != CR_AWARD_NONE);
    CHECK(high_approvals <= CLAIM_APPROVALS_MAX && low_approvals <= CLAIM_APPROVALS_MAX);
    memset(out, 0, sizeof *out);
    if (award->key == CR_KEY_HIGH) {
        out->items = HIGH_ITEMS;
        out->approvals = high_approvals;
    } else if (award->key == CR_KEY_LOW) {
        out->items = LOW_ITEMS;
        out->approvals = low_approvals;
    }
    out->clearing = award->kind == CR_AWARD_PERCENT;
    if (!rules)
        return;
    out->cheques_up_to = rules->payment.cheques_up_to;
    if (award->key != CR_KEY_NONE) {
        out->compliance_count = rules->payment.compliance_count;
        memcpy(out->compliance, rules->payment.compliance, sizeof out->compliance);
    }
}

void claim_needs_of_house(const struct cr_award *award, enum cr_category hand,
                          const struct cr_rules *rules, struct claim_needs *needs)
{
    const struct cr_checklist *list = rules != NULL && rules->payment.has_checklist
                                          ? &rules->payment.checklist
                                          : &cr_checklist_usual;
    const bool is_priority = hand == CR_ROYAL_FLUSH || hand == CR_STRAIGHT_FLUSH;
    if (award->key == CR_KEY_NONE) {
        needs->notice = claim_wants_notice(rules, award->amount);
        needs->approvals = needs->notice ? 1 : 0;
        needs->after = list->after_no_key;
        return;
    }
    needs->in_steps = rules != NULL && rules->payment.has_checklist;
    needs->clearing = needs->clearing || is_priority;
    needs->items = award->key == CR_KEY_HIGH ? list->high : list->low;
    needs->after = is_priority ? list->after_priority : list->after;
}

bool claim_wants_notice(const struct cr_rules *rules, struct cr_money amount)
{
    const int64_t from = rules != NULL ? rules->payment.notify_from.micro : 0;
    return from > 0 && amount.micro >= from;
}

void claim_need_notice_by_amount(const struct cr_award *award, const struct cr_rules *rules,
                                 struct claim_needs *needs)
{
    if (award->key != CR_KEY_NONE || rules == NULL || rules->payment.notify_from.micro <= 0)
        return;
    if (award->kind == CR_AWARD_PERCENT)
        needs->notice = needs->approvals = 1;
    needs->notice_from = rules->payment.notify_from;
}

unsigned claim_approvals_needed(const struct claim_needs *needs, struct cr_money amount)
{
    return needs->notice && amount.micro < needs->notice_from.micro ? 0 : needs->approvals;
}

void claim_init(struct claim *claim, const struct claim_needs *needs)
{
    CHECK(needs->approvals <= CLAIM_APPROVALS_MAX && needs->compliance_count <= CR_COMPLIANCE_MAX);
    memset(claim, 0, sizeof *claim);
    claim->state = CLAIM_PENDING;
    claim->needs = *needs;
}

/* ---- Checks that several steps share ---- */

/* PIT-11: whether everything that the house wants done with the deck after the payment is
 * confirmed. */
static bool is_seen_to(const struct claim *claim)
{
    return (claim->needs.after & ~claim->after) == 0;
}

static int check_pending(const struct claim *claim, struct cr_err *err)
{
    switch ((enum claim_state)claim->state) {
    case CLAIM_PENDING:
        return CR_OK;
    case CLAIM_PAID:
        return err_refuse(err, CR_E_STATE, REASON_CLAIM_IS_PAID, NULL, "claim is paid already; %s",
                          !is_seen_to(claim)      ? "see to the deck"
                          : claim->needs.clearing ? "clear it at the manager"
                                                  : "nothing is left to do");
    case CLAIM_CLEARED:
        return err_refuse(err, CR_E_STATE, REASON_CLAIM_IS_PAID, NULL,
                          "claim is paid and cleared; nothing is left to do");
    case CLAIM_CANCELLED:
        break;
    }
    return err_refuse(err, CR_E_STATE, REASON_CLAIM_IS_CANCELLED, NULL,
                      "claim is cancelled; make a new one if the hand is a winner");
}

/* Refuses an unclear name: one that was cut short, or differs by an invisible blank, could pass for
 * a second person. */
static int check_person(const char *person, struct cr_err *err)
{
    const size_t len = person ? strlen(person) : 0;
    if (len == 0)
        return err_refuse(err, CR_E_INPUT, REASON_MISSING, NULL,
                          "who confirms this is not named; give the person's name");
    if (person[0] == ' ' || person[len - 1] == ' ')
        return err_invalid(err, NULL, "\"%.40s\" begins or ends with a blank; leave it out",
                           person);
    if (len >= CLAIM_PERSON_MAX)
        return err_invalid(err, NULL, "\"%.20s...\" is longer than %d bytes; use a shorter name",
                           person, CLAIM_PERSON_MAX - 1);
    return CR_OK;
}

static int check_step(const struct claim *claim, const char *person, struct cr_err *err)
{
    const int rc = check_pending(claim, err);
    return rc == CR_OK ? check_person(person, err) : rc;
}

static void write_person(char out[CLAIM_PERSON_MAX], const char *person)
{
    memcpy(out, person, strlen(person) + 1);
}

static bool is_verified(const struct claim *claim)
{
    return (claim->needs.items & ~claim->items) == 0;
}

static bool has_complied(const struct claim *claim, unsigned item)
{
    return (claim->complied >> item & 1) != 0;
}

static bool is_approved(const struct claim *claim)
{
    return claim->approved >= claim->needs.approvals;
}

static bool is_approved_for(const struct claim *claim, struct cr_money amount)
{
    return is_approved(claim) || claim_approvals_needed(&claim->needs, amount) == 0;
}

/* UTH-17: whether every compliance check that the house asks for is confirmed. */
static bool is_complied(const struct claim *claim)
{
    const unsigned needed = (1u << claim->needs.compliance_count) - 1;
    return (needed & ~(unsigned)claim->complied) == 0;
}

/* UTH-17: whether the amount is too large to be paid in cheques. */
static bool is_check_only(const struct claim *claim, struct cr_money amount)
{
    const struct cr_money most = claim->needs.cheques_up_to;
    return most.micro > 0 && amount.micro > most.micro;
}

/* False for cheques that were chosen before the jackpot grew above their limit. True as long as no
 * method is chosen: claim_pay then takes the right one. */
static bool is_method_allowed(const struct claim *claim, struct cr_money amount)
{
    return claim->method != CLAIM_CHEQUES || !is_check_only(claim, amount);
}

/* Adds an entry to a list within a sentence: the first entry follows the list's title, each other
 * one a comma. */
static void add_entry(struct text *t, const char *title, const char *entry, bool first)
{
    if (first && t->len > 0)
        text_add(t, "; ");
    text_add(t, first ? title : ", ");
    text_add(t, entry);
}

typedef const char *item_word_fn(enum claim_item item);

static void add_missing_items(struct text *t, const char *title, uint8_t missing,
                              item_word_fn *word)
{
    bool first = true;
    for (unsigned i = 0; i < CLAIM_ITEMS; i++) {
        if ((missing >> i & 1) == 0)
            continue;
        add_entry(t, title, word((enum claim_item)i), first);
        first = false;
    }
}

/* ---- Steps ---- */

/* Lists items by the names under which a request confirms them. */
static void list_items(char *out, size_t size, uint8_t items)
{
    struct text t;
    text_init(&t, out, size);
    add_missing_items(&t, "", items, claim_item_name);
}

static uint8_t lowest_of(uint8_t items)
{
    return (uint8_t)(items & -items);
}

/* PIT-11: an item can be confirmed only when all items before it in the list are. */
static int check_order_of_items(const struct claim *claim, uint8_t items, struct cr_err *err)
{
    const uint8_t open = (uint8_t)(claim->needs.items & ~claim->items);
    const uint8_t said = (uint8_t)(items & open);
    const uint8_t left = (uint8_t)(open & ~said);
    char list[CR_ERR_TEXT_MAX / 2];
    list_items(list, sizeof list, lowest_of(open));
    if (said == 0 || (left != 0 && lowest_of(left) < said))
        return err_refuse(err, CR_E_INPUT, REASON_CLAIM_NOT_READY, NULL,
                          "the checklist is confirmed in its order; next: %s", list);
    return CR_OK;
}

static int check_all_items(const struct claim *claim, uint8_t items, struct cr_err *err)
{
    const uint8_t missing = (uint8_t)(claim->needs.items & ~items);
    char list[CR_ERR_TEXT_MAX / 2];
    if ((items & ~HIGH_ITEMS) != 0)
        return err_invalid(err, NULL, "the checklist has %d items; confirm those only",
                           CLAIM_REPLACED);
    if (missing == 0)
        return CR_OK;
    list_items(list, sizeof list, missing);
    return err_refuse(err, CR_E_INPUT, REASON_CLAIM_NOT_READY, NULL,
                      "claim is not verified: not confirmed: %s; check it and confirm all items "
                      "together, or cancel the claim",
                      list);
}

/* PIT-11: confirms what was done with the deck after the jackpot was paid. */
static int verify_after(struct claim *claim, const char *person, uint8_t items, struct cr_err *err)
{
    const uint8_t open = (uint8_t)(claim->needs.after & ~claim->after);
    char list[CR_ERR_TEXT_MAX / 2];
    const int rc = check_person(person, err);
    if (rc != CR_OK)
        return rc;
    if (open == 0)
        return err_refuse(err, CR_E_STATE, REASON_STEP_NOT_NEEDED, NULL,
                          "nothing is left to confirm after the payment");
    list_items(list, sizeof list, open);
    if ((items & open) == 0)
        return err_refuse(err, CR_E_INPUT, REASON_CLAIM_NOT_READY, NULL,
                          "the claim is paid; what is confirmed now: %s", list);
    claim->after |= (uint8_t)(items & open);
    return CR_OK;
}

int claim_verify(struct claim *claim, const char *person, uint8_t items, struct cr_err *err)
{
    if (claim->state == CLAIM_PAID && claim->needs.after != 0)
        return verify_after(claim, person, items, err);
    int rc = check_step(claim, person, err);
    if (rc != CR_OK)
        return rc;
    if (claim->needs.items == 0)
        return err_refuse(err, CR_E_STATE, REASON_STEP_NOT_NEEDED, NULL,
                          "claim needs no verification; go on to the payment");
    if (claim->verified_by[0] != '\0')
        return err_refuse(err, CR_E_STATE, REASON_STEP_NOT_NEEDED, NULL,
                          "claim was verified by %s; go on to the approvals", claim->verified_by);
    rc = claim->needs.in_steps ? check_order_of_items(claim, items, err)
                               : check_all_items(claim, items, err);
    if (rc != CR_OK)
        return rc;
    claim->items |= items;
    if (is_verified(claim))
        write_person(claim->verified_by, person);
    return CR_OK;
}

int claim_approve(struct claim *claim, const char *person, struct cr_err *err)
{
    const int rc = check_step(claim, person, err);
    if (rc != CR_OK)
        return rc;
    if (!is_verified(claim))
        return err_refuse(err, CR_E_STATE, REASON_CLAIM_NOT_READY, NULL,
                          "claim is not verified: a supervisor confirms the checklist first");
    if (is_approved(claim))
        return err_refuse(err, CR_E_STATE, REASON_STEP_NOT_NEEDED, NULL,
                          "claim needs no %sapproval; go on to the payment",
                          claim->approved > 0 ? "further " : "");
    for (unsigned i = 0; i < claim->approved; i++)
        if (strcmp(claim->approved_by[i], person) == 0)
            return err_refuse(err, CR_E_INPUT, REASON_SAME_PERSON, NULL,
                              "%s has approved this claim already; another person approves it next",
                              person);
    /* Every payment that asks for an approval takes two people, so the verifier cannot be the only
     * approver. */
    if (claim->needs.approvals == 1 && strcmp(claim->verified_by, person) == 0)
        return err_refuse(
            err, CR_E_INPUT, REASON_SAME_PERSON, NULL,
            "%s has verified this claim and cannot be its only approver; another person "
            "approves it",
            person);
    write_person(claim->approved_by[claim->approved], person);
    claim->approved++;
    return CR_OK;
}

void claim_unapprove(struct claim *claim)
{
    CHECK(claim->state == CLAIM_PENDING);
    claim->approved = 0;
    memset(claim->approved_by, 0, sizeof claim->approved_by);
}

static int refuse_unknown_item(const struct claim_needs *needs, const char *item,
                               struct cr_err *err)
{
    char list[CR_ERR_TEXT_MAX - 128];
    struct text t;
    text_init(&t, list, sizeof list);
    for (unsigned i = 0; i < needs->compliance_count; i++)
        add_entry(&t, "", needs->compliance[i], i == 0);
    return err_refuse(err, CR_E_NOT_FOUND, REASON_INVALID_VALUE, NULL,
                      "\"%.40s\" is no compliance check of this claim; it has %s", item,
                      needs->compliance_count > 0 ? list : "none");
}

int claim_comply(struct claim *claim, const char *person, const char *item, struct cr_err *err)
{
    const int rc = check_step(claim, person, err);
    if (rc != CR_OK)
        return rc;
    const struct claim_needs *needs = &claim->needs;
    unsigned at = 0;
    while (at < needs->compliance_count && strcmp(needs->compliance[at], item) != 0)
        at++;
    if (at == needs->compliance_count)
        return refuse_unknown_item(needs, item, err);
    if (has_complied(claim, at))
        return err_refuse(err, CR_E_STATE, REASON_STEP_NOT_NEEDED, NULL,
                          "%s was confirmed by %s; go on to what is left", item,
                          claim->complied_by[at]);
    write_person(claim->complied_by[at], person);
    claim->complied = (uint8_t)(claim->complied | 1u << at);
    return CR_OK;
}

int claim_choose_method(struct claim *claim, enum claim_method method, struct cr_money amount,
                        struct cr_err *err)
{
    const int rc = check_pending(claim, err);
    if (rc != CR_OK)
        return rc;
    if (method != CLAIM_CHEQUES && method != CLAIM_CHECK)
        return err_invalid(err, NULL, "a jackpot is paid by cheques or by check; choose one");
    if (method == CLAIM_CHEQUES && is_check_only(claim, amount)) {
        char most[CR_MONEY_TEXT_MAX];
        cr_money_format(claim->needs.cheques_up_to, most);
        return err_refuse(err, CR_E_INPUT, REASON_CHECK_ONLY, NULL,
                          "cheques are paid up to %s, this jackpot is larger; choose check", most);
    }
    claim->method = (uint8_t)method;
    return CR_OK;
}

int claim_cancel(struct claim *claim, struct cr_err *err)
{
    if (claim->state == CLAIM_PAID || claim->state == CLAIM_CLEARED)
        return err_refuse(
            err, CR_E_STATE, REASON_CLAIM_IS_PAID, NULL,
            "claim is paid and cannot be cancelled; record a dispute or a correction");
    const int rc = check_pending(claim, err);
    if (rc == CR_OK)
        claim->state = CLAIM_CANCELLED;
    return rc;
}

/* ---- Payment ---- */

static void say_missing(const struct claim *claim, struct cr_money amount, bool with_items,
                        struct text *t)
{
    const struct claim_needs *needs = &claim->needs;
    const uint8_t items = (uint8_t)(needs->items & ~claim->items);
    if (with_items)
        add_missing_items(t, "a supervisor confirms the checklist: ", items, claim_item_words);
    else if (items != 0)
        text_add(t, "a supervisor confirms the checklist");
    if (is_approved_for(claim, amount)) {
        /* no approval is missing */
    } else if (needs->notice) {
        add_entry(t, "the dealer notifies supervision, and ", "a supervisor acknowledges it", true);
    } else {
        const int left = needs->approvals - claim->approved;
        text_add(t, t->len > 0 ? "; " : "");
        text_add_format(t, "%d %s", left, left == 1 ? "person approves" : "people approve");
    }
    bool first = true;
    for (unsigned i = 0; i < needs->compliance_count; i++) {
        if (has_complied(claim, i))
            continue;
        add_entry(t, "compliance confirms: ", claim_compliance_words(needs->compliance[i]), first);
        first = false;
    }
    if (!is_method_allowed(claim, amount)) {
        add_entry(t, "the patron is paid by check, above ", "", true);
        text_add_money(t, needs->cheques_up_to);
    }
}

void claim_say_missing(const struct claim *claim, struct cr_money amount, struct text *t)
{
    say_missing(claim, amount, false, t);
}

int claim_check_payable(const struct claim *claim, struct cr_money amount, struct cr_err *err)
{
    CHECK(amount.micro >= 0);
    const int rc = check_pending(claim, err);
    if (rc != CR_OK)
        return rc;
    if (is_verified(claim) && is_approved_for(claim, amount) && is_complied(claim) &&
        is_method_allowed(claim, amount))
        return CR_OK;
    char list[CR_ERR_TEXT_MAX - 64];
    struct text missing;
    text_init(&missing, list, sizeof list);
    say_missing(claim, amount, true, &missing);
    return err_refuse(err, CR_E_STATE, REASON_CLAIM_NOT_READY, NULL, "claim cannot be paid yet: %s",
                      list);
}

int claim_pay(struct claim *claim, struct cr_money amount, struct cr_err *err)
{
    const int rc = claim_check_payable(claim, amount, err);
    if (rc != CR_OK)
        return rc;
    if (claim->method == CLAIM_METHOD_NONE)
        claim->method = is_check_only(claim, amount) ? CLAIM_CHECK : CLAIM_CHEQUES;
    claim->state = CLAIM_PAID;
    return CR_OK;
}

int claim_clear(struct claim *claim, struct cr_err *err)
{
    if (claim->state == CLAIM_PENDING)
        return err_refuse(err, CR_E_STATE, REASON_CLAIM_NOT_PAID, NULL,
                          "claim is not paid; pay it first, then clear it");
    if (claim->state != CLAIM_PAID)
        return check_pending(claim, err);
    if (!claim->needs.clearing)
        return err_refuse(err, CR_E_STATE, REASON_STEP_NOT_NEEDED, NULL,
                          "claim needs no clearing; %s",
                          is_seen_to(claim) ? "nothing is left to do" : "see to the deck");
    if (!is_seen_to(claim))
        return err_refuse(err, CR_E_STATE, REASON_CLAIM_NOT_READY, NULL,
                          "the deck is counted down, and replaced where the house says so, before "
                          "the claim is cleared");
    claim->state = CLAIM_CLEARED;
    return CR_OK;
}

bool claim_is_done(const struct claim *claim)
{
    return claim->state == CLAIM_CANCELLED || claim->state == CLAIM_CLEARED ||
           (claim->state == CLAIM_PAID && !claim->needs.clearing && is_seen_to(claim));
}

void claim_say_after(const struct claim *claim, struct text *out)
{
    const unsigned open =
        claim->state == CLAIM_PAID ? claim->needs.after & ~(unsigned)claim->after : 0;
    for (unsigned i = 0; i < CLAIM_ITEMS; i++)
        if ((open >> i & 1) != 0)
            text_add_format(out, "%s%s", out->len > 0 ? " " : "",
                            claim_item_text_after((enum claim_item)i));
}
