/* Checks a jackpot from its claim to its payment: its amount, who must have confirmed it, who is
 * paid first, and what goes back when it is not paid. */
#include "books.h"

#include <string.h>

/* The checklist of version 1: a low jackpot needs its first two items, and everything is confirmed
 * before the payment. Since version 2 the house says what is confirmed before and after the
 * payment; where it says nothing, this list holds. */
#define ITEMS_HIGH 0x7fu
#define ITEMS_LOW  0x03u

static const char *const methods[] = {"", "cheques", "check", NULL};
enum { NO_METHOD, CHEQUES, CHECK };

/* Reports a fault of a claim. */
static void claim_fault(struct books *b, const struct claim *c, const char *how)
{
    fault(b, "claim %llu %s", (unsigned long long)c->seq, how);
}

/* The claim that the event names; NULL, and a fault, when there is none that is paid or unpaid, as
 * asked for. */
static struct claim *claim_of(struct books *b, bool is_paid)
{
    const uint64_t seq = event_number(&b->e, "claim");
    for (unsigned i = 0; i < b->claim_count; i++)
        if (b->claims[i].seq == seq && b->claims[i].is_paid == is_paid)
            return &b->claims[i];
    fault(b, "claim %llu is not open: never made, paid, or cancelled before",
          (unsigned long long)seq);
    return NULL;
}

static void forget_claim(struct books *b, const struct claim *c)
{
    list_remove(b->claims, &b->claim_count, sizeof(*c), (unsigned)(c - b->claims));
}

static struct text hand_of(const struct claim *c)
{
    return text_of(c->hand);
}

/* ---- The amount of a claim ---- */

/* Takes the claim's award off these books, which may be a copy. */
static struct taken take_now(const struct books *b, const struct claim *c, struct table *t,
                             struct money *m)
{
    return take_of_round(b, t, document_of(b, &b->links[c->link]), m, &c->award);
}

static struct claim *pending_at(const struct books *b, unsigned table, unsigned seat)
{
    for (unsigned i = 0; i < b->claim_count; i++)
        if (b->claims[i].table == table && b->claims[i].seat == seat && !b->claims[i].is_paid)
            return &b->claims[i];
    return NULL;
}

/* The amount of a claim: since version 2 after the claims of its table that are paid before it. */
static wide worth_of(const struct books *b, const struct claim *c, const struct money *m)
{
    struct money trial = *m;
    struct table t = b->tables[c->table];
    if (c->is_frozen)
        return c->taken.amount;
    for (unsigned seat = SEATS; b->semantics >= 2 && seat > c->seat; seat--) {
        const struct claim *before = pending_at(b, c->table, seat);
        if (before != NULL && !before->is_frozen)
            take_now(b, before, &t, &trial);
    }
    return take_now(b, c, &t, &trial).amount;
}

static void note_worth(const struct books *b, unsigned table, const struct money *m,
                       wide out[SEATS])
{
    for (unsigned seat = 1; seat <= SEATS; seat++) {
        const struct claim *c = pending_at(b, table, seat);
        out[seat - 1] = c != NULL ? worth_of(b, c, m) : 0;
    }
}

/* Drops the approvals of claims whose amounts another winner of the round has changed. */
static void unapprove_changed(struct books *b, unsigned table, const struct money *m,
                              const wide before[SEATS])
{
    wide now[SEATS];
    if (b->semantics < 2)
        return;
    note_worth(b, table, m, now);
    for (unsigned seat = 1; seat <= SEATS; seat++) {
        struct claim *c = pending_at(b, table, seat);
        if (c != NULL && now[seat - 1] != before[seat - 1])
            c->approver_count = 0;
    }
}

static void note_source(struct books *b, const struct claim *c)
{
    if (c->seq != b->story.claim)
        return;
    b->story.taken_seq = c->award.from < 0 ? 0 : b->seq;
    if (c->award.from >= 0)
        b->story.source = b->links[c->link].now.meters[c->award.from];
}

static void freeze(struct books *b, struct claim *c, struct taken taken)
{
    c->taken = taken;
    c->is_frozen = true;
    note_source(b, c);
}

static void freeze_now(struct books *b, struct claim *c, struct money *next)
{
    freeze(b, c, take_now(b, c, &b->tables[c->table], next));
}

static void unfreeze(struct books *b, struct claim *c, struct money *next)
{
    give_back(next, c->award.from, &c->taken, b->semantics >= 3);
    give_back_of_round(b, &b->tables[c->table], &c->award, &c->taken);
    c->taken = (struct taken){0};
    c->is_frozen = c->is_ruled = false;
    c->shared = 0;
}

/* Since version 2: when a claim lock froze equal awards in one round, the seat on the right gets
 * the amount that was frozen first, whichever was claimed first. */
static void order_frozen(struct books *b, struct claim *newest)
{
    struct taken last = newest->taken;
    for (unsigned seat = 1; b->semantics >= 2 && seat < newest->seat; seat++) {
        struct claim *c = pending_at(b, newest->table, seat);
        if (c == NULL || !c->is_frozen || c->shared != 0 || strcmp(c->hand, newest->hand) != 0)
            continue;
        const struct taken own = c->taken;
        c->taken = last;
        last = own;
    }
    newest->taken = last;
}

/* Whether one of two awards of a round changes the amount of the other: they share a meter, or the
 * house rules' limit on fixed awards. */
static bool share_money(const struct books *b, unsigned table, const struct award_rules *one,
                        const struct award_rules *other)
{
    const bool is_limited = rules_of(b, &b->tables[table])->aggregate_limit > 0;
    return (one->from >= 0 && one->from == other->from) ||
           (is_limited && one->pays == PAYS_FIXED && other->pays == PAYS_FIXED);
}

/* Since version 2: claims that take their amounts when they are made are made from right to left,
 * as the seats are paid. Equal awards may come in any order, because their amounts change places
 * (order_frozen). */
static void check_before_left(struct books *b, unsigned seat, const struct award_rules *award)
{
    for (unsigned left = 1; b->semantics >= 2 && left < seat; left++) {
        const struct claim *c = pending_at(b, b->table, left);
        if (c != NULL && c->is_frozen && c->round == b->tables[b->table].round &&
            strcmp(c->hand, award->hand) != 0 && share_money(b, b->table, award, &c->award))
            fault(b, "seat %u is claimed after seat %u, which has taken its amount already", seat,
                  left);
    }
}

/* Since version 3: no claim takes its amount while an award without a key waits at a seat that is
 * paid before it: that award has not taken its amount yet. */
static void check_waiting(struct books *b, const struct claim *c)
{
    for (unsigned seat = c->seat + 1; b->semantics >= 3 && seat <= SEATS; seat++) {
        const struct claim *right = pending_at(b, c->table, seat);
        if (right != NULL && !right->is_frozen &&
            share_money(b, c->table, &c->award, &right->award))
            fault(b, "seat %u takes its amount before seat %u, which is paid first", c->seat, seat);
    }
}

/* ---- New claims ---- */

static unsigned said_or(unsigned said, bool is_said, unsigned otherwise)
{
    return is_said ? said : otherwise;
}

static void set_house_needs(const struct books *b, struct claim *c, const struct document *d)
{
    const bool is_said = d->high_items != 0; /* hand and lights are in every list */
    const bool is_priority =
        strcmp(c->hand, "royal flush") == 0 || strcmp(c->hand, "straight flush") == 0;
    if (c->award.key == KEY_NONE) {
        c->items = 0;
        c->checks.count = 0;
        c->approvals = d->notify_from > 0 && c->award.amount >= d->notify_from ? 1 : 0;
        /* Since version 3 a share of a meter may need one too: its amount decides. */
        if (b->semantics >= 3 && d->notify_from > 0) {
            c->approvals = c->award.pays == PAYS_PERCENT ? 1 : c->approvals;
            c->notice_from = d->notify_from;
        }
        c->after = d->after_no_key_items;
        return;
    }
    if (c->checks.count == 0)
        c->checks = b->house_checks;
    c->is_in_steps = is_said;
    c->is_cleared = c->is_cleared || is_priority;
    c->items = c->award.key == KEY_HIGH ? said_or(d->high_items, is_said, ITEMS_HIGH)
                                        : said_or(d->low_items, is_said, ITEMS_LOW);
    c->after = is_priority ? d->after_priority_items : d->after_items;
}

static struct claim *new_claim(struct books *b, const struct table *t, const struct link *l,
                               const struct award_rules *award)
{
    const bool is_high = award->key == KEY_HIGH;
    b->claims = list_add(b->claims, &b->claim_count, sizeof(*b->claims));
    struct claim *c = &b->claims[b->claim_count - 1];
    c->seq = b->seq;
    c->round = t->round;
    c->table = b->table;
    c->link = (unsigned)(l - b->links);
    c->seat = (unsigned)event_number(&b->e, "seat");
    c->award = *award;
    memcpy(c->hand, award->hand, sizeof(c->hand));
    c->live = seats_of(b, "live");
    c->items = is_high ? ITEMS_HIGH : ITEMS_LOW;
    c->approvals = is_high ? l->high_approvals : l->low_approvals;
    const struct document *d = rules_of(b, t);
    c->checks.count = d->check_count;
    memcpy(c->checks.names, d->checks, sizeof(c->checks.names));
    const wide by_check = threshold_now(b, false);
    c->cheques_up_to = by_check > 0 ? by_check : d->cheques_up_to;
    c->verifier = c->department = c->patron = NOT_THERE;
    c->is_cleared = award->pays == PAYS_PERCENT;
    if (b->semantics >= 2)
        set_house_needs(b, c, d);
    return c;
}

static void expect_amounts(struct books *b, const struct claim *c)
{
    static const char *const keys[] = {"", "low", "high"};
    expect_text(b, "key", text_of(keys[c->award.key]));
    expect_text(b, "from", text_of(c->award.from_name));
    expect_money(b, "amount", b->amount, c->taken.amount,
                 "what the award of the document is worth");
    expect_money(b, "house_funded", b->house_funded, c->taken.house_funded, "what the meter lacks");
    expect_money(b, "reseeded", b->reseeded, c->taken.reseeded, "the seed of the document");
}

/* A table that deals the cards itself names those of the hand: five, each once. */
static void check_cards(struct books *b)
{
    const struct text said = event_text(&b->e, "text");
    bool is_hand = said.len == 14;
    for (size_t i = 0; is_hand && i < said.len; i += 3) {
        is_hand = memchr("23456789TJQKA", said.at[i], 13) != NULL &&
                  memchr("cdhs", said.at[i + 1], 4) != NULL &&
                  (i + 2 == said.len || said.at[i + 2] == ' ');
        for (size_t k = 0; is_hand && k < i; k += 3)
            is_hand = memcmp(said.at + k, said.at + i, 2) != 0;
    }
    if (event_has(&b->e, "text") && !is_hand)
        fault(b, "a claim is made of a hand that is not five cards");
}

void claim_made(struct books *b)
{
    struct table *t = table_of(b);
    struct link *l = link_of(b, "link");
    check_cards(b);
    if (t == NULL || l == NULL)
        return;
    const struct award_rules *award = award_of_round(b, t, l, true);
    const uint64_t seat = event_number(&b->e, "seat");
    if (award == NULL || seat < 1 || seat > SEATS)
        return;
    wide worth[SEATS];
    check_before_left(b, (unsigned)seat, award);
    note_worth(b, b->table, &l->now, worth);
    struct claim *c = new_claim(b, t, l, award);
    struct money next = l->now;
    t->pending |= 1u << (c->seat - 1);
    if (l->claim_lock) {
        check_waiting(b, c);
        freeze_now(b, c, &next);
        order_frozen(b, c);
    }
    c->at_first = worth[c->seat - 1] = worth_of(b, c, &l->now);
    unapprove_changed(b, b->table, &next, worth);
    expect_amounts(b, c);
    close_meters(b, l, &next,
                 l->claim_lock ? "a link with a claim lock freezes the award of the document"
                               : "a claim changes no meter before it is paid");
}

/* An award without a key: nothing about it is confirmed, unless the house rules ask the dealer to
 * notify supervision. */
void award_pending(struct books *b)
{
    struct table *t = table_of(b);
    struct link *l = link_of(b, "link");
    const uint64_t seat = event_number(&b->e, "seat");
    wide worth[SEATS];
    check_cards(b);
    if (t == NULL || l == NULL)
        return;
    const struct award_rules *award = award_of_round(b, t, l, false);
    if (award == NULL || seat < 1 || seat > SEATS)
        return;
    check_before_left(b, (unsigned)seat, award);
    note_worth(b, b->table, &l->now, worth);
    struct claim *c = new_claim(b, t, l, award);
    t->pending |= 1u << (c->seat - 1);
    c->at_first = worth[c->seat - 1] = worth_of(b, c, &l->now);
    unapprove_changed(b, b->table, &l->now, worth);
}

/* ---- Cancelled and void claims ---- */

/* Since version 3: lists the claims of the same round to the left of this one whose locked amounts
 * depend on it, or on one of the others listed. */
static unsigned list_behind(const struct books *b, const struct claim *c, struct claim *out[SEATS])
{
    unsigned count = 0;
    if (b->semantics < 3 || !c->is_frozen || !b->links[c->link].claim_lock)
        return 0;
    for (unsigned seat = c->seat - 1; seat >= 1; seat--) {
        struct claim *left = pending_at(b, c->table, seat);
        if (left == NULL || !left->is_frozen || left->round != c->round)
            continue;
        bool is_behind = share_money(b, c->table, &left->award, &c->award);
        for (unsigned i = 0; i < count; i++)
            is_behind = is_behind || share_money(b, c->table, &left->award, &out[i]->award);
        if (is_behind)
            out[count++] = left;
    }
    return count;
}

/* Cancels a claim. What was frozen after it goes back first, then its own amount; the claims that
 * stay then freeze their amounts anew. Claims that shared with it are ruled upon again. */
static void take_back(struct books *b, struct claim *c, struct money *next)
{
    struct table *t = &b->tables[c->table];
    const uint64_t shared = c->shared;
    struct claim *behind[SEATS];
    const unsigned count = list_behind(b, c, behind);
    for (unsigned i = count; i > 0; i--)
        unfreeze(b, behind[i - 1], next);
    if (c->is_frozen)
        unfreeze(b, c, next);
    for (unsigned i = 0; i < count; i++)
        freeze_now(b, behind[i], next);
    for (unsigned i = 0; shared != 0 && i < b->claim_count; i++)
        if (b->claims[i].shared == shared) {
            unfreeze(b, &b->claims[i], next);
            b->claims[i].approver_count = 0;
        }
    if (t->round == c->round) {
        t->awarded &= ~(1u << (c->seat - 1));
        t->pending &= ~(1u << (c->seat - 1));
    }
    forget_claim(b, c);
}

void void_claims(struct books *b, unsigned table, struct money *next)
{
    for (unsigned i = 0; i < b->claim_count;) {
        struct claim *c = &b->claims[i];
        if (c->table == table && !c->is_paid && c->round == b->tables[table].round)
            take_back(b, c, next);
        else
            i++;
    }
}

static void undo(struct books *b, struct claim *c, const char *rule)
{
    struct link *l = &b->links[c->link];
    struct money next = l->now;
    const unsigned table = c->table;
    wide worth[SEATS];
    note_worth(b, table, &l->now, worth);
    take_back(b, c, &next);
    unapprove_changed(b, table, &next, worth);
    close_meters(b, l, &next, rule);
}

/* ---- Failures and rulings ---- */

/* The word of the table's house rules for a claim when the system fails: "hold", "void" or
 * "resume". */
static const char *on_failure(const struct books *b, const struct claim *c)
{
    const char *said = rules_of(b, &b->tables[c->table])->on_failure;
    return said[0] != '\0' ? said : "hold";
}

static void hold(const struct books *b, struct claim *c)
{
    if (strcmp(on_failure(b, c), "resume") != 0)
        c->is_held = true;
}

void hold_claims(struct books *b, unsigned table)
{
    for (unsigned i = 0; b->semantics >= 2 && i < b->claim_count; i++)
        if (b->claims[i].table == table && !b->claims[i].is_paid)
            hold(b, &b->claims[i]);
}

void claim_held(struct books *b)
{
    struct claim *c = claim_of(b, false);
    if (c == NULL)
        return;
    if (b->table != NOT_THERE && b->table != c->table)
        claim_fault(b, c, "is of another table");
    hold(b, c);
    expect_text(b, "item", text_of(on_failure(b, c)));
    expect_number(b, "seat", c->seat);
    expect_text(b, "award", hand_of(c));
    if (link_of(b, "link") != &b->links[c->link])
        claim_fault(b, c, "is of another link");
    expect_money(b, "amount", b->amount, worth_of(b, c, &b->links[c->link].now),
                 "what the claim is worth");
}

void tray_paid(struct books *b, struct link *l, unsigned seat, wide amount)
{
    l->tray += amount;
    b->tray_payments =
        list_add(b->tray_payments, &b->tray_payment_count, sizeof(*b->tray_payments));
    b->tray_payments[b->tray_payment_count - 1] =
        (struct tray_payment){b->seq, b->table, (unsigned)(l - b->links), seat, amount};
}

/* Since version 3 a correction names the payment: of this table and seat, on the link on which it
 * was made, in whole cents, and no more is taken back than was paid. */
static void correct_payment(struct books *b, const struct link *l, int64_t change)
{
    struct tray_payment *paid = NULL;
    for (unsigned i = 0; i < b->tray_payment_count; i++)
        if (b->tray_payments[i].seq == event_number(&b->e, "payment"))
            paid = &b->tray_payments[i];
    if (paid == NULL || paid->table != b->table) {
        fault(b, "a correction of what the tray of this table has not paid");
        return;
    }
    if (paid->link != (unsigned)(l - b->links))
        fault(b, "a payment is corrected on another link than it was made on");
    expect_number(b, "seat", paid->seat);
    if (change % 10000 != 0)
        fault(b, "a correction by a part of a cent");
    paid->left += change;
    if (paid->left < 0)
        fault(b, "more is taken back than was paid there");
}

/* Two people correct a wrong payment from the tray, and no more is taken back than was paid. Before
 * version 3 the correction is booked on the link that the table is on. */
void tray_corrected(struct books *b)
{
    const struct table *t = table_of(b);
    struct link *l = link_of(b, "link");
    int64_t change = 0;
    if (t == NULL || l == NULL)
        return;
    if (!event_money(&b->e, "change", &change) || change == 0)
        fault(b, "a correction by no amount");
    if (b->semantics >= 3)
        correct_payment(b, l, change);
    else if (t->link != (unsigned)(l - b->links))
        fault(b, "the tray is of a link that the table is not on");
    l->tray += change;
    if (l->tray < 0)
        fault(b, "more is taken back than the tables of the link have paid from their trays");
}

static void stay(struct books *b, struct link *l)
{
    struct money next = l->now;
    close_meters(b, l, &next, "a ruling to pay changes no meter");
}

/* A ruling is to pay or to void; it takes two people for a high jackpot. */
void claim_ruled(struct books *b)
{
    struct claim *c = claim_of(b, false);
    const bool is_void = event_is(&b->e, "item", "void");
    if (c == NULL)
        return;
    if (!is_void && !event_is(&b->e, "item", "pay"))
        fault(b, "a ruling is pay or void");
    if (!is_void && !c->is_held)
        claim_fault(b, c, "is ruled upon, and nothing had failed");
    if (c->award.key == KEY_HIGH)
        check_second_person(b);
    if (b->table != c->table || link_of(b, "link") != &b->links[c->link])
        claim_fault(b, c, "is of another link or table");
    expect_number(b, "seat", c->seat);
    expect_text(b, "award", hand_of(c));
    expect_money(b, "amount", b->amount, worth_of(b, c, &b->links[c->link].now),
                 "what the claim is worth");
    c->is_held = false;
    if (is_void)
        undo(b, c, "what a void claim had frozen comes back");
    else
        stay(b, &b->links[c->link]);
}

void claim_cancelled(struct books *b)
{
    struct claim *c = claim_of(b, false);
    struct link *l = link_of(b, "link");
    if (c == NULL || l == NULL)
        return;
    if (l != &b->links[c->link] || (event_has(&b->e, "table_seq") && b->table != c->table))
        claim_fault(b, c, "is of another link or table");
    else if (!event_has(&b->e, "table_seq") &&
             (b->user == NOT_THERE || event_has(&b->e, "table") || event_has(&b->e, "epoch")))
        fault(b, "neither a table that numbers its events nor a person cancelled it");
    expect_number(b, "seat", c->seat);
    expect_text(b, "award", hand_of(c));
    expect_money(b, "amount", b->amount, c->taken.amount, "what the claim had frozen");
    if (b->semantics >= 2 && c->is_held)
        claim_fault(b, c, "is cancelled after a failure without a ruling");
    if (b->semantics >= 2 && event_has(&b->e, "table_seq") && c->verifier != NOT_THERE)
        claim_fault(b, c, "was verified, and a button of the table cancels it");
    if (b->semantics >= 2 && !event_has(&b->e, "table_seq") && c->award.key == KEY_HIGH &&
        c->approver_count > 0)
        claim_fault(b, c, "is a high jackpot that was approved, and one person cancels it");
    undo(b, c, "what a cancelled claim had frozen comes back");
}

/* ---- Confirmations ---- */

static bool is_done(const struct claim *c)
{
    return c->is_paid && !c->is_cleared && (c->after & ~c->confirmed_after) == 0;
}

/* Confirms items after the payment: they are about the deck. */
static void seen_to(struct books *b, struct claim *c, unsigned items)
{
    if ((c->after & ~c->confirmed_after & items) == 0)
        claim_fault(b, c, "needs nothing of this after its payment");
    c->confirmed_after |= items;
    if (is_done(c))
        forget_claim(b, c);
}

/* Checks that a list is confirmed in its order, each step once. */
static void check_steps(struct books *b, const struct claim *c, unsigned items)
{
    const unsigned open = c->items & ~c->confirmed, said = items & open, left = open & ~said;
    if (c->items == 0)
        claim_fault(b, c, "needs no verification");
    else if (c->is_in_steps && (said == 0 || (left != 0 && (left & (0u - left)) < said)))
        claim_fault(b, c, "is not verified in the order of its checklist");
}

static struct claim *any_claim(struct books *b)
{
    for (unsigned i = 0; i < b->claim_count; i++)
        if (b->claims[i].seq == event_number(&b->e, "claim") && b->claims[i].is_paid)
            return &b->claims[i];
    return claim_of(b, false);
}

void claim_verified(struct books *b)
{
    struct claim *c = any_claim(b);
    struct text said[8];
    unsigned items = 0;
    const int count = event_texts(&b->e, "items", said, 8);
    for (int i = 0; i < count; i++) {
        const int item = word_of(said[i], checklist);
        items |= item >= 0 ? 1u << item : 0;
    }
    if (c == NULL)
        return;
    if (c->is_paid) {
        seen_to(b, c, items);
        return;
    }
    if (c->verifier != NOT_THERE)
        claim_fault(b, c, "is verified a second time");
    else
        check_steps(b, c, items);
    c->confirmed |= items;
    if ((c->items & ~c->confirmed) == 0)
        c->verifier = b->user;
    else if (!c->is_in_steps)
        claim_fault(b, c, "is verified with an incomplete checklist");
}

/* Whether the person can have seen the amount that was approved. A frozen amount must be exact. A
 * meter that plays on may have taken coins since the person looked; but since version 2 nobody
 * approves less than the claim was worth when it was made, unless it is worth less by now. */
static bool is_seen(const struct books *b, const struct claim *c, wide worth)
{
    if (c->is_frozen)
        return b->amount == worth;
    return b->amount <= worth &&
           (b->semantics < 2 || b->amount >= c->at_first || b->amount == worth);
}

/* Checks the table and the amount that were approved. */
static void check_seen(struct books *b, const struct claim *c)
{
    const wide worth = worth_of(b, c, &b->links[c->link].now);
    if (event_has(&b->e, "table") && b->table != c->table)
        claim_fault(b, c, "is approved for another table");
    if (event_has(&b->e, "amount") && !is_seen(b, c, worth))
        fault(b, "claim %llu is approved for %s, and it is worth %s", (unsigned long long)c->seq,
              amount_text(b->amount), amount_text(worth));
}

static void check_approver(struct books *b, const struct claim *c)
{
    const unsigned department = b->user == NOT_THERE ? NOT_THERE : b->people[b->user].department;
    if ((c->items & ~c->confirmed) != 0)
        claim_fault(b, c, "is approved before it is verified");
    if (c->approver_count >= c->approvals)
        claim_fault(b, c, "needs no more approvals");
    for (unsigned i = 0; i < c->approver_count; i++)
        if (c->approvers[i] == b->user)
            claim_fault(b, c, "is approved by one person twice");
    if (c->approvals == 1 && b->user == c->verifier)
        claim_fault(b, c, "is verified and approved by one person");
    if (b->links[c->link].two_departments && c->approvals > 1 &&
        (department == NOT_THERE || (c->approver_count > 0 && department == c->department)))
        claim_fault(b, c, "takes approvals of two departments");
}

void claim_approved(struct books *b)
{
    struct claim *c = claim_of(b, false);
    if (c == NULL)
        return;
    check_seen(b, c);
    check_approver(b, c);
    if (c->approver_count == 0 && b->user != NOT_THERE)
        c->department = b->people[b->user].department;
    if (c->approver_count < APPROVALS)
        c->approvers[c->approver_count++] = b->user;
}

void claim_complied(struct books *b)
{
    struct claim *c = claim_of(b, false);
    int i = 0;
    if (c == NULL)
        return;
    while (i < c->checks.count && !event_is(&b->e, "item", c->checks.names[i]))
        i++;
    if (i == c->checks.count)
        fault(b, "there is no such compliance check in the house rules");
    else if ((c->complied & 1u << i) != 0)
        fault(b, "this compliance check was confirmed already");
    else
        c->complied |= 1u << i;
    if (event_has(&b->e, "patron"))
        c->patron = patron_of(b, event_text(&b->e, "patron"));
}

static bool is_check_only(const struct claim *c, wide amount)
{
    return c->cheques_up_to > 0 && amount > c->cheques_up_to;
}

void claim_method_chosen(struct books *b)
{
    struct claim *c = claim_of(b, false);
    const int method = word_of(event_text(&b->e, "method"), methods);
    if (c == NULL)
        return;
    if (method <= NO_METHOD)
        fault(b, "a jackpot is paid by cheques or by check");
    else if (method == CHEQUES && is_check_only(c, worth_of(b, c, &b->links[c->link].now)))
        claim_fault(b, c, "is above the threshold for cheques");
    c->method = method > NO_METHOD ? (unsigned)method : NO_METHOD;
}

/* ---- The order of wins ---- */

/* True for a high jackpot whose amount still depends on which of several winners is paid first. */
static bool is_open_high(const struct claim *c, unsigned link)
{
    return c->link == link && !c->is_paid && !c->is_frozen && c->award.key == KEY_HIGH;
}

static struct claim *open_high(struct books *b, uint64_t seq, unsigned link)
{
    for (unsigned i = 0; i < b->claim_count; i++)
        if (b->claims[i].seq == seq)
            return is_open_high(&b->claims[i], link) ? &b->claims[i] : NULL;
    return NULL;
}

/* Checks an order: each open high claim of the link once; within a table the higher seat first. */
static void check_order(struct books *b, unsigned link, const uint64_t *order, int count)
{
    int open = 0;
    for (unsigned i = 0; i < b->claim_count; i++)
        open += is_open_high(&b->claims[i], link);
    if (count != open)
        fault(b, "the ruling does not name every open high claim of the link, once");
    for (int i = 0; i < count; i++) {
        const struct claim *c = open_high(b, order[i], link);
        if (c == NULL)
            fault(b, "the ruling names %llu, which is no open high claim of the link",
                  (unsigned long long)order[i]);
        for (int j = 0; c != NULL && j < i; j++) {
            const struct claim *before = open_high(b, order[j], link);
            if (before == c)
                fault(b, "the ruling names claim %llu twice", (unsigned long long)c->seq);
            else if (before != NULL && before->table == c->table && before->seat < c->seat)
                fault(b, "the ruling puts seat %u before seat %u of one table", before->seat,
                      c->seat);
        }
    }
}

/* Freezes equal awards that share one amount. FULL: each gets the whole, and the house funds all
 * but the first. SPLIT: equal parts in whole cents; what does not divide stays on the meter. */
static void freeze_group(struct books *b, struct link *l, struct money *next, struct claim **group,
                         int size)
{
    const int meter = group[0]->award.from;
    struct taken first = take_award(document_of(b, l), next, &group[0]->award, INT64_MAX);
    struct taken other = {.amount = first.amount, .house_funded = first.amount};
    if (l->policy == SPLIT) {
        wide part = first.amount / size;
        part -= part % 10000;
        next->meters[meter].amount += first.amount - part * size;
        next->pending -= first.amount - part * size;
        first.amount = first.from_meter = part;
        other = (struct taken){.amount = part, .from_meter = part};
    }
    for (int i = 0; i < size; i++) {
        freeze(b, group[i], i == 0 ? first : other);
        group[i]->shared = b->seq;
    }
}

static void freeze_equal_awards(struct books *b, struct link *l, unsigned link, struct money *next)
{
    for (int i = 0; i < l->order_count; i++) {
        struct claim *group[ORDER];
        const struct claim *first = open_high(b, l->order[i], link);
        int size = 0;
        for (int j = i; first != NULL && first->award.pays == PAYS_PERCENT && j < l->order_count;
             j++) {
            struct claim *c = open_high(b, l->order[j], link);
            if (c != NULL && strcmp(c->hand, first->hand) == 0)
                group[size++] = c;
        }
        if (size >= 2)
            freeze_group(b, l, next, group, size);
    }
}

/* Drops the approvals of claims whose amounts the ruling has changed. */
static void take_approvals_back(struct books *b, unsigned link, const struct money *before,
                                const struct money *after)
{
    for (unsigned i = 0; i < b->claim_count; i++) {
        struct claim *c = &b->claims[i];
        struct claim unruled = *c;
        if (c->link != link || c->is_paid || (c->is_frozen && c->shared != b->seq))
            continue;
        unruled.is_frozen = false;
        if (worth_of(b, &unruled, before) != worth_of(b, c, after))
            c->approver_count = 0;
    }
}

/* A finding of surveillance is no ruling, but must be about the same claims. */
void order_found(struct books *b)
{
    uint64_t order[ORDER];
    const struct link *l = link_of(b, "link");
    if (l != NULL)
        check_order(b, (unsigned)(l - b->links), order,
                    event_numbers(&b->e, "order", order, ORDER));
}

void order_ruled(struct books *b)
{
    struct link *l = link_of(b, "link");
    if (l == NULL)
        return;
    const unsigned link = (unsigned)(l - b->links);
    struct money next = l->now;
    l->order_count = event_numbers(&b->e, "order", l->order, ORDER);
    check_order(b, link, l->order, l->order_count);
    for (int i = 0; i < l->order_count; i++) {
        struct claim *c = open_high(b, l->order[i], link);
        if (c != NULL)
            c->is_ruled = true;
    }
    if (l->policy != IN_ORDER)
        freeze_equal_awards(b, l, link, &next);
    take_approvals_back(b, link, &l->now, &next);
    close_meters(b, l, &next,
                 l->policy == IN_ORDER ? "a ruling on the order changes no meter"
                                       : "a ruling freezes what equal awards share");
}

/* While claims wait at several tables, they are paid only in the order of a ruling that names all
 * of them. */
static void check_turn(struct books *b, const struct claim *c)
{
    const struct link *l = &b->links[c->link];
    bool is_several = false, is_ruled = true;
    if (!is_open_high(c, c->link))
        return;
    for (unsigned i = 0; i < b->claim_count; i++)
        if (is_open_high(&b->claims[i], c->link)) {
            is_several = is_several || b->claims[i].table != c->table;
            is_ruled = is_ruled && b->claims[i].is_ruled;
        }
    if (is_several && !is_ruled)
        claim_fault(b, c, "is paid while others wait at other tables, without a ruling");
    for (int i = 0; c->is_ruled && i < l->order_count && l->order[i] != c->seq; i++)
        if (open_high(b, l->order[i], c->link) != NULL)
            fault(b, "claim %llu is paid before claim %llu, which was ruled first",
                  (unsigned long long)c->seq, (unsigned long long)l->order[i]);
}

/* Shares are final once the first is paid, so every hand is verified before that. */
static void check_sharers(struct books *b, const struct claim *c)
{
    const uint64_t shared = c->shared;
    for (unsigned i = 0; shared != 0 && i < b->claim_count; i++) {
        if (b->claims[i].shared != shared)
            continue;
        if (b->claims[i].verifier == NOT_THERE)
            fault(b, "claim %llu is paid before claim %llu, which shares it, is verified",
                  (unsigned long long)c->seq, (unsigned long long)b->claims[i].seq);
        b->claims[i].shared = 0;
    }
}

/* ---- Payment ---- */

void check_queue(struct books *b, unsigned table, unsigned seat)
{
    for (unsigned other = seat + 1; other <= SEATS; other++)
        if (pending_at(b, table, other) != NULL)
            fault(b, "seat %u is paid before seat %u", seat, other);
}

bool has_keyed_claim(const struct books *b, unsigned table)
{
    for (unsigned seat = 1; seat <= SEATS; seat++) {
        const struct claim *c = pending_at(b, table, seat);
        if (c != NULL && c->award.key != KEY_NONE)
            return true;
    }
    return false;
}

/* Since version 2: after a failure, or in a dispute, a claim is on hold until a person has ruled or
 * decided. */
static void check_free(struct books *b, const struct claim *c)
{
    if (b->semantics < 2)
        return;
    if (c->is_held)
        claim_fault(b, c, "is paid after a failure without a ruling");
    for (unsigned i = 0; i < b->dispute_count; i++)
        if (b->disputes[i].claim == c->seq)
            fault(b, "claim %llu is paid while dispute %llu is open", (unsigned long long)c->seq,
                  (unsigned long long)b->disputes[i].seq);
}

void follow_fold(struct books *b, unsigned table, unsigned bit, bool is_folded)
{
    const struct table *t = &b->tables[table];
    for (unsigned i = 0; i < b->claim_count; i++) {
        struct claim *c = &b->claims[i];
        if (c->table == table && c->round == t->round && !c->is_paid)
            c->live = is_folded ? c->live & ~bit : c->live | (bit & t->seats);
    }
}

bool settle_pending(struct books *b, const struct link *l, unsigned *live)
{
    struct claim *c = pending_at(b, b->table, (unsigned)event_number(&b->e, "seat"));
    if (c == NULL || c->award.key != KEY_NONE)
        return false;
    if (l != &b->links[c->link])
        claim_fault(b, c, "is of another link");
    expect_text(b, "award", hand_of(c));
    expect_number(b, "round", c->round);
    check_free(b, c);
    *live = c->live;
    return true;
}

/* Since version 3 an award that waits for supervision must not be paid at once. */
static void check_at_once(struct books *b, const struct taken *taken)
{
    const int64_t from = rules_of(b, &b->tables[b->table])->notify_from;
    if (b->semantics >= 3 && from > 0 && taken->amount >= from)
        fault(b, "an award is paid at once that supervision has to acknowledge");
}

void pay_pending(struct books *b, const struct taken *taken)
{
    struct claim *c = pending_at(b, b->table, (unsigned)event_number(&b->e, "seat"));
    if (c == NULL || c->award.key != KEY_NONE) {
        check_at_once(b, taken);
        return;
    }
    if (c->approver_count < c->approvals && taken->amount >= c->notice_from)
        fault(b, "an award is paid that supervision has not acknowledged");
    b->tables[b->table].pending &= ~(1u << (c->seat - 1));
    c->taken = *taken;
    c->is_frozen = c->is_paid = true;
    if (is_done(c))
        forget_claim(b, c);
}

/* Checks that the right key is turned, and that seats are paid from the highest down. */
static void check_at_table(struct books *b, const struct table *t, const struct claim *c)
{
    if (t->key != c->award.key || t->turned != c->award.key)
        claim_fault(b, c, "is paid without its key turned");
    if (b->semantics >= 2) {
        check_queue(b, c->table, c->seat);
        return;
    }
    for (unsigned i = 0; i < b->claim_count; i++)
        if (b->claims[i].table == c->table && !b->claims[i].is_paid &&
            b->claims[i].award.key == c->award.key && b->claims[i].seat > c->seat)
            fault(b, "seat %u is paid before seat %u", c->seat, b->claims[i].seat);
}

static void check_confirmed(struct books *b, const struct claim *c)
{
    if ((c->items & ~c->confirmed) != 0)
        claim_fault(b, c, "is paid without its checklist");
    if (c->approver_count < c->approvals)
        fault(b, "claim %llu is paid with %u approvals of %u", (unsigned long long)c->seq,
              c->approver_count, c->approvals);
    if ((((1u << c->checks.count) - 1) & ~c->complied) != 0)
        claim_fault(b, c, "is paid before all compliance checks of the house rules");
}

static void check_method(struct books *b, struct claim *c)
{
    if (c->method == NO_METHOD)
        c->method = is_check_only(c, c->taken.amount) ? CHECK : CHEQUES;
    else if (c->method == CHEQUES && is_check_only(c, c->taken.amount))
        claim_fault(b, c, "is above the threshold for cheques");
    expect_text(b, "method", text_of(methods[c->method]));
}

static void expect_payment(struct books *b, struct claim *c)
{
    expect_number(b, "seat", c->seat);
    expect_number(b, "round", c->round);
    expect_text(b, "award", hand_of(c));
    expect_amounts(b, c);
    expect_envy(b, &b->tables[c->table], c->seat, c->live, c->award.envy);
    check_method(b, c);
}

/* Since version 2, policy FULL: the winner who is paid first gets the part that comes off the
 * meter. */
static void take_meters_part(struct books *b, struct claim *c)
{
    if (b->semantics < 2 || c->shared == 0 || c->taken.house_funded != c->taken.amount)
        return;
    for (unsigned i = 0; i < b->claim_count; i++) {
        struct claim *other = &b->claims[i];
        if (other == c || other->shared != c->shared || other->taken.from_meter == 0 ||
            other->taken.amount != c->taken.amount)
            continue;
        const struct taken own = c->taken;
        c->taken = other->taken;
        other->taken = own;
        return;
    }
}

void claim_paid(struct books *b)
{
    struct table *t = table_of(b);
    struct claim *c = claim_of(b, false);
    struct link *l = link_of(b, "link");
    if (t == NULL || c == NULL || l == NULL)
        return;
    if (c->table != b->table || l != &b->links[c->link]) {
        claim_fault(b, c, "is of another table or link");
        return;
    }
    check_running(b);
    check_confirmed(b, c);
    check_free(b, c);
    check_at_table(b, t, c);
    check_turn(b, c);
    take_meters_part(b, c);
    check_sharers(b, c);
    struct money next = l->now;
    const bool was_frozen = c->is_frozen;
    if (!was_frozen)
        freeze_now(b, c, &next);
    pay_out(&next, c->award.from, &c->taken);
    if (c->award.from < 0)
        tray_paid(b, l, c->seat, c->taken.amount);
    expect_payment(b, c);
    if (t->round == c->round)
        t->pending &= ~(1u << (c->seat - 1));
    c->is_paid = true;
    claim_cash(b, c->patron, c->method == CHEQUES);
    if (c->seq == b->story.claim) {
        b->story.paid = *c;
        b->story.paid_seq = b->seq;
    }
    if (is_done(c))
        forget_claim(b, c);
    close_meters(b, l, &next,
                 was_frozen ? "what was frozen is off the meter already"
                            : "the award of the document");
}

void claim_cleared(struct books *b)
{
    struct claim *c = claim_of(b, true);
    if (c == NULL)
        return;
    if (b->table != c->table)
        claim_fault(b, c, "is of another table");
    if (!c->is_cleared || (c->after & ~c->confirmed_after) != 0)
        claim_fault(b, c, "is cleared before the deck was seen to, or needs no clearing");
    expect_text(b, "link", b->link_names.list[c->link]);
    expect_number(b, "seat", c->seat);
    expect_text(b, "award", hand_of(c));
    /* In version 2 the event has no amount where an award without a key is cleared. */
    const bool is_said = b->semantics >= 3 || c->award.key != KEY_NONE;
    expect_money(b, "amount", b->amount, is_said ? c->taken.amount : 0, "what was paid");
    forget_claim(b, c);
}
