/* The auditor's checks of rounds: coins in, awards without a key, the end of a round, dead
 * rounds. */
#include "log/audit/audit_books.h"

#include <string.h>

int64_t audit_cap_of(const struct auditor *a, const struct audit_table *t)
{
    const struct cr_rules *rules = audit_house_rules(a, t);
    if (rules == NULL || !rules->has_aggregate_limit)
        return INT64_MAX;
    return rules->aggregate_limit.micro - t->fixed;
}

const struct cr_award *audit_award_of(const struct auditor *a, const struct audit_link *l,
                                      unsigned award)
{
    const struct cr_progressive *p = audit_rules_of(a, l);
    if (award == 0 || award > CR_CATEGORIES || p->awards[award - 1].kind == CR_AWARD_NONE)
        return NULL;
    return &p->awards[award - 1];
}

/* ---- Coins ---- */

static void check_amount(struct auditor *a, const char *member, int64_t expected, unsigned promise)
{
    const int64_t recorded = audit_money(&a->text, member);
    if (recorded != expected)
        audit_fault(a, promise, "%s is %lld millionths, it should be %lld", member,
                    (long long)recorded, (long long)expected);
}

/* TAB-4, V8, V9: what must hold when a table takes coins. */
static void check_open(struct auditor *a, const struct audit_link *l)
{
    if (!l->open)
        audit_fault(a, 9, "a coin is taken on a link that is closed");
    if (audit_halted_by(a) != 0)
        audit_fault(a, 8, "a coin is taken although the floor is halted by event %llu",
                    (unsigned long long)audit_halted_by(a));
}

void audit_coin_in(struct auditor *a)
{
    struct audit_table *t = audit_table_of(a);
    if (t == NULL)
        return;
    const uint8_t seats = audit_seats(a, "seats");
    const uint64_t round = audit_number(&a->text, "round");
    if (t->in_play)
        audit_fault(a, 2, "coins of a round before the round before it was over");
    if (round != t->round + 1)
        audit_fault(a, 2, "round %llu does not follow round %llu", (unsigned long long)round,
                    (unsigned long long)t->round);
    t->round = round;
    t->in_play = true;
    t->seats = seats;
    t->awarded = t->pending = t->folded = 0;
    t->fixed = 0;
    memset(t->whole, 0, sizeof(t->whole));
    memset(t->restart, 0, sizeof(t->restart));
    memset(t->awards, 0, sizeof(t->awards));
    t->coins_in += (uint64_t)__builtin_popcount(seats);
    if (seats == 0)
        return;
    audit_check_hands(a, t);
    struct audit_link *l = audit_link_of(a, "link");
    if (l == NULL)
        return;
    if (t->link != (uint32_t)(l - a->links))
        audit_fault(a, 3, "the coins go to a link that the table is not on");
    check_open(a, l);
    struct audit_link next = *l;
    const struct cr_progressive *p = audit_rules_of(a, l);
    audit_add_coins(p, &next, p->bet.micro * __builtin_popcount(seats));
    check_amount(a, "amount", next.coin_in - l->coin_in, 3);
    check_amount(a, "house", next.house - l->house, 3);
    next.coin_in = l->coin_in + audit_money(&a->text, "amount");
    next.house = l->house + audit_money(&a->text, "house");
    audit_close(a, l, &next, false);
}

void audit_round_dead(struct auditor *a)
{
    struct audit_table *t = audit_table_of(a);
    if (t == NULL)
        return;
    const uint8_t seats = audit_seats(a, "seats");
    const uint8_t due = (uint8_t)(t->seats & ~(t->awarded & ~t->pending));
    if (a->semantics >= 2 && audit_has_jackpot(a, a->table))
        audit_fault(a, 5, "a round is dead over a jackpot that nobody has ruled void");
    if (a->semantics >= 2 && t->live && t->pending != 0 && !audit_has(&a->text, "user"))
        audit_fault(a, 5, "a round is dead over a pending award, and nobody is named for it");
    if (!t->in_play)
        audit_fault(a, 2, "a round is dead that was not in play");
    if (seats != due)
        audit_fault(a, 3, "coins of seats %#x go back, it should be seats %#x", seats, due);
    t->in_play = false;
    t->coins_returned += (uint64_t)__builtin_popcount(seats);
    if (seats != 0) {
        struct audit_link *l = audit_link_of(a, "link");
        if (l == NULL)
            return;
        struct audit_link next = *l;
        const struct cr_progressive *p = audit_rules_of(a, l);
        audit_void_claims(a, (uint32_t)(t - a->tables), &next);
        audit_return_coins(p, &next, p->bet.micro * __builtin_popcount(seats));
        check_amount(a, "amount", next.returned - l->returned, 3);
        check_amount(a, "house", l->house - next.house, 3);
        audit_close(a, l, &next, true);
    }
    t->seats = t->awarded = t->pending = t->folded = 0;
}

/* ---- Awards ---- */

void audit_note_award(struct auditor *a, struct audit_table *t, unsigned seat, unsigned award)
{
    if (seat == 0 || seat > CR_SEATS)
        return;
    const uint8_t bit = (uint8_t)(1u << (seat - 1));
    if (!t->in_play || (t->seats & bit) == 0)
        audit_fault(a, 5, "an award for seat %u, which has no wager in play", seat);
    if ((t->awarded & bit) != 0)
        audit_fault(a, 5, "a second award for seat %u in one round", seat);
    if ((audit_dead_hands(a, t) & (bit | audit_seats(a, "live"))) != 0)
        audit_fault(a, 5, "an award or envy for a hand that was folded");
    t->awarded |= bit;
    t->awards[seat - 1] = (uint8_t)award;
}

void audit_award_pending(struct auditor *a)
{
    struct audit_table *t = audit_table_of(a);
    struct audit_link *l = audit_link_of(a, "link");
    const unsigned word = audit_word(a, "award", audit_categories);
    const unsigned seat = (unsigned)audit_number(&a->text, "seat");
    const struct cr_award *award = l != NULL ? audit_award_of(a, l, word) : NULL;
    int64_t worth[CR_SEATS];
    if (t == NULL || l == NULL)
        return;
    audit_note_award(a, t, seat, word);
    if (award == NULL || award->key != CR_KEY_NONE || seat == 0 || seat > CR_SEATS) {
        audit_fault(a, 5, "a pending award that the schedule does not pay without a key");
        return;
    }
    audit_note_worth(a, a->table, l, worth);
    const struct audit_claim *c = audit_new_claim(a, t, l, seat, word);
    if (c == NULL)
        return;
    worth[seat - 1] = audit_worth_now(a, c, l);
    audit_unapprove_changed(a, a->table, l, worth);
}

/* PIT-12: an award of notify_from or more is paid only after supervision acknowledged it. */
static void settle_pending(struct auditor *a, struct audit_claim *c, unsigned word, int64_t amount)
{
    if (c->award != word)
        audit_fault(a, 5, "another award is paid than was pending");
    if (c->approver_count < c->approvals && amount >= c->notice_from)
        audit_fault(a, 5, "an award is paid that supervision has not acknowledged");
    audit_check_free(a, c);
}

/* Since version 3: an award that supervision has to acknowledge is not paid at once. */
static void check_at_once(struct auditor *a, const struct audit_table *t, int64_t amount)
{
    const struct cr_rules *rules = audit_house_rules(a, t);
    const int64_t from = rules == NULL ? 0 : rules->payment.notify_from.micro;
    if (a->semantics >= 3 && from > 0 && amount >= from)
        audit_fault(a, 5, "an award is paid at once that supervision has to acknowledge");
}

void audit_award_paid(struct auditor *a)
{
    struct audit_table *t = audit_table_of(a);
    struct audit_link *l = audit_link_of(a, "link");
    if (t == NULL || l == NULL)
        return;
    const unsigned award_word = audit_word(a, "award", audit_categories);
    const struct cr_award *award = audit_award_of(a, l, award_word);
    const unsigned seat = (unsigned)audit_number(&a->text, "seat");
    struct audit_claim *c = audit_pending_at(a, a->table, seat);
    if (c == NULL)
        audit_note_award(a, t, seat, award_word);
    if (award == NULL || award->key != CR_KEY_NONE) {
        audit_fault(a, 5, "an award paid at once that the schedule does not pay without a key");
        return;
    }
    if (a->semantics >= 2)
        audit_check_queue(a, a->table, seat);
    const uint8_t live = c != NULL ? c->live : audit_seats(a, "live");
    struct audit_link next = *l;
    const struct audit_taken taken = audit_take_of_round(a, t, &next, award);
    if (c != NULL) {
        settle_pending(a, c, award_word, taken.amount);
        audit_freeze(c, taken);
        c->state = AUDIT_PAID;
        if (audit_is_done(c))
            audit_drop_claim(a, c);
        t->pending &= (uint8_t) ~(1u << (seat - 1));
    } else {
        check_at_once(a, t, taken.amount);
    }
    audit_pay(&next, award->from, &taken);
    if (award->from == CR_FROM_TRAY)
        audit_tray_paid(a, l, taken.amount);
    check_amount(a, "amount", taken.amount, 5);
    check_amount(a, "house_funded", taken.house_funded, 3);
    audit_check_envy(a, t, seat, live, award);
    audit_close(a, l, &next, award->from != CR_FROM_TRAY);
}

void audit_game_over(struct auditor *a)
{
    struct audit_table *t = audit_table_of(a);
    if (t == NULL)
        return;
    if (!t->in_play)
        audit_fault(a, 2, "a round is over that was not in play");
    if (t->pending != 0)
        audit_fault(a, 5, "a round is over with a jackpot pending");
    if (audit_number(&a->text, "round") != t->round)
        audit_fault(a, 2, "the end of another round");
    audit_settle_round(a, t);
    t->in_play = false;
    t->seats = t->awarded = t->pending = t->folded = 0;
}

/* ---- What trays paid ---- */

void audit_tray_paid(struct auditor *a, const struct audit_link *l, int64_t amount)
{
    struct audit_tray *t = audit_add(a, &a->trays, &a->tray_count, sizeof(*t));
    if (t != NULL)
        *t = (struct audit_tray){a->seq, a->table, (uint32_t)(l - a->links), amount};
}

/* PIT-4, since version 3: a correction names a payment of the same table and link, takes back no
 * more than was paid, and is in whole cents. */
void audit_tray_corrected(struct auditor *a)
{
    const struct audit_link *l = audit_link_of(a, "link");
    const uint64_t payment = audit_number(&a->text, "payment");
    const int64_t change = audit_money(&a->text, "change");
    struct audit_tray *paid = NULL;
    if (l == NULL || a->semantics < 3)
        return;
    /* The list ascends by event; the search begins at its end, because recent payments are
     * corrected most often. */
    for (uint32_t i = a->tray_count; i > 0 && paid == NULL && a->trays[i - 1].seq >= payment; i--)
        paid = a->trays[i - 1].seq == payment ? &a->trays[i - 1] : NULL;
    if (paid == NULL || paid->table != a->table || paid->link != (uint32_t)(l - a->links)) {
        audit_fault(a, 6, "a correction of what the tray of this table has not paid on this link");
        return;
    }
    paid->left += change;
    if (paid->left < 0 || change % 10000 != 0)
        audit_fault(a, 6, "more is taken back than was paid, or a part of a cent");
}
